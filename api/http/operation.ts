import type { CredentialKind, Middleware } from '../context.ts'
import type { Schema } from './schemas.ts'

/** What a route's guards declare. `/openapi.json` is made of these, so it describes what the guards do. */
export interface Facts {
  id: string
  summary: string
  description: string
  /** The body of each success, by its status; several: the Accept header chooses. */
  answers: Readonly<Record<number, Schema | readonly Schema[]>>
  credentials: readonly CredentialKind[]
  /** Whether only owners may use it, among the dashboard's users. */
  ownersOnly: boolean
  body: Schema
  query: Schema
  /** Headers that a request must have, beside its credentials; or may have: those with `required: false`. */
  headers: Readonly<Record<string, Schema>>
  limits: CountedAs
  /** The largest file in a body that is a form. */
  maxFileBytes: number
}

/** How requests are limited: by their caller; as look-ups, which are cheap; or by address, where anybody may call. */
export type CountedAs = 'requests' | 'reads' | 'mint' | 'sign_in'

const factsOf = new WeakMap<object, Partial<Facts>>()

/** Notes what a guard knows of the routes that list it. */
export function declare(guard: Middleware, facts: Partial<Facts>): Middleware {
  factsOf.set(guard, facts)
  return guard
}

/** All that the guards of one route know of it. */
export const readFacts = (guards: readonly object[]): Partial<Facts> =>
  Object.assign({}, ...guards.map((guard) => factsOf.get(guard)))

/**
 * The first in each route's list: its name for programs (`createAgent`), what it does, and what it answers.
 * @param answers the body of each success, by its status, or the bodies that the Accept header chooses from; failures are the
 * same everywhere
 * @param headers what a request must have in its headers, beside its credentials; or may have: `required: false`
 */
export const operation = (
  id: string,
  summary: string,
  answers: Facts['answers'],
  description = '',
  headers: Facts['headers'] = {},
): Middleware =>
  declare(
    function operation(ctx, next) {
      ctx.state.operation = id
      return next()
    },
    { id, summary, answers, description, headers },
  )
