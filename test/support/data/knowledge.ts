import { v7 as uuid } from 'uuid'
import { agentRecords } from '../../../shared/agents/agents.ts'
import { replaceChunks } from '../../../shared/knowledge/chunks.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { sql } from '../../../shared/lib/db/statements.ts'
import type { FileType } from '../../../shared/lib/fileTypes.ts'
import { ensureOrganization } from '../../../shared/people/organizations.ts'
import { chunksOf } from '../../../workers/extraction/dispatch.ts'
import { pairChunks } from '../../../workers/knowledge/indexJob.ts'
import { inLanguages } from '../../../workers/knowledge/tagLanguages.ts'
import type { TestDb } from '../product/testDb.ts'

export interface Owner {
  organizationId: string
  agentId: string
}

export async function makeOwner(db: Db, name: string): Promise<Owner> {
  const { id: organizationId } = await ensureOrganization(db, name)
  const { id: agentId } = await agentRecords.create(db, organizationId, { name: 'Ada' })
  return { organizationId, agentId }
}

/**
 * Stores what the index lane would make of the texts. @returns the entries' ids, in the order of
 * the texts
 */
export async function indexTexts(
  db: TestDb,
  owner: Owner,
  texts: readonly string[],
): Promise<string[]> {
  const ids: string[] = []
  for (const text of texts) ids.push(await indexFile(db, owner, text))
  return ids
}

export async function indexFile(
  db: TestDb,
  { organizationId }: Owner,
  text: string,
  type: FileType = 'txt',
): Promise<string> {
  const { chunks } = await chunksOf({
    type,
    bytes: Buffer.from(text),
    charset: 'utf-8',
    heading: null,
  })
  const [id] = await makeEntries(db, organizationId, 1)
  await replaceChunks(db, organizationId, id!, await inLanguages(chunks, null))
  await markIndexed(db, id!)
  return id!
}

export async function indexPair(
  db: TestDb,
  { organizationId }: Owner,
  question: string,
  answer: string,
): Promise<string> {
  const [id] = await makeEntries(db, organizationId, 1)
  await db('knowledge_entries').where({ id }).update({ kind: 'qa', question, answer })
  await replaceChunks(
    db,
    organizationId,
    id!,
    await inLanguages(pairChunks(question, answer), null),
  )
  await markIndexed(db, id!)
  return id!
}

const markIndexed = (db: TestDb, id: string) =>
  db('knowledge_entries').where({ id }).update({ indexed_at: db.fn.now() })

/** Makes entries that are ready and have no chunks yet. @returns their ids */
export async function makeEntries(
  db: Db,
  organizationId: string,
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuid())
  await sql(db)`
    insert into knowledge_entries (id, organization_id, kind, status, request_id)
    select id, ${organizationId}, 'file', 'ready', 'bench' from unnest(${ids}::uuid[]) as id`
  return ids
}
