import { timingSafeEqual } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import { hashSecret } from '../../shared/store/applications.ts'
import type { Middleware } from '../context.ts'

/** Lets in whoever carries an application's key and secret. */
export const authenticate: Middleware = async function authenticate(ctx, next) {
  const application = await ctx.credentials.find(ctx.get('X-API-Key'))
  const hash = hashSecret(ctx.get('X-API-Secret'))
  const now = new Date()
  const secret = application?.secrets.find(
    ({ hash: stored, expires_at }) => timingSafeEqual(stored, hash) && (!expires_at || expires_at > now),
  )
  if (!application || !secret)
    throw new AppError(
      'unauthenticated',
      'Authentication required: send a valid client id as X-API-Key and its secret as X-API-Secret.',
    )
  ctx.credentials.touch(application.organization_id, secret.id)
  ctx.state.caller = {
    organization_id: application.organization_id,
    application_id: application.id,
    client_id: application.client_id,
  }
  await next()
}
