import { createHash } from 'node:crypto'
import type { Db } from '../shared/db.ts'
import { createOnce } from '../shared/store/idempotency.ts'
import type { Ctx } from './context.ts'
import { validationFailed } from './middleware/validate.ts'

/**
 * Makes a record, once for all requests that carry the same Idempotency-Key; without a key, each time. A repetition
 * says so in Idempotent-Replayed.
 *
 * @param create makes it, with the transaction that it is given
 * @param read finds what an earlier request made
 * @throws AppError validation_failed for a key over 255 characters or with blanks, idempotency_mismatch
 */
export async function once<Row extends { id: string }>(
  ctx: Ctx,
  create: (db: Db) => Promise<Row>,
  read: (id: string) => Promise<Row>,
): Promise<Row> {
  const key = ctx.get('Idempotency-Key')
  if (!key) return create(ctx.db)
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw validationFailed([
      { field: 'Idempotency-Key', code: 'pattern', detail: 'must be 1 to 255 visible ASCII characters' },
    ])
  const { organization_id, subject } = ctx.state.caller
  const request = {
    organization_id,
    // Two visitors may choose the same key, and neither may find what the other made.
    endpoint: `${subject ?? ''} ${ctx.method} ${ctx.path.replace(/\/$/, '')}`.trim(),
    key,
    body_hash: createHash('sha256').update(JSON.stringify(ctx.state.body)).digest(),
  }
  let made: Row | undefined
  const { id, replayed } = await createOnce(ctx.db, request, async (db) => {
    made = await create(db)
    return made.id
  })
  if (replayed) ctx.set('Idempotent-Replayed', 'true')
  return made ?? read(id)
}
