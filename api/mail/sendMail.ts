import { createHash } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import type { Ctx } from '../context.ts'
import type { LimitCheck } from '../limits/rateLimiter.ts'

/** Mails of one kind to one address in an hour. */
const LIMIT = 5
const WINDOW = 3600

/** The kinds of mails, each with a count of its own: whoever asks for resets must not use up invitations. */
type MailKind = 'invitation' | 'reset'

/** Keeps addresses out of the rate limiter's store. */
const checkOfAddress = (kind: MailKind, email: string): LimitCheck => ({
  bucket: `mail_${kind}`,
  of: createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22),
  limit: LIMIT,
  window: WINDOW,
})

/** Counts a mail to an address. @returns seconds until the next one is allowed; 0: this one is */
export async function countMail(ctx: Ctx, kind: MailKind, email: string): Promise<number> {
  const { allowed, standing } = await ctx.limits.count([checkOfAddress(kind, email)])
  return allowed ? 0 : standing.reset
}

/** Returns a link of the dashboard, whose token is in the fragment, which no server and no log sees. */
export const linkTo = ({ config }: Ctx, page: string, token: string) =>
  `${new URL(`/dashboard/${page}`, config.PUBLIC_URL)}#${token}`

/** @throws AppError mail_not_configured */
export function requireMail({ mailer }: Ctx): void {
  if (!mailer.isConfigured)
    throw new AppError(
      'mail_not_configured',
      'This service sends no mails: the operator can reset a password with parley-admin.',
    )
}
