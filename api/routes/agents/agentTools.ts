import type { Db } from '../../../shared/lib/db/db.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import { lockTools } from '../../../shared/tools/tools.ts'
import type { Ctx } from '../../context.ts'
import { validationFailed } from '../../http/fieldErrors.ts'

/**
 * Refuses tools that the organization does not have, and keeps the others from being deleted until
 * the transaction ends.
 * @param ids undefined or null: the request names none
 * @throws AppError validation_failed; scope: a key that may change agents, but not tools, must not
 *   let an agent act
 */
export async function requireTools(
  { state }: Ctx,
  transaction: Db,
  ids: readonly string[] | null | undefined,
): Promise<void> {
  if (!ids?.length) return
  const { scopes, organization_id } = state.caller
  if (scopes && !scopes.includes('tools'))
    throw new AppError(
      'scope',
      'This key lacks the scope `tools`, which `tool_ids` needs. Use a key that has it.',
    )
  const known = await lockTools(transaction, organization_id, ids)
  const given = ids.map((id) => id.toLowerCase())
  const problems = given.flatMap((id, nth) => {
    const field = `tool_ids.${nth}`
    if (!known.has(id))
      return [
        { field, code: 'unknown', detail: 'is no tool of your organization: create it first' },
      ]
    return given.indexOf(id) < nth
      ? [{ field, code: 'uniqueItems', detail: 'is there twice: leave one of them out' }]
      : []
  })
  if (problems.length) throw validationFailed(problems)
}
