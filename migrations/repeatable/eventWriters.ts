/**
 * A kind of record that events are about. In its SQL, `row` is the record: `new`, or the deleted
 * row.
 */
interface Subject {
  /** The word for it in the names of functions, such as write_<noun>_event. */
  noun: string
  table: string
  kind: string
  id: string
  thread: string
  agent: string
  isTest: string
  with?: Joined
}

/**
 * Another table from which an event takes facts. Without a row in this table, no event is written.
 */
interface Joined {
  table: string
  on: string
}

export interface Writer {
  /** The type of the event, as in `EVENT_TYPES`. */
  type: string
  of: Subject
  /**
   * The change that writes the event. Triggers for deletions run for each statement, other triggers
   * for each row.
   */
  on: 'insert' | 'update' | `update of ${string}` | 'delete'
  /**
   * The condition on the row, which reads no other table. Absent: each changed row has the event.
   */
  when?: string
  /** Ids, states, numbers and codes, but no names of people. Null facts are left out. */
  facts?: Readonly<Record<string, string>>
  /** Replaces the subject's own joined table. */
  with?: Joined
}

const subject = (
  noun: string,
  table: string,
  kind: string,
  more: Partial<Subject> = {},
): Subject => ({
  noun,
  table,
  kind,
  id: 'row.id',
  thread: 'null::uuid',
  agent: 'null::uuid',
  isTest: 'false',
  ...more,
})

const THREAD: Joined = { table: 'threads t', on: 't.id = row.thread_id' }
/** Begins with the newest version of the row, as `shared/lib/db/threadRow.ts` does. */
const THREAD_OF_MESSAGE: Joined = {
  table: `(select * from threads where id >= row.thread_id and id <= row.thread_id
           order by id desc limit 1) t`,
  on: 'true',
}
const inThread = (agent: string) => ({
  thread: 'row.thread_id',
  agent,
  isTest: 't.is_test',
  with: THREAD,
})
const isThread = { thread: 'row.id', agent: 'row.agent_id', isTest: 'row.is_test' }

const message = subject('message', 'messages', 'message', {
  ...inThread('row.agent_id'),
  with: THREAD_OF_MESSAGE,
})
const session = subject('thread', 'threads', 'session', isThread)
const conversation = subject('thread', 'threads', 'conversation', isThread)
const handoff = subject('handoff', 'handoffs', 'handoff', inThread('row.agent_id'))
const feedback = subject('feedback', 'feedback', 'feedback', inThread('t.agent_id'))
const toolCall = subject('tool_call', 'reply_steps', 'tool_call', {
  id: 'row.call_id',
  thread: 'row.thread_id',
  agent: 'row.agent_id',
  isTest: 'row.is_test',
})
const knowledge = subject('knowledge', 'knowledge_entries', 'knowledge_entry')
const agent = subject('agent', 'agents', 'agent', { agent: 'row.id' })
const alert = subject('alert', 'alerts', 'alert')
const budget = subject('budget', 'budget_periods', 'budget', {
  id: 'row.budget_id',
  agent: 'b.agent_id',
  with: {
    table: 'budgets b',
    on: 'b.organization_id = row.organization_id and b.id = row.budget_id',
  },
})
const connection = subject('connection', 'connections', 'connection')
const secret = subject('secret', 'application_secrets', 'secret')
const identitySecret = subject('identity', 'identity_secrets', 'identity_secret')
const invitation = subject('invitation', 'invitations', 'invitation')
const user = subject('user', 'users', 'user')
const endpoint = subject('endpoint', 'webhook_endpoints', 'webhook_endpoint')

/** Joins the names of the columns that differ. Without a difference, no event is written. */
const changedColumns = (noSettings: readonly string[]): Joined => ({
  table: `(
        select coalesce(jsonb_agg(replace(n.key, 'sealed_', '') order by n.key), '[]') as settings
          from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
         where n.value <> o.value and n.key <> all('{${noSettings.join(',')}}')) w`,
  on: `w.settings <> '[]'`,
})

