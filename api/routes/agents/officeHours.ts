import { isTimezone } from '../../../shared/analytics/buckets.ts'
import { type OfficeHours, WEEKDAYS } from '../../../shared/handoffs/officeHours.ts'
import type { Ctx } from '../../context.ts'
import { validationFailed } from '../../http/fieldErrors.ts'

/** The fields of a change that are about times. */
export interface OfficeChanges {
  time_zone?: string
  office_hours?: (Pick<OfficeHours, 'days'> & Partial<OfficeHours>) | null
}

const at = (description: string, pattern: string) =>
  ({ type: 'string', pattern, examples: ['09:00'], description }) as const
const TIME = '([01][0-9]|2[0-3]):[0-5][0-9]'

export const timeZone = {
  type: 'string',
  maxLength: 64,
  examples: ['Europe/Berlin'],
  description:
    'IANA name of the time zone of your office hours, and of the date and time that agents know. ' +
    'Default: UTC.',
} as const

/** The office hours, as the organization's record shows them and as owners set them. */
export const officeHours = {
  type: ['object', 'null'],
  additionalProperties: false,
  required: ['days'],
  properties: {
    timezone: {
      type: 'string',
      maxLength: 64,
      examples: ['Europe/Berlin'],
      description:
        "IANA name of the time zone of the times: the organization's `time_zone`, which this changes, too.",
    },
    days: {
      type: 'array',
      maxItems: 21,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['day', 'from', 'to'],
        properties: {
          day: { type: 'string', enum: WEEKDAYS, description: 'Day of the week.' },
          from: at('Start of the span, as `HH:MM`.', `^${TIME}$`),
          to: at(
            'End of the span, as `HH:MM`, at most `24:00`; later than `from`.',
            `^(${TIME}|24:00)$`,
          ),
        },
      },
      description:
        'Spans in which people answer. A day may have several; on a day without a span, people do not answer.',
    },
  },
  examples: [{ timezone: 'Europe/Berlin', days: [{ day: 'monday', from: '09:00', to: '17:00' }] }],
  description:
    'When people of your organization answer customers. Outside of these hours, a notice says to a customer who is handed off when people are back, and asks for an e-mail address. Null: always.',
} as const

/**
 * Refuses wrong office hours, and an unknown time zone.
 * @throws AppError validation_failed: an unknown or a second time zone, or a span that ends before
 *   it begins
 */
export async function requireTimes(
  { db }: Ctx,
  { time_zone, office_hours }: OfficeChanges,
): Promise<void> {
  const errors = (office_hours?.days ?? []).flatMap(({ from, to }, nth) =>
    from < to
      ? []
      : [
          {
            field: `office_hours.days.${nth}.to`,
            code: 'order',
            detail: 'must be later than `from`',
          },
        ],
  )
  const ofHours = office_hours?.timezone
  for (const [field, zone] of [
    ['time_zone', time_zone],
    ['office_hours.timezone', ofHours],
  ] as const)
    if (zone !== undefined && !(await isTimezone(db, zone)))
      errors.push({
        field,
        code: 'timezone',
        detail: 'must be the IANA name of a time zone, such as Europe/Berlin or Asia/Kolkata',
      })
  if (time_zone !== undefined && ofHours !== undefined && time_zone !== ofHours)
    errors.push({
      field: 'office_hours.timezone',
      code: 'timezone',
      detail: 'must be the same as `time_zone`, or left out',
    })
  if (errors.length) throw validationFailed(errors)
}
