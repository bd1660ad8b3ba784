import type { FieldError } from '../../../shared/errors.ts'
import { validationFailed } from '../../http/fieldErrors.ts'

/** A date, or a date-time with its time zone; which of them exist is for `Date` to say. */
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/

/** A time of a query; `timeOf` reads it. */
export const time = (description: string) =>
  ({ type: 'string', maxLength: 40, dateOrTime: true, description }) as const

/** @throws AppError validation_failed */
export function timeOf(field: string, text: string): Date {
  const [date] = TIME.exec(text) ?? []
  const parsed = new Date(date ?? Number.NaN)
  // The 30th of February would be taken for the 1st or 2nd of March.
  const isThere =
    date &&
    !Number.isNaN(parsed.getTime()) &&
    new Date(date.slice(0, 10)).toISOString().startsWith(date.slice(0, 10))
  if (!isThere)
    throw refuse(
      field,
      'must be an ISO 8601 date (2026-01-31) or date-time (2026-01-31T12:00:00Z; a + is written %2B)',
    )
  return parsed
}

export const refuse = (field: string, detail: string) =>
  validationFailed([{ field, code: 'time', detail } satisfies FieldError])
