import { useState } from 'preact/hooks'
import { Form, TextArea } from '../../../components/forms/Form.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { showToast } from '../../../components/Toasts.tsx'
import { t } from '../../../lib/texts.tsx'

const EXAMPLE = '{\n  "name": "Zoe",\n  "subscription_tier": "gold"\n}'

/** Edits the traits of the customer for whom the user chats with the agent. */
export function TraitsEditor({
  traits,
  onKeep,
}: {
  traits: object
  onKeep: (traits: object) => Promise<void>
}) {
  const count = Object.keys(traits).length
  const before = count ? JSON.stringify(traits, null, 2) : ''
  const [text, setText] = useState<string>()
  const [problem, setProblem] = useState('')
  const keep = async () => {
    const read = readTraits(text ?? before)
    if (typeof read === 'string') return setProblem(read)
    setProblem('')
    await onKeep(read)
    setText(undefined)
    showToast(t('Saved. The next reply uses the traits.'))
  }
  return (
    <details class="traits">
      <summary>
        {t('Who is asking')}
        <span class="small muted">
          {' '}
          {t('{count, plural, =0 {no traits} one {# trait} other {# traits}}', { count })}
        </span>
      </summary>
      <Form action={t('Save')} onSubmit={keep} disabled={text === undefined || text === before}>
        <TextArea
          label={t('Traits (JSON)')}
          name="traits"
          class="input code-input"
          spellcheck={false}
          placeholder={EXAMPLE}
          value={text ?? before}
          onChange={setText}
          hint={t(
            'What your system would store as this customer’s context. All your playground conversations share it.',
          )}
        />
        {problem && <Notice kind="bad">{problem}</Notice>}
      </Form>
    </details>
  )
}

/** Returns the object in the text, or the reason why the text has none. */
function readTraits(text: string): object | string {
  if (!text.trim()) return {}
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
    return t('Traits must be one JSON object, with a name and a value for each trait.')
  } catch (error) {
    return t('This is not valid JSON: {problem}', { problem: (error as Error).message })
  }
}
