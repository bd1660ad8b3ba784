import { MailPlus, RefreshCw, Trash } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ConfirmButton } from '../../components/ConfirmButton.tsx'
import { Empty } from '../../components/Empty.tsx'
import { ConfirmSelected, useSelection } from '../../components/lists/bulk.tsx'
import { useSorting } from '../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { answerOf, api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { usePages } from '../../lib/pagesOf.ts'
import { t } from '../../lib/texts.tsx'
import { Invite } from './Invite.tsx'
import { INVITATIONS, RoleBadge } from './person.tsx'

type Invitation = Schemas['Invitation']

/** Invitations that are not accepted yet. */
export function Invitations({ onInvite }: { onInvite: () => void }) {
  const pages = usePages([INVITATIONS], (after) =>
    answerOf(api.GET('/api/v1/invitations', { params: { query: { limit: 50, after } } })),
  )
  const selection = useSelection(pages.rows.map(({ id }) => id))
  const { sorting, sort } = useSorting(
    ['email', 'role', 'expires'],
    { by: 'expires', order: 'desc' },
    'invitations',
  )
  return (
    <section class="stack" aria-labelledby="invitations">
      <h2 id="invitations">{t('Invitations')}</h2>
      <PagedTable
        label={t('Open invitations')}
        columns={COLUMNS}
        pages={pages}
        keyOf={({ id }) => id}
        remember="invitations"
        selection={selection}
        nameOf={({ email }) => email}
        sorting={sorting}
        onSort={sort}
        actions={
          <ConfirmSelected
            selection={selection}
            action={t('Revoke')}
            title={(count) =>
              t('{count, plural, one {Revoke the invitation?} other {Revoke # invitations?}}', {
                count,
              })
            }
            act={revokeInvitation}
            onTried={readInvitationsAgain}
            done={(count) =>
              t('{count, plural, one {Revoked the invitation.} other {Revoked # invitations.}}', {
                count,
              })
            }
          >
            {t('The links stop working.')}
          </ConfirmSelected>
        }
        empty={
          <Empty
            icon={MailPlus}
            title={t('No open invitations')}
            actions={<Button onClick={onInvite}>{t('Invite a colleague')}</Button>}
          >
            {t('Colleagues join with a link that you send them. It works once, within 7 days.')}
          </Empty>
        }
      />
    </section>
  )
}

const revokeInvitation = (id: string) =>
  dataOf(api.DELETE('/api/v1/invitations/{id}', { params: { path: { id } } }))

const readInvitationsAgain = () => queries.invalidateQueries({ queryKey: [INVITATIONS] })

const isOver = ({ expires_at }: Invitation) => new Date(expires_at).getTime() < Date.now()

const COLUMNS: readonly Column<Invitation>[] = [
  {
    name: t('Email address'),
    isMain: true,
    sort: 'email',
    by: ({ email }) => email,
    cell: ({ email }) => <strong>{email}</strong>,
  },
  {
    name: t('Role'),
    sort: 'role',
    by: ({ role }) => role,
    cell: ({ role }) => <RoleBadge role={role} />,
  },
  {
    name: t('Invited by'),
    cell: ({ invited_by }) => <div style={{ minWidth: '9rem' }}>{invited_by}</div>,
  },
  {
    name: t('Expires'),
    sort: 'expires',
    by: ({ expires_at }) => expires_at,
    cell: (invitation) =>
      isOver(invitation) ? (
        <Badge kind="warn">{t('Expired')}</Badge>
      ) : (
        <Time at={invitation.expires_at} />
      ),
  },
  {
    name: t('Actions'),
    isUnnamed: true,
    isNumber: true,
    cell: (invitation) => <Actions invitation={invitation} />,
  },
]

function Actions({ invitation: { id, email, role } }: { invitation: Invitation }) {
  const [isRenewing, setRenewing] = useState(false)
  const revoke = async () => {
    await revokeInvitation(id)
    await readInvitationsAgain()
  }
  return (
    <>
      <span class="row" style={{ flexWrap: 'nowrap', justifyContent: 'flex-end', gap: '2px' }}>
        <Button
          kind="quiet"
          icon={RefreshCw}
          label={t('Create a new link for {email}', { email })}
          onClick={() => setRenewing(true)}
        />
        <ConfirmButton
          button={{
            kind: 'quiet',
            icon: Trash,
            label: t('Revoke the invitation for {email}', { email }),
          }}
          title={t('Revoke the invitation for {email}?', { email })}
          action={t('Revoke')}
          onConfirm={revoke}
          done={t('Revoked the invitation for {email}.', { email })}
        >
          {t('The link stops working.')}
        </ConfirmButton>
      </span>
      {isRenewing && <Invite again={{ email, role }} onClose={() => setRenewing(false)} />}
    </>
  )
}
