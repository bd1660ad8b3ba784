import { LogOut } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { api, dataOf, queries } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Dialog.tsx'
import { Form, TextField } from '../../components/forms/Form.tsx'
import { NewPassword } from '../../components/forms/NewPassword.tsx'
import { Page } from '../../components/Page.tsx'
import { tell } from '../../components/Toasts.tsx'
import { MAY } from '../../roles.ts'
import { forgetSession, keepUser, useUser } from '../../session.tsx'
import { SESSIONS, Sessions } from './Sessions.tsx'

export function Account() {
  const { email, organization, role } = useUser()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    await dataOf(api.DELETE('/api/v1/account/sessions'))
    forgetSession()
  }
  return (
    <Page
      title="Your account"
      about={`${email}, ${role} of ${organization}. You can ${MAY[role]}.`}
      actions={
        <Button icon={LogOut} onClick={() => setLeaving(true)}>
          Sign out everywhere
        </Button>
      }
    >
      <div class="stack">
        <div class="columns">
          <section class="card" aria-labelledby="own-name">
            <header>
              <h2 id="own-name">Name</h2>
            </header>
            <Name />
          </section>
          <section class="card" aria-labelledby="own-password">
            <header>
              <h2 id="own-password">Password</h2>
            </header>
            <Password />
          </section>
        </div>
        <Sessions />
      </div>
      {isLeaving && (
        <Confirm
          title="Sign out everywhere?"
          action="Sign out everywhere"
          onConfirm={leave}
          onClose={() => setLeaving(false)}
        >
          This ends all your sessions in every browser, including this one.
        </Confirm>
      )}
    </Page>
  )
}

function Name() {
  const user = useUser()
  const [name, setName] = useState(user.name ?? '')
  const save = async () => {
    keepUser(await dataOf(api.PATCH('/api/v1/account', { body: { name: name.trim() || null } })))
    queries.invalidateQueries({ queryKey: ['users'] })
    tell('Name changed.')
  }
  return (
    <Form action="Save" onSubmit={save} disabled={name.trim() === (user.name ?? '')}>
      <TextField
        label="Your name"
        name="name"
        autocomplete="name"
        maxLength={120}
        hint="Your colleagues see it next to your email address."
        value={name}
        onChange={setName}
      />
    </Form>
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
    tell('Password changed. Your other sessions have ended.')
  }
  return (
    <Form action="Change password" onSubmit={change}>
      {/* Tells password managers whose password it is. */}
      <input type="hidden" name="username" autocomplete="username" value={email} />
      <TextField
        label="Current password"
        name="current_password"
        type="password"
        autocomplete="current-password"
        required
        value={current}
        onChange={setCurrent}
      />
      <NewPassword label="New password" name="new_password" value={chosen} onChange={setChosen} />
    </Form>
  )
}
