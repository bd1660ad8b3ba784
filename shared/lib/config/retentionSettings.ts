import type { SettingTable } from './setting.ts'

const WORKERS = ['worker', 'worker-index', 'worker-deliver'] as const

/**
 * Settings of retention: how long each kind of data is kept at most. Organizations can choose a
 * shorter time. `workers/jobs/housekeeping.ts` deletes older data.
 */
export const retentionSettings = {
  MESSAGE_DAYS: {
    type: 'integer',
    minimum: 0,
    maximum: 4000,
    default: 0,
    matters: true,
    description:
      'How long sessions and conversations are kept after their last message. 0: forever. An ' +
      'organization can have a shorter time (docs/retention.md).',
  },
  REQUEST_LOG_DAYS: {
    type: 'integer',
    minimum: 1,
    maximum: 400,
    default: 30,
    description: 'How long each request is kept for the analytics.',
  },
  ANALYTICS_DAYS: {
    type: 'integer',
    minimum: 1,
    maximum: 4000,
    default: 400,
    description: "How long the analytics' hourly sums, and what rate limits did, are kept.",
  },
  USAGE_DAYS: {
    type: 'integer',
    minimum: 0,
    maximum: 4000,
    default: 1100,
    readBy: WORKERS,
    description:
      'How long each call of a model is kept with its tokens and cost, by whole months. Their ' +
      'hourly sums stay. 0: forever.',
  },
  EVENT_DAYS: {
    type: 'integer',
    minimum: 7,
    maximum: 400,
    default: 30,
    readBy: WORKERS,
    description:
      'How long events, and their deliveries with requests and answers, are kept, by whole months.',
  },
  AUDIT_DAYS: {
    type: 'integer',
    minimum: 1,
    maximum: 4000,
    default: 400,
    description: 'How long audit events, which say who changed what, are kept.',
  },
  TRACE_DAYS: {
    type: 'integer',
    minimum: 1,
    maximum: 400,
    default: 7,
    description:
      'How long the traces of replies are kept: the prompt, and what was retrieved, of messages ' +
      'posted with `"trace"`.',
  },
} as const satisfies SettingTable
