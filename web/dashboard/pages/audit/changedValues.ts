import type { Schemas } from '../../lib/api.ts'
import { fieldName } from './fields.ts'

type Changes = Schemas['AuditEvent']['changes']

/** A changed value, in a field or inside of one. */
export interface ChangedValue {
  /** Unique in its event. */
  key: string
  name: string
  /** Missing if the event has no earlier value. */
  before?: unknown
  after: unknown
}

type Values = Record<string, unknown>

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value says no more than that there is none. */
const isNothing = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && !value.length)

const areSame = (one: unknown, other: unknown) =>
  (isNothing(one) && isNothing(other)) || JSON.stringify(one) === JSON.stringify(other)

/** Returns the changed values of an event. Of a field with values inside, only those that differ. */
export const changedValues = (changes: Changes): ChangedValue[] =>
  Object.entries(changes).flatMap(([field, change]) => {
    const { before, after } = change as { before?: unknown; after?: unknown }
    const whole = { key: field, name: fieldName(field), ...change, after }
    if (!isValues(before ?? after) || !isValues(after ?? before)) return [whole]
    const [old, young] = [(before ?? {}) as Values, (after ?? {}) as Values]
    const keys = [...new Set([...Object.keys(old), ...Object.keys(young)])]
    const inside = keys
      .filter((key) => !areSame(old[key], young[key]))
      .map((key) => ({
        key: `${field}.${key}`,
        name: `${fieldName(field)}, ${fieldName(key)}`,
        ...('before' in change && { before: old[key] }),
        after: young[key],
      }))
    return inside.length ? inside : [whole]
  })
