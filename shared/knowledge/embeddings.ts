import { TIMES } from '../lib/config/times.ts'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import { AppError, type JobError } from '../lib/errors.ts'
import type { Vector } from '../models/embedding.ts'

/**
 * Adopts this model for embedding knowledge. If the model is new, all entries become due to be
 * embedded again. Here and below, a model is named by the form of its vectors (`vectorFormOf`), so
 * another prefix of passages makes another model. An entry keeps its former vectors until it has
 * new vectors, for processes that still use the former model.
 * @returns whether the model is new
 */
export async function adoptModel(db: Db, model: string): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const changed = await sql(transaction)`
      insert into embedding_model as m (name) values (${model})
      on conflict (is_current) do update set name = excluded.name, dimensions = null, error = null
       where m.name <> excluded.name
      returning name`
    if (!changed.length) return false
    await sql(
      transaction,
    )`update knowledge_entries set embed_at = now() where embed_at is null and chunk_count > 0`
    return true
  })
}

/** Entries of one organization that a worker embeds while its lease lasts. */
export interface EmbeddingClaim {
  organization_id: string
  /** Empty: other workers hold the entries that were due. */
  ids: string[]
  /** The end of the lease, as PostgreSQL writes it; it serves as the fencing token. */
  until: string
}

/**
 * Claims up to `limit` entries with chunks to embed, all of one organization. The organizations
 * take turns, so that an organization with 10,000 entries does not delay the others. undefined:
 * nothing is due, or another model has been adopted.
 * @param after the organization that was served last; null: none
 */
export async function claimToEmbed(
  db: Db,
  {
    model,
    after,
    limit,
    leaseMs = TIMES.embeddingLeaseMs,
  }: { model: string; after: string | null; limit: number; leaseMs?: number },
): Promise<EmbeddingClaim | undefined> {
  const [claim] = await sql<EmbeddingClaim & { next: string | null }>(db)`
    with next as (
      select coalesce(
        (select organization_id from knowledge_entries where embed_at <= now() and organization_id > ${after}
          order by organization_id limit 1),
        (select organization_id from knowledge_entries where embed_at <= now()
          order by organization_id limit 1)) as organization_id
       from embedding_model where name = ${model}
    ), due as (
      select organization_id, id from knowledge_entries
       where organization_id = (select organization_id from next) and embed_at <= now()
       order by embed_at limit ${limit} for update skip locked
    ), claimed as (
      update knowledge_entries e set embed_at = now() + make_interval(secs => ${leaseMs / 1000})
        from due where e.organization_id = due.organization_id and e.id = due.id
      returning e.id, e.embed_at
    )
    select (select organization_id from next) as organization_id, coalesce(array_agg(id), '{}') as ids, max(embed_at)::text as until
      from claimed`
  return claim?.organization_id ? claim : undefined
}

export interface Unembedded {
  id: string
  /** Includes title and headings, because a text under "Returns" may not name its subject. */
  text: string
}

/**
 * Reads up to `limit` chunks of the claimed entries that have no vector of the model. Does not use
 * `not exists`: with the statistics of a fresh table, the planner compares each chunk with every
 * vector, which takes 0.9 s for 3,000 vectors instead of 20 ms.
 */
export async function readUnembedded(
  db: Db,
  { organization_id, ids }: EmbeddingClaim,
  model: string,
  limit: number,
): Promise<Unembedded[]> {
  return sql<Unembedded>(db)`
    select c.id,
           concat_ws(E'\\n', coalesce(c.page_title, e.title, e.page_title), nullif(c.heading, ''), c.text) as text
      from chunks c join knowledge_entries e on e.organization_id = c.organization_id and e.id = c.entry_id
     where c.organization_id = ${organization_id} and c.entry_id = any(${ids}::uuid[])
       and (select v.chunk_id from chunk_embeddings v
             where v.organization_id = c.organization_id and v.chunk_id = c.id and v.model = ${model} limit 1) is null
     order by c.entry_id, c.position limit ${limit}`
}

/** A chunk's vector; null: the model refuses its text. */
export interface Embedded {
  id: string
  vector: Vector | null
}

/**
 * Stores vectors and ends the claim. Entries that still lack vectors become due again. The others
 * lose the vectors of former models. Chunks deleted since the claim are left out, and an entry
 * indexed since the claim stays due.
 * @throws AppError model_bad_output if the vectors' dimension differs from the stored vectors'.
 *   Then nothing is stored
 */
