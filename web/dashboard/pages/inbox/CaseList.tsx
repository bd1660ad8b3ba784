import { CircleUserRound, Globe, Headset, Inbox } from 'lucide-preact'
import { Link } from 'wouter-preact'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { Face } from '../../components/people/Face.tsx'
import { type Case, type Filter, REASONS, useNames } from '../../components/threads/cases.ts'
import { whoOf } from '../../components/threads/threads.ts'
import { When } from '../../components/threads/when.tsx'
import type { Pages } from '../../lib/pagesOf.ts'
import { t } from '../../lib/texts.tsx'
import { Due } from './Due.tsx'
import { describePresence, type Presences } from './presence.ts'
import { Waits } from './Waits.tsx'

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
              <Row row={row} presence={describePresence(presences, row.id, whoOf(row))} />
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

function Row({ row, presence }: { row: Case; presence: string }) {
  const { kind, waiting_since, last_message, first_question, reason, agent_name } = row
  const { assignee_id, assignee_photo } = row
  const Icon = kind === 'session' ? Globe : CircleUserRound
  const nameOf = useNames()
  const isOurs = last_message?.role === 'human_agent'
  return (
    <>
      <span class="thread-head">
        <Icon size={16} aria-hidden="true" />
        <strong dir="auto">{whoOf(row)}</strong>
        <span class="thread-when small muted">
          {row.due_at ? (
            <Due at={row.due_at} />
          ) : waiting_since ? (
            <Waits since={waiting_since} />
          ) : (
            <When at={row.requested_at} />
          )}
        </span>
      </span>
      <span class={`thread-question${isOurs ? ' muted' : ''}`} dir="auto">
        {last_message ? (
          isOurs ? (
            t('Answered: {text}', { text: last_message.text })
          ) : (
            last_message.text
          )
        ) : (
          <span class="muted">{first_question ?? t('No messages yet')}</span>
        )}
      </span>
      <span class="thread-facts small muted">
        <Badge>{REASONS[reason]}</Badge>
        {row.is_test && <Badge kind="accent">{t('Test')}</Badge>}
        <span class="thread-agent" dir="auto">
          {agent_name}
        </span>
        {assignee_id && (
          <span class="thread-agent">
            {assignee_photo ? (
              <Face name={nameOf(assignee_id)} photo={assignee_photo} size="small" />
            ) : (
              <Headset size={13} aria-hidden="true" />
            )}{' '}
            {nameOf(assignee_id)}
          </span>
        )}
        {presence && <span class="case-presence">{presence}</span>}
      </span>
    </>
  )
}
