import { createHash } from 'node:crypto'
import type { Check } from '../../shared/lib/db/crud.ts'
import { AppError } from '../../shared/lib/errors.ts'
import type { Ctx } from '../context.ts'
import { validationFailed } from './fieldErrors.ts'
import type { Schema } from './schemas.ts'

/** Fields that change when a record is used, and not when a request changes the record. */
export const BY_USE: ReadonlySet<string> = new Set(
  `spending requests last_used_at last_seen_at is_present last_success_at first_failure_at failures last_test progress checked_at
  secrets identity_secrets`.split(/\s+/),
)
/** Fields that appear only in the answer that created the record. */
const ONCE = new Set(['client_secret', 'secret', 'token', 'is_mailed'])

const without = (shown: object, names: ReadonlySet<string>): object =>
  Object.keys(shown).some((name) => names.has(name))
    ? Object.fromEntries(Object.entries(shown).filter(([name]) => !names.has(name)))
    : shown

/**
 * Makes the entity tag (RFC 9110) of a record: a digest of what is shown, so it changes with every
 * visible change. If using the record changes some of its fields, such as a budget's spending, the
 * tag has two digests: of the other fields, which `If-Match` compares, and of all fields, which
 * `If-None-Match` compares. With a single digest, a busy record could never be changed.
 */
export function tagOf(answered: object, ownFields?: object): string {
  const shown = without(answered, ONCE)
  const own = without(ownFields ?? shown, BY_USE)
  return own === shown ? `"${digestOf(shown)}"` : `"${digestOf(own)}.${digestOf(shown)}"`
}

/** 128 bits, so that two states of a record never share a digest. */
const digestOf = (shown: object) =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)

/**
 * Describes the header of a change or deletion that is refused if the record has changed since it
 * was read.
 */
export const ifMatch = (what: string) => ({
  'If-Match': {
    type: 'string',
    required: false,
    example: '"8hJ3vYkQm2xTzL0aWcR5Ng"',
    description: `The \`ETag\` of the ${what} as it was read, or several. Answers 412 \`precondition_failed\` if the ${what} has changed since. Its \`updated_at\` in quotes, which lists show, is accepted as well. Without the header, or with \`*\`, the request applies to any state.`,
  },
})

const TAG = /(?:W\/)?"[^"]*"/g

/** Returns the tags of a list; undefined if the header is malformed. */
function tagsOf(header: string): string[] | undefined {
  const tags = header.match(TAG)
  const others = header.replace(TAG, '""').split(',')
  return tags && others.every((part) => ['', '""'].includes(part.trim())) ? tags : undefined
}

/**
 * Refuses conditions where they have no effect, so that no client relies on them. `If-None-Match`
 * is ignored on a GET that cannot use it, because clients and proxies add it by themselves.
 * @param isMatched whether the route takes `If-Match`
 * @throws AppError validation_failed
 */
export function requireMeaning(ctx: Ctx, isMatched: boolean): void {
  const refused = (field: string, code: string, detail: string) =>
    validationFailed([{ field, code, detail }])
  const { 'if-match': wanted, 'if-none-match': unwanted } = ctx.headers
  if (unwanted !== undefined && !isRead(ctx))
    throw refused(
      'If-None-Match',
      'unknown_header',
      'has no meaning with this method: leave it out',
    )
  if (wanted === undefined) return
  if (!isMatched)
    throw refused(
      'If-Match',
      'unknown_header',
      'has no effect here: send it only to change or delete a single record',
    )
  if (wanted.trim() !== '*' && !tagsOf(wanted))
    throw refused(
      'If-Match',
      'pattern',
      'must be *, or tags as `ETag` has them, in quotes: "…", "…"',
    )
}

const isRead = ({ method }: Ctx) => method === 'GET' || method === 'HEAD'

/**
 * Reads the request's If-Match.
 * @param present shows a record by the fields of its row
 * @returns a function that refuses a record with none of the tags; undefined if the request accepts
 *   any state of the record
 */
export function seenBy<Row>(
  ctx: Ctx,
  present: (row: Row) => { updated_at?: Date | undefined },
): Check<Row> | undefined {
  const header = ctx.headers['if-match']
  if (header === undefined || header.trim() === '*') return undefined
  // A weak tag begins with W/, so it never matches: records with the same weak tag may differ.
  const seen = (tagsOf(header) ?? []).map((tag) => tag.slice(1, -1))
  return (row) => {
    const shown = present(row)
    const digest = digestOf(without(shown, BY_USE))
    const now = [digest, shown.updated_at?.toISOString()]
    if (seen.some((tag) => now.includes(tag) || tag.startsWith(`${digest}.`))) return
    const weak = seen.length && seen.every((tag) => tag.startsWith('/'))
    throw new AppError(
      'precondition_failed',
      weak
        ? 'If-Match compares strongly, so a weak tag (W/"…") never matches. Send the tag without W/.'
        : 'This record has changed since you read it. Read it again.',
    )
  }
}

/**
 * Does the same for a PUT, whose record may not exist. A missing record has no tag, so any If-Match
 * fails.
 */
export function requireSeen<Row>(
  ctx: Ctx,
  present: (row: Row) => { updated_at?: Date | undefined },
): Check<Row | undefined> | undefined {
  if (ctx.headers['if-match'] === undefined) return undefined
  return (row) => {
    if (row === undefined)
      throw new AppError(
        'precondition_failed',
        'There is no such record. Send it without If-Match.',
      )
    seenBy(ctx, present)?.(row)
  }
}

/** Whether an answer has a tag: its schema says so, or its data is or contains a record. */
export function isTagged(schema: Schema | undefined): boolean {
  if (schema?.tagged) return true
  const { data } = (schema?.properties ?? {}) as Record<string, Schema>
  const parts = [data, ...Object.values((data?.properties ?? {}) as Record<string, Schema>)]
  const records = parts.flatMap((part) => [part, ...((part?.anyOf ?? []) as Schema[])])
  return records.some((part) => 'updated_at' in ((part?.properties ?? {}) as object))
}

/** Adds its record's tag to an answer. Answers 304 if the client has this state already. */
export function answerTagged(ctx: Ctx): void {
  const { data } = (ctx.body ?? {}) as { data?: unknown }
  // Streams have no tag.
  if (typeof data !== 'object' || data === null) return
  const tag = ctx.state.tag ?? tagOf(data)
  ctx.set('ETag', tag)
  if (ctx.status === 200 && isRead(ctx)) answerUnlessKnown(ctx, tag)
}

/** Answers 304 if the client has what this tag stands for. Compares weakly, as caches may. */
export function answerUnlessKnown(ctx: Ctx, tag: string): void {
  const known = ctx.headers['if-none-match']
  if (known === undefined) return
  const tags = tagsOf(known) ?? []
  const strong = (given: string) => given.replace(/^W\//, '')
  if (known.trim() !== '*' && !tags.some((listed) => strong(listed) === strong(tag))) return
  ctx.status = 304
  ctx.body = null
}
