import { timingSafeEqual } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import { type Credentials, hashSecret } from '../../shared/store/applications.ts'
import type { CredentialKind, Middleware } from '../context.ts'
import type { CredentialStore } from '../credentials.ts'
import { declare } from '../operation.ts'

/** Lets in whoever carries credentials of one of these kinds. */
export function authenticate(...kinds: CredentialKind[]): Middleware {
  return declare(
    async function authenticate(ctx, next) {
      const clientId = ctx.get('X-API-Key')
      const secret = ctx.get('X-API-Secret')
      const found =
        clientId && secret ? await check(ctx.credentials, clientId, hashSecret(secret)) : undefined
      if (!found)
        throw new AppError(
          'unauthenticated',
          'Authentication required: send a valid client id as X-API-Key and its secret as X-API-Secret.',
        )
      const { organization_id, hourly_limit, id: application_id, client_id } = found.application
      ctx.credentials.touch(organization_id, found.secret.id)
      const nobody = { subject: null, user_id: null }
      ctx.state.caller = {
        kind: 'application',
        organization_id,
        hourly_limit,
        application_id,
        client_id,
        ...nobody,
      }
      await next()
    },
    { credentials: kinds },
  )
}

async function check(credentials: CredentialStore, clientId: string, hash: Buffer) {
  return match(credentials.kept(clientId), hash) ?? match(await credentials.read(clientId), hash)
}

/** The application, if one of its secrets has this hash and has not expired. */
function match(application: Credentials | undefined, hash: Buffer) {
  const now = new Date()
  const secret = application?.secrets.find(
    (one) => timingSafeEqual(one.hash, hash) && (!one.expires_at || one.expires_at > now),
  )
  return application && secret && { application, secret }
}
