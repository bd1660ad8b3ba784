import { UserPlus } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { answerOf, api } from '../../api.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { useSorting } from '../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { Page } from '../../components/Page.tsx'
import { Time } from '../../components/Time.tsx'
import { usePages } from '../../pagesOf.ts'
import { useRights, useUser } from '../../session.tsx'
import { Invitations } from './Invitations.tsx'
import { Invite } from './Invite.tsx'
import { PersonActions } from './PersonActions.tsx'
import { type Person, RoleBadge, USERS } from './person.tsx'

/** The organization's people and its open invitations. */
export function People() {
  const { isOwner } = useRights()
  const user = useUser()
  const { sorting, sort } = useSorting(SORTS, { by: 'joined', order: 'asc' })
  const [isInviting, setInviting] = useState(false)
  const people = usePages([USERS], (after) =>
    answerOf(api.GET('/api/v1/users', { params: { query: { limit: 100, after } } })),
  )
  return (
    <Page
      title="People"
      about={`Everybody who can sign in to ${user.organization}. ${
        isOwner
          ? 'Invite colleagues with a link that you send them.'
          : 'Owners invite people and choose their roles.'
      }`}
      actions={
        isOwner && (
          <Button kind="primary" icon={UserPlus} onClick={() => setInviting(true)}>
            Invite
          </Button>
        )
      }
    >
      <div class="stack">
        <PagedTable
          label="People"
          columns={isOwner ? [...columnsFor(user.id), ACTIONS] : columnsFor(user.id)}
          pages={people}
          sorting={sorting}
          onSort={sort}
          keyOf={({ id }) => id}
          empty={null}
        />
        {isOwner && <Invitations onInvite={() => setInviting(true)} />}
      </div>
      {isInviting && <Invite onClose={() => setInviting(false)} />}
    </Page>
  )
}

const SORTS = ['name', 'role', 'seen', 'joined'] as const

const columnsFor = (own: string): readonly Column<Person>[] => [
  {
    name: 'Person',
    isMain: true,
    sort: 'name',
    by: ({ name, email }) => name ?? email,
    cell: ({ id, name, email }) => (
      <>
        <span class="row">
          <strong>{name ?? email}</strong>
          {id === own && <Badge>You</Badge>}
        </span>
        {name && <div class="small muted">{email}</div>}
      </>
    ),
  },
  { name: 'Role', sort: 'role', by: ({ role }) => role, cell: ({ role }) => <RoleBadge role={role} /> },
  {
    name: 'Last seen',
    sort: 'seen',
    by: ({ last_seen_at }) => last_seen_at,
    cell: ({ last_seen_at }) =>
      last_seen_at ? <Time at={last_seen_at} /> : <span class="muted">Never</span>,
  },
  {
    name: 'Joined',
    sort: 'joined',
    by: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
]

const ACTIONS: Column<Person> = {
  name: 'Actions',
  isUnnamed: true,
  isNumber: true,
  cell: (person) => <PersonActions person={person} />,
}
