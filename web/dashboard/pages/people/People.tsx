import { UserPlus } from 'lucide-preact'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { useNew } from '../../components/forms/useNew.ts'
import { useSorting } from '../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { Page } from '../../components/Page.tsx'
import { Face } from '../../components/people/Face.tsx'
import { useRights, useUser } from '../../components/session.tsx'
import { Time } from '../../components/Time.tsx'
import { answerOf, api } from '../../lib/api.ts'
import { usePages } from '../../lib/pagesOf.ts'
import { t } from '../../lib/texts.tsx'
import { Invitations } from './Invitations.tsx'
import { Invite } from './Invite.tsx'
import { PersonActions } from './PersonActions.tsx'
import { type Person, RoleBadge, USERS } from './person.tsx'

/** The organization's people and its open invitations. */
export function People() {
  const { isOwner } = useRights()
  const { id, organization } = useUser()
  const { sorting, sort } = useSorting(SORTS, { by: 'joined', order: 'asc' })
  const [inviting, setInviting] = useNew()
  const people = usePages([USERS], (after) =>
    answerOf(api.GET('/api/v1/users', { params: { query: { limit: 100, after } } })),
  )
  return (
    <Page
      title={t('Members')}
      about={
        isOwner
          ? t(
              'Everybody who can sign in to {organization}. Invite colleagues with a link that you send them.',
              { organization },
            )
          : t(
              'Everybody who can sign in to {organization}. Owners invite members and choose their roles.',
              {
                organization,
              },
            )
      }
      actions={
        isOwner && (
          <Button kind="primary" icon={UserPlus} onClick={() => setInviting('')}>
            {t('Invite')}
          </Button>
        )
      }
    >
      <div class="stack">
        <PagedTable
          label={t('Members')}
          columns={isOwner ? [...columnsFor(id), ACTIONS] : columnsFor(id)}
          pages={people}
          remember="members"
          sorting={sorting}
          onSort={sort}
          keyOf={({ id }) => id}
          empty={null}
        />
        {isOwner && <Invitations onInvite={() => setInviting('')} />}
      </div>
      {isOwner && inviting !== undefined && <Invite onClose={() => setInviting(undefined)} />}
    </Page>
  )
}

const SORTS = ['name', 'role', 'seen', 'joined'] as const

const columnsFor = (own: string): readonly Column<Person>[] => [
  {
    name: t('Member'),
    isMain: true,
    sort: 'name',
    by: ({ name, email }) => name ?? email,
    cell: ({ id, name, email, photo, is_active }) => (
      <div class="member">
        <Face name={name ?? email} photo={photo} />
        <div>
          <span class="row">
            <strong>{name ?? email}</strong>
            {id === own && <Badge>{t('You')}</Badge>}
            {!is_active && <Badge kind="warn">{t('Deactivated')}</Badge>}
          </span>
          {name && <div class="small muted">{email}</div>}
        </div>
      </div>
    ),
  },
  {
    name: t('Role'),
    sort: 'role',
    by: ({ role }) => role,
    cell: ({ role }) => <RoleBadge role={role} />,
  },
  {
    name: t('New conversations'),
    cell: ({ takes_chats, is_present, is_active }) =>
      !takes_chats || !is_active ? (
        <span class="muted">{t('None')}</span>
      ) : is_present ? (
        t('Available')
      ) : (
        <span class="muted">{t('Not here')}</span>
      ),
  },
  {
    name: t('Last seen'),
    sort: 'seen',
    by: ({ last_seen_at }) => last_seen_at,
    cell: ({ last_seen_at }) =>
      last_seen_at ? <Time at={last_seen_at} /> : <span class="muted">{t('Never')}</span>,
  },
  {
    name: t('Joined'),
    sort: 'joined',
    by: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
]

const ACTIONS: Column<Person> = {
  name: t('Actions'),
  isUnnamed: true,
  isNumber: true,
  cell: (person) => <PersonActions person={person} />,
}
