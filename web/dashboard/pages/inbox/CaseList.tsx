import { Inbox } from 'lucide-preact'
import { Link } from 'wouter-preact'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { useNames } from '../../components/people/colleagues.ts'
import type { Case, Filter } from '../../components/threads/cases.ts'
import { whoOf } from '../../components/threads/threads.ts'
import type { Pages } from '../../lib/pagesOf.ts'
import { t } from '../../lib/texts.tsx'
import { CaseRow } from './CaseRow.tsx'
import { describePresence, type Presences } from './presence.ts'

interface CaseListProps {
  pages: Pages<Case>
  filter: Filter
  openId: string | undefined
  presences: Presences
  hrefOf: (id: string) => string
  /** Called when the reader opens a case. */
  onOpen: () => void
}

export function CaseList({ pages, filter, openId, presences, hrefOf, onOpen }: CaseListProps) {
  const nameOf = useNames()
  const { rows, hasMore, isLoading, isLoadingMore, error, loadMore, refetch } = pages
  if (isLoading) return <Loading what={t('Loading conversations …')} />
  if (error && rows.length === 0) return <ErrorNotice error={error} onRetry={refetch} />
  if (rows.length === 0)
    return (
      <Empty icon={Inbox} title={NOTHING[filter][0]}>
        {NOTHING[filter][1]}
      </Empty>
    )
  return (
    <>
      {Boolean(error) && <ErrorNotice error={error} onRetry={refetch} />}
      <ul class="threads card" aria-label={t('Conversations that people have')}>
        {rows.map((row) => (
          <li key={row.id}>
            <Link
              href={hrefOf(row.id)}
              class="thread"
              data-thread={row.id}
              aria-current={row.id === openId ? 'true' : undefined}
              onClick={onOpen}
            >
              <CaseRow
                row={row}
                presence={describePresence(presences, row.id, whoOf(row), nameOf)}
              />
            </Link>
          </li>
        ))}
      </ul>
      {hasMore && (
        <div class="list-foot">
          <Button busy={isLoadingMore} onClick={loadMore}>
            {t('Load more')}
          </Button>
        </div>
      )}
    </>
  )
}

const NOTHING: Readonly<Record<Filter, readonly [string, string]>> = {
  unassigned: [t('Nobody is waiting'), t('Customers who ask for a person appear here at once.')],
  mine: [
    t('You have no conversations'),
    t('Take one from the queue, or take one over from its agent.'),
  ],
  all: [
    t('No conversations with people'),
    t('Customers who ask for a person appear here at once.'),
  ],
}
