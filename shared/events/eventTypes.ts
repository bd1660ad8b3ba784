/** What an event is about, and the kind of record that its `data` shows. */
export type EventTarget =
  | 'message'
  | 'session'
  | 'conversation'
  | 'handoff'
  | 'feedback'
  | 'knowledge_entry'
  | 'agent'
  | 'organization'
  | 'budget'
  | 'connection'
  | 'secret'
  | 'identity_secret'
  | 'user'
  | 'invitation'
  | 'webhook_endpoint'

export interface EventType {
  target: EventTarget
  /** What has happened, as a sentence for people. */
  description: string
}

/** Every type of event: a noun and a participle. Existing names never change. */
export const EVENT_TYPES = {
  'message.completed': { target: 'message', description: 'An agent has replied.' },
  'message.failed': { target: 'message', description: 'A reply has failed.' },
  'message.cancelled': { target: 'message', description: 'A reply was cancelled.' },
  'session.created': { target: 'session', description: 'A session was opened.' },
  'session.closed': { target: 'session', description: 'A session was closed.' },
  'session.expired': { target: 'session', description: 'A session has expired.' },
  'session.deleted': { target: 'session', description: 'A session was deleted.' },
  'conversation.created': { target: 'conversation', description: 'A conversation was opened.' },
  'conversation.closed': { target: 'conversation', description: 'A conversation was closed.' },
  'conversation.reopened': {
    target: 'conversation',
    description:
      'A closed conversation was opened again. Not sent at present: nothing opens one again.',
  },
  'conversation.deleted': { target: 'conversation', description: 'A conversation was deleted.' },
  'handoff.requested': { target: 'handoff', description: 'A chat was handed off to people.' },
  'handoff.assigned': {
    target: 'handoff',
    description: 'A person was assigned to a chat that people have.',
  },
  'handoff.released': {
    target: 'handoff',
    description: 'Nobody is assigned any more to a chat that people have.',
  },
  'handoff.asked': {
    target: 'handoff',
    description: 'A customer has written to the people who have the chat.',
  },
  'handoff.replied': { target: 'handoff', description: 'A person has answered a customer.' },
  'handoff.unanswered': {
    target: 'handoff',
    description: 'Nobody has answered a customer in time.',
  },
  'handoff.returned': {
    target: 'handoff',
    description: 'People have returned a chat to its agent.',
  },
  'feedback.created': { target: 'feedback', description: 'A reply or a thread was rated.' },
  'feedback.changed': { target: 'feedback', description: 'A rating or its comment was changed.' },
  'feedback.deleted': { target: 'feedback', description: 'A rating was deleted.' },
  'knowledge.created': { target: 'knowledge_entry', description: 'A knowledge entry was added.' },
  'knowledge.ready': { target: 'knowledge_entry', description: 'A knowledge entry is indexed.' },
  'knowledge.failed': {
    target: 'knowledge_entry',
    description: 'A knowledge entry could not be indexed.',
  },
  'knowledge.deleted': { target: 'knowledge_entry', description: 'A knowledge entry was deleted.' },
  'agent.created': { target: 'agent', description: 'An agent was created.' },
  'agent.changed': { target: 'agent', description: 'The settings of an agent were changed.' },
  'agent.deleted': { target: 'agent', description: 'An agent was deleted.' },
  'limit.blocked': {
    target: 'organization',
    description: 'A rate limit has refused requests in a minute.',
  },
  'budget.warned': { target: 'budget', description: 'A budget is nearly spent.' },
  'budget.reached': { target: 'budget', description: 'A budget is reached.' },
  'connection.created': {
    target: 'connection',
    description: 'A connection to models was created.',
  },
  'connection.changed': {
    target: 'connection',
    description: 'A connection to models was changed.',
  },
  'connection.deleted': {
    target: 'connection',
    description: 'A connection to models was deleted.',
  },
  'secret.created': { target: 'secret', description: 'An application got a secret.' },
  'secret.revoked': {
    target: 'secret',
    description: 'A secret of an application was revoked or has expired.',
  },
  'identity_secret.created': {
    target: 'identity_secret',
    description: 'An application got an identity secret.',
  },
  'identity_secret.revoked': {
    target: 'identity_secret',
    description: 'An identity secret of an application was revoked or has expired.',
  },
  'user.invited': { target: 'invitation', description: 'A person was invited.' },
  'user.joined': { target: 'user', description: 'A person has joined the organization.' },
  'user.changed': { target: 'user', description: 'The role of a person was changed.' },
  'user.removed': { target: 'user', description: 'A person was removed from the organization.' },
  'endpoint.disabled': {
    target: 'webhook_endpoint',
    description: 'Parley has disabled a webhook endpoint.',
  },
  'endpoint.tested': {
    target: 'webhook_endpoint',
    description: 'A test event for a webhook endpoint.',
  },
} as const satisfies Record<string, EventType>

export type EventName = keyof typeof EVENT_TYPES
export const EVENT_NAMES = Object.keys(EVENT_TYPES) as EventName[]

/** A row of `events`. Rows never change, and name nobody: words are read from the target's row. */
export interface EventRow {
  /** Its place in the order of the whole service, given after the commit. */
  position: string
  id: string
  organization_id: string
  type: EventName
  target_kind: EventTarget
  target_id: string
  thread_id: string | null
  /** Counts the events of the thread from 1, without a hole; null: the event has no thread. */
  sequence: number | null
  agent_id: string | null
  /** Ids, states and numbers. */
  facts: Record<string, unknown>
  is_test: boolean
  created_at: Date
}
