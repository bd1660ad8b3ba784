import { validate as isUuid } from 'uuid'
import { notFound } from '../../../shared/errors.ts'
import type { Ctx } from '../../context.ts'

/** A path's id. One that is no UUID names nothing. @throws AppError not_found */
export function idOf(ctx: Ctx, what: string, parameter = 'id'): string {
  const id = ctx.params[parameter]
  if (!isUuid(id)) throw notFound(what)
  return id!
}
