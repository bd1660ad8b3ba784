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
import { t } from '../../texts.tsx'

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
        <h2 id="own-sessions">{t('Where you are logged in')}</h2>
        <p class="muted small">
          {t(
            'A session ends after 12 hours without activity, and after 7 days at the latest. If you do not recognize one, end it and change your password.',
          )}
        </p>
      </div>
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {data ? (
        <Table label={t('Your sessions')} columns={COLUMNS} rows={data} keyOf={({ id }) => id} />
      ) : (
        !error && <Loading shape="table" />
      )}
    </section>
  )
}

const COLUMNS: readonly Column<Own>[] = [
  {
    name: t('Browser'),
    isMain: true,
    cell: ({ browser, is_current }) => (
      <span class="row">
        {browser ?? t('Unknown browser')}
        {is_current && <Badge kind="good">{t('This browser')}</Badge>}
      </span>
    ),
  },
  { name: t('Logged in'), cell: ({ created_at }) => <Time at={created_at} /> },
  { name: t('Last seen'), cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
  {
    name: t('Actions'),
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
      tell(t('Session ended.'))
      await queries.invalidateQueries({ queryKey: SESSIONS })
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(false)
    }
  }
  if (error) return <ErrorNotice error={error} onRetry={end} />
  return (
    <Button
      busy={busy}
      onClick={end}
      aria-label={t('End the session in {browser}', { browser: browser ?? t('an unknown browser') })}
    >
      {t('End')}
    </Button>
  )
}
