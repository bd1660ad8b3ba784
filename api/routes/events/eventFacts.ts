import { PERIODS, UNITS } from '../../../shared/budgets/budgets.ts'
import type { EventTarget } from '../../../shared/events/eventTypes.ts'
import { ROLES } from '../../../shared/people/users.ts'
import { amount, count, flag, type Schema, text, time, uuid } from '../../http/schemas.ts'
import { kind } from '../../http/sources.ts'
import { reason, requestedBy } from '../handoffs/handoffs.ts'

const errorCode = text('Code of what went wrong, where it failed.')
const changed = {
  type: 'array',
  items: { type: 'string' },
  description: 'Names of the fields that were changed, where it was changed.',
} as const
const status = (values: readonly string[]) =>
  ({ type: 'string', enum: values, description: 'Its state when it happened.' }) as const
const rating = (description: string) =>
  ({ type: 'integer', minimum: 1, maximum: 5, description }) as const
const role = (description: string) => ({ type: 'string', enum: ROLES, description }) as const

const ofSecret = {
  application_id: uuid('Id of the application whose secret it is.'),
  reason: {
    type: 'string',
    enum: ['revoked', 'expired'],
    description: 'Why it has ended: somebody revoked it, or its time was over.',
  },
} as const

/**
 * What was so when it happened, by the kind of record. An event has those that apply to its type.
 */
export const FACTS: Record<EventTarget, Readonly<Record<string, Schema>>> = {
  message: { status: status(['completed', 'failed', 'cancelled']), error_code: errorCode },
  session: { status: status(['active', 'closed', 'expired']) },
  conversation: { status: status(['open', 'closed']) },
  handoff: {
    reason,
    requested_by: requestedBy,
    assignee_id: uuid('Id of the user who was assigned; of a chat that was released, who had it.'),
    message_id: uuid("Id of the customer's message, or of the person's."),
    is_first: flag('Whether it is the first answer of a person.'),
    replies: count('Messages of people to the customer until it was returned.'),
  },
  feedback: {
    rating: rating('The rating, from 1, the worst, to 5.'),
    previous_rating: rating('The rating before, where it was changed.'),
    message_id: uuid('Id of the rated reply. Absent: all of the chat was rated.'),
  },
  knowledge_entry: {
    kind,
    status: status(['processing', 'ready', 'failed']),
    error_code: errorCode,
  },
  agent: { changed },
  organization: {
    bucket: text('Name of the rate limit that refused requests, as in `RateLimit`.'),
    minute: time('When the minute began'),
    count: count('Requests that the limit refused in that minute.'),
  },
  budget: {
    period: { type: 'string', enum: PERIODS, description: 'How long its periods are.' },
    begins: { type: 'string', format: 'date', description: 'First day of the period, by UTC.' },
    spent: amount('What was spent of it, in its unit.'),
    amount: amount('The most that may be spent of it, in its unit.'),
    unit: { type: 'string', enum: UNITS, description: 'What it counts.' },
    application_id: uuid('Id of the application whose share it is, of a budget for applications.'),
    agent_id: uuid('Id of the agent whose share it is, of a budget for agents.'),
  },
  connection: { changed },
  secret: ofSecret,
  identity_secret: ofSecret,
  user: {
    role: role('Role of the user.'),
    previous_role: role('The role before the change.'),
    is_active: flag('Whether they may sign in.'),
  },
  invitation: {
    role: role('Role that the person will have.'),
    is_renewed: flag('Whether the person was invited before, and got another link.'),
  },
  webhook_endpoint: {
    reason: {
      type: 'string',
      enum: ['gone', 'failing'],
      description: 'Why Parley disabled it: it answered 410, or failed for too long.',
    },
    failures: count('Tries that have failed since the last success.'),
  },
}
