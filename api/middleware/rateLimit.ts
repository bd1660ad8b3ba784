import { AppError } from '../../shared/lib/errors.ts'
import { count as countMetric } from '../../shared/lib/observability/metrics.ts'
import { allowsOrigin } from '../auth/credentialCache.ts'
import type { Ctx, Middleware } from '../context.ts'
import { clientAddress } from '../http/clientAddress.ts'
import { isReplay } from '../http/idempotent.ts'
import { type CountedAs, describeGuard } from '../http/operation.ts'
import {
  BUCKETS,
  type Bucket,
  bucketsOf,
  checkOf,
  checkOfKey,
  checkOfOrganization,
  checkOfWidgets,
  checksOfAddress,
  limitOf,
  readsFor,
} from '../limits/buckets.ts'
import type { LimitCheck, Standing } from '../limits/rateLimiter.ts'
import type { LimitEvent } from '../metrics/requestRecorder.ts'

/**
 * Counts the request for its caller, refuses it above the limit, and sets the rate-limit headers.
 */
export const rateLimit: Middleware = describeGuard(
  async function rateLimit(ctx, next) {
    return count(ctx, next, checksOf(ctx, 'requests'), async () => applicationOf(ctx))
  },
  { limits: 'requests' },
)

/**
 * Like `rateLimit`, for cheap look-ups: polling, what every visitor reads, and what explains a
 * refusal. Look-ups of applications and widgets have a wide bucket of their own. Only refusals are
 * recorded.
 */
export const rateLimitReads: Middleware = describeGuard(
  async function rateLimitReads(ctx, next) {
    return count(ctx, next, checksOf(ctx, 'reads'), async () => applicationOf(ctx), false)
  },
  { limits: 'reads' },
)

/** Returns the application to record. Requests of dashboard users are not recorded. */
const applicationOf = ({ state: { caller } }: Ctx) =>
  caller.kind === 'dashboard' ? undefined : caller

/** Like `rateLimit`, for routes without credentials. Counts by the client's address. */
export const rateLimitAddress = (bucket: 'mint' | 'sign_in'): Middleware =>
  describeGuard(
    async function rateLimitAddress(ctx, next) {
      return count(ctx, next, checksOf(ctx, bucket), () => namedClient(ctx, bucket))
    },
    { limits: bucket },
  )

async function count(
  ctx: Ctx,
  next: () => Promise<unknown>,
  checks: LimitCheck[],
  who: () => Promise<Omit<LimitEvent, 'endpoint' | 'bucket' | 'outcome'> | undefined>,
  recordsAllowed = true,
) {
  const { allowed, standing, standings, giveBack } = await ctx.limits.count(checks)
  if (ctx.state.caller) ctx.nearLimits.note(ctx.state.caller.organization_id, standings)
  const bucket = standing.bucket as Bucket
  const record = async (outcome: LimitEvent['outcome']) => {
    countMetric('parley_rate_limit_decisions_total', { bucket, outcome })
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

/** Returns the checks of a request, the narrowest first. */
function checksOf(ctx: Ctx, counted: CountedAs): LimitCheck[] {
  const kind = ctx.state.caller?.kind
  const buckets = bucketsOf(counted, kind, ctx.method, String(ctx._matchedRoute))
  return buckets.flatMap((bucket) => CHECKS[bucket](ctx))
}

/** For each bucket, the checks of a request that counts in it. */
const CHECKS: Record<Bucket, (ctx: Ctx) => LimitCheck | LimitCheck[]> = {
  key({ state: { caller } }) {
    const own = caller.application_limits?.hourly_limit
    return own ? checkOfKey(caller.application_id!, own) : []
  },
  organization: ({ config, state: { caller } }) =>
    checkOfOrganization(config, caller.organization_id, caller.hourly_limit),
  session: (ctx) =>
    checkOf(
      'session',
      `${ctx.state.caller.subject} ${sessionOf(ctx)}`,
      limitOf(ctx.config, 'session'),
    ),
  ip: ({ config, state: { caller }, ip }) =>
    checksOfAddress('ip', ip, limitOf(config, 'ip'), `${caller.organization_id} `),
  application: ({ config, state: { caller } }) =>
    checkOfWidgets(
      config,
      caller.application_id!,
      caller.application_limits?.widget_hourly_limit ?? null,
    ),
  dashboard_user: ({ config, state: { caller } }) =>
    checkOf('dashboard_user', caller.user!.id, limitOf(config, 'dashboard_user')),
  dashboard_user_reads: ({ config, state: { caller } }) =>
    checkOf('dashboard_user_reads', caller.user!.id, limitOf(config, 'dashboard_user_reads')),
  mint: ({ config, ip }) => checksOfAddress('mint', ip, limitOf(config, 'mint')),
  sign_in: ({ config, ip }) => checksOfAddress('sign_in', ip, limitOf(config, 'sign_in')),
  reads({ config, state: { caller }, ip }) {
    const { kind, organization_id, hourly_limit } = caller
    const of = kind === 'widget' ? `${organization_id} ${clientAddress(ip)}` : organization_id
    const own = kind === 'widget' ? null : hourly_limit
    return checkOf('reads', of, own === null ? limitOf(config, 'reads', kind) : readsFor(own))
  },
}

/** Returns the session in the path. A UUID may come in upper case. */
function sessionOf(ctx: Ctx): string | undefined {
  const [, parameter] = /^\/api\/v1\/sessions\/:(\w+)/.exec(String(ctx._matchedRoute)) ?? []
  return parameter && ctx.params[parameter]?.toLowerCase()
}

/**
 * Returns the application to record for a token request: the application that the page names, if it
 * lists the page's origin.
 */
async function namedClient(ctx: Ctx, bucket: 'mint' | 'sign_in') {
  if (bucket !== 'mint') return undefined
  const { client_id } = (ctx.state.body ?? {}) as { client_id?: unknown }
  if (typeof client_id !== 'string') return undefined
  const found =
    ctx.credentials.kept(client_id) ??
    (await ctx.credentials.read(client_id).catch(() => undefined))
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
      .filter(({ bucket }, index) => checks.findIndex((check) => check.bucket === bucket) === index)
      .map(({ bucket, limit, window }) => `"${bucket}";q=${limit};w=${window}`)
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
  dashboard_user: 'The operator of this service',
  dashboard_user_reads: 'The operator of this service',
}
