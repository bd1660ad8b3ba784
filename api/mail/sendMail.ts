import { createHash } from 'node:crypto'
import { AppError } from '../../shared/lib/errors.ts'
import type { Ctx } from '../context.ts'
import type { LimitCheck } from '../limits/rateLimiter.ts'

/** Mails of one kind to one address in an hour. */
const LIMIT = 5
const WINDOW = 3600

/**
 * The kinds of mails. Each has a count of its own, so that password resets cannot use up
 * invitations.
 */
type MailKind = 'invitation' | 'reset'

/** Keeps addresses out of the rate limiter's store. */
const hashOf = (email: string) =>
  createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22)

const checkOfAddress = (kind: MailKind, email: string): LimitCheck => ({
  bucket: `mail_${kind}`,
  of: hashOf(email),
  limit: LIMIT,
  window: WINDOW,
})

/**
 * Counts a mail to an address.
 * @returns seconds until the next mail is allowed; 0: this mail is allowed
 */
export async function countMail(ctx: Ctx, kind: MailKind, email: string): Promise<number> {
  const { allowed, standing } = await ctx.limits.count([checkOfAddress(kind, email)])
  return allowed ? 0 : standing.reset
}

/**
 * Returns a link to the dashboard. Its token is in the fragment, which no server and no log sees.
 */
export const linkTo = ({ config }: Ctx, page: string, token: string) =>
  `${new URL(`/dashboard/${page}`, config.PUBLIC_URL)}#${token}`

/** The limits of mails to customers, with their windows in seconds. */
const CUSTOMER_LIMITS = {
  chat: { limit: 5, window: 3_600, counts: 'an hour for this chat' },
  address: { limit: 6, window: 86_400, counts: 'a day to this address' },
  organization: { limit: 1_000, window: 86_400, counts: 'a day for this organization' },
} as const

/**
 * Counts a mail that a customer requests: a transcript, or the code that proves their address.
 * Codes have counts of their own, so codes to strangers' addresses use up no transcripts.
 * @throws AppError rate_limited
 */
export async function countCustomerMail(
  { limits, state }: Ctx,
  kind: 'code' | 'transcript',
  threadId: string,
  email: string,
): Promise<void> {
  const { organization_id } = state.caller
  const owners = [
    ['chat', threadId],
    ['address', hashOf(mailboxOf(email))],
    ['organization', organization_id],
  ] as const
  const { allowed, standing } = await limits.count(
    owners.map(([name, of]) => ({ bucket: `mail_${kind}_${name}`, of, ...CUSTOMER_LIMITS[name] })),
  )
  if (allowed) return
  const { limit, counts } = Object.values(CUSTOMER_LIMITS).find(
    ({ limit }) => limit === standing.limit,
  )!
  throw new AppError(
    'rate_limited',
    `At most ${limit} such mails ${counts}. Try again in ${standing.reset} s.`,
    {
      retryAfter: standing.reset,
    },
  )
}

/**
 * Returns the address without the part after a plus: most mail servers deliver `zoe+1@…` to
 * `zoe@…`.
 */
const mailboxOf = (email: string) => email.replace(/^([^+@]+)\+[^@]*@/, '$1@')

/**
 * Refuses a request that needs mails if none can be sent.
 * @param instead what can be done without mails
 * @throws AppError mail_not_configured
 */
export function requireMail({ mailer }: Ctx, instead: string): void {
  if (!mailer.isConfigured)
    throw new AppError('mail_not_configured', `This service sends no mails: ${instead}`)
}
