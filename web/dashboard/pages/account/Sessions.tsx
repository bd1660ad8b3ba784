import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, dataOf, queries, type Schemas } from '../../api.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Loading } from '../../components/Loading.tsx'
import { type Column, Table } from '../../components/lists/Table.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { Time } from '../../components/Time.tsx'
import { tell } from '../../components/Toasts.tsx'

type Own = Schemas['OwnSession']

export const SESSIONS = ['own sessions'] as const

/** The user's active sessions. */
export function Sessions() {
  const { data, error, refetch } = useQuery({
    queryKey: SESSIONS,
    queryFn: () => dataOf(api.GET('/api/v1/account/sessions')),
  })
  return (
    <section class="stack" aria-labelledby="own-sessions">
      <div>
        <h2 id="own-sessions">Where you are signed in</h2>
        <p class="muted small">
          A session ends after 12 hours without activity, and after 7 days at the latest. If you do not
          recognize one, end it and change your password.
        </p>
      </div>
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {data ? (
        <Table label="Your sessions" columns={COLUMNS} rows={data} keyOf={({ id }) => id} />
      ) : (
        !error && <Loading />
      )}
    </section>
  )
}

const COLUMNS: readonly Column<Own>[] = [
  {
    name: 'Browser',
    isMain: true,
    cell: ({ browser, is_current }) => (
      <span class="row">
        {browser ?? 'Unknown browser'}
        {is_current && <Badge kind="good">This browser</Badge>}
      </span>
    ),
  },
  { name: 'Signed in', cell: ({ created_at }) => <Time at={created_at} /> },
  { name: 'Last seen', cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
  {
    name: 'Actions',
    isUnnamed: true,
    isNumber: true,
    cell: (session) => !session.is_current && <End session={session} />,
  },
]

function End({ session: { id, browser } }: { session: Own }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const end = async () => {
    setBusy(true)
    try {
      await dataOf(api.DELETE('/api/v1/account/sessions/{id}', { params: { path: { id } } }))
      tell('Session ended.')
      await queries.invalidateQueries({ queryKey: SESSIONS })
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(false)
    }
  }
  if (error) return <ErrorNotice error={error} onRetry={end} />
  return (
    <Button busy={busy} onClick={end} aria-label={`End the session in ${browser ?? 'an unknown browser'}`}>
      End
    </Button>
  )
}
