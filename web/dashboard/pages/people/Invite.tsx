import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { Code } from '../../components/Copy.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { SelectField, TextField } from '../../components/forms/Form.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Time } from '../../components/Time.tsx'
import { api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { MAY, ROLE_OPTIONS, type Role } from '../../lib/roles.ts'
import { rich, t } from '../../lib/texts.tsx'
import { INVITATIONS } from './person.tsx'

type Invited = Schemas['InvitationWithToken']

/**
 * Asks for the address and role, then shows the link once.
 * @param again the address and role of an earlier invitation
 */
export function Invite({
  again,
  onClose,
}: {
  again?: { email: string; role: Role }
  onClose: () => void
}) {
  const [email, setEmail] = useState(again?.email ?? '')
  const [role, setRole] = useState<Role>(again?.role ?? 'editor')
  const [invited, setInvited] = useState<Invited>()
  const invite = async () => {
    setInvited(
      await dataOf(api.POST('/api/v1/invitations', { body: { email: email.trim(), role } })),
    )
    queries.invalidateQueries({ queryKey: [INVITATIONS] })
  }
  if (invited) return <Link invited={invited} onClose={onClose} />
  return (
    <FormDialog
      title={again ? t('Renew invitation') : t('Invite a colleague')}
      action={again ? t('Create new link') : t('Invite')}
      onSubmit={invite}
      hasCancel={false}
      onClose={onClose}
    >
      {again && <p>{t('The earlier link stops working, and you get a new one to send.')}</p>}
      <TextField
        label={t('Email address')}
        name="email"
        type="email"
        autocomplete="off"
        required
        maxLength={254}
        readOnly={again !== undefined}
        hint={t('They sign in with it, and join by a link.')}
        value={email}
        onChange={setEmail}
      />
      <SelectField
        label={t('Role')}
        name="role"
        value={role}
        onChange={(value) => setRole(value as Role)}
        options={ROLE_OPTIONS}
        hint={MAY[role]}
      />
    </FormDialog>
  )
}

const Link = ({
  invited: { email, token, expires_at, is_mailed },
  onClose,
}: {
  invited: Invited
  onClose: () => void
}) => (
  <Dialog title={is_mailed ? t('Invitation sent') : t('Send this link')} onClose={onClose} firm>
    <div class="stack">
      <p>
        {is_mailed
          ? rich('{email} got this link by mail. It works once, and expires {time}.', {
              email: <strong>{email}</strong>,
              time: <Time at={expires_at} />,
            })
          : rich(
              'Send it to {email} over a channel that you trust. They use it to choose a password. It works once, and expires {time}.',
              { email: <strong>{email}</strong>, time: <Time at={expires_at} /> },
            )}
      </p>
      <Code label={t('Copy link')} text={`${location.origin}/dashboard/invitation#${token}`} />
      <Notice kind="warn">
        {t('The link is shown only once. Anybody who has it can join as {email}.', { email })}
      </Notice>
      <div class="actions">
        <Button kind="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      </div>
    </div>
  </Dialog>
)
