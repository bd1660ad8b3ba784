import { CircleUserRound, Globe, Headset, Paperclip } from 'lucide-preact'
import { Badge } from '../../components/Badge.tsx'
import { useNames } from '../../components/people/colleagues.ts'
import { Face } from '../../components/people/Face.tsx'
import { useUser } from '../../components/session.tsx'
import { type Case, REASONS } from '../../components/threads/cases.ts'
import { whoOf } from '../../components/threads/threads.ts'
import { When } from '../../components/threads/when.tsx'
import { t } from '../../lib/texts.tsx'
import { Due } from './Due.tsx'
import { Waits } from './Waits.tsx'

/**
 * What a row of the inbox shows: who, what the customer said last, and who answers. It is bold until
 * the user has read it, unless a colleague has the conversation.
 */
export function CaseRow({ row, presence }: { row: Case; presence: string }) {
  const { kind, waiting_since, reason, agent_name, assignee_id, assignee_photo } = row
  const Icon = kind === 'session' ? Globe : CircleUserRound
  const nameOf = useNames()
  const isUnread = row.is_unread && [null, useUser().id].includes(assignee_id)
  return (
    <>
      <span class={`thread-head${isUnread ? ' is-unread' : ''}`}>
        <Icon size={16} aria-hidden="true" />
        <strong dir="auto">{whoOf(row)}</strong>
        {isUnread && <span class="sr-only">{t('Unread')}</span>}
        <span class="thread-when small muted">
          {row.due_at ? (
            <Due at={row.due_at} />
          ) : waiting_since ? (
            <Waits since={waiting_since} />
          ) : (
            <When at={timeOf(row)} />
          )}
        </span>
      </span>
      <LastWords row={row} isUnread={Boolean(isUnread)} />
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

/** When the customer wrote last, or was handed off. */
const timeOf = ({ last_question, requested_at }: Case) => last_question?.created_at ?? requested_at

/** The customer's last words, with the files that came with them. */
function LastWords({ row, isUnread }: { row: Case; isUnread: boolean }) {
  const { last_question } = row
  if (!last_question)
    return <span class="thread-question muted">{t('The customer has not written yet')}</span>
  const { text, files } = last_question
  return (
    <span class={`thread-question${isUnread ? ' is-unread' : ''}`} dir="auto">
      {files.length > 0 && (
        <>
          <Paperclip size={13} aria-hidden="true" />
          <span class="sr-only">
            {t('{count, plural, one {# file} other {# files}}', { count: files.length })}
          </span>{' '}
        </>
      )}
      {text || files.join(', ')}
    </span>
  )
}
