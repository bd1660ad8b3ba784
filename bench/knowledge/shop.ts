import { readFileSync } from 'node:fs'
import type { FileType } from '../../shared/lib/fileTypes.ts'
import { indexFile, indexPair, type Owner } from '../../test/support/data/knowledge.ts'
import type { TestDb } from '../../test/support/product/testDb.ts'

/** The knowledge of a bike shop, and questions about it, each with a text of its answer. */
export interface Shop {
  pairs: [question: string, answer: string][]
  files: [type: FileType, text: string][]
  answerable: [question: string, text: string][]
  typos: [question: string, text: string][]
  unanswerable: string[]
}

export const readShop = () => JSON.parse(readFileSync('bench/data/shop.json', 'utf8')) as Shop

export async function indexShop(db: TestDb, owner: Owner, { pairs, files }: Shop): Promise<void> {
  for (const [question, answer] of pairs) await indexPair(db, owner, question, answer)
  for (const [type, text] of files) await indexFile(db, owner, text, type)
}
