import { createHash, timingSafeEqual } from 'node:crypto'
import { type Credentials, isLimited } from '../../shared/applications/applications.ts'
import { AppError } from '../../shared/lib/errors.ts'
import { parseUrl } from '../../shared/lib/parseUrl.ts'
import { hashLimitedKey, hashSecret } from '../../shared/lib/secrets.ts'
import { findDashboardUser } from '../../shared/people/dashboardSessions.ts'
import type { Caller, CredentialKind, Ctx } from '../context.ts'
import { readersLanguage } from '../http/readersLanguage.ts'
import { allowsOrigin } from './credentialCache.ts'

/** Finds the caller by each kind of credentials; undefined: the credentials are not valid. */
export const FIND: Record<CredentialKind, (ctx: Ctx) => Promise<Caller | undefined>> = {
  application: callerByKey,
  widget: callerByToken,
  dashboard: callerBySession,
}

/** Returns the kinds of credentials that the request carries, valid or not. */
export function kindsIn(ctx: Ctx): CredentialKind[] {
  const carries: Record<CredentialKind, unknown> = {
    application: ctx.get('X-API-Key') || ctx.get('X-API-Secret') || keyIn(ctx),
    widget: ctx.get('Authorization') && !keyIn(ctx),
    // Koa makes an object for cookies when they are first asked for.
    dashboard: ctx.get('Cookie') && ctx.cookies.get(cookieName(ctx)),
  }
  return (Object.keys(carries) as CredentialKind[]).filter((kind) => carries[kind])
}

/**
 * `Bearer` and `Basic`, with at most as many characters as a key may have. Widget tokens begin
 * with `eyJ`.
 */
const BEARER_KEY = /^Bearer (sk_[\w-]{1,200})$/i
const BASIC = /^Basic ([\w+/=-]{1,600})$/i
const BASIC_KEY = /^(sk_[\w-]{1,200}):/

/**
 * Returns the key in the Authorization header, as a bearer token or as the user name of Basic;
 * undefined if it has no key.
 */
function keyIn(ctx: Ctx): string | undefined {
  const header = ctx.get('Authorization')
  const bearer = BEARER_KEY.exec(header)?.[1]
  if (bearer) return bearer
  const basic = BASIC.exec(header)?.[1]
  return basic && BASIC_KEY.exec(Buffer.from(basic, 'base64').toString())?.[1]
}

/** Whether the request carries a secret, which no page may have. */
export const carriesSecret = (ctx: Ctx) => Boolean(ctx.get('X-API-Secret') || keyIn(ctx))

/** Whether the only secret of the request is the key of an application for tests. */
export const carriesTestKey = (ctx: Ctx) =>
  !ctx.get('X-API-Secret') && Boolean(keyIn(ctx)?.startsWith('sk_test_'))

const nobody = {
  hourly_limit: null,
  application_id: null,
  client_id: null,
  application_limits: null,
  agent_ids: null,
  scopes: null,
  is_test: false,
  limited_key_id: null,
  subject: null,
  context_id: null,
  origin: null,
  user: null,
}

async function callerByKey(ctx: Ctx): Promise<Caller | undefined> {
  const { credentials } = ctx
  const key = keyIn(ctx)
  const secret = ctx.get('X-API-Secret')
  const named = ctx.get('X-API-Key')
  if (key ? named || secret : !named || !secret) return undefined
  const hashes = hashesOf(key ?? secret)
  const clientId = key ? await credentials.clientIdOf(Object.values(hashes)) : named
  if (clientId === undefined) return undefined
  // The cache may lack a secret that was created just now, so a mismatch reads the database.
  const found =
    match(credentials.kept(clientId), hashes) ?? match(await credentials.read(clientId), hashes)
  if (!found) return undefined
  const { id, scopes, agent_ids, is_test } = found.secret
  credentials.touch(found.application.organization_id, id)
  const limited_key_id = agent_ids || is_test ? id : null
  const rights = { scopes, agent_ids, is_test, limited_key_id }
  return { ...nobody, ...callerOf(found.application), kind: 'application', ...rights }
}

const hashesOf = (secret: string) => ({ full: hashSecret(secret), limited: hashLimitedKey(secret) })

