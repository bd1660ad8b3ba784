import { PanelRight } from 'lucide-preact'
import { type MutableRef, useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice, Notice } from '../../components/Notice.tsx'
import { useNames } from '../../components/people/colleagues.ts'
import { useRights } from '../../components/session.tsx'
import { useHandoff } from '../../components/threads/cases.ts'
import { isOpen, whoOf } from '../../components/threads/threads.ts'
import { Facts } from '../../components/transcript/Facts.tsx'
import { Messages } from '../../components/transcript/Messages.tsx'
import { ThreadPane } from '../../components/transcript/ThreadPane.tsx'
import type { Schemas } from '../../lib/api.ts'
import { rich, t } from '../../lib/texts.tsx'
import { CaseActions } from './CaseActions.tsx'
import { CaseHeading } from './CaseHeading.tsx'
import { CaseDialog } from './Dialogs.tsx'
import { describePresence, type Presences } from './presence.ts'
import { useMarkRead } from './reading.ts'
import { useTaking } from './taking.ts'
import { useVisibleHeight } from './visibleHeight.ts'
import { Composer } from './writing/Composer.tsx'
import { OutgoingMessages } from './writing/OutgoingMessages.tsx'
import { useWriting } from './writing/useWriting.ts'

interface CaseProps {
  id: string
  presences: Presences
  /** The address of the list. */
  list: string
  /** Set when the reader opened the conversation, which then takes the focus. */
  isOpened: MutableRef<boolean>
}

/** A conversation of the inbox, with the composer. */
export const Case = ({ id, list, ...props }: CaseProps) => (
  <ThreadPane id={id} list={list} listName={t('Inbox')} goToList={t('Go to the inbox')} isCase>
    {(thread) => <OpenCase thread={thread} {...props} />}
  </ThreadPane>
)

interface OpenCaseProps extends Pick<CaseProps, 'presences' | 'isOpened'> {
  thread: Schemas['Thread']
}

function OpenCase({ thread, presences, isOpened }: OpenCaseProps) {
  const { id } = thread
  const nameOf = useNames()
  const { mayAnswer } = useRights()
  const { data: last, error, refetch } = useHandoff(thread)
  const handoff = last?.returned_at === null ? last : null
  const taking = useTaking(thread, handoff)
  const writing = useWriting(thread, taking, mayAnswer)
  const [hasFacts, showFacts] = useState(false)
  useMarkRead(thread)
  useVisibleHeight()
  return (
    <>
      <header class="transcript-head">
        <CaseHeading thread={thread} handoff={handoff} isOpened={isOpened} />
        <div class="row">
          {mayAnswer && isOpen(thread) && last !== undefined && (
            <CaseActions taking={taking} onAsk={writing.ask} />
          )}
          <Button
            kind="quiet"
            icon={PanelRight}
            label={t('Details')}
            aria-expanded={hasFacts}
            onClick={() => showFacts(!hasFacts)}
          />
        </div>
      </header>
      {Boolean(error) && <ErrorNotice error={error} onRetry={refetch} />}
      {taking.conflict && (
        <Notice kind="bad">{t('{name} has taken it already.', { name: taking.conflict })}</Notice>
      )}
      {Boolean(taking.error) && <ErrorNotice error={taking.error} />}
      {handoff?.note && (
        <Notice>
          <p>
            {rich('<b>Note:</b> {note}', {
              b: (words) => <strong>{words}</strong>,
              note: handoff.note,
            })}
          </p>
        </Notice>
      )}
      <div class={`transcript-body${hasFacts ? ' has-facts' : ''}`}>
        <Messages thread={thread} found={undefined} messageId={undefined}>
          <OutgoingMessages
            {...writing.outbox}
            onEdit={({ key, content, visibility }) => {
              writing.outbox.discard(key)
              writing.write(visibility === 'internal' ? 'note' : 'reply', content)
            }}
          />
        </Messages>
        {hasFacts && <Facts thread={thread} />}
      </div>
      <p class="case-presence small muted" role="status">
        {describePresence(presences, id, whoOf(thread), nameOf)}
      </p>
      {mayAnswer && last !== undefined && <Composer {...writing.composer} thread={thread} />}
      {writing.asked && (
        <CaseDialog
          asked={writing.asked}
          place={thread}
          assigneeId={handoff?.assignee_id ?? null}
          agent={thread.agent_name}
          onClose={() => writing.ask(undefined)}
          key={`${id} ${writing.asked}`}
        />
      )}
    </>
  )
}
