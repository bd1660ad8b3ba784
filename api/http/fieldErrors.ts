import type { ErrorObject } from 'ajv'
import { CURSOR } from '../../shared/lib/db/places.ts'
import { AppError, type FieldError } from '../../shared/lib/errors.ts'
import { wordsOf } from '../../shared/lib/validationWords.ts'

const MAX_ERRORS = 20

/**
 * Reports the first error of each field, for at most 20 fields.
 * @param shown fields of the record that the request is about, which a client may have read and
 *   sent back
 */
export function validationFailed(
  errors: readonly (ErrorObject | FieldError)[],
  shown: readonly string[] = [],
): AppError {
  const byField = new Map<string, FieldError>()
  for (const error of errors) {
    const found = 'field' in error ? error : toFieldError(error, shown)
    if (!byField.has(found.field)) byField.set(found.field, found)
    // Stops early, because a body may have tens of thousands of errors.
    if (byField.size === MAX_ERRORS) break
  }
  const fields = [...byField.values()]
  const first = fields[0]
  const others = fields.length > 1 ? ` (and ${fields.length - 1} more)` : ''
  return new AppError('validation_failed', `${first?.field}: ${first?.detail}${others}`, {
    data: { errors: fields },
  })
}

/**
 * Makes the error for a text that cannot be stored.
 * @param path of the text, such as `/traits/name`, from `findUnstorableText`
 */
export function invalidText(path: string): AppError {
  const field = path.slice(1).replaceAll('/', '.') || 'body'
  const detail = 'has a NUL character or half of a surrogate pair'
  const errors: FieldError[] = [{ field, code: 'text', detail }]
  return new AppError('invalid_text', `The text at ${path} ${detail}.`, { data: { errors } })
}

const KEPT = 'is kept by the service: leave it out, or send it back as it was read'

function toFieldError(error: ErrorObject, shown: readonly string[]): FieldError {
  const { instancePath, keyword, params } = error
  const path = instancePath.slice(1).replaceAll('/', '.')
  if (path === 'after' && (keyword === 'format' || keyword === 'pattern'))
    return { field: path, code: 'cursor', detail: CURSOR }
  const below = (name: string) => (path ? `${path}.${name}` : name)
  switch (keyword) {
    case 'required':
      return { field: below(params.missingProperty), code: 'required', detail: 'is required' }
    case 'additionalProperties':
      return {
        field: below(params.additionalProperty),
        code: 'unknown_field',
        detail: shown.includes(below(params.additionalProperty))
          ? KEPT
          : 'is not a field of this request',
      }
    default:
      return { field: path || 'body', code: keyword, detail: wordsOf(error) }
  }
}
