import { useQuery } from '@tanstack/preact-query'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ConfirmSelected, useSelection } from '../../components/lists/bulk.tsx'
import { useSorting } from '../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { Time } from '../../components/Time.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { useAction } from '../../components/useAction.ts'
import { api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { wholeList } from '../../lib/pagesOf.ts'
import { t } from '../../lib/texts.tsx'

type Own = Schemas['OwnSession']

export const SESSIONS = ['own sessions'] as const

/** The user's active sessions. */
export function Sessions() {
  const sessions = useQuery({
    queryKey: SESSIONS,
    queryFn: () => dataOf(api.GET('/api/v1/account/sessions')),
  })
  const pages = wholeList<Own>(sessions)
  const selection = useSelection(pages.rows.map(({ id }) => id))
  const { sorting, sort } = useSorting(
    ['browser', 'login', 'seen'],
    { by: 'seen', order: 'desc' },
    'sessions',
  )
  return (
    <section class="stack" aria-labelledby="own-sessions">
      <div>
        <h2 id="own-sessions">{t('Where you are signed in')}</h2>
        <p class="muted small">
          {t(
            'A session ends after 12 hours without activity, and after 7 days at the latest. If you do not recognize one, end it and change your password.',
          )}
        </p>
      </div>
      <PagedTable
        label={t('Your sessions')}
        columns={COLUMNS}
        pages={pages}
        keyOf={({ id }) => id}
        remember="sessions"
        sorting={sorting}
        onSort={sort}
        // The current session ends by signing out.
        {...(pages.rows.length > 1 && {
          selection,
          maySelect: ({ is_current }: Own) => !is_current,
          nameOf: ({ browser }: Own) => browser ?? t('Unknown browser'),
          actions: (
            <ConfirmSelected
              selection={selection}
              action={t('End')}
              title={(count) =>
                t('{count, plural, one {End this session?} other {End # sessions?}}', { count })
              }
              act={endSession}
              onTried={readSessionsAgain}
              done={(count) =>
                t('{count, plural, one {Session ended.} other {# sessions ended.}}', { count })
              }
            >
              {t('These browsers have to sign in again.')}
            </ConfirmSelected>
          ),
        })}
        empty={null}
      />
    </section>
  )
}

const endSession = (id: string) =>
  dataOf(api.DELETE('/api/v1/account/sessions/{id}', { params: { path: { id } } }))

const readSessionsAgain = () => queries.invalidateQueries({ queryKey: SESSIONS })

const COLUMNS: readonly Column<Own>[] = [
  {
    name: t('Browser'),
    isMain: true,
    sort: 'browser',
    by: ({ browser }) => browser,
    cell: ({ browser, is_current }) => (
      <span class="row">
        {browser ?? t('Unknown browser')}
        {is_current && <Badge kind="good">{t('This browser')}</Badge>}
      </span>
    ),
  },
  {
    name: t('Signed in'),
    sort: 'login',
    by: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    name: t('Last seen'),
    sort: 'seen',
    by: ({ last_seen_at }) => last_seen_at,
    cell: ({ last_seen_at }) => <Time at={last_seen_at} />,
  },
  {
    name: t('Actions'),
    isUnnamed: true,
    isNumber: true,
    cell: (session) => !session.is_current && <End session={session} />,
  },
]

function End({ session: { id, browser } }: { session: Own }) {
  const { busy, error, run } = useAction(async () => {
    await endSession(id)
    showToast(t('Session ended.'))
    await readSessionsAgain()
  })
  if (error) return <ErrorNotice error={error} onRetry={run} />
  return (
    <Button
      busy={busy}
      onClick={run}
      aria-label={t('End the session in {browser}', {
        browser: browser ?? t('an unknown browser'),
      })}
    >
      {t('End')}
    </Button>
  )
}
