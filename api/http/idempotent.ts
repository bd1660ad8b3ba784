import { createHash } from 'node:crypto'
import { createOnce, type IdempotentRequest, isKeyTaken } from '../../shared/chat/idempotency.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Ctx } from '../context.ts'
import { validationFailed } from './fieldErrors.ts'

/**
 * Creates a record, only once for all requests with the same Idempotency-Key. A repeated request
 * gets the header Idempotent-Replayed and does not count against rate limits.
 * @param create creates it in the given transaction
 * @param read reads the record that an earlier request created
 * @param createAtOnce creates it in one statement, and stores the key if there is one; undefined:
 *   an earlier
 * request may have created it
 * @throws AppError validation_failed for a malformed key; idempotency_mismatch for a key that
 *   came with
 * another body
 */
export async function idempotently<Row extends { id: string }>(
  ctx: Ctx,
  create: (db: Db) => Promise<Row>,
  read: (id: string) => Promise<Row>,
  createAtOnce?: (request?: IdempotentRequest) => Promise<Row | undefined>,
): Promise<Row> {
  const named = requestOf(ctx)
  // An empty header is a mistake of the client, which believes that it can safely repeat the
  // request.
  if (ctx.headers['idempotency-key'] === undefined)
    return (await createAtOnce?.()) ?? create(ctx.db)
  if (!WELL_FORMED.test(named.key))
    throw validationFailed([
      {
        field: 'Idempotency-Key',
        code: 'pattern',
        detail: 'must be 1 to 255 visible ASCII characters: send another key, or omit the header',
      },
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

/** Whether a PUT created the record. Repeating it then answers 201 as well, otherwise 200. */
export const wasNeverChanged = ({
  created_at,
  updated_at,
}: {
  created_at: Date
  updated_at: Date
}) => created_at.getTime() === updated_at.getTime()

/** Whether `idempotently` found that an earlier request had created the record. */
export const wasReplayed = (ctx: Ctx) => ctx.response.get('Idempotent-Replayed') === 'true'

/** Whether `idempotently` would find that an earlier request has created the record. */
export async function isReplay(ctx: Ctx): Promise<boolean> {
  const named = requestOf(ctx)
  return WELL_FORMED.test(named.key) && isKeyTaken(ctx.db, named)
}

/**
 * A JSON replacer that sorts fields, because requests that differ only in their order are the same.
 */
const inOrder = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value

const WELL_FORMED = /^[\x21-\x7e]{1,255}$/

function requestOf(ctx: Ctx): Omit<IdempotentRequest, 'body_hash'> {
  const { organization_id, subject, context_id, limited_key_id } = ctx.state.caller
  // Two visitors may choose the same key, so a key belongs to its caller; a visitor's old keys end
  // when their customer becomes known. A caller with limited reach has its own keys as well, and so
  // never gets another caller's record. Ids may come in upper case.
  const path = ctx.path.replace(/\/$/, '').toLowerCase()
  const who = [subject ?? limited_key_id, context_id].filter(Boolean).join(' ')
  const endpoint = `${who} ${ctx.method} ${path}`.trim()
  return { organization_id, endpoint, key: ctx.get('Idempotency-Key') }
}
