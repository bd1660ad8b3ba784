import { LogOut, Pencil, Trash } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { api, dataOf, queries } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { Confirm, Dialog } from '../../components/Dialog.tsx'
import { Form, SelectField } from '../../components/forms/Form.tsx'
import { tell } from '../../components/Toasts.tsx'
import { MAY, ROLE_OPTIONS, type Role } from '../../roles.ts'
import { forgetSession, keepUser, useUser } from '../../session.tsx'
import { type Person, USERS } from './person.tsx'

type Doing = 'role' | 'sessions' | 'removal'

const readAgain = () => queries.invalidateQueries({ queryKey: [USERS] })

/** An owner's actions on a person. */
export function PersonActions({ person }: { person: Person }) {
  const [doing, setDoing] = useState<Doing>()
  const { id, email } = person
  const isSelf = useUser().id === id
  const close = () => setDoing(undefined)
  const params = { path: { id } }
  const signOut = async () => {
    await dataOf(api.DELETE('/api/v1/users/{id}/sessions', { params }))
    if (isSelf) return forgetSession()
    tell(`${email} is signed out everywhere.`)
  }
  const remove = async () => {
    await dataOf(api.DELETE('/api/v1/users/{id}', { params }))
    if (isSelf) return forgetSession()
    tell(`${email} is removed.`)
    await readAgain()
  }
  return (
    <>
      <span class="row" style={{ flexWrap: 'nowrap', justifyContent: 'flex-end', gap: '2px' }}>
        <Button
          kind="quiet"
          icon={Pencil}
          label={`Change the role of ${email}`}
          onClick={() => setDoing('role')}
        />
        <Button
          kind="quiet"
          icon={LogOut}
          label={`Sign out ${email} everywhere`}
          onClick={() => setDoing('sessions')}
        />
        <Button kind="quiet" icon={Trash} label={`Remove ${email}`} onClick={() => setDoing('removal')} />
      </span>
      {doing === 'role' && <RoleDialog person={person} onClose={close} />}
      {doing === 'sessions' && (
        <Confirm
          title={`Sign out ${email} everywhere?`}
          action="Sign out everywhere"
          onConfirm={signOut}
          onClose={close}
        >
          Their sessions end in every browser{isSelf ? ', this one too' : ''}. They can sign in again with
          their password.
        </Confirm>
      )}
      {doing === 'removal' && (
        <Confirm title={`Remove ${email}?`} action="Remove" onConfirm={remove} onClose={close}>
          {isSelf ? 'You are' : 'They are'} signed out at once and cannot sign in any more. What{' '}
          {isSelf ? 'you' : 'they'} made stays, and so does the audit of it. Invitations of{' '}
          {isSelf ? 'yours' : 'theirs'} that nobody has accepted end.
        </Confirm>
      )}
    </>
  )
}

function RoleDialog({ person: { id, email, role }, onClose }: { person: Person; onClose: () => void }) {
  const own = useUser()
  const [chosen, setChosen] = useState<Role>(role)
  const save = async () => {
    const changed = await dataOf(
      api.PATCH('/api/v1/users/{id}', { params: { path: { id } }, body: { role: chosen } }),
    )
    onClose()
    tell(`${email} is ${changed.role} now.`)
    await readAgain()
    // Owners who change their own role see the dashboard of the new role.
    if (own.id === id) keepUser(await dataOf(api.GET('/dashboard/session')))
  }
  return (
    <Dialog title={`Role of ${email}`} onClose={onClose}>
      <Form action="Save" onSubmit={save} disabled={chosen === role}>
        <SelectField
          label="Role"
          name="role"
          value={chosen}
          onChange={(value) => setChosen(value as Role)}
          options={ROLE_OPTIONS}
          hint={`They may ${MAY[chosen]}. It holds from their next click on.`}
        />
      </Form>
    </Dialog>
  )
}
