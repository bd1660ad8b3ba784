import { CopyButton } from '../../../components/Copy.tsx'
import { formatNumber } from '../../../lib/format.ts'
import { t } from '../../../lib/texts.tsx'
import type { Trace } from './playgroundData.ts'

type Part = Trace['prompt'][number]

const NAMES: Record<Part['name'], string> = {
  persona: t('Persona'),
  rules: t('Rules'),
  attachments: t('About attachments'),
  traits: t('User traits'),
  metadata: t('Message metadata'),
  knowledge: t('Knowledge'),
  acts: t('Earlier actions'),
  returned: t('Returned by people'),
  fallback: t('Fallback message'),
  history: t('Earlier message'),
  question: t('Question'),
  now: t('Date and time'),
  tool_calls: t('Tool calls'),
  tool_results: t('Tool results'),
}

const ABOUT: Record<Part['name'], string> = {
  persona: t('From the settings: name, description, tone, language, tasks and instructions.'),
  rules: t('Parley’s own rules, which are the same for all agents.'),
  attachments: t('That messages have files, and what these are.'),
  traits: t('What your system knows of the person who asks.'),
  metadata: t('What your system sent with the message.'),
  knowledge: t('What was found for the question. The model may state facts from here only.'),
  acts: t('What earlier replies of the conversation did with tools.'),
  returned: t('That people had the conversation, and what they left for the agent.'),
  fallback: t('What to say when nothing of it tells the answer.'),
  history: t('What was said before.'),
  question: t('The last message of the user.'),
  now: t('When the message was sent, in the time zone of your organization.'),
  tool_calls: t('What the model asked tools for.'),
  tool_results: t('What the tools gave.'),
}

/** Everything that the model got, in order, what it thought, and what it answered. */
export function PromptParts({
  trace: { prompt, thoughts, answer },
  isOpen = false,
}: {
  trace: Pick<Trace, 'prompt' | 'thoughts' | 'answer'>
  /** Whether the parts are open at first. */
  isOpen?: boolean
}) {
  const tokens = prompt.reduce((sum, part) => sum + part.tokens, 0)
  const most = Math.max(...prompt.map((part) => part.tokens))
  return (
    <>
      <p class="small muted">
        {t(
          'About {tokens} tokens in {parts} parts. Neighboring parts of one role reached the model as one message.',
          { tokens: formatNumber(tokens), parts: prompt.length },
        )}
      </p>
      <ol class="prompt">
        {prompt.map((part, index) => (
          <li key={index}>
            <details open={isOpen}>
              <summary>
                <span class="prompt-name">{NAMES[part.name]}</span>
                <span class="small muted">{part.role}</span>
                <span class="part-bar" aria-hidden="true">
                  <span
                    style={{ width: `${Math.max(2, Math.round((part.tokens / most) * 100))}%` }}
                  />
                </span>
                <span class="small number">≈ {formatNumber(part.tokens)}</span>
              </summary>
              <p class="small muted">{ABOUT[part.name]}</p>
              <PartText text={part.text} label={NAMES[part.name]} />
              {part.text.length < part.characters && (
                <p class="small muted">
                  {t('Only the beginning of {count} characters was stored.', {
                    count: formatNumber(part.characters),
                  })}
                </p>
              )}
            </details>
          </li>
        ))}
      </ol>
      {thoughts && (
        <details class="answer">
          <summary>
            <span class="prompt-name">{t('Thoughts')}</span>
          </summary>
          <p class="small muted">
            {t('What the model wrote for itself. It is no part of the reply and of later prompts.')}
          </p>
          <PartText text={thoughts} label={t('Thoughts')} />
        </details>
      )}
      {answer !== null && (
        <details class="answer">
          <summary>
            <span class="prompt-name">{t('Raw model output')}</span>
          </summary>
          <p class="small muted">
            {t('Before its marks became citations and the fallback message was applied.')}
          </p>
          <PartText text={answer} label={t('Raw model output')} />
        </details>
      )}
    </>
  )
}

const PartText = ({ text, label }: { text: string; label: string }) => (
  <div class="code">
    {/*
      biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by
      keyboard
    */}
    <pre tabIndex={0}>{text}</pre>
    <CopyButton text={text} label={t('Copy: {what}', { what: label })} />
  </div>
)
