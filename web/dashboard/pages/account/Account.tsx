import { LogOut } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { ConfirmButton } from '../../components/ConfirmButton.tsx'
import { CurrentPassword } from '../../components/forms/CurrentPassword.tsx'
import { Form, SelectField, TextField } from '../../components/forms/Form.tsx'
import { NewPassword } from '../../components/forms/NewPassword.tsx'
import { Page } from '../../components/Page.tsx'
import { forgetSession, keepUser, useUser } from '../../components/session.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { api, dataOf, queries } from '../../lib/api.ts'
import { chooseLanguage, LANGUAGES, type Language, language } from '../../lib/language.ts'
import { MAY, ROLE_NAMES } from '../../lib/roles.ts'
import { t } from '../../lib/texts.tsx'
import { Notifications } from './Notifications.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Photo } from './Photo.tsx'
import { SESSIONS, Sessions } from './Sessions.tsx'
import { TwoFactor } from './TwoFactor.tsx'

export function Account() {
  const { email, organization, role } = useUser()
  const leave = async () => {
    await dataOf(api.DELETE('/api/v1/account/sessions'))
    forgetSession()
  }
  return (
    <Page
      title={t('Your account')}
      about={`${t('{email}, {role} of {organization}.', { email, role: ROLE_NAMES[role], organization })} ${MAY[role]}`}
      actions={
        <ConfirmButton
          button={{ icon: LogOut, text: t('Sign out everywhere') }}
          title={t('Sign out everywhere?')}
          action={t('Sign out everywhere')}
          onConfirm={leave}
        >
          {t('This ends all your sessions in every browser, including this one.')}
        </ConfirmButton>
      }
    >
      <div class="stack">
        <div class="columns">
          <section class="card" aria-labelledby="own-name">
            <header>
              <h2 id="own-name">{t('Name')}</h2>
            </header>
            <Name />
          </section>
          <section class="card" aria-labelledby="own-photo">
            <header>
              <h2 id="own-photo">{t('Photo')}</h2>
            </header>
            <Photo />
          </section>
          <section class="card" aria-labelledby="own-password">
            <header>
              <h2 id="own-password">{t('Password')}</h2>
            </header>
            <Password />
          </section>
          <section class="card" aria-labelledby="own-language">
            <header>
              <h2 id="own-language">{t('Language')}</h2>
            </header>
            <LanguageChoice />
          </section>
          <section class="card" aria-labelledby="own-mails">
            <header>
              <h2 id="own-mails">{t('Emails')}</h2>
            </header>
            <Notifications />
          </section>
          <TwoFactor />
          <Passkeys />
        </div>
        <Sessions />
      </div>
    </Page>
  )
}

function Name() {
  const user = useUser()
  const [name, setName] = useState(user.name ?? '')
  const save = async () => {
    keepUser(await dataOf(api.PATCH('/api/v1/account', { body: { name: name.trim() || null } })))
    queries.invalidateQueries({ queryKey: ['users'] })
    showToast(t('Name changed.'))
  }
  return (
    <Form action={t('Save')} onSubmit={save} disabled={name.trim() === (user.name ?? '')}>
      <TextField
        label={t('Your name')}
        name="name"
        autocomplete="name"
        maxLength={120}
        hint={t('Your colleagues see it, and customers whom you answer.')}
        value={name}
        onChange={setName}
      />
    </Form>
  )
}

function LanguageChoice() {
  return (
    <div class="form">
      <SelectField
        label={t('Language of the dashboard')}
        name="language"
        hint={t('Kept in this browser. Dates and numbers follow it.')}
        value={language}
        onChange={(chosen) => chooseLanguage(chosen as Language)}
        options={Object.entries(LANGUAGES)}
      />
    </div>
  )
}

function Password() {
  const { email } = useUser()
  const [current, setCurrent] = useState('')
  const [chosen, setChosen] = useState('')
  const change = async () => {
    const body = { current_password: current, new_password: chosen }
    keepUser(await dataOf(api.POST('/api/v1/account/password', { body })))
    queries.invalidateQueries({ queryKey: SESSIONS })
    setCurrent('')
    setChosen('')
    showToast(t('Password changed. Your other sessions have ended.'))
  }
  return (
    <Form action={t('Change password')} onSubmit={change}>
      {/* Shows password managers the user of the password. */}
      <input type="hidden" name="username" autocomplete="username" value={email} />
      <CurrentPassword name="current_password" value={current} onChange={setCurrent} />
      <NewPassword
        label={t('New password')}
        name="new_password"
        value={chosen}
        onChange={setChosen}
      />
    </Form>
  )
}
