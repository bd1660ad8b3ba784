/** How webhooks are delivered. */
export const deliverySettings = {
  DELIVER_CONCURRENCY: {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    default: 500,
    description: 'Webhooks that one delivering process sends at a time.',
  },
  ENDPOINT_DELIVER_CONCURRENCY: {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 5,
    description:
      'Webhooks that are sent to one endpoint at a time, over all workers; to one that fails, one at a time.',
  },
  DELIVERY_TIMEOUT_SECONDS: {
    type: 'number',
    minimum: 1,
    maximum: 60,
    default: 15,
    description: 'How long the receiver of a webhook may take to answer.',
  },
  DELIVERY_RETRY_SECONDS: {
    type: 'string',
    pattern: '^[1-9][0-9]{0,5}(,[1-9][0-9]{0,5}){0,19}$',
    default: '5,300,1800,7200,18000,36000,50400,72000,86400',
    description:
      'How long a webhook waits after each failed try, in seconds with commas between; after one try more than there are numbers it has failed.',
  },
} as const