/** Returns the application with its secret of this hash; undefined if no such secret is valid. */
function match(application: Credentials | undefined, hashes: ReturnType<typeof hashesOf>) {
  const now = new Date()
  const secret = application?.secrets.find(
    (secret) =>
      timingSafeEqual(secret.hash, isLimited(secret) ? hashes.limited : hashes.full) &&
      (!secret.expires_at || secret.expires_at > now),
  )
  return application && secret && { application, secret }
}

/**
 * Finds the caller of a widget's token. The token ends early if the application is deleted, its
 * origin is taken off the list, or the secret that vouched for its customer ends.
 */
async function callerByToken(ctx: Ctx): Promise<Caller | undefined> {
  const token = /^Bearer ([\w.-]+)$/i.exec(ctx.get('Authorization'))?.[1]
  const visitor = token && ctx.tokens.verify(token)
  if (!visitor) return undefined
  const application = ctx.credentials.kept(visitor.app) ?? (await ctx.credentials.read(visitor.app))
  if (application?.organization_id !== visitor.org) return undefined
  if (!allowsOrigin(application.allowed_origins, visitor.origin)) return undefined
  const origin = ctx.get('Origin')
  if (origin && origin !== visitor.origin)
    throw new AppError('origin_not_allowed', 'This token was issued to a page of another origin.')
  const { agent_ids } = application
  const { customer } = visitor
  if (customer && !(await vouches(ctx, application, customer.secret))) return undefined
  const context_id = customer?.context ?? null
  const of = { agent_ids, subject: visitor.sub, context_id, origin: visitor.origin }
  return { ...nobody, ...callerOf(application), kind: 'widget', ...of }
}

/**
 * Whether the application has this identity secret and it is valid. A miss reads the database,
 * because the cache may lack a secret that was just created.
 */
export async function vouches(ctx: Ctx, application: Credentials, id: string): Promise<boolean> {
  const has = (found: Credentials | undefined) =>
    found?.identity_secrets.some((secret) => secret.id === id && isValid(secret)) ?? false
  return has(application) || has(await ctx.credentials.read(application.client_id))
}

/** Whether a secret has not expired. */
export const isValid = ({ expires_at }: { expires_at: Date | null }) =>
  !expires_at || expires_at > new Date()

const callerOf = ({ organization_id, hourly_limit, id, client_id, limits }: Credentials) => ({
  organization_id,
  hourly_limit,
  application_id: id,
  client_id,
  application_limits: limits,
})

/**
 * Finds the signed-in user. Admits only the dashboard's own pages, and changes only with the CSRF
 * token.
 */
async function callerBySession(ctx: Ctx): Promise<Caller | undefined> {
  const token = ctx.cookies.get(cookieName(ctx))
  const user = token
    ? await findDashboardUser(ctx.db, hashSecret(token), readersLanguage(ctx))
    : undefined
  if (!token || !user) return undefined
  requireOwnPage(ctx)
  const changes = ctx.method !== 'GET' && ctx.method !== 'HEAD'
  if (changes && !isSame(ctx.get('X-CSRF-Token'), csrfTokenOf(token)))
    throw new AppError(
      'csrf_failed',
      'Send the csrf_token that the sign-in answered, as X-CSRF-Token.',
    )
  return { ...nobody, kind: 'dashboard', organization_id: user.organization_id, user }
}

/**
 * Refuses requests from pages of other sites and subdomains. Older browsers send only the Origin
 * header.
 */
export function requireOwnPage(ctx: Ctx): void {
  const site = ctx.get('Sec-Fetch-Site')
  const origin = ctx.get('Origin')
  const isForeign = origin !== '' && parseUrl(origin)?.host !== ctx.host
  if (isForeign || (site && site !== 'same-origin' && site !== 'none'))
    throw new AppError('csrf_failed', "The dashboard's session is for the dashboard's own pages.")
}

/** Browsers accept a `__Host-` cookie only over TLS, and only from this exact host. */
export const cookieName = (ctx: Ctx) =>
  ctx.config.NODE_ENV === 'production' ? '__Host-parley_session' : 'parley_session'

/** Derives the token from the cookie, which pages of other sites cannot read. */
export const csrfTokenOf = (token: string) =>
  createHash('sha256').update(`csrf:${token}`).digest('base64url')

const isSame = (given: string, expected: string) =>
  timingSafeEqual(hashSecret(given), hashSecret(expected))
