import type { CredentialKind, Middleware } from '../context.ts'
import type { Schema } from './schemas.ts'

/** Facts about a route, declared by its guards. `/openapi.json` is built from them, so it says what guards do. */
export interface Facts {
  id: string
  summary: string
  description: string
  /** The body of each success, by its status. The Accept header chooses among several. */
  answers: Readonly<Record<number, Schema | readonly Schema[]>>
  credentials: readonly CredentialKind[]
  /** Whether only owners may use it, of the dashboard's users. */
  ownersOnly: boolean
  body: Schema
  query: Schema
  /** Headers other than the credentials. Those with `required: false` are optional. */
  headers: Readonly<Record<string, Schema>>
  limits: CountedAs
  /** The largest file in a body that is a form. */
  maxFileBytes: number
}

/** How requests are limited: by their caller; as look-ups, which are cheap; or by address, where anybody may call. */
export type CountedAs = 'requests' | 'reads' | 'mint' | 'sign_in'

const factsOf = new WeakMap<object, Partial<Facts>>()

/** Stores what a guard declares about the routes that list it. */
export function declare(guard: Middleware, facts: Partial<Facts>): Middleware {
  factsOf.set(guard, facts)
  return guard
}

/** Merges what the guards of one route declare. */
export const readFacts = (guards: readonly object[]): Partial<Facts> =>
  Object.assign({}, ...guards.map((guard) => factsOf.get(guard)))

/**
 * Describes a route. Comes first in its list of guards.
 * @param id the operation's name in clients, such as `createAgent`
 * @param answers the body of each success, by its status; the Accept header chooses among several. All routes
 * fail alike
 * @param headers headers other than the credentials; those with `required: false` are optional
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