const REPLIED = { status: 'new.status', error_code: `new.error->>'code'` }
const isReply = (status: string) => `new.role = 'assistant' and new.status = '${status}'`
const STATUS = { status: 'new.status' }
const becomes = (kind: string, status: string) =>
  `new.kind = '${kind}' and new.status = '${status}' and old.status <> new.status`
const ENTRY = {
  kind: 'new.kind',
  status: `case new.status when 'pending' then 'processing' else new.status end`,
  error_code: `new.error->>'code'`,
}
const CALLED = {
  tool_id: 'new.tool_id',
  name: 'new.name',
  effect: 'new.effect',
  state: 'new.state',
  error_code: `new.error->>'code'`,
  ms: `round(extract(epoch from new.ended_at - new.started_at) * 1000)::integer`,
  message_id: 'new.reply_id',
}
/** Leaves out the subject of a customer's budget, because it names the customer. */
const BUDGET = {
  period: 'b.period',
  begins: 'new.begins',
  spent: 'new.spent',
  amount: 'b.amount',
  unit: 'b.unit',
  application_id: `case b.scope when 'application' then new.subject end`,
  agent_id: `case b.scope when 'agent' then new.subject end`,
}
/** The reason `expired` means that a chore deleted the secret after its time. */
const REVOKED = {
  application_id: 'row.application_id',
  reason: `case when row.expires_at <= now() then 'expired' else 'revoked' end`,
}

/**
 * The changes that write events, in the order of `EVENT_TYPES`. The statement that makes a change
 * also writes its event to `event_outbox` (decision 56). Triggers write the events, so that chores,
 * cascades and the admin tool cannot forget them. Records that are deleted with their organization
 * have no event.
 */
