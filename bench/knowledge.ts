import { v7 as uuid } from 'uuid'
import { type Db, sql } from '../shared/db.ts'
import { createAgent } from '../shared/store/agents.ts'
import { replaceChunks } from '../shared/store/chunks.ts'
import { ensureOrganization } from '../shared/store/organizations.ts'
import { chunksOf } from '../workers/extraction/chunksOf.ts'
import { inLanguages } from '../workers/inLanguages.ts'

export interface Owner {
  organizationId: string
  agentId: string
}

export async function makeOwner(db: Db, name: string): Promise<Owner> {
  const { id: organizationId } = await ensureOrganization(db, name)
  const { id: agentId } = await createAgent(db, organizationId, { name: 'Ada' })
  return { organizationId, agentId }
}

/**
 * Indexes each text as a text file of its own, as the index lane would.
 * @returns the entries' ids, in the order of the texts
 */
export async function indexTexts(
  db: Db,
  { organizationId }: Owner,
  texts: readonly string[],
): Promise<string[]> {
  const ids: string[] = []
  for (const text of texts) {
    const bytes = Buffer.from(text)
    const { chunks } = await chunksOf({ type: 'txt', bytes, charset: 'utf-8', heading: null })
    const [id] = await makeEntries(db, organizationId, 1)
    await replaceChunks(db, organizationId, id!, await inLanguages(chunks, null))
    ids.push(id!)
  }
  return ids
}

export async function makeEntries(db: Db, organizationId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuid())
  await sql(db)`
    insert into knowledge_entries (id, organization_id, kind, status, request_id)
    select id, ${organizationId}, 'file', 'ready', 'bench' from unnest(${ids}::uuid[]) as id`
  return ids
}
