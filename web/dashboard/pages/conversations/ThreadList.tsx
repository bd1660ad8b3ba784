import { ArrowUp, ListChecks, MessagesSquare, SearchX } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Loading } from '../../components/Loading.tsx'
import { type Selection, useSelection } from '../../components/lists/bulk.tsx'
import { ErrorNotice, Notice } from '../../components/Notice.tsx'
import { useRights } from '../../components/session.tsx'
import type { Filters } from '../../components/threads/filters.ts'
import type { Thread } from '../../components/threads/threads.ts'
import { formatDateTime, formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { FigureNotice } from './FigureNotice.tsx'
import { FilterBar } from './FilterBar.tsx'
import { SelectedThreads } from './SelectedThreads.tsx'
import { ThreadRows } from './ThreadRows.tsx'
import type { Threads } from './useThreads.ts'

interface ThreadListProps {
  threads: Threads
  filters: Filters
  openId: string | undefined
  hrefOf: (thread: Thread) => string
  onOpen: () => void
  onFilter: (changes: Filters) => void
}

export function ThreadList({ threads, filters, onFilter, ...rows }: ThreadListProps) {
  const { news, searchedSince } = threads
  const { mayChange } = useRights()
  const [isSelecting, setSelecting] = useState(false)
  const selection = useSelection(threads.rows.map(({ id }) => id))
  const switchSelecting = () => {
    selection.select([...selection.selected], false)
    setSelecting(!isSelecting)
  }
  const showNew = async () => {
    await threads.renew()
    scrollTo({ top: 0 })
    document.querySelector<HTMLElement>('[data-thread]')?.focus()
  }
  const clear = () =>
    onFilter(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])))
  return (
    <div class="inbox-list">
      <div class="inbox-tools">
        <FilterBar filters={filters} onChange={onFilter}>
          {mayChange && threads.rows.length > 0 && (
            <Button
              icon={ListChecks}
              label={t('Select conversations')}
              aria-pressed={isSelecting}
              onClick={switchSelecting}
            />
          )}
        </FilterBar>
        {isSelecting && threads.rows.length > 0 && (
          <SelectedThreads rows={threads.rows} selection={selection} />
        )}
        <div role="status" class="inbox-news">
          {news > 0 && (
            <Button class="button primary news" icon={ArrowUp} onClick={showNew}>
              {t('{count} new', { count: news })}
            </Button>
          )}
        </div>
      </div>
      <FigureNotice filters={filters} onClear={clear} />
      {filters.search && searchedSince && (
        <Notice>
          {t(
            'Searched the messages since {time}. For older ones, choose an earlier day under “To”.',
            {
              time: formatDateTime(searchedSince),
            },
          )}
        </Notice>
      )}
      <Found
        threads={threads}
        found={filters.search}
        isFiltered={Object.keys(filters).length > 0}
        onClear={clear}
        selection={isSelecting ? selection : undefined}
        {...rows}
      />
    </div>
  )
}

interface FoundProps extends Pick<ThreadListProps, 'threads' | 'openId' | 'hrefOf' | 'onOpen'> {
  found: string | undefined
  isFiltered: boolean
  onClear: () => void
  selection: Selection | undefined
}

function Found({ threads, isFiltered, onClear, ...shown }: FoundProps) {
  const { rows, hasMore, isLoading, isLoadingMore, error, loadMore, refetch } = threads
  if (isLoading) return <RowsToCome />
  if (error && rows.length === 0) return <ErrorNotice error={error} onRetry={refetch} />
  if (rows.length === 0 && isFiltered)
    return (
      <Empty
        icon={SearchX}
        title={t('No matching conversations')}
        actions={<Button onClick={onClear}>{t('Show all conversations')}</Button>}
      >
        {t('Try another word, a longer period, or fewer filters.')}
      </Empty>
    )
  if (rows.length === 0)
    return (
      <Empty
        icon={MessagesSquare}
        title={t('No conversations yet')}
        actions={
          <>
            <ButtonLink to="/widgets" kind="primary">
              {t('Add a widget to your site')}
            </ButtonLink>
            <ButtonLink to="/agents">{t('Try an agent')}</ButtonLink>
          </>
        }
      >
        {t(
          'Conversations appear here when a visitor uses your widget or your server calls the API.',
        )}
      </Empty>
    )
  const count = formatNumber(rows.length)
  return (
    <>
      <ThreadRows rows={rows} hasMore={hasMore} onEnd={error ? undefined : loadMore} {...shown} />
      <div class="list-foot">
        <span role="status">
          {hasMore ? t('{count} loaded', { count }) : t('{count} in total', { count })}
        </span>
        {Boolean(error) && <ErrorNotice error={error} onRetry={refetch} />}
        {hasMore && (
          <Button busy={isLoadingMore} onClick={loadMore}>
            {t('Load more')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Placeholders while the first rows load. */
const RowsToCome = () => (
  <>
    <div class="threads card to-come" aria-hidden="true">
      {Array.from({ length: 7 }, (_, index) => (
        <div key={index} class="thread">
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
    <div class="sr-only">
      <Loading what={t('Loading conversations …')} />
    </div>
  </>
)