export const WRITERS: readonly Writer[] = [
  ...['completed', 'failed', 'cancelled', 'requires_action'].flatMap((status): Writer[] => [
    { type: `message.${status}`, of: message, on: 'insert', when: isReply(status), facts: REPLIED },
    {
      type: `message.${status}`,
      of: message,
      on: 'update of status',
      when: `${isReply(status)} and old.status <> new.status`,
      facts: REPLIED,
    },
  ]),

  {
    type: 'session.created',
    of: session,
    on: 'insert',
    when: `new.kind = 'session'`,
    facts: STATUS,
  },
  {
    type: 'session.closed',
    of: session,
    on: 'update of status',
    when: becomes('session', 'closed'),
    facts: STATUS,
  },
  {
    type: 'session.expired',
    of: session,
    on: 'update of status',
    when: becomes('session', 'expired'),
    facts: STATUS,
  },
  { type: 'session.deleted', of: session, on: 'delete', when: `row.kind = 'session'` },

  {
    type: 'conversation.created',
    of: conversation,
    on: 'insert',
    when: `new.kind = 'conversation'`,
    facts: STATUS,
  },
  {
    type: 'conversation.closed',
    of: conversation,
    on: 'update of status',
    when: becomes('conversation', 'closed'),
    facts: STATUS,
  },
  {
    type: 'conversation.reopened',
    of: conversation,
    on: 'update of status',
    when: `new.kind = 'conversation' and new.status in ('active', 'open')
           and old.status <> new.status`,
    facts: STATUS,
  },
  {
    type: 'conversation.deleted',
    of: conversation,
    on: 'delete',
    when: `row.kind = 'conversation'`,
  },

  {
    type: 'handoff.requested',
    of: handoff,
    on: 'insert',
    facts: { reason: 'new.reason', requested_by: 'new.requested_by' },
  },
  {
    type: 'handoff.assigned',
    of: handoff,
    on: 'update',
    when: 'new.assignee_id is not null and old.assignee_id is distinct from new.assignee_id',
    facts: { assignee_id: 'new.assignee_id', assigned_by: 'new.assigned_by' },
  },
  // A removed user releases their handoffs. Users who are deleted with their organization release
  // none.
  {
    type: 'handoff.released',
    of: handoff,
    on: 'update',
    when: 'old.assignee_id is not null and new.assignee_id is null and new.returned_at is null',
    facts: { assignee_id: 'old.assignee_id' },
    with: { ...THREAD, table: 'threads t join organizations o on o.id = t.organization_id' },
  },
  {
    type: 'handoff.asked',
    of: handoff,
    on: 'update',
    when: 'new.questions > old.questions',
    facts: { message_id: 'new.last_question_id' },
  },
  {
    type: 'handoff.replied',
    of: handoff,
    on: 'update',
    when: 'new.replies > old.replies',
    facts: { message_id: 'new.last_reply_id', is_first: 'old.replies = 0' },
  },
  // Written again each time that the customer has waited too long.
  {
    type: 'handoff.unanswered',
    of: handoff,
    on: 'update',
    when: `new.unanswered_at > coalesce(old.unanswered_at, '-infinity')`,
  },
  // An answer that comes late ends the wait in the same statement, so the facts are of the old row.
  {
    type: 'handoff.overdue',
    of: handoff,
    on: 'update',
    when: `new.overdue_at > coalesce(old.overdue_at, '-infinity')`,
    facts: {
      target: `case when old.first_reply_at is null then 'first_answer' else 'next_answer' end`,
      due_at: 'old.due_at',
    },
  },
  {
    type: 'handoff.returned',
    of: handoff,
    on: 'update',
    when: 'old.returned_at is null and new.returned_at is not null',
    facts: { replies: 'new.replies' },
  },

  {
    type: 'feedback.created',
    of: feedback,
    on: 'insert',
    facts: { rating: 'new.rating', message_id: 'new.message_id' },
  },
  {
    type: 'feedback.changed',
    of: feedback,
    on: 'update of rating, comment',
    when: '(old.rating, old.comment) is distinct from (new.rating, new.comment)',
    facts: { rating: 'new.rating', previous_rating: 'old.rating', message_id: 'new.message_id' },
  },
  // Feedback that is deleted with its thread has no event of its own.
  {
    type: 'feedback.deleted',
    of: feedback,
    on: 'delete',
    facts: { rating: 'row.rating', message_id: 'row.message_id' },
  },

  {
    type: 'tool.called',
    of: toolCall,
    on: 'update of state',
    when: `new.state = 'succeeded' and old.state not in ('succeeded', 'unknown')`,
    facts: CALLED,
  },
  // A call that no tool can take is stored as failed. One that an earlier call answers is no call.
  {
    type: 'tool.failed',
    of: toolCall,
    on: 'insert',
    when: `new.state = 'failed' and new.same_as is null`,
    facts: CALLED,
  },
  {
    type: 'tool.failed',
    of: toolCall,
    on: 'update of state',
    when: `new.state in ('failed', 'denied', 'expired') and old.state <> new.state
           and old.state <> 'unknown'`,
    facts: CALLED,
  },
  {
    type: 'tool.unknown',
    of: toolCall,
    on: 'update of state',
    when: `new.state = 'unknown' and old.state <> new.state`,
    facts: CALLED,
  },
  {
    type: 'tool.settled',
    of: toolCall,
    on: 'update of state',
    when: `old.state = 'unknown' and new.state <> old.state`,
    facts: CALLED,
  },

  // Clients see no status `pending`.
  { type: 'knowledge.created', of: knowledge, on: 'insert', facts: ENTRY },
  // An unchanged page that was fetched again has no event, unless it had failed before.
  {
    type: 'knowledge.ready',
    of: knowledge,
    on: 'update of status',
    when: `new.status = 'ready' and old.status <> new.status
           and (old.indexed_at is distinct from new.indexed_at or old.error is not null)`,
    facts: ENTRY,
  },
  {
    type: 'knowledge.failed',
    of: knowledge,
    on: 'update of status',
    when: `new.status = 'failed' and old.status <> new.status`,
    facts: ENTRY,
  },
  { type: 'knowledge.deleted', of: knowledge, on: 'delete', facts: { kind: 'row.kind' } },

  { type: 'agent.created', of: agent, on: 'insert' },
  {
    type: 'agent.changed',
    of: agent,
    on: 'update',
    when: 'old.deleted_at is null and new.deleted_at is null and old is distinct from new',
    facts: { changed: 'w.settings' },
    with: changedColumns(['updated_at', 'deleted_at']),
  },
  // An agent with many rows is first hidden by `deleted_at`. This counts as its deletion.
  {
    type: 'agent.deleted',
    of: agent,
    on: 'update',
    when: 'old.deleted_at is null and new.deleted_at is not null',
  },
  { type: 'agent.deleted', of: agent, on: 'delete', when: 'row.deleted_at is null' },

  { type: 'alert.raised', of: alert, on: 'insert', facts: { kind: 'new.kind' } },
  {
    type: 'alert.resolved',
    of: alert,
    on: 'update of resolved_at',
    when: 'old.resolved_at is null and new.resolved_at is not null',
    facts: { kind: 'new.kind' },
  },

  ...['warned', 'reached'].flatMap((what): Writer[] => [
    {
      type: `budget.${what}`,
      of: budget,
      on: 'insert',
      when: `new.${what}_at is not null`,
      facts: BUDGET,
    },
    {
      type: `budget.${what}`,
      of: budget,
      on: 'update',
      when: `old.${what}_at is null and new.${what}_at is not null`,
      facts: BUDGET,
    },
  ]),

  // A connection of the operator has no organization, and no event.
  {
    type: 'connection.created',
    of: connection,
    on: 'insert',
    when: 'new.organization_id is not null',
  },
  // Sealing a key again, with another of SECRET_KEYS, leaves `updated_at` unchanged.
  {
    type: 'connection.changed',
    of: connection,
    on: 'update',
    when: 'new.organization_id is not null and old.updated_at is distinct from new.updated_at',
    facts: { changed: 'w.settings' },
    with: changedColumns(['updated_at', 'last_test']),
  },
  { type: 'connection.deleted', of: connection, on: 'delete' },

  {
    type: 'secret.created',
    of: secret,
    on: 'insert',
    facts: { application_id: 'new.application_id' },
  },
  { type: 'secret.revoked', of: secret, on: 'delete', facts: REVOKED },
  {
    type: 'identity_secret.created',
    of: identitySecret,
    on: 'insert',
    facts: { application_id: 'new.application_id' },
  },
  { type: 'identity_secret.revoked', of: identitySecret, on: 'delete', facts: REVOKED },

  {
    type: 'user.invited',
    of: invitation,
    on: 'insert',
    facts: { role: 'new.role', is_renewed: 'false' },
  },
  {
    type: 'user.invited',
    of: invitation,
    on: 'update of token_hash',
    when: 'old.token_hash is distinct from new.token_hash',
    facts: { role: 'new.role', is_renewed: 'true' },
  },
  {
    type: 'user.joined',
    of: user,
    on: 'insert',
    facts: { role: 'new.role', is_active: 'new.deactivated_at is null' },
  },
  {
    type: 'user.changed',
    of: user,
    on: 'update of role, deactivated_at',
    when: `(old.role, old.deactivated_at is null)
           is distinct from (new.role, new.deactivated_at is null)`,
    facts: { role: 'new.role', previous_role: 'old.role', is_active: 'new.deactivated_at is null' },
  },
  { type: 'user.removed', of: user, on: 'delete', facts: { role: 'row.role' } },

  {
    type: 'endpoint.disabled',
    of: endpoint,
    on: 'update of disabled_at',
    when: 'old.disabled_at is null and new.disabled_at is not null',
    facts: { reason: 'new.disabled_reason', failures: 'new.failures' },
  },
]

/** Types of events that no trigger writes, with the files whose statements write them. */
export const WRITTEN_ELSEWHERE: Readonly<Record<string, string>> = {
  'limit.blocked': 'shared/events/limitMinutes.ts',
  'endpoint.tested': 'shared/events/deliveries.ts',
}
