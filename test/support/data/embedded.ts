import { randomUUID } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import {
  claimToEmbed,
  readUnembedded,
  storeEmbeddings,
} from '../../../shared/knowledge/embeddings.ts'
import { builder, run } from '../../../shared/lib/db/builder.ts'
import type { Db } from '../../../shared/lib/db/db.ts'

/** Stores an entry as the index lane leaves it. @returns the ids of its chunks, in their order */
export async function makeIndexed(
  db: Db,
  organization_id: string,
  texts: readonly string[],
  agent_ids: string[] | null = null,
): Promise<string[]> {
  const id = uuid()
  const state = {
    status: 'ready',
    chunk_count: texts.length,
    embed_at: builder.fn.now(),
    request_id: 'test',
  }
  const entry = { id, organization_id, kind: 'file', agent_ids, ...state }
  await run(db, builder('knowledge_entries').insert(entry))
  const rows = texts.map((text, position) => {
    const of = { organization_id, entry_id: id, position: position + 1, hash: randomUUID() }
    return { ...of, text, length: text.split(' ').length }
  })
  const ids = new Map<number, string>()
  for (let at = 0; at < rows.length; at += 1_000) {
    const query = builder('chunks').insert(rows.slice(at, at + 1_000), ['id', 'position'])
    const stored = await run<{ id: string; position: number }>(db, query)
    for (const row of stored.rows) ids.set(row.position, row.id)
  }
  return rows.map(({ position }) => ids.get(position)!)
}

/**
 * Gives every chunk without a vector the vector that `vectorOf` makes of its text, as the workers
 * would.
 */
export async function embedAll(
  db: Db,
  model: string,
  vectorOf: (text: string) => ArrayLike<number> | null,
): Promise<void> {
  for (;;) {
    const claim = await claimToEmbed(db, { model, after: null, limit: 100 })
    if (!claim) return
    const chunks = await readUnembedded(db, claim, model, 1_000)
    const embedded = chunks.map(({ id, text }) => {
      const numbers = vectorOf(text)
      return { id, vector: numbers && unit(numbers) }
    })
    await storeEmbeddings(db, claim, model, embedded)
  }
}

export function unit(numbers: ArrayLike<number>): Float32Array {
  const length = Math.hypot(...Array.from(numbers))
  return Float32Array.from(numbers, (number) => number / length)
}
