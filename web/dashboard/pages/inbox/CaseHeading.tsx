import { useNames } from '../../components/people/colleagues.ts'
import { useUser } from '../../components/session.tsx'
import { type Handoff, REASONS, useContact } from '../../components/threads/cases.ts'
import { isOpen, STATUS } from '../../components/threads/threads.ts'
import { ThreadHeading } from '../../components/transcript/ThreadPane.tsx'
import type { Schemas } from '../../lib/api.ts'
import { rich, t } from '../../lib/texts.tsx'

interface CaseHeadingProps {
  thread: Schemas['Thread']
  /** null: the agent has the conversation. */
  handoff: Handoff | null
  /** Set when the reader opened the conversation, whose heading then takes the focus. */
  isOpened: { current: boolean }
}

/** Whose conversation it is, why people have it, and who answers. */
export function CaseHeading({ thread, handoff, isOpened }: CaseHeadingProps) {
  const me = useUser()
  const nameOf = useNames()
  const { data: email } = useContact(thread)
  const answers = !handoff
    ? t('{agent} answers', { agent: thread.agent_name })
    : !handoff.assignee_id
      ? t('Not assigned yet')
      : handoff.assignee_id === me.id
        ? t('Assigned to you')
        : t('Assigned to {name}', { name: nameOf(handoff.assignee_id) })
  const about = isOpen(thread)
    ? [handoff && REASONS[handoff.reason], handoff && thread.agent_name, answers]
    : [STATUS[thread.status].name, thread.agent_name]
  return (
    <ThreadHeading thread={thread} about={about} isOpened={isOpened}>
      {email && (
        <p class="small muted">
          {rich('Left an email address: <a>{email}</a>', {
            a: (words) => <a href={`mailto:${email}`}>{words}</a>,
            email,
          })}
        </p>
      )}
    </ThreadHeading>
  )
}
