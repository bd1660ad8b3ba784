import { MessagesSquare } from 'lucide-preact'
import { useRef } from 'preact/hooks'
import { useLocation, useRoute, useSearchParams } from 'wouter-preact'
import { Connection } from '../../components/Connection.tsx'
import { Downloads } from '../../components/lists/Downloads.tsx'
import { useReturnFocus } from '../../components/lists/returnFocus.ts'
import { NotFound } from '../../components/NotFound.tsx'
import { Page } from '../../components/Page.tsx'
import {
  addressOf,
  exportQueryOf,
  type Filters,
  filtersOf,
  queryOf,
} from '../../components/threads/filters.ts'
import type { Thread } from '../../components/threads/threads.ts'
import { Transcript } from '../../components/transcript/Transcript.tsx'
import { refresh, useThreadEvents } from '../../lib/live/threads.ts'
import { t } from '../../lib/texts.tsx'
import { useThreadKeys } from './keys.ts'
import { ThreadList } from './ThreadList.tsx'
import { useThreads } from './useThreads.ts'

const LIST = '/conversations'

export function Conversations() {
  const [isHere, at] = useRoute('/conversations/:id?')
  return isHere ? <Inbox openId={at.id} /> : <NotFound />
}

/** The list and the open transcript, side by side; on a phone, only one of them. */
function Inbox({ openId }: { openId: string | undefined }) {
  const [, go] = useLocation()
  const [search, setSearch] = useSearchParams()
  const filters = filtersOf(search)
  const query = queryOf(filters)
  const threads = useThreads(query)
  /** Whether the reader has opened the transcript, so that it takes the focus. */
  const isOpened = useRef(false)

  useThreadEvents((ids) => {
    threads.follow(ids)
    if (!openId || (ids.length > 0 && !ids.includes(openId))) return
    for (const key of [
      ['threads', 'one', openId],
      ['messages', openId],
      ['feedback', openId],
    ])
      refresh(key)
  })

  const hrefOf = ({ id, match }: Thread) =>
    `${LIST}/${id}${addressOf(filters, { message: filters.search && match?.message_id })}`
  const list = LIST + addressOf(filters)
  const filter = (changes: Filters) => {
    const all = Object.entries({ ...filters, ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    )
    setSearch(all, { replace: true })
  }
  useThreadKeys({
    ids: threads.rows.map(({ id }) => id),
    openId,
    onMove: (id) => {
      const thread = threads.rows.find((row) => row.id === id)
      if (openId && thread) go(hrefOf(thread), { replace: true })
    },
    onLeave: () => go(list),
    onEnd: threads.loadMore,
  })
  useReturnFocus(openId)

  return (
    <Page
      title={t('Conversations')}
      actions={
        threads.rows.length > 0 && (
          <Downloads path="/api/v1/threads/export" query={exportQueryOf(query)} />
        )
      }
    >
      <Connection />
      <div class={`inbox${openId ? ' is-open' : ''}`}>
        <ThreadList
          threads={threads}
          filters={filters}
          openId={openId}
          hrefOf={hrefOf}
          onOpen={() => {
            isOpened.current = true
          }}
          onFilter={filter}
        />
        {openId ? (
          <Transcript
            key={`${openId} ${search.get('message') ?? ''}`}
            id={openId}
            list={list}
            found={filters.search}
            messageId={search.get('message') ?? undefined}
            isOpened={isOpened}
          />
        ) : (
          // Shown also while rows load, so that the list keeps its width.
          (threads.isLoading || threads.rows.length > 0) && <NothingOpen />
        )}
      </div>
    </Page>
  )
}

const NothingOpen = () => (
  <div class="inbox-thread none card">
    <MessagesSquare size={28} aria-hidden="true" />
    <p>{t('Choose a conversation to read it here.')}</p>
    <dl class="keys small muted">
      <dt>
        <kbd>j</kbd> <kbd>k</kbd>
      </dt>
      <dd>{t('next and previous')}</dd>
      <dt>
        <kbd>Enter</kbd>
      </dt>
      <dd>{t('open')}</dd>
      <dt>
        <kbd>/</kbd>
      </dt>
      <dd>{t('search')}</dd>
      <dt>
        <kbd>Esc</kbd>
      </dt>
      <dd>{t('back to the list')}</dd>
    </dl>
  </div>
)
