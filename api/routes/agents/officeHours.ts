import { isTimezone } from '../../../shared/analytics/buckets.ts'
import { type OfficeHours, WEEKDAYS } from '../../../shared/handoffs/officeHours.ts'
import type { Ctx } from '../../context.ts'
import { validationFailed } from '../../http/fieldErrors.ts'

/** Office hours as a request has them: the names of holidays may be missing. */
interface HoursChange extends Pick<OfficeHours, 'days'> {
  timezone?: string
  holidays?: { date: string; name?: string | null }[]
}

/** The fields of a change that are about times. */
export interface OfficeChanges {
  time_zone?: string
  office_hours?: HoursChange | null
}

const at = (description: string, pattern: string) =>
  ({ type: 'string', pattern, examples: ['09:00'], description }) as const
const TIME = '([01][0-9]|2[0-3]):[0-5][0-9]'
const DATE = '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'

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
    holidays: {
      type: 'array',
      maxItems: 100,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['date'],
        properties: {
          date: {
            type: 'string',
            pattern: DATE,
            examples: ['2026-12-25'],
            description: 'A date in the time zone, as `YYYY-MM-DD`.',
          },
          name: {
            type: ['string', 'null'],
            maxLength: 80,
            description: 'What the day is, for your own people; null: no name.',
          },
        },
      },
      description:
        'Dates on which nobody answers, whatever `days` says; each date once. Answers have them by date. Default: none.',
    },
  },
  examples: [
    {
      timezone: 'Europe/Berlin',
      days: [{ day: 'monday', from: '09:00', to: '17:00' }],
      holidays: [{ date: '2026-12-25', name: 'Christmas' }],
    },
  ],
  description:
    'When people of your organization answer customers. Outside of these hours, a notice says to a customer who is handed off when people are back, and asks for an e-mail address. Null: always.',
} as const

/**
 * Refuses wrong office hours, and an unknown time zone.
 * @throws AppError validation_failed: an unknown or a second time zone, a span that ends before it
 *   begins, or a holiday that is no date or stands twice
 */
export async function requireTimes(
  { db }: Ctx,
  { time_zone, office_hours }: OfficeChanges,
): Promise<void> {
  const errors = [...holidayErrors(office_hours?.holidays ?? [])]
  const spanErrors = (office_hours?.days ?? []).flatMap(({ from, to }, nth) =>
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
  errors.push(...spanErrors)
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

const isDate = (date: string) => {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

const holidayErrors = (holidays: readonly { date: string }[]) =>
  holidays.flatMap(({ date }, nth) => {
    const field = `office_hours.holidays.${nth}.date`
    if (!isDate(date)) return [{ field, code: 'date', detail: 'must be a date of the calendar' }]
    const isFirst = holidays.findIndex((other) => other.date === date) === nth
    return isFirst ? [] : [{ field, code: 'unique', detail: 'must be there once' }]
  })

/** Completes the office hours of a request. */
export const completeHours = ({ days, holidays = [] }: HoursChange) => ({
  days,
  holidays: holidays.map(({ date, name = null }) => ({ date, name: name || null })),
})
