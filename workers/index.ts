import type { Db } from '../shared/db.ts'
import { completeEntry, findEntry, type KnowledgeEntry } from '../shared/store/knowledge.ts'
import { chunkPair } from './chunks.ts'
import type { Perform } from './run.ts'
import { searchWords } from './words.ts'

/** The index lane's job: entry → text → chunks → stored. */
export function makeIndexJob({ db }: { db: Db }): Perform {
  return async function index(claim, _signal, completed) {
    const entry = await findEntry(db, claim.organization_id, claim.id)
    if (!entry) return false
    const chunks = textsOf(entry).map((text) => ({ text, words: searchWords(text) }))
    return completeEntry(db, claim, chunks, completed())
  }
}

function textsOf({ question, answer }: KnowledgeEntry): string[] {
  return chunkPair(question ?? '', answer ?? '')
}
