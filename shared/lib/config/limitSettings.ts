import type { SettingTable } from './setting.ts'

const limit = <Default extends number>(most: Default, description: string) =>
  ({
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000_000,
    default: most,
    readBy: ['web'],
    description,
  }) as const

/** Settings of rate limits: how many requests a caller may make in a period. */
export const limitSettings = {
  API_HOURLY_LIMIT: {
    ...limit(
      100,
      'Requests an hour of an organization without a limit of its own (`npm run admin -- set-limit`).',
    ),
    matters: true,
  },
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
} as const satisfies SettingTable
