import { LRUCache } from 'lru-cache'
import { saveContradictions } from '../../shared/knowledge/contradictions.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import {
  type Contradiction,
  findContradictions,
  MAX_SOURCES,
} from '../contradictions/contradictions.ts'
import type { ReplyRun } from './run.ts'

/** Finds contradictions in the sources of a reply, and stores them. Never fails the reply. */
export interface Contradicting {
  seek(run: ReplyRun, sources: readonly Passage[]): Promise<readonly Contradiction[]>
  /**
   * Stores contradictions in the background, unless a reply of the last hour had the same sources.
   * @param found the result of `seek`; undefined: seeks now
   */
  save(
    run: ReplyRun,
    sources: readonly Passage[],
    found: readonly Contradiction[] | undefined,
  ): void
}

/**
 * Milliseconds for which the same sources, in the same order, are searched only once. A search takes
 * a tenth of the worker's time for a reply, and what it finds hardly depends on the question
 * (decision 42).
 */
const AGAIN_MS = 3_600_000
const MAX_SEARCHED = 20_000

export function makeContradicting(db: Db, log: Log): Contradicting {
  const warn = ({ claim: { id, request_id } }: ReplyRun, error: unknown) =>
    log.warn({ id, request_id, err: error }, 'could not look for contradictions in the knowledge')

  const searched = new LRUCache<string, true>({ max: MAX_SEARCHED, ttl: AGAIN_MS })

  const seek: Contradicting['seek'] = (run, sources) => {
    const { question } = run.inputs
    const expected = expectedIn(run.inputs)
    return findContradictions(question, sources, expected, run.yieldLoop).catch((error) => {
      warn(run, error)
      return []
    })
  }

  return {
    seek,
    save(run, sources, found) {
      const key = keyOf(run, sources)
      if (searched.has(key)) return
      searched.set(key, true)
      const store = async () => {
        const all = found ?? (await seek(run, sources))
        if (all.length) await saveContradictions(db, run.claim.organization_id, all.map(toStored))
      }
      store().catch((error) => {
        searched.delete(key)
        warn(run, error)
      })
    },
  }
}

/** The chunks that are searched, best first, and the question's language. No chunk ever changes. */
function keyOf({ claim, inputs }: ReplyRun, sources: readonly Passage[]): string {
  const language = languageOf(inputs.question, expectedIn(inputs))
  const chunks = sources.slice(0, MAX_SOURCES).map(({ chunk_id }) => chunk_id)
  return [claim.organization_id, language, ...chunks].join(' ')
}

const expectedIn = ({ agent, locale }: ReplyRun['inputs']) => agent.language ?? locale

const toStored = (pair: Contradiction) =>
  pair.map(({ source, sentence, figures }) => ({
    entry_id: source.knowledge_id,
    chunk_id: source.chunk_id,
    sentence,
    figures,
  }))
