import { listChores } from '../../shared/jobs/chores.ts'
import {
  changeRetention,
  RETENTION_SETTINGS,
  type Retention,
  type RetentionSetting,
  readRetention,
} from '../../shared/retention/retention.ts'
import { UsageError } from '../terminal/usage.ts'
import { type Command, type Options, recordChange, required } from './options.ts'
import { organizationOf } from './organization.ts'

const OPTIONS = {
  message_days: 'messages',
  trace_days: 'traces',
  request_log_days: 'request-logs',
  analytics_days: 'analytics',
  audit_days: 'audit',
} as const satisfies Record<RetentionSetting, keyof Options>

/**
 * Commands for retention: how long records are kept, and whether the workers delete them in time.
 */
export const KEEPING: Record<string, Command> = {
  'set-retention': {
    does: 'Set for how many days an organization keeps its data',
    more: 'At most as many days as the settings say (MESSAGE_DAYS and similar), which "default" stands for. Older data is deleted for good within the hour.',
    needs: ['organization'],
    takes: Object.values(OPTIONS),
    examples: [
      'set-retention --organization Demo --messages 90 --audit 365',
      'set-retention --organization Demo --messages default',
    ],
    prepare(options) {
      const name = required(options, 'organization')
      const wanted = RETENTION_SETTINGS.filter((kept) => options[OPTIONS[kept]] !== undefined)
      if (wanted.length === 0)
        throw new UsageError('Say what is to be kept how long, such as --messages 90.')
      const changes: Partial<Retention> = Object.fromEntries(
        wanted.map((kept) => [kept, daysIn(options, kept)]),
      )
      return async (db) => {
        const organization = await organizationOf(db, name)
        const { id } = organization
        const retention = await db.transaction(async (transaction) => {
          const before = await readRetention(transaction, id)
          const after = await changeRetention(transaction, id, changes)
          await recordChange(
            transaction,
            id,
            'organization.changed',
            { id, label: organization.name },
            {
              retention: { before, after },
            },
          )
          return after
        })
        const lines = RETENTION_SETTINGS.map(
          (kept) => `  ${OPTIONS[kept].padEnd(13)} ${retention[kept] ?? 'default'}`,
        )
        return {
          json: { organization_id: id, retention },
          text: `${organization.name} keeps for so many days, at most as long as the service:\n${lines.join('\n')}`,
        }
      }
    },
  },

  chores: {
    does: 'Show when the workers last did each chore, such as deleting old data',
    examples: ['chores'],
    prepare: () => async (db) => {
      const chores = await listChores(db)
      const lines = chores.map(
        ({ name, started_at, took_ms, rows, total_rows, error }) =>
          `${name}: ${started_at.toISOString()}, ${took_ms} ms, rows ${rows} of ${total_rows} ever${error ? `, failed: ${error}` : ''}`,
      )
      return {
        json: { chores },
        text:
          lines.join('\n') ||
          'No worker has done any yet: the first round is 15 minutes after its start.',
      }
    },
  },
}

/** @throws UsageError */
function daysIn(options: Options, kept: RetentionSetting): number | null {
  const text = options[OPTIONS[kept]]!
  if (text === 'default') return null
  const days = Number(text)
  if (!/^\d+$/.test(text) || days < 1 || days > 4000)
    throw new UsageError(
      `--${OPTIONS[kept]} must be a whole number of days from 1 to 4000, or default.`,
    )
  return days
}
