import type { Config } from '../../shared/config/config.ts'
import { clientNetworks } from '../http/clientAddress.ts'
import type { LimitCheck } from './rateLimiter.ts'

const HOUR = 3600
const MINUTE = 60

/** For each bucket, the requests that it counts and the length of its window in seconds. */
export const BUCKETS = {
  organization: { window: HOUR, counts: 'API requests an hour for your organization' },
  key: { window: HOUR, counts: 'API requests an hour for this application' },
  session: { window: MINUTE, counts: 'requests a minute in this session' },
  ip: { window: HOUR, counts: 'widget requests an hour from your address or network' },
  application: { window: HOUR, counts: 'widget requests an hour for this application' },
  person: {
    window: HOUR,
    counts: 'changes, messages and look-ups an hour that you may make in the dashboard',
  },
  person_reads: { window: HOUR, counts: 'requests an hour that you may make in the dashboard' },
  mint: { window: MINUTE, counts: 'widget tokens a minute for your address or network' },
  sign_in: { window: MINUTE, counts: 'tries a minute to sign in from your address or network' },
  reads: { window: HOUR, counts: 'look-ups an hour that count against no other limit' },
} as const
export type Bucket = keyof typeof BUCKETS

export const checkOf = (bucket: Bucket, of: string, limit: number): LimitCheck => ({
  bucket,
  of,
  limit,
  window: BUCKETS[bucket].window,
})

/**
 * Buckets of the client's address and of the networks around it.
 * @param ip `ctx.ip`
 * @param of what the bucket belongs to, apart from the address
 */
export const checksOfAddress = (bucket: Bucket, ip: string, limit: number, of = ''): LimitCheck[] =>
  clientNetworks(ip).map(({ network, times }) => checkOf(bucket, `${of}${network}`, times * limit))

/** Look-ups are cheap, and clients poll. This many times the limit of other requests is allowed. */
const READS_PER_REQUEST = 30

/** @param limit the limit of other requests */
export const checkOfReads = (of: string, limit: number): LimitCheck =>
  checkOf('reads', of, READS_PER_REQUEST * limit)

/** @param own the organization's own limit; null: the service's default */
export const checkOfOrganization = (config: Config, organizationId: string, own: number | null): LimitCheck =>
  checkOf('organization', organizationId, own ?? config.API_HOURLY_LIMIT)

/** The bucket of an application that has a limit of its own within its organization's. */
export const checkOfKey = (applicationId: string, own: number): LimitCheck =>
  checkOf('key', applicationId, own)

/** @param own the application's own limit, capped at the service's; null: the service's */
export const checkOfWidgets = (config: Config, applicationId: string, own: number | null): LimitCheck =>
  checkOf(
    'application',
    applicationId,
    Math.min(own ?? Number.POSITIVE_INFINITY, config.WIDGET_APPLICATION_HOURLY_LIMIT),
  )
