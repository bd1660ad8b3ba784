import { useQuery } from '@tanstack/preact-query'
import { MessagesSquare, SearchX } from 'lucide-preact'
import { useRef } from 'preact/hooks'
import { Link, useSearchParams } from 'wouter-preact'
import { answerOf, api, dataOf } from '../../api.ts'
import { Button, ButtonLink } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Loading } from '../../components/Loading.tsx'
import { Downloads } from '../../components/lists/Downloads.tsx'
import { ErrorNotice, Notice } from '../../components/Notice.tsx'
import { Page } from '../../components/Page.tsx'
import { formatDateTime, formatNumber } from '../../format.ts'
import { usePages } from '../../pagesOf.ts'
import { FigureNotice } from './FigureNotice.tsx'
import { FilterBar } from './FilterBar.tsx'
import { exportQueryOf, type Filters, filtersOf, queryOf } from './filters.ts'
import { ThreadRows } from './ThreadRows.tsx'
import { type Thread, whoOf } from './threads.ts'

const PAGE = 100
const REFRESH_MS = 15_000

const KINDS = [
  [undefined, 'All'],
  ['conversation', 'Customers'],
  ['session', 'Visitors'],
] as const

export function ThreadList() {
  const [search, setSearch] = useSearchParams()
  const filters = filtersOf(search)
  const query = queryOf(filters)
  const change = (changes: Filters, isStep = false) =>
    setSearch(
      Object.entries({ ...filters, ...changes }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
      { replace: !isStep },
    )
  const searchedSince = useRef<string | null>(null)
  const loaded = useRef(0)
  const pages = usePages<Thread>(
    ['threads', query],
    async (after) => {
      const answer = await answerOf(
        api.GET('/api/v1/threads', { params: { query: { ...query, limit: PAGE, ...(after && { after }) } } }),
      )
      searchedSince.current = answer.pagination.searched_since
      return answer
    },
    // The list does not refresh under a user who has loaded more of it.
    loaded.current <= PAGE ? { refetchInterval: REFRESH_MS } : {},
  )
  loaded.current = pages.rows.length
  const isFiltered = Object.keys(filters).some((name) => name !== 'kind')
  return (
    <Page
      title="Conversations"
      about="What customers and visitors asked, and what your agents answered."
      actions={
        pages.rows.length > 0 && <Downloads path="/api/v1/threads/export" query={exportQueryOf(query)} />
      }
    >
      <nav class="tabs" aria-label="Customers or visitors">
        {KINDS.map(([kind, name]) => (
          <Link
            key={name}
            href={`/conversations?${new URLSearchParams(Object.entries({ ...filters, kind }).filter((entry): entry is [string, string] => Boolean(entry[1])))}`}
            aria-current={filters.kind === kind ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <FilterBar filters={filters} onChange={change} />
      {filters.user_context_id && (
        <ContextNotice id={filters.user_context_id} onClear={() => change({ user_context_id: undefined })} />
      )}
      <FigureNotice filters={filters} onClear={() => setSearch({})} />
      {filters.text && searchedSince.current && (
        <Notice>
          Searched the messages since {formatDateTime(searchedSince.current)}. For older ones, choose an
          earlier day under “To”.
        </Notice>
      )}
      <Found pages={pages} isFiltered={isFiltered} onClear={() => setSearch({})} />
    </Page>
  )
}

interface FoundProps {
  pages: ReturnType<typeof usePages<Thread>>
  isFiltered: boolean
  onClear: () => void
}

function Found({ pages, isFiltered, onClear }: FoundProps) {
  const { rows, hasMore, isLoading, isLoadingMore, error, loadMore, refetch } = pages
  if (isLoading) return <Loading what="Loading conversations …" />
  if (error && rows.length === 0) return <ErrorNotice error={error} onRetry={refetch} />
  if (rows.length === 0 && isFiltered)
    return (
      <Empty
        icon={SearchX}
        title="No matching conversations"
        actions={<Button onClick={onClear}>Show all conversations</Button>}
      >
        Try another word, a longer period, or fewer filters.
      </Empty>
    )
  if (rows.length === 0)
    return (
      <Empty
        icon={MessagesSquare}
        title="No conversations yet"
        actions={
          <>
            <ButtonLink to="/widgets" kind="primary">
              Add a widget to your site
            </ButtonLink>
            <ButtonLink to="/agents">Try an agent</ButtonLink>
          </>
        }
      >
        Conversations appear here when a visitor uses your widget or your server calls the API.
      </Empty>
    )
  return (
    <>
      <ThreadRows rows={rows} nameOf={whoOf} hasMore={hasMore} onEnd={error ? undefined : loadMore} />
      <div class="list-foot">
        <span role="status">
          {formatNumber(rows.length)}
          {hasMore ? ' loaded' : ' in total'}
        </span>
        {Boolean(error) && <ErrorNotice error={error} onRetry={refetch} />}
        {hasMore && (
          <Button busy={isLoadingMore} onClick={loadMore}>
            Load more
          </Button>
        )}
      </div>
    </>
  )
}

function ContextNotice({ id, onClear }: { id: string; onClear: () => void }) {
  const { data } = useQuery({
    queryKey: ['contexts', id],
    queryFn: () => dataOf(api.GET('/api/v1/contexts/{id}', { params: { path: { id } } })),
  })
  return (
    <div class="row of-customer">
      <span>
        Customer: <Link href={`/customers/${id}`}>{data?.user_reference ?? '…'}</Link>
      </span>
      <Button kind="quiet" onClick={onClear}>
        Show all customers
      </Button>
    </div>
  )
}
