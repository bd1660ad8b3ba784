import { AppError } from '../../shared/errors.ts'
import { count as countMetric } from '../../shared/observability/metrics.ts'
import { allowsOrigin } from '../auth/credentialCache.ts'
import type { Ctx, Middleware } from '../context.ts'
import { clientAddress } from '../http/clientAddress.ts'
import { isReplay } from '../http/idempotent.ts'
import { declare } from '../http/operation.ts'
import {
  BUCKETS,
  type Bucket,
  checkOf,
  checkOfKey,
  checkOfOrganization,
  checkOfReads,
  checkOfWidgets,
  checksOfAddress,
} from '../limits/buckets.ts'
import type { LimitCheck, Standing } from '../limits/rateLimiter.ts'
import type { LimitEvent } from '../metrics/requestRecorder.ts'

const READS = ['GET', 'HEAD']

/** Counts the request for its caller, refuses it above the limit, and sets the rate-limit headers. */
export const rateLimit: Middleware = declare(
  async function rateLimit(ctx, next) {
    return count(ctx, next, checksOf(ctx), async () => applicationOf(ctx))
  },
  { limited: true },
)

/**
 * Like `rateLimit`, for cheap look-ups: polling, what every visitor reads, and what explains a refusal. Those
 * of applications and widgets have a wide bucket of their own. Only refusals are recorded.
 */
export const rateLimitReads: Middleware = declare(
  async function rateLimitReads(ctx, next) {
    const checks = ctx.state.caller.kind === 'dashboard' ? checksOf(ctx) : [checkOfLookUps(ctx)]
    return count(ctx, next, checks, async () => applicationOf(ctx), false)
  },
  { limited: true },
)

/** Returns the application to record. Requests of dashboard users are not recorded. */
const applicationOf = ({ state: { caller } }: Ctx) => (caller.kind === 'dashboard' ? undefined : caller)

/** Like `rateLimit`, for routes that anybody may call. Counts by the client's address. */
export const rateLimitAddress = (bucket: 'mint' | 'sign_in'): Middleware =>
  declare(
    async function rateLimitAddress(ctx, next) {
      const limit = { mint: ctx.config.MINT_MINUTE_LIMIT, sign_in: ctx.config.SIGN_IN_MINUTE_LIMIT }[bucket]
      return count(ctx, next, checksOfAddress(bucket, ctx.ip, limit), () => namedClient(ctx, bucket))
    },
    { limited: true },
  )

async function count(
  ctx: Ctx,
  next: () => Promise<unknown>,
  checks: LimitCheck[],
  who: () => Promise<Omit<LimitEvent, 'endpoint' | 'bucket' | 'outcome'> | undefined>,
  recordsAllowed = true,
) {
  const { allowed, standing, giveBack } = await ctx.limits.count(checks)
  const bucket = standing.bucket as Bucket
  const record = async (outcome: LimitEvent['outcome']) => {
    countMetric('parley_rate_limited_requests_total', { bucket, outcome })
    const client = await who()
    if (!client) return
    const { organization_id, application_id, client_id } = client
    const endpoint = String(ctx._matchedRoute)
    ctx.recorder.limit({ organization_id, application_id, client_id, endpoint, bucket, outcome })
  }
  setRateLimitHeaders(ctx, checks, standing)
  if (!allowed) {
    if (ctx.state.caller && (await isReplay(ctx))) return next()
    await record('blocked')
    throw new AppError('rate_limited', refusal(standing, bucket), { retryAfter: standing.reset })
  }
  let counts = true
  ctx.state.uncount = async () => {
    counts = false
    await giveBack()
    setRateLimitHeaders(ctx, checks, { ...standing, remaining: standing.remaining + 1 })
  }
  try {
    await next()
  } finally {
    if (counts && recordsAllowed) await record('allowed')
  }
}

/** Returns the buckets that the request counts in, narrowest first. */
function checksOf(ctx: Ctx): LimitCheck[] {
  const { kind, organization_id, application_id, application_limits, subject } = ctx.state.caller
  const { config } = ctx
  if (kind === 'application') {
    const own = application_limits?.hourly_limit
    const organization = checkOfOrganization(config, organization_id, ctx.state.caller.hourly_limit)
    return own ? [checkOfKey(application_id!, own), organization] : [organization]
  }
  if (kind === 'dashboard') {
    const { id } = ctx.state.caller.user!
    return READS.includes(ctx.method)
      ? [checkOf('person_reads', id, config.DASHBOARD_USER_READS_HOURLY_LIMIT)]
      : [checkOf('person', id, config.DASHBOARD_USER_HOURLY_LIMIT)]
  }
  const session = sessionOf(ctx)
  return [
    ...(session ? [checkOf('session', `${subject} ${session}`, config.WIDGET_SESSION_MINUTE_LIMIT)] : []),
    ...checksOfAddress('ip', ctx.ip, config.WIDGET_IP_HOURLY_LIMIT, `${organization_id} `),
    checkOfWidgets(config, application_id!, application_limits?.widget_hourly_limit ?? null),
  ]
}

function checkOfLookUps({ config, state, ip }: Ctx): LimitCheck {
  const { kind, organization_id, hourly_limit } = state.caller
  return kind === 'widget'
    ? checkOfReads(`${organization_id} ${clientAddress(ip)}`, config.WIDGET_IP_HOURLY_LIMIT)
    : checkOfReads(organization_id, hourly_limit ?? config.API_HOURLY_LIMIT)
}

/** Returns the session in the path. A UUID may come in upper case. */
function sessionOf(ctx: Ctx): string | undefined {
  const [, parameter] = /^\/api\/v1\/sessions\/:(\w+)/.exec(String(ctx._matchedRoute)) ?? []
  return parameter && ctx.params[parameter]?.toLowerCase()
}

/** Returns the application to record for a token request: the one that the page names, if it lists its origin. */
async function namedClient(ctx: Ctx, bucket: 'mint' | 'sign_in') {
  if (bucket !== 'mint') return undefined
  const { client_id } = (ctx.state.body ?? {}) as { client_id?: unknown }
  if (typeof client_id !== 'string') return undefined
  const found =
    ctx.credentials.kept(client_id) ?? (await ctx.credentials.read(client_id).catch(() => undefined))
  if (!found || !allowsOrigin(found.allowed_origins, ctx.get('Origin'))) return undefined
  return { organization_id: found.organization_id, application_id: found.id, client_id }
}

function setRateLimitHeaders(
  ctx: Ctx,
  checks: LimitCheck[],
  { bucket, limit, remaining, reset }: Standing,
): void {
  ctx.set({
    'RateLimit-Policy': checks
      .filter(({ bucket }, index) => checks.findIndex((one) => one.bucket === bucket) === index)
      .map((one) => `"${one.bucket}";q=${one.limit};w=${one.window}`)
      .join(', '),
    RateLimit: `"${bucket}";r=${remaining};t=${reset}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(reset),
  })
}

function refusal({ limit, reset }: Standing, bucket: Bucket): string {
  const more = bucket in RAISED_BY ? ` ${RAISED_BY[bucket]} can give a higher limit.` : ''
  return `The limit of ${limit} ${BUCKETS[bucket].counts} is reached. Try again in ${reset} s.${more}`
}

const RAISED_BY: Partial<Record<Bucket, string>> = {
  organization: 'The operator of this service',
  key: 'An owner of your organization',
  person: 'The operator of this service',
  person_reads: 'The operator of this service',
}
