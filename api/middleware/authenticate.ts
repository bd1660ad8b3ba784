import type { ThreadKind } from '../../shared/chat/threads.ts'
import { AppError } from '../../shared/lib/errors.ts'
import { isForAgents } from '../auth/agentOperations.ts'
import { FIND, kindsIn } from '../auth/identity.ts'
import { requireScope } from '../auth/scopes.ts'
import type { CredentialKind, Middleware } from '../context.ts'
import { describeGuard } from '../http/operation.ts'

/** How a client sends each kind of credentials. */
const HOW: Record<CredentialKind, string> = {
  application:
    'a valid key as Authorization: Bearer, or a client id as X-API-Key and its secret as X-API-Secret',
  widget: "a widget's token as Authorization: Bearer",
  dashboard: 'the cookie of a signed-in dashboard user',
}

const READS = ['GET', 'HEAD']

/**
 * Who may use a route: applications, a widget's visitors, or users of the dashboard. `dashboard`
 * lets every user read, and owners and editors change; `owner` admits only owners; `viewer` lets
 * every user read and change. Of all these routes, users with the role `agent` may use those of
 * `agentOperations.ts`, to read and to change, and no others.
 */
type Admitted = CredentialKind | 'owner' | 'viewer'

const isDashboard = (kind: Admitted) =>
  kind === 'dashboard' || kind === 'owner' || kind === 'viewer'

/** Admits requests with valid credentials of these kinds, and sets `ctx.state.caller`. */
export function authenticate(...admitted: Admitted[]): Middleware {
  const kinds = [
    ...new Set(
      admitted.map((kind) => (isDashboard(kind) ? 'dashboard' : (kind as CredentialKind))),
    ),
  ]
  const how = kinds.map((kind) => HOW[kind]).join(', or ')
  return describeGuard(
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
      if (caller.kind === 'application') requireScope(caller, ctx.state.operation)
      const role = caller.user?.role
      if (role && admitted.includes('owner') && role !== 'owner')
        throw new AppError('scope', 'This is for owners of the organization.')
      if (role === 'agent' && !isForAgents(ctx.state.operation))
        throw new AppError(
          'scope',
          'An agent may use the inbox and see customers, and nothing else.',
        )
      if (role === 'viewer' && !admitted.includes('viewer') && !READS.includes(ctx.method))
        throw new AppError('scope', 'A viewer may look, and change nothing.')
      ctx.state.caller = caller
      await next()
    },
    { credentials: kinds, ownersOnly: admitted.includes('owner') },
  )
}

/**
 * Admits the callers of a thread's routes: servers and users of the dashboard, and for a session
 * its visitor as well.
 */
export const authenticateFor = (kind: ThreadKind): Middleware =>
  kind === 'session'
    ? authenticate('application', 'widget', 'dashboard')
    : authenticate('application', 'dashboard')
