import { ASSIGNED_BY, HANDOFF_REASONS } from './records.ts'

/** Why a thread is handed off. */
export const reason = {
  type: 'string',
  enum: HANDOFF_REASONS,
  description:
    'Why people get it: the customer asked for a person, the agent had no answer, a low rating, the topic, a person took over of their own accord, or another reason.',
} as const

/** The kind of actor that handed a thread off. */
export const requestedBy = {
  type: 'string',
  enum: ['visitor', 'key', 'user', 'rule'],
  description:
    'Who handed it off: the visitor, a key, a user of the dashboard, or a rule of the agent.',
} as const

/** What assigned the user who answers. */
export const assignedBy = {
  type: 'string',
  enum: ASSIGNED_BY,
  description:
    "What last set or removed the assignee: a `person`, or your server for them, or the organization's `rule` (`assignment`).",
} as const
