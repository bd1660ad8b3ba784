import { useQuery } from '@tanstack/preact-query'
import { Check, Wrench, X } from 'lucide-preact'
import { useState } from 'preact/hooks'
import type { Schemas } from '../../lib/api.ts'
import { formatDateTime, formatDuration } from '../../lib/format.ts'
import { sayError } from '../../lib/locales/apiErrors.ts'
import { t } from '../../lib/texts.tsx'
import { CALL_STATE } from '../../lib/tools.ts'
import { Badge } from '../Badge.tsx'
import { Button } from '../Button.tsx'
import { TextField } from '../forms/Form.tsx'
import { Loading } from '../Loading.tsx'
import { ErrorNotice } from '../Notice.tsx'
import { useNames } from '../people/colleagues.ts'
import { useRights } from '../session.tsx'
import { Traits } from '../Traits.tsx'
import { useAction } from '../useAction.ts'
import type { Reply } from './messages.ts'
import { decideAction, type ReplyPlace, readCall, settleCall } from './toolCalls.ts'

type Call = Schemas['ReplyToolCall']
type Action = Schemas['ReplyAction']
export type Decision = 'approve' | 'deny'

interface ToolCallsProps {
  reply: Pick<Reply, 'id' | 'tool_calls' | 'actions'>
  place: Omit<ReplyPlace, 'replyId'>
  /** Decides as the customer, in the playground; undefined: the reader is not the customer. */
  onDecide?: ((action: Action, decision: Decision) => Promise<unknown>) | undefined
}

/** What a reply asked of tools, and what came of it. People decide and settle here. */
export function ToolCalls({ reply: { id, tool_calls, actions }, place, onDecide }: ToolCallsProps) {
  const { mayAnswer } = useRights()
  if (tool_calls.length === 0) return null
  const decidesOn = ({ decides }: Action) => {
    if (!mayAnswer) return undefined
    if (onDecide) return onDecide
    const reply = { ...place, replyId: id }
    return decides === 'person'
      ? (action: Action, decision: Decision) => decideAction(reply, action, decision)
      : undefined
  }
  return (
    <ul class="tool-calls" aria-label={t('Actions')}>
      {tool_calls.map((call) => {
        const action = actions.find(({ call_id }) => call_id === call.call_id)
        const decide = action && decidesOn(action)
        return (
          <li key={call.call_id} class="tool-call">
            <CallDetails call={call} action={action} />
            {action?.state === 'waiting' && <Question action={action} decide={decide} />}
            {call.state === 'unknown' && mayAnswer && <Settle place={place} id={call.call_id} />}
          </li>
        )
      })}
    </ul>
  )
}

/** A call in a line, and its arguments and result on request. */
function CallDetails({ call, action }: { call: Call; action: Action | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const { name, kind } = CALL_STATE[call.state]
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Wrench size={15} aria-hidden="true" />
        <span dir="auto">{call.title}</span>
        <Badge kind={kind}>{name}</Badge>
        {call.ms !== null && <span class="small muted">{formatDuration(call.ms)}</span>}
      </summary>
      <Arguments of={call} titles={action?.argument_titles ?? {}} />
      {call.error && <p class="small">{sayError(call.error)}</p>}
      {isOpen && <MoreOfCall id={call.call_id} />}
    </details>
  )
}

/** The arguments by the titles that the tool's schema gives them. */
const Arguments = ({
  of,
  titles,
}: {
  of: Pick<Call, 'arguments'>
  titles: Readonly<Record<string, string>>
}) => (
  <Traits
    traits={Object.fromEntries(
      Object.entries(of.arguments ?? {}).map(([name, value]) => [titles[name] ?? name, value]),
    )}
  />
)

/** What only the record of the call has: who decided, the note, and the answer. */
function MoreOfCall({ id }: { id: string }) {
  const nameOf = useNames()
  const { data, error, refetch } = useQuery({
    queryKey: ['calls', id],
    queryFn: () => readCall(id),
  })
  if (error) return <ErrorNotice error={error} onRetry={refetch} />
  if (!data) return <Loading />
  const { decided_as, decided_by, decided_at, settled_as, settled_by, note, result, is_cut } = data
  const decider = decided_by ? nameOf(decided_by) : decided_as && DECIDED_AS[decided_as]
  const facts: readonly (readonly [string, unknown])[] = [
    [t('Decided by'), decider && decided_at && `${decider}, ${formatDateTime(decided_at)}`],
    [t('Outcome by'), settled_by ? nameOf(settled_by) : settled_as && SETTLED_AS[settled_as]],
    [t('Note'), note],
    [is_cut ? t('Beginning of the answer') : t('Answer'), result],
  ]
  return <Traits traits={Object.fromEntries(facts.filter(([, value]) => value !== null))} />
}

const DECIDED_AS = {
  visitor: t('Customer'),
  key: t('Your server'),
  user: t('Someone in your organization'),
}
const SETTLED_AS = {
  answer: t('A late answer'),
  probe: t('A later look'),
  person: t('Your server'),
}

/** Asks whether the call may be made. @param decide undefined: somebody else has to say */
function Question({
  action,
  decide,
}: {
  action: Action
  decide: ((action: Action, decision: Decision) => Promise<unknown>) | undefined
}) {
  const { decides, words, expires_at } = action
  const approve = useAction(async () => decide?.(action, 'approve'))
  const deny = useAction(async () => decide?.(action, 'deny'))
  const error = approve.error ?? deny.error
  return (
    <div class="stack tool-question">
      {words ? (
        <p dir="auto">{words}</p>
      ) : (
        <Arguments of={action} titles={action.argument_titles ?? {}} />
      )}
      <p class="small muted">
        {decides === 'customer'
          ? t('The customer decides.')
          : t('A person of your organization decides.')}{' '}
        {expires_at && t('Until {time}.', { time: formatDateTime(expires_at) })}
      </p>
      {decide && (
        <div class="row">
          <Button
            kind="primary"
            icon={Check}
            busy={approve.busy}
            disabled={deny.busy}
            onClick={approve.run}
          >
            {t('Approve')}
          </Button>
          <Button icon={X} busy={deny.busy} disabled={approve.busy} onClick={deny.run}>
            {t('Deny')}
          </Button>
        </div>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </div>
  )
}

/** Asks what became of a call whose answer was lost. */
function Settle({ place: { threadId }, id }: { place: ToolCallsProps['place']; id: string }) {
  const [note, setNote] = useState('')
  const happened = useAction(() => settleCall(threadId, id, 'happened', note.trim()))
  const not = useAction(() => settleCall(threadId, id, 'not_happened', note.trim()))
  const error = happened.error ?? not.error
  return (
    <div class="stack tool-question">
      <p class="small">
        {t('The answer was lost. Look into the other system, and say what you found.')}
      </p>
      <TextField
        label={t('Note')}
        name="note"
        maxLength={2000}
        value={note}
        onChange={setNote}
        hint={t('The agent reads it, too.')}
      />
      <div class="row">
        <Button busy={happened.busy} disabled={not.busy} onClick={happened.run}>
          {t('It happened')}
        </Button>
        <Button busy={not.busy} disabled={happened.busy} onClick={not.run}>
          {t('It did not')}
        </Button>
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
    </div>
  )
}
