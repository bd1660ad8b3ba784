import { AppError } from '../../shared/errors.ts'
import { FIND, kindsIn } from '../callers.ts'
import type { CredentialKind, Middleware } from '../context.ts'
import { declare } from '../operation.ts'

/** How each kind of credentials is sent. */
const HOW: Record<CredentialKind, string> = {
  application: 'a valid client id as X-API-Key and its secret as X-API-Secret',
  widget: "a widget's token as Authorization: Bearer",
  dashboard: 'the cookie of a signed-in dashboard user',
}

const READS = ['GET', 'HEAD']
/** Also a viewer may sign out. */
const OWN_SESSION = '/dashboard/session'

/**
 * Lets in whoever carries valid credentials of one of these kinds, and leaves them in `ctx.state.caller`. Viewers at
 * the dashboard may look and change nothing.
 */
export function authenticate(...kinds: CredentialKind[]): Middleware {
  const how = kinds.map((kind) => HOW[kind]).join(', or ')
  return declare(
    async function authenticate(ctx, next) {
      const carried = kindsIn(ctx)
      const [kind] = carried
      const caller = kind && carried.length === 1 ? await FIND[kind](ctx) : undefined
      if (!caller) {
        const only = carried.length > 1 ? 'one kind of credentials only: ' : ''
        throw new AppError('unauthenticated', `Authentication required: send ${only}${how}.`)
      }
      if (!kinds.includes(caller.kind))
        throw new AppError('scope', `These credentials are not for this route. Send ${how}.`)
      if (caller.user?.role === 'viewer' && !READS.includes(ctx.method) && !ctx.path.startsWith(OWN_SESSION))
        throw new AppError('scope', 'A viewer may look, and change nothing.')
      ctx.state.caller = caller
      await next()
    },
    { credentials: kinds },
  )
}
