import type { FieldError } from '../../../shared/lib/errors.ts'
import { validationFailed } from '../../http/fieldErrors.ts'

/** A date, or a date-time with its time zone. `Date` then checks whether it exists. */
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/

/**
 * A time in a query, which `timeOf` reads.
 * @param what it is, a clause without its full stop
 * @param more further sentences
 */
export const time = (what: string, more = '') =>
  ({
    type: 'string',
    maxLength: 40,
    dateOrTime: true,
    description: `${what}: an ISO 8601 date-time with its time zone, or a date, which means midnight UTC.${more && ` ${more}`}`,
  }) as const

/** Reads a time of a query. @throws AppError validation_failed */
export function timeOf(field: string, text: string): Date {
  const [date] = TIME.exec(text) ?? []
  const parsed = new Date(date ?? Number.NaN)
  // `Date` reads the 30th of February as the 1st or 2nd of March.
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
