import { LANGUAGES, textsOf } from '../../../widget/texts.ts'
import { TextField } from '../../components/forms/Form.tsx'
import { type Draft, nameOfLanguage } from './records.ts'

type Texts = Draft['texts']

/** The texts that owners can replace, with their labels. */
const FIELDS: readonly (readonly [keyof Texts, string])[] = [
  ['placeholder', 'In the empty field'],
  ['disclaimer', 'Below the field'],
  ['limit_reached', 'When a limit is reached'],
  ['offline', 'Without a connection'],
  ['failed', 'When something failed'],
  ['agent_inactive', 'When the agent is not active'],
  ['session_ended', 'When the chat has ended'],
  ['open', 'Button that opens the chat'],
  ['close', 'Button that closes it'],
  ['send', 'Button that sends'],
  ['retry', 'Button that tries again'],
  ['new_session', 'Button for a new chat'],
  ['typing', 'While it writes'],
]

/** Fields for the owner's texts, which show the widget's own until they are filled. */
export function Words({ draft, onChange }: { draft: Draft; onChange: (texts: Texts) => void }) {
  const { texts, locale } = draft
  const language = locale?.split(/[-_]/)[0] ?? 'en'
  const words = textsOf(language, {})
  const count = Object.keys(texts).length
  const set = (name: keyof Texts, value: string) => {
    const { [name]: _, ...rest } = texts
    onChange(value ? { ...rest, [name]: value } : rest)
  }
  return (
    <details class="words">
      <summary>Words{count > 0 && ` (${count} of your own)`}</summary>
      <p class="small muted">
        Empty fields keep the widget's own words, in each visitor's language
        {language in LANGUAGES ? `; shown here in ${nameOfLanguage(language)}` : ''}. Yours are said in every
        language: for pages in another one, make another widget.
      </p>
      <div class="form">
        {FIELDS.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            name={`texts.${name}`}
            maxLength={300}
            placeholder={words[name]}
            value={texts[name] ?? ''}
            onChange={(value) => set(name, value)}
          />
        ))}
      </div>
    </details>
  )
}
