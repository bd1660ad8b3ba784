import { DEFAULT_POLICY } from '../../../shared/agents/handoffPolicy.ts'
import { EVENT_TYPES, type EventName, type EventTarget } from '../../../shared/events/eventTypes.ts'
import { CONNECTION_PROVIDERS } from '../../../shared/lib/catalog/catalog.ts'
import { EXAMPLE_ID } from '../../http/schemas.ts'

const AT = '2026-11-02T09:30:00.000Z'
const LATER = '2026-11-02T09:30:02.400Z'
const SOON = '2026-11-09T09:30:00.000Z'

const OF_THREAD: readonly EventTarget[] = [
  'message',
  'session',
  'conversation',
  'handoff',
  'feedback',
]

const reply = {
  role: 'assistant',
  status: 'completed',
  content: 'Two days within the country.',
  conversation_id: EXAMPLE_ID,
  agent_id: EXAMPLE_ID,
  metadata: {},
  request_id: 'order-4711',
  in_reply_to: EXAMPLE_ID,
  citations: [
    {
      knowledge_id: EXAMPLE_ID,
      kind: 'qa',
      title: 'How long does a parcel take?',
      url: null,
      page: null,
      quote: 'Two days within the country.',
      score: 0.92,
    },
  ],
  grounded: true,
  usage: { input_tokens: 812, output_tokens: 24, total_tokens: 836, cost_usd: 0.00014 },
  model: 'our-models:model-large',
  fallback_for: null,
  finish_reason: 'stop',
  error: null,
  latency_ms: 2400,
  completed_at: LATER,
}

const spending = {
  begins_at: '2026-11-01T00:00:00.000Z',
  ends_at: '2026-12-01T00:00:00.000Z',
  subject: null,
  spent: 80.2,
  reserved: 0.1,
  status: 'warned',
  warned_at: LATER,
  reached_at: null,
  warned: 1,
  reached: 0,
}

/** What records have beside their id and times. */
const RECORDS: Record<EventTarget, object> = {
  message: reply,
  session: {
    agent_id: EXAMPLE_ID,
    visitor_id: 'visitor-1',
    locale: 'en',
    status: 'active',
    is_test: false,
    customer_id: null,
    user_context_id: null,
    handled_by: 'agent',
    metadata: { page: '/pricing' },
  },
  conversation: {
    agent_id: EXAMPLE_ID,
    customer_id: 'customer-1',
    title: 'A late parcel',
    locale: 'en',
    user_context_id: EXAMPLE_ID,
    status: 'open',
    is_test: false,
    metadata: { channel: 'app' },
    handled_by: 'agent',
  },
  handoff: {
    conversation_id: EXAMPLE_ID,
    agent_id: EXAMPLE_ID,
    reason: 'customer_request',
    note: null,
    requested_by: 'rule',
    assignee_id: null,
    assigned_at: null,
    questions: 0,
    replies: 0,
    first_reply_at: null,
    unanswered_at: null,
    return_note: null,
    returned_at: null,
  },
  feedback: {
    conversation_id: EXAMPLE_ID,
    message_id: EXAMPLE_ID,
    reviewer: 'customer-1',
    rating: 2,
    comment: 'It took five days.',
  },
  knowledge_entry: {
    question: 'How long does a parcel take?',
    answer: 'Two days within the country.',
    tags: ['shipping'],
    source: 'manual',
    agent_ids: null,
    status: 'ready',
    progress: null,
    error: null,
    chunk_count: 1,
    indexed_at: LATER,
  },
  agent: {
    name: 'Ada',
    default_tasks: ['answer_questions'],
    is_active: true,
    fallback_models: [],
    require_grounding: true,
    allow_attachments: false,
    mail_transcripts: false,
    description: 'Helps the customers of Greenleaf.',
    tone: 'friendly',
    language: 'en',
    instructions: null,
    model: null,
    temperature: null,
    max_output_tokens: null,
    fallback_message: null,
    greeting: null,
    handoff_policy: DEFAULT_POLICY,
  },
  organization: { name: 'Greenleaf' },
  budget: {
    scope: 'organization',
    application_id: null,
    agent_id: null,
    customer_id: null,
    unit: 'usd',
    amount: 100,
    period: 'month',
    at_limit: 'refuse',
    fallback_model: null,
    spending,
  },
  connection: {
    name: 'our-models',
    provider: CONNECTION_PROVIDERS[0]!,
    models: ['model-large'],
    prices: { 'model-large': { input: 2.5, output: 10 } },
  },
  secret: {
    name: 'Web shop',
    scopes: ['chat'],
    agent_ids: null,
    is_test: false,
    last_used_at: null,
    expires_at: null,
  },
  identity_secret: { expires_at: null },
  user: { role: 'editor', is_active: true },
  invitation: { role: 'editor', expires_at: SOON },
  webhook_endpoint: {
    description: 'Replies into the warehouse',
    events: ['*'],
    is_active: true,
    disabled_at: null,
    disabled_reason: null,
  },
}

