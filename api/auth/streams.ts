import { hashSecret } from '../../shared/lib/secrets.ts'
import { readSessionRole } from '../../shared/people/dashboardSessions.ts'
import type { Caller, Ctx } from '../context.ts'
import { FIND } from './identity.ts'
import { tokenOf } from './loginSessions.ts'

/**
 * Whether the caller of a stream could open it again and see the same: the user's session still
 * exists and has the same role, or the key is still valid for the same agents. This check does not
 * count as use of a session. While the database is down, the answer is yes, since rights cannot
 * change either.
 */
export async function isStillAdmitted(ctx: Ctx): Promise<boolean> {
  const { caller } = ctx.state
  try {
    if (caller.user) {
      const role = await readSessionRole(ctx.db, caller.organization_id, hashSecret(tokenOf(ctx)))
      return role === caller.user.role
    }
    const now = await FIND[caller.kind](ctx)
    return now !== undefined && rightsOf(now) === rightsOf(caller)
  } catch {
    return true
  }
}

const rightsOf = ({ organization_id, scopes, agent_ids, is_test }: Caller) =>
  JSON.stringify([organization_id, scopes, agent_ids, is_test])
