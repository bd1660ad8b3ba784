/**
 * How long each kind of data is kept at most; organizations can choose a shorter time.
 * `workers/jobs/housekeeping.ts` deletes older data.
 */
export const retentionSettings = {
  MESSAGE_DAYS: {
    type: 'integer',
    minimum: 0,
    maximum: 4000,
    default: 0,
    description:
      'How long sessions and conversations are kept after their last message. 0: forever.',
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
    description: "How long the analytics' sums by the hour, and what rate limits did, are kept.",
  },
  USAGE_DAYS: {
    type: 'integer',
    minimum: 0,
    maximum: 4000,
    default: 1100,
    description:
      'How long each call of a model is kept, with its tokens and cost; by whole months. Their sums by the hour stay. 0: forever.',
  },
  EVENT_DAYS: {
    type: 'integer',
    minimum: 7,
    maximum: 400,
    default: 30,
    description:
      'How long events can be read, by whole months, and how long their deliveries are kept, with requests and answers.',
  },
  AUDIT_DAYS: {
    type: 'integer',
    minimum: 1,
    maximum: 4000,
    default: 400,
    description: 'How long it is kept who changed what.',
  },
  TRACE_DAYS: {
    type: 'integer',
    minimum: 1,
    maximum: 400,
    default: 7,
    description: 'How long it is kept how a reply came about, where somebody asked for that.',
  },
} as const
