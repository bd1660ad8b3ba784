import { CircleUserRound, Globe, Star } from 'lucide-preact'
import { useEffect, useRef } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Badge } from '../../components/Badge.tsx'
import { Spinner } from '../../components/Loading.tsx'
import type { Selection } from '../../components/lists/bulk.tsx'
import { useKeptRows, useVirtualRows } from '../../components/lists/virtualRows.ts'
import { Marked } from '../../components/threads/Marked.tsx'
import { isOpen, OUTCOME, STATUS, type Thread, whoOf } from '../../components/threads/threads.ts'
import { When } from '../../components/threads/when.tsx'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'

interface ThreadRowsProps {
  rows: readonly Thread[]
  /** The thread whose transcript is open. */
  openId: string | undefined
  hrefOf: (thread: Thread) => string
  /** Called when the reader opens a thread. */
  onOpen: () => void
  /** The search term. */
  found: string | undefined
  /** The selected rows; undefined: rows cannot be selected now. */
  selection: Selection | undefined
  hasMore: boolean
  /** Called when the last rows come into view. */
  onEnd: (() => void) | undefined
}

const ROW_PX = 96

/** A list of threads of any length. Only the rows in view are rendered. */
export function ThreadRows(props: ThreadRowsProps) {
  const { rows, openId, hrefOf, onOpen, found, selection, hasMore, onEnd } = props
  const start = useRef<HTMLUListElement>(null)
  const { items, before, after, measure } = useVirtualRows(rows.length, start, ROW_PX)
  const last = items.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= rows.length - 10) onEnd?.()
  }, [last, rows.length])
  const rowAt = useKeptRows([props], (index) => {
    const thread = rows[index]!
    return (
      <li
        key={thread.id}
        ref={measure}
        data-index={index}
        aria-posinset={index + 1}
        aria-setsize={hasMore ? -1 : rows.length}
        class={selection ? 'selectable' : undefined}
      >
        {selection && (
          <label class="choice">
            <input
              type="checkbox"
              aria-label={t('Select {name}', { name: nameOf(thread) })}
              checked={selection.selected.has(thread.id)}
              onChange={({ currentTarget }) => selection.select([thread.id], currentTarget.checked)}
            />
          </label>
        )}
        <Link
          href={hrefOf(thread)}
          class="thread"
          data-thread={thread.id}
          aria-current={thread.id === openId ? 'true' : undefined}
          onClick={onOpen}
        >
          <Row thread={thread} found={found} />
        </Link>
      </li>
    )
  })
  return (
    <ul
      class="threads card"
      aria-label={t('Conversations')}
      ref={start}
      style={{ paddingTop: `${before}px`, paddingBottom: `${after}px` }}
    >
      {items.map(({ index }) => rowAt(index))}
    </ul>
  )
}

/** Names a row. A person may have several rows. */
const nameOf = (thread: Thread) => [whoOf(thread), thread.headline].filter(Boolean).join(', ')

function Row({ thread, found }: { thread: Thread; found: string | undefined }) {
  const { kind, headline, active_at, match } = thread
  const Icon = kind === 'session' ? Globe : CircleUserRound
  return (
    <>
      <span class="thread-head">
        <strong dir="auto">
          <Marked text={headline ?? whoOf(thread)} found={found} />
        </strong>
        <span class="thread-when small muted">
          <When at={active_at} />
        </span>
      </span>
      <span class="thread-who small muted">
        <Icon size={14} aria-hidden="true" />
        {kind === 'conversation' && <span class="sr-only">{t('Customer:')}</span>}
        <span dir="auto">
          {headline ? <Marked text={whoOf(thread)} found={found} /> : t('No messages yet')}
        </span>
      </span>
      {match && match.text !== headline && (
        <span class="thread-match small" dir="auto">
          <Marked text={match.text} found={found} />
        </span>
      )}
      <ThreadFacts thread={thread} />
    </>
  )
}

function ThreadFacts({ thread }: { thread: Thread }) {
  const { outcome, status, agent_name, message_count, average_rating, is_answering } = thread
  return (
    <span class="thread-facts small muted">
      {is_answering ? (
        <Badge kind="accent">
          <Spinner />
          {t('Answering')}
        </Badge>
      ) : (
        outcome && <Badge kind={OUTCOME[outcome].kind}>{OUTCOME[outcome].name}</Badge>
      )}
      {average_rating !== null && (
        <span class="fact">
          <Star size={14} aria-hidden="true" />
          <span aria-hidden="true">{formatNumber(average_rating)}</span>
          <span class="sr-only">
            {t('rated {stars} of 5', { stars: formatNumber(average_rating) })}
          </span>
        </span>
      )}
      {thread.is_test && <Badge kind="accent">{t('Test')}</Badge>}
      {!isOpen(thread) && <Badge>{STATUS[status].name}</Badge>}
      <span class="thread-agent" dir="auto">
        {agent_name}
      </span>
      <span>
        {t('{count, plural, one {# message} other {# messages}}', { count: message_count })}
      </span>
    </span>
  )
}
