import { CopyButton } from '../../../components/Copy.tsx'
import { formatNumber } from '../../../format.ts'
import type { Trace } from './playgroundData.ts'

type Part = Trace['prompt'][number]

const NAMES: Record<Part['name'], string> = {
  persona: 'Persona',
  rules: 'Rules',
  traits: 'User traits',
  metadata: 'Message metadata',
  knowledge: 'Knowledge',
  fallback: 'Fallback message',
  history: 'Earlier message',
  question: 'Question',
}

const ABOUT: Record<Part['name'], string> = {
  persona: 'From the settings: name, description, tone, language, tasks and instructions.',
  rules: 'Parley’s own rules, which are the same for all agents.',
  traits: 'What your system knows of the person who asks.',
  metadata: 'What your system sent with the message.',
  knowledge: 'What was found for the question. The model may state facts from here only.',
  fallback: 'What to say when nothing of it tells the answer.',
  history: 'What was said before.',
  question: 'The last message of the user.',
}

/** Everything that the model was sent, in order, and what it answered. */
export function PromptParts({
  trace: { prompt, answer },
  isOpen = false,
}: {
  trace: Pick<Trace, 'prompt' | 'answer'>
  /** Whether the parts are open at first. */
  isOpen?: boolean
}) {
  const tokens = prompt.reduce((sum, part) => sum + part.tokens, 0)
  const most = Math.max(...prompt.map((part) => part.tokens))
  return (
    <>
      <p class="small muted">
        About {formatNumber(tokens)} tokens in {prompt.length} parts. The model got the parts with the role
        “system” as one message.
      </p>
      <ol class="prompt">
        {prompt.map((part, index) => (
          <li key={index}>
            <details open={isOpen}>
              <summary>
                <span class="prompt-name">{NAMES[part.name]}</span>
                <span class="small muted">{part.role}</span>
                <span class="part-bar" aria-hidden="true">
                  <span style={{ width: `${Math.max(2, Math.round((part.tokens / most) * 100))}%` }} />
                </span>
                <span class="small number">≈ {formatNumber(part.tokens)}</span>
              </summary>
              <p class="small muted">{ABOUT[part.name]}</p>
              <PartText text={part.text} label={NAMES[part.name]} />
              {part.text.length < part.characters && (
                <p class="small muted">
                  Only the beginning of {formatNumber(part.characters)} characters was stored.
                </p>
              )}
            </details>
          </li>
        ))}
      </ol>
      {answer !== null && (
        <details class="answer">
          <summary>
            <span class="prompt-name">Raw model output</span>
          </summary>
          <p class="small muted">Before its marks became citations and the fallback message was applied.</p>
          <PartText text={answer} label="Raw model output" />
        </details>
      )}
    </>
  )
}

const PartText = ({ text, label }: { text: string; label: string }) => (
  <div class="code">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
    <pre tabIndex={0}>{text}</pre>
    <CopyButton text={text} label={`Copy: ${label}`} />
  </div>
)
