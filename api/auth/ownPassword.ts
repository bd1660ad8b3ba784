import { isPassword } from '../../shared/lib/secrets.ts'
import { readPasswordHash } from '../../shared/people/users.ts'
import type { Ctx } from '../context.ts'
import { validationFailed } from '../http/fieldErrors.ts'
import { countOwnGuess } from './loginAttempts.ts'

/**
 * The password. It proves that the request comes from the user, not from another person at their
 * open browser.
 */
export const ownPassword = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: 'Your password, which proves that the request comes from you.',
} as const

/** The body of a request that needs only the password. */
export const confirmation = {
  type: 'object',
  additionalProperties: false,
  required: ['password'],
  properties: { password: ownPassword },
  examples: [{ password: 'a long password' }],
} as const

export const wrongPassword = (field: string) =>
  validationFailed([{ field, code: 'wrong', detail: 'is not your password' }])

/**
 * Compares the signed-in user's password. A wrong password counts as a failed sign-in.
 * @returns its hash
 * @throws AppError validation_failed, which names the field; rate_limited
 */
export async function requireOwnPassword(
  ctx: Ctx,
  field: string,
  password: string,
): Promise<string> {
  const user = ctx.state.caller.user!
  const isRight = await countOwnGuess(ctx, user.id)
  const hash = await readPasswordHash(ctx.db, user)
  if (!(await isPassword(password, hash, ctx.config.PASSWORD_COST))) throw wrongPassword(field)
  await isRight?.()
  return hash!
}
