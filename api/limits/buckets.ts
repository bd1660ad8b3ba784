import type { Config } from '../../shared/lib/config/config.ts'
import type { CredentialKind } from '../context.ts'
import { clientNetworks } from '../http/clientAddress.ts'
import type { CountedAs } from '../http/operation.ts'
import type { LimitCheck } from './rateLimiter.ts'

const HOUR = 3600
const MINUTE = 60

/**
 * Each bucket with its window in seconds, the requests that it counts, and the setting of its
 * limit. An owner sets the limit of `key`; the limit of `reads` is a multiple of another.
 */
export const BUCKETS = {
  organization: {
    window: HOUR,
    counts: 'API requests an hour for your organization',
    setting: 'API_HOURLY_LIMIT',
  },
  key: { window: HOUR, counts: 'API requests an hour for this application' },
  session: {
    window: MINUTE,
    counts: 'requests a minute in this session',
    setting: 'WIDGET_SESSION_MINUTE_LIMIT',
  },
  ip: {
    window: HOUR,
    counts: 'widget requests an hour from your address or network',
    setting: 'WIDGET_IP_HOURLY_LIMIT',
  },
  application: {
    window: HOUR,
    counts: 'widget requests an hour for this application',
    setting: 'WIDGET_APPLICATION_HOURLY_LIMIT',
  },
  dashboard_user: {
    window: HOUR,
    counts: 'changes, messages and look-ups an hour that you may make in the dashboard',
    setting: 'DASHBOARD_USER_HOURLY_LIMIT',
  },
  dashboard_user_reads: {
    window: HOUR,
    counts: 'requests an hour that you may make in the dashboard',
    setting: 'DASHBOARD_USER_READS_HOURLY_LIMIT',
  },
  mint: {
    window: MINUTE,
    counts: 'widget tokens a minute for your address or network',
    setting: 'MINT_MINUTE_LIMIT',
  },
  sign_in: {
    window: MINUTE,
    counts: 'tries a minute to sign in from your address or network',
    setting: 'SIGN_IN_MINUTE_LIMIT',
  },
  reads: { window: HOUR, counts: 'look-ups an hour that count against no other limit' },
} as const satisfies Record<string, { window: number; counts: string; setting?: keyof Config }>
export type Bucket = keyof typeof BUCKETS

type WithSetting = Exclude<Bucket, 'key' | 'reads'>

/** The settings from which limits are computed. */
export type LimitSettings = Pick<Config, (typeof BUCKETS)[WithSetting]['setting']>

/**
 * Returns the limit of look-ups, which are cheap and which clients repeat while they wait.
 * @param requests the limit of other requests
 */
export const readsFor = (requests: number) => 30 * requests

/**
 * Returns how many requests a bucket allows in a window, if its owner has no limit of their own.
 * @param kind of the request's credentials
 */
export function limitOf(
  settings: LimitSettings,
  bucket: Exclude<Bucket, 'key'>,
  kind?: CredentialKind,
): number {
  if (bucket !== 'reads') return settings[BUCKETS[bucket].setting]
  return readsFor(limitOf(settings, kind === 'widget' ? 'ip' : 'organization'))
}

/**
 * Returns the buckets in which a request counts, the narrowest first.
 * @param kind of its credentials; undefined if it needs none
 * @param path the route's, such as `/api/v1/sessions/:id`
 */
export function bucketsOf(
  counted: CountedAs,
  kind: CredentialKind | undefined,
  method: string,
  path: string,
): readonly Bucket[] {
  if (counted === 'mint' || counted === 'sign_in') return [counted]
  if (kind === 'dashboard')
    return [
      counted === 'reads' || READS.includes(method) ? 'dashboard_user_reads' : 'dashboard_user',
    ]
  if (counted === 'reads') return ['reads']
  if (kind === 'application') return ['key', 'organization']
  return IN_SESSION.test(path) ? ['session', 'ip', 'application'] : ['ip', 'application']
}

const READS = ['GET', 'HEAD']
const IN_SESSION = /^\/api\/v1\/sessions\/[:{]/

export const checkOf = (bucket: Bucket, of: string, limit: number): LimitCheck => ({
  bucket,
  of,
  limit,
  window: BUCKETS[bucket].window,
})

/**
 * Buckets of the client's address and of the networks around it.
 * @param ip `ctx.ip`
 * @param of the owner's id, which goes before the address in the bucket's key
 */
export const checksOfAddress = (bucket: Bucket, ip: string, limit: number, of = ''): LimitCheck[] =>
  clientNetworks(ip).map(({ network, times }) => checkOf(bucket, `${of}${network}`, times * limit))

/** Returns the check of an organization's bucket. @param own null: the service's default */
export const checkOfOrganization = (
  config: Config,
  organizationId: string,
  own: number | null,
): LimitCheck => checkOf('organization', organizationId, own ?? limitOf(config, 'organization'))

/** Returns the check of an application that has a limit of its own within its organization's. */
export const checkOfKey = (applicationId: string, own: number): LimitCheck =>
  checkOf('key', applicationId, own)

/**
 * Returns the check of an application's widgets.
 * @param own the application's own limit, capped at the service's; null: the service's
 */
export const checkOfWidgets = (
  config: Config,
  applicationId: string,
  own: number | null,
): LimitCheck =>
  checkOf(
    'application',
    applicationId,
    Math.min(own ?? Number.POSITIVE_INFINITY, limitOf(config, 'application')),
  )
