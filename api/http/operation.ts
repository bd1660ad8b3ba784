import type { CredentialKind, Middleware } from '../context.ts'
import { answerTagged, isTagged, requireMeaning } from './etags.ts'
import type { Schema } from './schemas.ts'

/**
 * The metadata that a route's guards declare. `/openapi.json` is built from it, so it describes
 * what the guards do.
 */
export interface RouteMetadata {
  id: string
  summary: string
  description: string
  /** The body of each success, by its status. The Accept header chooses among several. */
  answers: Readonly<Record<number, Schema | readonly Schema[]>>
  credentials: readonly CredentialKind[]
  /** Whether, of the dashboard's users, only owners may use it. */
  ownersOnly: boolean
  body: Schema
  query: Schema
  /** Headers other than the credentials. Those with `required: false` are optional. */
  headers: Readonly<Record<string, Schema>>
  limits: CountedAs
  /** The largest file in a body that is a form. */
  maxFileBytes: number
}

/**
 * How requests are limited: by their caller; as cheap look-ups; or by address, on routes that need
 * no credentials.
 */
export type CountedAs = 'requests' | 'reads' | 'mint' | 'sign_in'

const metadataByGuard = new WeakMap<object, Partial<RouteMetadata>>()

/** Stores what a guard declares about the routes that list it. */
export function describeGuard(guard: Middleware, metadata: Partial<RouteMetadata>): Middleware {
  metadataByGuard.set(guard, metadata)
  return guard
}

/** Merges what the guards of one route declare. */
export const metadataOf = (guards: readonly object[]): Partial<RouteMetadata> =>
  Object.assign({}, ...guards.map((guard) => metadataByGuard.get(guard)))

/**
 * Describes a route. Comes first in its list of guards. The errors are the same for all routes.
 * @param id the operation's name in clients, such as `createAgent`
 * @param answers the body of each success, by its status; the Accept header chooses among several
 * @param headers headers other than the credentials; those with `required: false` are optional
 */
export const operation = (
  id: string,
  summary: string,
  answers: RouteMetadata['answers'],
  description = '',
  headers: RouteMetadata['headers'] = {},
): Middleware => {
  const shown = shownBy(answers)
  const tagged = new Set([200, 201, 202].filter((status) => hasTag(answers, status)))
  const isMatched = 'If-Match' in headers
  return describeGuard(
    async function operation(ctx, next) {
      ctx.state.operation = id
      ctx.state.shown = shown
      requireMeaning(ctx, isMatched)
      await next()
      if (tagged.has(ctx.status)) answerTagged(ctx)
    },
    { id, summary, answers, description, headers },
  )
}

/** Whether the answer of this status has a tag, unless it is a stream. */
export const hasTag = (answers: RouteMetadata['answers'], status: number): boolean =>
  [answers[status] ?? []].flat().some(isTagged)

/** Names of the fields of the record that a route answers. */
function shownBy(answers: RouteMetadata['answers']): readonly string[] {
  const [first] = Object.values(answers).flat() as Schema[]
  const { data } = (first?.properties ?? {}) as Record<string, Schema>
  return Object.keys(data?.properties ?? {})
}
