import { LANGUAGES, textsOf } from '../../../widget/texts.ts'
import { TextField } from '../../components/forms/Form.tsx'
import { type Draft, nameOfLanguage } from './records.ts'

type Texts = Draft['texts']

/** The texts that owners can replace, with their labels. */
const FIELDS: readonly (readonly [keyof Texts, string])[] = [
  ['placeholder', 'Placeholder in the message field'],
  ['disclaimer', 'Below the message field'],
  ['limit_reached', 'When a limit is reached'],
  ['offline', 'Without a connection'],
  ['failed', 'When something fails'],
  ['agent_inactive', 'When the agent is inactive'],
  ['session_ended', 'When the chat has ended'],
  ['open', 'Button that opens the chat'],
  ['close', 'Button that closes the chat'],
  ['send', 'Button that sends a message'],
  ['retry', 'Button that tries again'],
  ['new_session', 'Button that starts a new chat'],
  ['typing', 'While the agent writes'],
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
      <summary>Texts{count > 0 && ` (${count} of your own)`}</summary>
      <p class="small muted">
        Empty fields use the built-in texts in each visitor’s language
        {language in LANGUAGES ? `, shown here in ${nameOfLanguage(language)}` : ''}. Your own texts appear in
        every language. For pages in another language, create another widget.
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
