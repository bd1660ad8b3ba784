import type { ApplicationLimits } from '../../../shared/applications/applications.ts'
import type { FieldError } from '../../../shared/lib/errors.ts'
import { readOrigin } from '../../../shared/lib/origins.ts'
import { getOrganization } from '../../../shared/people/organizations.ts'
import type { Ctx } from '../../context.ts'
import { validationFailed } from '../../http/fieldErrors.ts'

/**
 * Converts origins to the form in which they are stored, without duplicates.
 * @throws AppError validation_failed, which says what to write instead
 */
export function originsOf(given: readonly string[]): string[] {
  const origins = new Set<string>()
  const errors: FieldError[] = []
  for (const [index, origin] of given.entries()) {
    const found = readOrigin(origin)
    if ('origin' in found) origins.add(found.origin)
    else errors.push({ field: `allowed_origins.${index}`, code: 'origin', detail: found.problem })
  }
  if (errors.length > 0) throw validationFailed(errors)
  return [...origins]
}

/**
 * Refuses limits above those of the organization and the service, which apply as well. @throws
 * AppError validation_failed
 */
export async function requireWithin(ctx: Ctx, wanted: Partial<ApplicationLimits>): Promise<void> {
  if (!wanted.hourly_limit && !wanted.widget_hourly_limit) return
  const { organization_id } = ctx.state.caller
  const { hourly_limit } = await getOrganization(ctx.db, organization_id)
  const most = {
    hourly_limit: [hourly_limit ?? ctx.config.API_HOURLY_LIMIT, "the organization's own limit"],
    widget_hourly_limit: [ctx.config.WIDGET_APPLICATION_HOURLY_LIMIT, "the service's limit"],
  } as const
  const errors = (['hourly_limit', 'widget_hourly_limit'] as const)
    .filter((name) => (wanted[name] ?? 0) > most[name][0])
    .map((name) => ({
      field: `limits.${name}`,
      code: 'maximum',
      detail: `must be at most ${most[name][0]}, ${most[name][1]}, or null for no limit of its own`,
    }))
  if (errors.length > 0) throw validationFailed(errors)
}
