import {
  changeRetention,
  KEPT_NAMES,
  type Kept,
  type KeptDays,
  keptDays,
  type Retention,
  readRetention,
} from '../../../shared/store/analytics/retention.ts'
import type { Ctx } from '../../context.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { object, orNull } from '../../http/plainSchemas.ts'

const days = { type: 'integer', minimum: 1, maximum: 4000 } as const

const ABOUT: Record<Kept, string> = {
  message_days:
    'Sessions and conversations, after their last message: with all messages and feedback. What they cost stays.',
  trace_days: 'How replies came about, where that was asked for.',
  request_log_days: 'Each request, for the analytics.',
  analytics_days: 'Sums by the hour, and what rate limits did.',
  audit_days: "Who changed what. The operator's to change.",
}

const kept = object('KeptDays', {
  own: { ...orNull(days), description: "The organization's own; null: the service's." },
  most: { ...orNull(days), description: "The service's, and the most; null: for ever." },
  days: { ...orNull(days), description: 'What holds; null: for ever.' },
})

/** The retention, as the organization's record has it. */
export const retention = {
  ...object('Retention', Object.fromEntries(KEPT_NAMES.map((name) => [name, kept]))),
  description: `How long what is kept; a few times an hour, workers delete what is older. ${KEPT_NAMES.map((name) => `\`${name}\`: ${ABOUT[name]}`).join(' ')}`,
}

/** The retention that owners may set. Not that of the audit: shortening it would let them cover their tracks. */
const CHANGEABLE = KEPT_NAMES.filter((name) => name !== 'audit_days')

export const retentionChanges = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: Object.fromEntries(
    CHANGEABLE.map((name) => [name, { ...orNull(days), description: ABOUT[name] }]),
  ),
  description: "In days, at most the service's; null: as long as the service keeps it.",
} as const

export const retentionOf = async ({ db, config, state }: Ctx): Promise<Record<Kept, KeptDays>> =>
  keptDays(config, await readRetention(db, state.caller.organization_id))

/** @throws AppError validation_failed: longer than the service keeps it */
export async function storeRetention(ctx: Ctx, changes: Partial<Retention>): Promise<void> {
  const { db, state } = ctx
  const kept = await retentionOf(ctx)
  const errors = Object.entries(changes).flatMap(([name, wanted]) => {
    const { most } = kept[name as Kept]
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
  await changeRetention(db, state.caller.organization_id, changes)
}

/** The retention as the audit keeps it: what was chosen, not what follows from it. */
export const ownDays = (all: Record<Kept, KeptDays>) =>
  Object.fromEntries(CHANGEABLE.map((name) => [name, all[name].own]))
