import { createHash } from 'node:crypto'
import type { Check } from '../../shared/lib/db/crud.ts'
import { AppError } from '../../shared/lib/errors.ts'
import type { Ctx } from '../context.ts'
import { validationFailed } from './fieldErrors.ts'
import type { Schema } from './schemas.ts'

/** Fields that the use of a record changes, and no request that changes the record. */
export const BY_USE: ReadonlySet<string> = new Set(
  `spending requests last_used_at last_seen_at last_success_at first_failure_at failures last_test progress checked_at
  secrets identity_secrets`.split(/\s+/),
)
/** Fields that only the answer has which made the record. */
const ONCE = new Set(['client_secret', 'secret', 'token', 'is_mailed'])

const without = (shown: object, names: ReadonlySet<string>): object =>
  Object.keys(shown).some((name) => names.has(name))
    ? Object.fromEntries(Object.entries(shown).filter(([name]) => !names.has(name)))
    : shown

/**
 * Makes the entity tag (RFC 9110) of a record: a digest of what is shown, so it changes with every
 * visible change. Where the use of a record changes fields of it, such as what was spent of a
 * budget, the tag is two digests: of its own fields, which `If-Match` compares, and of all that is
 * shown, which `If-None-Match` compares. Otherwise nobody could change a busy record.
 */
export function tagOf(answered: object, ownFields?: object): string {
  const shown = without(answered, ONCE)
  const own = without(ownFields ?? shown, BY_USE)
  return own === shown ? `"${digestOf(shown)}"` : `"${digestOf(own)}.${digestOf(shown)}"`
}

/** 128 bits: two states of a record never have the same. */
const digestOf = (shown: object) =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)

/**
 * The header of a change or deletion that is refused if the record has changed since it was read.
 */
export const ifMatch = (what: string) => ({
  'If-Match': {
    type: 'string',
    required: false,
    example: '"8hJ3vYkQm2xTzL0aWcR5Ng"',
    description: `The \`ETag\` of the ${what} as it was read, or several. Answers 412 \`precondition_failed\` where the ${what} has changed since. Its \`updated_at\` in quotes is taken as well, which lists have, too. Without the header, or with \`*\`: in any case.`,
  },
})

const TAG = /(?:W\/)?"[^"]*"/g

/** The tags of a list; undefined: it is no list of tags. */
function tagsOf(header: string): string[] | undefined {
  const tags = header.match(TAG)
  const others = header.replace(TAG, '""').split(',')
  return tags && others.every((part) => ['', '""'].includes(part.trim())) ? tags : undefined
}

/**
 * Refuses conditions where they have no meaning, so that no client believes that they hold. Clients
 * and proxies add `If-None-Match` to any GET by themselves, so there it is ignored where it does
 * not help.
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
      'has no meaning here, only where a single record is changed or deleted: leave it out',
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
 * @returns refuses a record that has none of the tags; undefined: the request is for any state of
 *   the record
 */
export function seenBy<Row>(
  ctx: Ctx,
  present: (row: Row) => { updated_at?: Date | undefined },
): Check<Row> | undefined {
  const header = ctx.headers['if-match']
  if (header === undefined || header.trim() === '*') return undefined
  // A weak tag begins with W/, so it never matches: what is weakly the same may differ.
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
        : 'This record was changed by somebody else meanwhile. Read it again.',
    )
  }
}

/**
 * The same for a PUT, whose record may not be there: then it has no tag, so that no If-Match holds.
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

/**
 * Whether an answer has a tag: its schema says so, or is that of one record, or of one that may be
 * missing.
 */
export function isTagged(schema: Schema | undefined): boolean {
  if (schema?.tagged) return true
  const { data } = (schema?.properties ?? {}) as Record<string, Schema>
  const parts = [data, ...Object.values((data?.properties ?? {}) as Record<string, Schema>)]
  const records = parts.flatMap((part) => [part, ...((part?.anyOf ?? []) as Schema[])])
  return records.some((part) => 'updated_at' in ((part?.properties ?? {}) as object))
}

/** Adds the tag of its record to an answer. Leaves out what the client has already: 304. */
export function answerTagged(ctx: Ctx): void {
  const { data } = (ctx.body ?? {}) as { data?: unknown }
  // A stream has none.
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
  const strong = (one: string) => one.replace(/^W\//, '')
  if (known.trim() !== '*' && !tags.some((one) => strong(one) === strong(tag))) return
  ctx.status = 304
  ctx.body = null
}
