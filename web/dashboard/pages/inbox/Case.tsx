import { PanelRight } from 'lucide-preact'
import type { MutableRef } from 'preact/hooks'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice, Notice } from '../../components/Notice.tsx'
import { useRights, useUser } from '../../components/session.tsx'
import {
  type Handoff,
  REASONS,
  useContact,
  useHandoff,
  useNames,
} from '../../components/threads/cases.ts'
import { isOpen, STATUS, whoOf } from '../../components/threads/threads.ts'
import { Facts } from '../../components/transcript/Facts.tsx'
import { Messages } from '../../components/transcript/Messages.tsx'
import { ThreadHeading, ThreadPane } from '../../components/transcript/ThreadPane.tsx'
import type { Schemas } from '../../lib/api.ts'
import { rich, t } from '../../lib/texts.tsx'
import { CaseActions } from './CaseActions.tsx'
import { CaseDialog } from './Dialogs.tsx'
import { useKeys } from './keys.ts'
import { describePresence, type Presences, useAnnounce } from './presence.ts'
import { type TakeState, useTaking } from './taking.ts'
import { Composer, type Mode, type Panel } from './writing/Composer.tsx'
import { useDraft } from './writing/drafts.ts'
import { type Attached, useFiles } from './writing/files.ts'
import { OutgoingMessages } from './writing/OutgoingMessages.tsx'
import { useOutbox } from './writing/outbox.ts'

interface CaseProps {
  id: string
  presences: Presences
  /** The address of the list. */
  list: string
  /** Set when the reader opened the conversation, which then takes the focus. */
  isOpened: MutableRef<boolean>
  /** Called when the conversation is assigned to the user. */
  onTaken: () => void
}

/** A conversation of the inbox, with the composer. */
export const Case = ({ id, list, ...props }: CaseProps) => (
  <ThreadPane id={id} list={list} listName={t('Inbox')} goToList={t('Go to the inbox')} isCase>
    {(thread) => <OpenCase thread={thread} {...props} />}
  </ThreadPane>
)

interface OpenCaseProps extends Pick<CaseProps, 'presences' | 'isOpened' | 'onTaken'> {
  thread: Schemas['Thread']
}

function OpenCase({ thread, presences, isOpened, onTaken }: OpenCaseProps) {
  const { id } = thread
  const { mayAnswer } = useRights()
  const { data: last, error, refetch } = useHandoff(thread)
  const handoff = last?.returned_at === null ? last : null
  const taking = useTaking(thread, handoff, onTaken)
  const writing = useWriting(thread, taking, mayAnswer)
  const [hasFacts, showFacts] = useState(false)
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
        {describePresence(presences, id, whoOf(thread))}
      </p>
      {mayAnswer && last !== undefined && (
        <Composer
          {...writing.composer}
          place={thread}
          mayReply={
            isOpen(thread)
              ? mayReply(taking)
              : t('The conversation is closed and takes no more messages.')
          }
        />
      )}
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

/** Returns true if the user may write to the customer, or else the reason. */
function mayReply({ state, assignee }: TakeState): true | string {
  if (state === 'agent')
    return t('The agent answers here. Take over the conversation to write to the customer.')
  return state === 'other' ? t('{name} answers here.', { name: assignee! }) : true
}

/** Keeps the draft, the open dialog and the keys of a case. */
function useWriting(thread: Schemas['Thread'], taking: TakeState, mayAnswer: boolean) {
  const { id } = thread
  const me = useUser()
  const outbox = useOutbox(me.id, thread)
  const chosen = useFiles(thread)
  const [mode, setMode] = useState<Mode>('reply')
  const [panel, setPanel] = useState<Panel>()
  const [asked, ask] = useState<'assign' | 'return' | 'close'>()
  const field = useRef<HTMLTextAreaElement>(null)
  const canReply = isOpen(thread) && mayReply(taking) === true
  const shown = canReply ? mode : 'note'
  const drafts = {
    reply: useDraft(`${me.id}:${id}:reply`),
    note: useDraft(`${me.id}:${id}:note`),
  }
  const [text, setText] = drafts[shown]
  useAnnounce(thread, shown === 'reply' ? text : '', mayAnswer)
  const write = (next: Mode, content?: string) => {
    setMode(next)
    if (content) drafts[next][1](content)
    field.current?.focus()
  }
  const isHere = mayAnswer && isOpen(thread)
  const hasIt = isHere && taking.state !== 'agent'
  useKeys({
    t: isHere && taking.state !== 'mine' ? taking.take : undefined,
    a: hasIt ? () => ask('assign') : undefined,
    b: hasIt ? () => ask('return') : undefined,
    x: isHere ? () => ask('close') : undefined,
    r: canReply ? () => write('reply') : undefined,
    n: mayAnswer ? () => write('note') : undefined,
    s: canReply ? () => setPanel('suggestion') : undefined,
    '/': mayAnswer ? () => setPanel('saved') : undefined,
  })
  // A message that is being sent stays in view, with its error if it fails.
  useEffect(() => {
    const end = document.querySelector('.case .transcript > .outgoing:last-child')
    if (outbox.outgoing.length) end?.scrollIntoView({ block: 'end' })
  }, [outbox.outgoing.length, outbox.outgoing[0]?.problem])
  return {
    outbox,
    asked,
    ask,
    write,
    composer: {
      mode: shown,
      onMode: write,
      panel,
      onPanel: setPanel,
      text,
      onText: setText,
      field,
      chosen: thread.allow_attachments ? chosen : undefined,
      onSend(content: string, files: readonly Attached[]) {
        outbox.send(content, shown === 'note' ? 'internal' : 'public', files)
        setText('')
      },
    },
  }
}

function CaseHeading({
  thread,
  handoff,
  isOpened,
}: { thread: Schemas['Thread']; handoff: Handoff | null } & Pick<CaseProps, 'isOpened'>) {
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
