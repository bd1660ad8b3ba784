import { createHash } from 'node:crypto'
import type { Db } from '../../shared/db/db.ts'
import { createOnce, type IdempotentRequest, isKeyTaken } from '../../shared/store/chat/idempotency.ts'
import type { Ctx } from '../context.ts'
import { validationFailed } from './fieldErrors.ts'

/**
 * Makes a record, once for all requests that carry the same Idempotency-Key; without a key, each time. A repetition
 * says so in Idempotent-Replayed, and does not count against a limit.
 *
 * @param create makes it, with the transaction that it is given
 * @param read finds what an earlier request made
 * @param createAtOnce makes it, and stores the key if there is one, in one statement; undefined: it may have been made before
 * @throws AppError validation_failed for a key over 255 characters or with blanks, idempotency_mismatch
 */
export async function once<Row extends { id: string }>(
  ctx: Ctx,
  create: (db: Db) => Promise<Row>,
  read: (id: string) => Promise<Row>,
  createAtOnce?: (request?: IdempotentRequest) => Promise<Row | undefined>,
): Promise<Row> {
  const named = requestOf(ctx)
  if (!named.key) return (await createAtOnce?.()) ?? create(ctx.db)
  if (!WELL_FORMED.test(named.key))
    throw validationFailed([
      { field: 'Idempotency-Key', code: 'pattern', detail: 'must be 1 to 255 visible ASCII characters' },
    ])
  const body_hash = createHash('sha256')
    .update(JSON.stringify(ctx.state.body ?? null, inOrder))
    .update(ctx.state.file ? ctx.state.file.file_name : '')
    .update(ctx.state.file ? ctx.state.file.bytes : '')
    .digest()
  const request = { ...named, body_hash }
  let made = await createAtOnce?.(request)
  if (made) return made
  const { id, replayed } = await createOnce(ctx.db, request, async (db) => {
    made = await create(db)
    return made.id
  })
  if (replayed) {
    ctx.set('Idempotent-Replayed', 'true')
    await ctx.state.uncount?.()
  }
  return made ?? read(id)
}

/** What a repetition of a request that replaces goes by, to answer as the first one did: 201, or 200 for a replacement. */
export const wasNeverChanged = ({ created_at, updated_at }: { created_at: Date; updated_at: Date }) =>
  created_at.getTime() === updated_at.getTime()

/** Whether `once` found that an earlier request had made the record. */
export const wasReplayed = (ctx: Ctx) => ctx.response.get('Idempotent-Replayed') === 'true'

/** Whether `once` would find that an earlier request has made the record. */
export async function isReplay(ctx: Ctx): Promise<boolean> {
  const named = requestOf(ctx)
  return WELL_FORMED.test(named.key) && isKeyTaken(ctx.db, named)
}

/** A JSON replacer that sorts fields: their order does not make another request. */
const inOrder = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

const WELL_FORMED = /^[\x21-\x7e]{1,255}$/

function requestOf(ctx: Ctx): Omit<IdempotentRequest, 'body_hash'> {
  const { organization_id, subject } = ctx.state.caller
  // Keys are kept by caller, because two visitors may choose the same one.
  // Ids are the same in capital letters.
  const path = ctx.path.replace(/\/$/, '').toLowerCase()
  const endpoint = `${subject ?? ''} ${ctx.method} ${path}`.trim()
  return { organization_id, endpoint, key: ctx.get('Idempotency-Key') }
}
