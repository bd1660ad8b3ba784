const limit = <Default extends number>(most: Default, description: string) =>
  ({ type: 'integer', minimum: 1, maximum: 1_000_000_000, default: most, description }) as const

/** How many requests one caller may make in a period. */
export const rateSettings = {
  API_HOURLY_LIMIT: limit(100, 'Requests an hour of an organization that has no limit of its own.'),
  WIDGET_SESSION_MINUTE_LIMIT: limit(20, 'Widget requests a minute in one session.'),
  WIDGET_IP_HOURLY_LIMIT: limit(
    200,
    "Widget requests an hour from one address to an organization's widgets.",
  ),
  WIDGET_APPLICATION_HOURLY_LIMIT: limit(1000, 'Widget requests an hour of one application.'),
  MINT_MINUTE_LIMIT: limit(30, 'Widget tokens a minute for one address.'),
  DASHBOARD_USER_HOURLY_LIMIT: limit(
    600,
    'Changes, messages and look-ups an hour of one user of the dashboard.',
  ),
  DASHBOARD_USER_READS_HOURLY_LIMIT: limit(
    6_000,
    'Other requests an hour of one user of the dashboard.',
  ),
} as const

/** How many rows may wait for a worker. */
export const queueSettings = {
  MAX_QUEUED: limit(
    10_000,
    'Replies, and likewise knowledge entries, that may wait for a worker; further ones get 503.',
  ),
  ORGANIZATION_MAX_QUEUED: limit(3_000, 'The same, of one organization.'),
  ENDPOINT_MAX_WAITING: limit(
    100_000,
    'Deliveries to one webhook endpoint that may wait, about; later ones are skipped until fewer wait.',
  ),
  ORGANIZATION_MIN_QUEUED: {
    type: 'integer',
    minimum: 0,
    default: 20,
    description:
      'So many of each organization may wait however full the queue of all is, so that others cannot shut it out.',
  },
} as const