const assigned = { assignee_id: EXAMPLE_ID, assigned_at: LATER }
const answered = { ...assigned, questions: 1, replies: 1, first_reply_at: LATER }
const failure = { code: 'model_unavailable', detail: 'The model did not answer. Ask again later.' }
const ended = {
  content: null,
  citations: [],
  grounded: null,
  usage: null,
  model: null,
  finish_reason: null,
}
const spent = { period: 'month', begins: '2026-11-01', spent: 80.2, amount: 100, unit: 'usd' }
const ofApplication = { application_id: EXAMPLE_ID }

/**
 * What was so at each event, and what its record has that `RECORDS` has not; null: the record is
 * gone.
 */
const EXAMPLES: Record<EventName, [facts: object, fields?: object | null]> = {
  'message.completed': [{ status: 'completed' }],
  'message.failed': [
    { status: 'failed', error_code: failure.code },
    { ...ended, status: 'failed', error: failure },
  ],
  'message.cancelled': [{ status: 'cancelled' }, { ...ended, status: 'cancelled' }],
  'session.created': [{ status: 'active' }],
  'session.closed': [{ status: 'closed' }, { status: 'closed' }],
  'session.expired': [{ status: 'expired' }, { status: 'expired' }],
  'session.deleted': [{}, null],
  'conversation.created': [{ status: 'open' }],
  'conversation.closed': [{ status: 'closed' }, { status: 'closed' }],
  'conversation.reopened': [{ status: 'open' }],
  'conversation.deleted': [{}, null],
  'handoff.requested': [{ reason: 'customer_request', requested_by: 'rule' }],
  'handoff.assigned': [{ assignee_id: EXAMPLE_ID }, assigned],
  'handoff.released': [{ assignee_id: EXAMPLE_ID }],
  'handoff.asked': [{ message_id: EXAMPLE_ID }, { ...assigned, questions: 1 }],
  'handoff.replied': [{ message_id: EXAMPLE_ID, is_first: true }, answered],
  'handoff.unanswered': [{}, { questions: 1, unanswered_at: LATER }],
  'handoff.returned': [
    { replies: 1 },
    { ...answered, return_note: 'It is refunded.', returned_at: LATER },
  ],
  'feedback.created': [{ rating: 2, message_id: EXAMPLE_ID }],
  'feedback.changed': [{ rating: 2, previous_rating: 4, message_id: EXAMPLE_ID }],
  'feedback.deleted': [{ rating: 2, message_id: EXAMPLE_ID }, null],
  'knowledge.created': [
    { kind: 'qa', status: 'processing' },
    { status: 'processing', chunk_count: 0, indexed_at: null },
  ],
  'knowledge.ready': [{ kind: 'qa', status: 'ready' }],
  'knowledge.failed': [
    { kind: 'qa', status: 'failed', error_code: failure.code },
    { status: 'failed', error: failure, chunk_count: 0, indexed_at: null },
  ],
  'knowledge.deleted': [{ kind: 'qa' }, null],
  'agent.created': [{}],
  'agent.changed': [{ changed: ['tone'] }],
  'agent.deleted': [{}, null],
  'limit.blocked': [{ bucket: 'organization', minute: AT, count: 12 }],
  'budget.warned': [spent],
  'budget.reached': [
    { ...spent, spent: 100 },
    { spending: { ...spending, spent: 100, status: 'reached', reached_at: LATER, reached: 1 } },
  ],
  'connection.created': [{}],
  'connection.changed': [{ changed: ['models', 'prices'] }],
  'connection.deleted': [{}, null],
  'secret.created': [ofApplication],
  'secret.revoked': [{ ...ofApplication, reason: 'revoked' }, null],
  'identity_secret.created': [ofApplication],
  'identity_secret.revoked': [{ ...ofApplication, reason: 'revoked' }, null],
  'user.invited': [{ role: 'editor', is_renewed: false }],
  'user.joined': [{ role: 'editor', is_active: true }],
  'user.changed': [{ role: 'editor', previous_role: 'viewer', is_active: true }],
  'user.removed': [{ role: 'editor' }, null],
  'endpoint.disabled': [
    { reason: 'failing', failures: 31 },
    { is_active: false, disabled_at: LATER, disabled_reason: 'failing' },
  ],
  'endpoint.tested': [{}],
}

/** An event of this type, as a webhook delivers it. */
export function exampleOf(type: EventName): object {
  const { target } = EVENT_TYPES[type]
  const [facts, fields = {}] = EXAMPLES[type]
  const isOfThread = OF_THREAD.includes(target)
  const about = { object: target, id: EXAMPLE_ID }
  return {
    id: EXAMPLE_ID,
    object: 'event',
    type,
    created_at: LATER,
    sequence: isOfThread ? 4 : null,
    thread_id: isOfThread ? EXAMPLE_ID : null,
    agent_id: isOfThread || target === 'agent' ? EXAMPLE_ID : null,
    is_test: false,
    facts,
    data: fields
      ? {
          ...about,
          ...RECORDS[target],
          created_at: AT,
          ...(!target.endsWith('secret') && { updated_at: LATER }),
          ...fields,
        }
      : { ...about, deleted: true },
  }
}
