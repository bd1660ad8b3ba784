import { assignedBy, reason, requestedBy } from '../../handoffs/handoffFields.ts'
import { count, EXAMPLE_ID, flag, time, uuid } from '../../lib/schemas.ts'
import { AT, type EventKind, LATER, TIMES } from './eventKind.ts'

const assigned = { assignee_id: EXAMPLE_ID, assigned_at: LATER, assigned_by: 'rule' } as const
const answered = { ...assigned, questions: 1, replies: 1, first_reply_at: LATER }

export const handoff = {
  isOfThread: true,
  facts: {
    reason,
    requested_by: requestedBy,
    assignee_id: uuid('Id of the assigned user; for a released chat, its previous assignee.'),
    assigned_by: assignedBy,
    message_id: uuid("Id of the customer's message, or of the person's."),
    is_first: flag('Whether it is the first answer of a person.'),
    target: {
      type: 'string',
      enum: ['first_answer', 'next_answer'],
      description: 'Which target was missed: of the first answer, or of a later one.',
    },
    due_at: time('By when a person should have answered'),
    replies: count('Messages of people to the customer until it was returned.'),
  },
  data: {
    conversation_id: EXAMPLE_ID,
    agent_id: EXAMPLE_ID,
    reason: 'customer_request',
    note: null,
    requested_by: 'rule',
    assignee_id: null,
    assigned_at: null,
    assigned_by: null,
    questions: 0,
    replies: 0,
    first_reply_at: null,
    unanswered_at: null,
    due_at: null,
    overdue_at: null,
    return_note: null,
    returned_at: null,
    ...TIMES,
  },
  types: {
    'handoff.requested': {
      description: 'A chat was handed off to people.',
      example: { facts: { reason: 'customer_request', requested_by: 'rule' } },
    },
    'handoff.assigned': {
      description: 'A person was assigned to a chat that people have.',
      example: { facts: { assignee_id: EXAMPLE_ID, assigned_by: 'rule' }, data: assigned },
    },
    'handoff.released': {
      description: 'A chat that people have lost its assignee.',
      example: { facts: { assignee_id: EXAMPLE_ID } },
    },
    'handoff.asked': {
      description: 'A customer has written to the people who have the chat.',
      example: { facts: { message_id: EXAMPLE_ID }, data: { ...assigned, questions: 1 } },
    },
    'handoff.replied': {
      description: 'A person has answered a customer.',
      example: { facts: { message_id: EXAMPLE_ID, is_first: true }, data: answered },
    },
    'handoff.unanswered': {
      description: 'Nobody has answered a customer in time.',
      example: { data: { questions: 1, unanswered_at: LATER } },
    },
    'handoff.overdue': {
      description: "A customer has no answer within the organization's target.",
      example: {
        facts: { target: 'first_answer', due_at: AT },
        data: { questions: 1, due_at: AT, overdue_at: LATER },
      },
    },
    'handoff.returned': {
      description: 'People have returned a chat to its agent.',
      example: {
        facts: { replies: 1 },
        data: { ...answered, return_note: 'It is refunded.', returned_at: LATER },
      },
    },
  },
} as const satisfies EventKind
