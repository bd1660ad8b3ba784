import type { SettingTable } from './setting.ts'

/** Settings of the delivery of webhooks. */
export const deliverySettings = {
  DELIVER_CONCURRENCY: {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    default: 500,
    readBy: ['worker-deliver'],
    description: 'Webhooks that one delivering process sends at a time.',
  },
  ENDPOINT_DELIVER_CONCURRENCY: {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 5,
    readBy: ['worker-deliver'],
    description:
      'Webhooks that all delivering processes together send to one endpoint at a time. A ' +
      'failing endpoint gets one webhook at a time.',
  },
  DELIVERY_TIMEOUT_SECONDS: {
    type: 'number',
    minimum: 1,
    maximum: 60,
    default: 15,
    readBy: ['worker-deliver'],
    description: 'Longest that the receiver of a webhook may take to answer.',
  },
  DELIVERY_RETRY_SECONDS: {
    type: 'string',
    pattern: '^[1-9][0-9]{0,5}(,[1-9][0-9]{0,5}){0,19}$',
    default: '5,300,1800,7200,18000,36000,50400,72000,86400',
    readBy: ['worker-deliver'],
    description:
      'How long a webhook waits after each failed attempt: at most 20 numbers of seconds with ' +
      'commas between. It has failed when the attempt after the last wait fails.',
  },
  ENDPOINT_MAX_WAITING: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000_000,
    default: 100_000,
    readBy: ['worker-deliver'],
    description:
      'Most deliveries to one webhook endpoint that may wait, about. Further deliveries are ' +
      'skipped until fewer wait.',
  },
} as const satisfies SettingTable
