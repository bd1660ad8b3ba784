import { useEffect, useState } from 'preact/hooks'
import { languageCodes, loadedTexts, loadTexts } from '../../../widget/languages.ts'
import { chooseLocale, languageOf } from '../../../widget/locales.ts'
import { TextField } from '../../components/forms/Form.tsx'
import { type Draft, nameOfLanguage } from '../../components/records/widgets.ts'
import { t } from '../../lib/texts.tsx'

type Texts = Draft['texts']

/** The texts that owners can replace, with their labels. */
const FIELDS: readonly (readonly [keyof Texts, string])[] = [
  ['placeholder', t('Placeholder in the message field')],
  ['disclaimer', t('Below the message field')],
  ['limit_reached', t('When a limit is reached')],
  ['offline', t('Without a connection')],
  ['failed', t('When something fails')],
  ['agent_inactive', t('When the agent is inactive')],
  ['session_ended', t('When the conversation has ended')],
  ['open', t('Button that opens the chat')],
  ['close', t('Button that closes the chat')],
  ['send', t('Button that sends a message')],
  ['retry', t('Button that tries again')],
  ['new_session', t('Button that starts a new conversation')],
  ['typing', t('While the agent writes')],
]

/** Fields for the owner's texts. Empty fields show the widget's own texts. */
export function Words({ draft, onChange }: { draft: Draft; onChange: (texts: Texts) => void }) {
  const { texts, locale } = draft
  const language = languageOf(chooseLocale([locale]))
  const words = loadedTexts(language)
  const [, setShown] = useState('en')
  useEffect(() => {
    // Each language has its own file. Until it is loaded, the fields show English.
    loadTexts(language).then(() => setShown(language))
  }, [language])
  const count = Object.keys(texts).length
  const set = (name: keyof Texts, value: string) => {
    const { [name]: _, ...rest } = texts
    onChange(value ? { ...rest, [name]: value } : rest)
  }
  return (
    <details class="words">
      <summary>{count > 0 ? t('Texts ({count} of your own)', { count }) : t('Texts')}</summary>
      <p class="small muted">
        {languageCodes().includes(language)
          ? t(
              'Empty fields use the built-in texts in each visitor’s language, shown here in {language}. Your own texts appear in every language. For pages in another language, create another widget.',
              { language: nameOfLanguage(language) },
            )
          : t(
              'Empty fields use the built-in texts in each visitor’s language. Your own texts appear in every language. For pages in another language, create another widget.',
            )}
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
