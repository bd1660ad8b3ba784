import { saveContradictions } from '../../shared/knowledge/contradictions.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import { type Contradiction, findContradictions } from '../contradictions/contradictions.ts'
import type { ReplyRun } from './run.ts'

/** Finds contradictions in the sources of a reply, and stores them. Never fails the reply. */
export interface Contradicting {
  seek(run: ReplyRun, sources: readonly Passage[]): Promise<readonly Contradiction[]>
  /**
   * Stores contradictions in the background.
   * @param found the result of `seek`; undefined: seeks now
   */
  save(
    run: ReplyRun,
    sources: readonly Passage[],
    found: readonly Contradiction[] | undefined,
  ): void
}

export function makeContradicting(db: Db, log: Log): Contradicting {
  const warn = ({ claim: { id, request_id } }: ReplyRun, error: unknown) =>
    log.warn({ id, request_id, err: error }, 'could not look for contradictions in the knowledge')

  const seek: Contradicting['seek'] = (run, sources) => {
    const { question, agent, locale } = run.inputs
    const expected = agent.language ?? locale
    return findContradictions(question, sources, expected, run.yieldLoop).catch((error) => {
      warn(run, error)
      return []
    })
  }

  return {
    seek,
    save(run, sources, found) {
      const store = async () => {
        const all = found ?? (await seek(run, sources))
        if (all.length) await saveContradictions(db, run.claim.organization_id, all.map(toStored))
      }
      store().catch((error) => warn(run, error))
    },
  }
}

const toStored = (pair: Contradiction) =>
  pair.map(({ source, sentence, figures }) => ({
    entry_id: source.knowledge_id,
    chunk_id: source.chunk_id,
    sentence,
    figures,
  }))
