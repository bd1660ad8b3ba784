import { createHash } from 'node:crypto'
import { bitsOf, vectorOf } from '../knowledge/embeddings.ts'
import { escapeLiteral } from '../lib/db/connection.ts'
import type { Db } from '../lib/db/db.ts'
import { sql, sqlText } from '../lib/db/statements.ts'
import type { Vector } from '../models/embedding.ts'

/** The vector of a question, and the model that made it. */
export interface Meaning {
  /** The form of the vectors to compare with: see `vectorFormOf`. */
  model: string
  vector: Vector
}

/**
 * The number of chunks, nearest by their bits, that are compared by their whole vectors. 100 hardly
 * ever miss any of the best few. Reading 100 vectors of 1,536 numbers takes 7 ms.
 */
const CANDIDATES = 100

/** A chunk and its similarity to the question. */
export interface Near {
  chunk_id: string
  /** Cosine of the angle between question and chunk, −1 to 1. */
  similarity: number
}

/**
 * Finds the chunks nearest to the question by meaning, best first, in the entries that serve the
 * agent. Chunks that the model of the question has not embedded are left out.
 *
 * Without the extension `vector`, all bits of the organization are compared. With it, PostgreSQL
 * chooses between a full comparison and the index.
 */
export async function findNearest(
  db: Db,
  {
    organizationId,
    agentId,
    meaning,
  }: { organizationId: string; agentId: string; meaning: Meaning },
): Promise<Near[]> {
  const { model, vector } = meaning
  // Cuts both to the dimension of the question, so that a model that was replaced under the same
  // name causes no error.
  const [own, asked] = ['v.bits', ':bits'].map((bits) => `${bits}::bit(${vector.length})`)
  const nearest = (db: Db, distance: string) =>
    sqlText<{ chunk_id: string; vector: Buffer | null }>(
      db,
      `select v.chunk_id, v.vector
         from chunk_embeddings v
         join knowledge_entries e on e.organization_id = v.organization_id and e.id = v.entry_id
        where v.organization_id = :organizationId and v.model = :model
          and (e.agent_ids is null or :agentId = any(e.agent_ids))
        order by ${distance} limit ${CANDIDATES}`,
      { organizationId, agentId, model, bits: bitsOf(vector) },
    )
  const rows = (await hasVectorIndexes(db))
    ? await db.transaction(async (transaction) => {
        // The index knows only distances, so the scan must continue until enough chunks of the
        // organization and the agent are found.
        await sql(transaction)`set local hnsw.iterative_scan = relaxed_order`
        await sqlText(transaction, `set local hnsw.ef_search = ${CANDIDATES}`)
        return nearest(transaction, `${own} <~> ${asked}`)
      })
    : await nearest(db, `bit_count(${own} # ${asked})`)
  return rows
    .map((row) => ({ chunk_id: row.chunk_id, vector: vectorOf(row.vector ?? Buffer.alloc(0)) }))
    .filter((row) => row.vector.length === vector.length)
    .map((row) => ({ chunk_id: row.chunk_id, similarity: product(vector, row.vector) }))
    .sort((a, b) => b.similarity - a.similarity)
}

function product(a: Vector, b: Vector): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!
  return sum
}

/**
 * Whether this database has pgvector 0.8 or newer, which can index bits and continue a scan until
 * it has found enough rows.
 */
export async function hasVectorIndexes(db: Db): Promise<boolean> {
  const [extension] = await sql<{ version: string }>(db)`
    select extversion as version from pg_extension
     where extname = 'vector' and to_regoperator('<~>(bit,bit)') is not null`
  const [major = 0, minor = 0] = extension?.version.split('.').map(Number) ?? []
  return major > 0 || minor >= 8
}

const INDEX = 'chunk_embeddings_nearest_'

/**
 * Creates the index of the current model's bits if it is missing, and drops the indexes of former
 * models. This takes minutes for millions of chunks and does not block searches.
 * @param db one connection, without a limit on the time of its statements
 * @returns whether it created an index; false also if another worker is creating it
 */
export async function makeVectorIndex(db: Db, model: string): Promise<boolean> {
  const [{ dimensions = null } = {}] = await sql<{ dimensions: number | null }>(db)`
    select dimensions from embedding_model where name = ${model}`
  if (!dimensions || !(await hasVectorIndexes(db))) return false
  const name = INDEX + createHash('md5').update(`${model} ${dimensions}`).digest('hex').slice(0, 8)
  const [lock] = await sql<{ mine: boolean }>(
    db,
  )`select pg_try_advisory_lock(hashtext(${INDEX})) as mine`
  if (!lock?.mine) return false
  try {
    const indexes = await sql<{ name: string; valid: boolean }>(db)`
      select relname as name, indisvalid as valid from pg_index join pg_class on oid = indexrelid
       where indrelid = 'chunk_embeddings'::regclass and starts_with(relname, ${INDEX})`
    if (indexes.some((index) => index.name === name && index.valid)) return false
    // Drops an index whose creation was interrupted, because it is unusable.
    for (const index of indexes)
      await sqlText(db, `drop index concurrently if exists ${index.name}`)
    await db.query({
      text: `create index concurrently ${name} on chunk_embeddings using hnsw ((bits::bit(${dimensions})) bit_hamming_ops)
        where model = ${escapeLiteral(model)}`,
    })
    return true
  } finally {
    await sql(db)`select pg_advisory_unlock(hashtext(${INDEX}))`
  }
}
