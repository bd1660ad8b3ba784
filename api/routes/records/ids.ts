import { validate as isUuid } from 'uuid'
import { notFound } from '../../../shared/lib/errors.ts'
import type { Ctx } from '../../context.ts'

/**
 * Reads the id in a path. An id that is not a UUID matches no record. @throws AppError not_found
 */
export function idOf(ctx: Ctx, what: string, parameter = 'id'): string {
  const id = ctx.params[parameter]
  if (!isUuid(id)) throw notFound(what)
  return id!
}
