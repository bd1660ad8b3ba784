import { LogOut, Pencil, ShieldOff, Trash, UserCheck, UserX } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { ConfirmButton } from '../../components/ConfirmButton.tsx'
import { CheckField, SelectField } from '../../components/forms/Form.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { forgetSession, keepUser, useUser } from '../../components/session.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { api, dataOf, queries } from '../../lib/api.ts'
import { MAY, ROLE_NAMES, ROLE_OPTIONS, type Role } from '../../lib/roles.ts'
import { t } from '../../lib/texts.tsx'
import { type Person, USERS } from './person.tsx'

const readAgain = () => queries.invalidateQueries({ queryKey: [USERS] })

/** An owner's actions for a user. */
export function PersonActions({ person }: { person: Person }) {
  const [isChanging, setChanging] = useState(false)
  const { id, email } = person
  const isSelf = useUser().id === id
  const params = { path: { id } }
  const signOut = async () => {
    await dataOf(api.DELETE('/api/v1/users/{id}/sessions', { params }))
    if (isSelf) return forgetSession()
    showToast(t('Signed out {email} everywhere.', { email }))
  }
  const remove = async () => {
    await dataOf(api.DELETE('/api/v1/users/{id}', { params }))
    if (isSelf) return forgetSession()
    showToast(t('Removed {email}.', { email }))
    await readAgain()
  }
  return (
    <>
      <span class="row" style={{ flexWrap: 'nowrap', justifyContent: 'flex-end', gap: '2px' }}>
        <Button
          kind="quiet"
          icon={Pencil}
          label={t('Change the role of {email}', { email })}
          data-opens-row
          onClick={() => setChanging(true)}
        />
        <ConfirmButton
          button={{
            kind: 'quiet',
            icon: LogOut,
            label: t('Sign out {email} everywhere', { email }),
          }}
          title={t('Sign out {email} everywhere?', { email })}
          action={t('Sign out everywhere')}
          onConfirm={signOut}
        >
          {isSelf
            ? t(
                'This ends your sessions in every browser, including this one. You can sign in again with your password.',
              )
            : t(
                'This ends their sessions in every browser. They can sign in again with their password.',
              )}
        </ConfirmButton>
        {!isSelf && <Activity person={person} />}
        {!isSelf && <RemoveFactor person={person} />}
        <ConfirmButton
          button={{ kind: 'quiet', icon: Trash, label: t('Remove {email}', { email }) }}
          title={t('Remove {email}?', { email })}
          action={t('Remove')}
          onConfirm={remove}
        >
          {isSelf
            ? t(
                'You are signed out immediately and can no longer sign in. Everything you created is kept, with your audit events. Your open invitations are revoked.',
              )
            : t(
                'They are signed out immediately and can no longer sign in. Everything they created is kept, with their audit events. Their open invitations are revoked.',
              )}
        </ConfirmButton>
      </span>
      {isChanging && <RoleDialog person={person} onClose={() => setChanging(false)} />}
    </>
  )
}

function Activity({ person: { id, email, is_active } }: { person: Person }) {
  const change = async () => {
    const body = { is_active: !is_active }
    await dataOf(api.PATCH('/api/v1/users/{id}', { params: { path: { id } }, body }))
    await readAgain()
  }
  return is_active ? (
    <ConfirmButton
      button={{ kind: 'quiet', icon: UserX, label: t('Deactivate {email}', { email }) }}
      title={t('Deactivate {email}?', { email })}
      action={t('Deactivate')}
      onConfirm={change}
      done={t('{email} can no longer sign in.', { email })}
    >
      {t(
        'They are signed out immediately and cannot sign in, by single sign-on either, until you activate them again.',
      )}
    </ConfirmButton>
  ) : (
    <ConfirmButton
      button={{ kind: 'quiet', icon: UserCheck, label: t('Activate {email}', { email }) }}
      title={t('Activate {email}?', { email })}
      action={t('Activate')}
      onConfirm={change}
      done={t('{email} can sign in again.', { email })}
    >
      {t('They can sign in again, as before.')}
    </ConfirmButton>
  )
}

function RemoveFactor({ person: { id, email } }: { person: Person }) {
  const remove = async () => {
    const params = { path: { id } }
    const { was_on } = await dataOf(api.DELETE('/api/v1/users/{id}/authenticator', { params }))
    showToast(
      was_on
        ? t('{email} signs in by password alone.', { email })
        : t('{email} has no authenticator app.', { email }),
    )
  }
  return (
    <ConfirmButton
      button={{
        kind: 'quiet',
        icon: ShieldOff,
        label: t('Remove the authenticator app of {email}', { email }),
      }}
      title={t('Remove the authenticator app of {email}?', { email })}
      action={t('Remove')}
      onConfirm={remove}
    >
      {t(
        'For somebody who lost their phone and their backup codes. Make sure that it is really they who ask: afterwards, their password alone is enough.',
      )}
    </ConfirmButton>
  )
}

function RoleDialog({
  person: { id, email, role, takes_chats },
  onClose,
}: {
  person: Person
  onClose: () => void
}) {
  const own = useUser()
  const [chosen, setChosen] = useState<Role>(role)
  const [takes, setTakes] = useState<boolean>()
  const save = async () => {
    const body = {
      ...(chosen !== role && { role: chosen }),
      ...(chosen === role && takes !== undefined && { takes_chats: takes }),
    }
    const changed = await dataOf(
      api.PATCH('/api/v1/users/{id}', { params: { path: { id } }, body }),
    )
    onClose()
    showToast(
      chosen === role
        ? t('Saved.')
        : t('{email} now has the role {role}.', { email, role: ROLE_NAMES[changed.role] }),
    )
    await readAgain()
    // An owner who changes their own role sees the dashboard of the new role.
    if (own.id === id) keepUser(await dataOf(api.GET('/dashboard/session')))
  }
  return (
    <FormDialog
      title={t('Role of {email}', { email })}
      action={t('Save')}
      onSubmit={save}
      disabled={chosen === role && (takes ?? takes_chats) === takes_chats}
      hasCancel={false}
      onClose={onClose}
    >
      <SelectField
        label={t('Role')}
        name="role"
        value={chosen}
        onChange={(value) => setChosen(value as Role)}
        options={ROLE_OPTIONS}
        hint={t('{rights} The change applies to their next request.', { rights: MAY[chosen] })}
      />
      {chosen === role && role !== 'viewer' && (
        <CheckField
          label={t('Takes conversations')}
          name="takes_chats"
          hint={t(
            'Gets new conversations while they have the dashboard open, if the organization assigns them by rule.',
          )}
          checked={takes ?? takes_chats}
          onChange={setTakes}
        />
      )}
    </FormDialog>
  )
}
