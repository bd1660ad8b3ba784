import type { Db } from '../../../shared/lib/db/db.ts'
import {
  changeRetention,
  RETENTION_SETTINGS,
  type Retention,
  type RetentionPeriod,
  type RetentionSetting,
  readRetention,
  retentionPeriods,
} from '../../../shared/retention/retention.ts'
import type { Ctx } from '../../context.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { described, object, orNull } from '../../http/schemas.ts'

const days = (description: string) =>
  ({ type: 'integer', minimum: 1, maximum: 4000, description }) as const

const ABOUT: Record<RetentionSetting, string> = {
  message_days:
    'Days for which sessions and conversations are kept after their last message, with all messages, feedback and traces; figures of their cost stay.',
  trace_days: 'Days for which traces are kept: how replies came about, where that was asked for.',
  request_log_days: 'Days for which each single request is kept, for the analytics.',
  analytics_days: 'Days for which sums by the hour are kept, and what the rate limits did.',
  audit_days: 'Days for which audit events are kept; only the operator can change it.',
}

const kept = object('RetentionPeriod', 'How long one kind of data is kept.', {
  own: orNull(
    days("Days, as the organization's owners or the operator chose."),
    'the days of the service apply',
  ),
  most: orNull(days('Days of the service, which no organization can exceed.'), 'forever'),
  days: orNull(days('Days that apply: the fewer of both.'), 'forever'),
})

/** The retention, as the organization's record has it. */
export const retention = object(
  'Retention',
  'How long data of the organization is kept. Workers delete what is older, a few times an hour.',
  Object.fromEntries(RETENTION_SETTINGS.map((name) => [name, described(kept, ABOUT[name])])),
)

/**
 * The retention that owners may set. They may not shorten that of the audit, which would let them
 * cover their tracks.
 */
const CHANGEABLE = RETENTION_SETTINGS.filter((name) => name !== 'audit_days')

export const retentionChanges = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: Object.fromEntries(
    CHANGEABLE.map((name) => [
      name,
      orNull(days(ABOUT[name]), 'as long as the service keeps them'),
    ]),
  ),
  description: 'Days for which each kind of data is kept, at most as long as the service keeps it.',
} as const

export const retentionOf = async (
  { config, state }: Ctx,
  db: Db,
): Promise<Record<RetentionSetting, RetentionPeriod>> =>
  retentionPeriods(config, await readRetention(db, state.caller.organization_id))

/**
 * Stores an organization's own retention. @throws AppError validation_failed: longer than the
 * service keeps it
 */
export async function storeRetention(ctx: Ctx, changes: Partial<Retention>, db: Db): Promise<void> {
  const kept = await retentionOf(ctx, db)
  const errors = Object.entries(changes).flatMap(([name, wanted]) => {
    const { most } = kept[name as RetentionSetting]
    return wanted !== null && most !== null && wanted > most
      ? [
          {
            field: `retention.${name}`,
            code: 'maximum',
            detail: `must be at most ${most}, as long as the service keeps it, or null for that`,
          },
        ]
      : []
  })
  if (errors.length > 0) throw validationFailed(errors)
  await changeRetention(db, ctx.state.caller.organization_id, changes)
}

/** Returns the retention that the organization chose, for the audit. */
export const ownDays = (all: Record<RetentionSetting, RetentionPeriod>) =>
  Object.fromEntries(CHANGEABLE.map((name) => [name, all[name].own]))
