import type { Config } from '../shared/config.ts'
import type { Db } from '../shared/db.ts'
import { fileTypeOf } from '../shared/fileTypes.ts'
import { withoutHidden } from '../shared/hidden.ts'
import { languageOfTag } from '../shared/language.ts'
import { findSharedLanguage } from '../shared/store/agents.ts'
import { readFileBytes } from '../shared/store/files.ts'
import { completeEntry, findEntry, type KnowledgeEntry } from '../shared/store/knowledge.ts'
import { questionKey, searchWords } from '../shared/terms.ts'
import { parseHosts } from './addresses.ts'
import { chunkPair, chunkText } from './chunks.ts'
import { type Extracted, extract } from './extract.ts'
import { fetchPage } from './fetch.ts'
import { inLanguages } from './inLanguages.ts'
import type { Perform } from './run.ts'

interface Deps {
  db: Db
  config: Pick<Config, 'FETCH_ALLOWED_HOSTS'>
}

/** The index lane's job: entry → text → chunks → stored. */
export function makeIndexJob({ db, config }: Deps): Perform {
  const trustedHosts = parseHosts(config.FETCH_ALLOWED_HOSTS)

  async function indexUrl({ url, title }: KnowledgeEntry, signal: AbortSignal): Promise<Extracted> {
    const page = await fetchPage(url!, { signal, trustedHosts })
    return extract({ ...page, heading: title }, signal)
  }

  async function indexFile(entry: KnowledgeEntry, organizationId: string, signal: AbortSignal) {
    const { id, title, summary, file_type, file_name } = entry
    const described = summary?.trim() ? chunkText(`${title}\n${summary}`).map(toChunk) : []
    const bytes = await readFileBytes(db, organizationId, id)
    const type = file_type ?? fileTypeOf(file_name ?? '')
    if (!bytes || !type) return { chunks: described.length ? described : [toChunk(title!)] }
    const { chunks } = await extract({ type, bytes, charset: null, heading: title }, signal)
    return { chunks: [...described, ...chunks] }
  }

  return async function index(claim, signal, completed) {
    const entry = await findEntry(db, claim.organization_id, claim.id)
    if (!entry) return false
    const { kind, question, answer } = entry
    const extracted =
      kind === 'url'
        ? await indexUrl(entry, signal)
        : kind === 'file'
          ? await indexFile(entry, claim.organization_id, signal)
          : { chunks: pairChunks(question ?? '', answer ?? '') }
    const language = await findSharedLanguage(db, claim.organization_id, entry.agent_ids)
    const chunks = await inLanguages(extracted.chunks, languageOfTag(language))
    return completeEntry(db, claim, { ...extracted, chunks }, completed())
  }
}

export function pairChunks(question: string, answer: string): Extracted['chunks'] {
  const question_key = questionKey(question)
  return chunkPair(question, answer).map((text) => ({ ...toChunk(text), question_key }))
}

function toChunk(written: string) {
  const text = withoutHidden(written)
  return { text, heading: '', words: searchWords(text) }
}
