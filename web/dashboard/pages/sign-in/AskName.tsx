import { useState } from 'preact/hooks'
import { Alone } from '../../components/Alone.tsx'
import { Button } from '../../components/Button.tsx'
import { Form, TextField } from '../../components/forms/Form.tsx'
import { keepUser } from '../../components/session.tsx'
import { api, dataOf } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

/** Asks a user who has just signed in and has no name. @param onSkip goes on without a name */
export function AskName({ onSkip }: { onSkip: () => void }) {
  const [name, setName] = useState('')
  const save = async () =>
    keepUser(await dataOf(api.PATCH('/api/v1/account', { body: { name: name.trim() } })))
  return (
    <Alone title={t('Your name')}>
      <h1>{t('What is your name?')}</h1>
      <Form
        action={t('Continue')}
        onSubmit={save}
        disabled={!name.trim()}
        more={
          <Button kind="quiet" onClick={onSkip}>
            {t('Not now')}
          </Button>
        }
      >
        <TextField
          label={t('Your name')}
          name="name"
          autocomplete="name"
          autofocus
          maxLength={120}
          hint={t(
            'Customers see it when you answer them, and colleagues at what you do. Without a name, colleagues see your email address.',
          )}
          value={name}
          onChange={setName}
        />
      </Form>
    </Alone>
  )
}
