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
    tell(`Signed out ${email} everywhere.`)
  }
  const remove = async () => {
    await dataOf(api.DELETE('/api/v1/users/{id}', { params }))
    if (isSelf) return forgetSession()
    tell(`Removed ${email}.`)
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
          This ends {isSelf ? 'your' : 'their'} sessions in every browser
          {isSelf ? ', including this one' : ''}. {isSelf ? 'You' : 'They'} can sign in again with{' '}
          {isSelf ? 'your' : 'their'} password.
        </Confirm>
      )}
      {doing === 'removal' && (
        <Confirm title={`Remove ${email}?`} action="Remove" onConfirm={remove} onClose={close}>
          {isSelf ? 'You are' : 'They are'} signed out immediately and can no longer sign in. Everything{' '}
          {isSelf ? 'you' : 'they'} created is kept, with {isSelf ? 'your' : 'their'} audit events.{' '}
          {isSelf ? 'Your' : 'Their'} open invitations are revoked.
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
    tell(`${email} now has the role ${changed.role}.`)
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
          hint={`${MAY[chosen]} The change applies to their next request.`}
        />
      </Form>
    </Dialog>
  )
}
