import { Bot, CircleUserRound, Frown, Globe, MessageSquare, Star, TriangleAlert, Unlink } from 'lucide-preact'
import { useEffect, useRef } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Badge } from '../../components/Badge.tsx'
import { Spinner } from '../../components/Loading.tsx'
import { useVirtualRows } from '../../components/lists/virtualRows.ts'
import { Time } from '../../components/Time.tsx'
import { formatNumber } from '../../format.ts'
import { isOpen, STATUS, type Thread } from './threads.ts'

interface ThreadRowsProps {
  rows: readonly Thread[]
  nameOf: (thread: Thread) => string
  hasMore: boolean
  /** Called when the last rows come into view. */
  onEnd: (() => void) | undefined
}

const ROW_PX = 98

/** A list of threads of any length. Only the rows in view are rendered. */
export function ThreadRows({ rows, nameOf, hasMore, onEnd }: ThreadRowsProps) {
  const start = useRef<HTMLUListElement>(null)
  const { items, before, after, measure } = useVirtualRows(rows.length, start, ROW_PX)
  const last = items.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= rows.length - 10) onEnd?.()
  }, [last, rows.length])
  return (
    <ul
      class="threads card"
      aria-label="Conversations"
      ref={start}
      style={{ paddingTop: `${before}px`, paddingBottom: `${after}px` }}
    >
      {items.map(({ index }) => {
        const thread = rows[index]!
        return (
          <li
            key={thread.id}
            ref={measure}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={hasMore ? -1 : rows.length}
          >
            <Row thread={thread} name={nameOf(thread)} />
          </li>
        )
      })}
    </ul>
  )
}

function Row({ thread, name }: { thread: Thread; name: string }) {
  const { kind, title, agent_name, last_message, active_at, status } = thread
  const Icon = kind === 'session' ? Globe : CircleUserRound
  return (
    <Link href={`/conversations/${thread.id}`} class="thread">
      <span class="thread-head">
        <Icon size={18} aria-hidden="true" />
        <span class="sr-only">{kind === 'session' ? 'Visitor:' : 'Customer:'}</span>
        <strong dir="auto">{name}</strong>
        {title && (
          <span class="muted thread-title" dir="auto">
            {title}
          </span>
        )}
        <span class="thread-when small muted">
          <Time at={active_at} />
        </span>
      </span>
      <span class="thread-last" dir="auto">
        {last_message ? (
          <>
            {last_message.role === 'assistant' && <Bot size={15} aria-label="Reply:" role="img" />}
            {last_message.text}
          </>
        ) : (
          <span class="muted">No messages yet</span>
        )}
      </span>
      <span class="thread-facts small muted">
        <span>{agent_name}</span>
        <Fact
          icon={MessageSquare}
          text={formatNumber(thread.message_count)}
          label={`${thread.message_count} messages`}
        />
        {thread.average_rating !== null && (
          <Fact
            icon={Star}
            text={`${thread.average_rating} (${thread.feedback_count})`}
            label={`rated ${thread.average_rating} of 5, ${thread.feedback_count} ratings`}
          />
        )}
        {thread.is_answering && (
          <Badge kind="accent">
            <Spinner />
            Answering
          </Badge>
        )}
        {thread.failed_replies > 0 && (
          <Badge kind="bad">
            <TriangleAlert size={13} aria-hidden="true" />
            {thread.failed_replies} failed
          </Badge>
        )}
        {thread.negative_feedback_count > 0 && (
          <Badge kind="warn">
            <Frown size={13} aria-hidden="true" />
            {thread.negative_feedback_count} negative
          </Badge>
        )}
        {thread.ungrounded_replies > 0 && (
          <Badge>
            <Unlink size={13} aria-hidden="true" />
            {thread.ungrounded_replies} without sources
          </Badge>
        )}
        {!isOpen(thread) && <Badge>{STATUS[status].name}</Badge>}
      </span>
    </Link>
  )
}

const Fact = ({ icon: Icon, text, label }: { icon: typeof Star; text: string; label: string }) => (
  <span class="fact">
    <Icon size={14} aria-hidden="true" />
    <span aria-hidden="true">{text}</span>
    <span class="sr-only">{label}</span>
  </span>
)