export async function storeEmbeddings(
  db: Db,
  { organization_id, ids, until }: EmbeddingClaim,
  model: string,
  embedded: readonly Embedded[],
): Promise<void> {
  await db.transaction(async (transaction) => {
    const isCurrent = await keepDimensions(transaction, model, embedded)
    // Locks entries before chunks, in the order of the indexing job, to avoid a deadlock.
    await sql(transaction)`
      select from knowledge_entries where organization_id = ${organization_id} and id = any(${ids}::uuid[])
       order by id for no key update`
    if (isCurrent && embedded.length)
      await insertVectors(transaction, organization_id, model, embedded)
    const rows = await sql<{ id: string; done: boolean }>(transaction)`
      update knowledge_entries e
         set embed_at = case when not ${isCurrent}::boolean or (
               select c.id from chunks c
                where c.organization_id = e.organization_id and c.entry_id = e.id
                  and (select v.chunk_id from chunk_embeddings v
                        where v.organization_id = c.organization_id and v.chunk_id = c.id and v.model = ${model}
                        limit 1) is null
                limit 1) is not null
             then now() end
       where e.organization_id = ${organization_id} and e.id = any(${ids}::uuid[]) and e.embed_at = ${until}::timestamptz
      returning e.id, e.embed_at is null as done`
    const done = rows.filter((row) => row.done).map(({ id }) => id)
    await sql(transaction)`
      delete from chunk_embeddings v using chunks c
       where c.organization_id = ${organization_id} and c.entry_id = any(${done}::uuid[])
         and v.organization_id = c.organization_id and v.chunk_id = c.id and v.model <> ${model}`
  })
}

/**
 * Stores the dimension of the model's first vectors. Locks the row of the model until the
 * transaction ends, so that another model is adopted either before or after it, and every entry is
 * either due or done.
 * @returns whether this is still the model that embeds knowledge
 */
async function keepDimensions(
  db: Db,
  model: string,
  embedded: readonly Embedded[],
): Promise<boolean> {
  const [kept] = await sql<{ dimensions: number | null; error: JobError | null }>(db)`
    select dimensions, error from embedding_model where name = ${model} for no key update`
  const dimensions = embedded.find(({ vector }) => vector)?.vector?.length
  if (!kept || !dimensions) return kept !== undefined
  if (kept.dimensions !== null && kept.dimensions !== dimensions)
    throw new AppError(
      'model_bad_output',
      `The model answered with vectors of ${dimensions} numbers; those stored have ${kept.dimensions}.`,
    )
  if (kept.dimensions === null || kept.error)
    await sql(
      db,
    )`update embedding_model set dimensions = ${dimensions}, error = null where name = ${model}`
  return true
}

async function insertVectors(
  db: Db,
  organizationId: string,
  model: string,
  embedded: readonly Embedded[],
): Promise<void> {
  const ids = embedded.map(({ id }) => id)
  const bits = embedded.map(({ vector }) => vector && bitsOf(vector))
  const vectors = embedded.map(({ vector }) => vector && bytesOf(vector))
  await sql(db)`
    insert into chunk_embeddings (organization_id, chunk_id, model, entry_id, bits, vector)
    select c.organization_id, c.id, ${model}, c.entry_id, n.bits::bit varying, n.vector
      from unnest(${ids}::bigint[], ${bits}::text[], ${vectors}::bytea[]) as n (id, bits, vector)
      join chunks c on c.organization_id = ${organizationId} and c.id = n.id
       for key share of c
    on conflict do nothing`
}

/** Ends the claim without storing vectors. Its entries are the next of their organization. */
export async function releaseEmbedding(
  db: Db,
  { organization_id, ids, until }: EmbeddingClaim,
): Promise<void> {
  await sql(db)`
    update knowledge_entries set embed_at = 'epoch'
     where organization_id = ${organization_id} and id = any(${ids}::uuid[]) and embed_at = ${until}::timestamptz`
}

/** Stores the error that stops embedding, which the API shows with its progress. */
export async function recordEmbeddingError(db: Db, model: string, error: JobError): Promise<void> {
  await sql(
    db,
  )`update embedding_model set error = ${JSON.stringify(error)}::jsonb where name = ${model}`
}

export interface EmbeddingProgress {
  /** Chunks of the organization. */
  total: number
  /** Chunks that have a vector of the model. */
  done: number
  /** Chunks that the model refuses. */
  refused: number
  error: JobError | null
}

const OTHER_MODEL: JobError = {
  code: 'model_not_configured',
  detail:
    'The workers use another model or another prefix. Restart them with the same EMBEDDING_MODEL and EMBEDDING_PASSAGE_PREFIX.',
}

export async function readEmbeddingProgress(
  db: Db,
  organizationId: string,
  model: string,
): Promise<EmbeddingProgress> {
  const [progress] = await sql<EmbeddingProgress & { current: string | null }>(db)`
    select (select count(*) from chunks where organization_id = ${organizationId})::int as total,
           count(bits)::int as done, (count(*) - count(bits))::int as refused,
           (select name from embedding_model) as current, (select error from embedding_model) as error
      from chunk_embeddings where organization_id = ${organizationId} and model = ${model}`
  const { current, error, ...counts } = progress!
  return { ...counts, error: current === null || current === model ? error : OTHER_MODEL }
}

/** Returns the signs of the numbers as bits: 1 if positive, else 0. */
export const bitsOf = (vector: Vector) =>
  Array.from(vector, (number) => (number > 0 ? '1' : '0')).join('')

const bytesOf = ({ buffer, byteOffset, byteLength }: Vector) =>
  Buffer.from(buffer, byteOffset, byteLength)

/**
 * Returns the vector of its stored bytes. Copies them, because the numbers must begin at a multiple
 * of 4 bytes.
 */
export const vectorOf = (bytes: Buffer): Vector => new Float32Array(new Uint8Array(bytes).buffer)
