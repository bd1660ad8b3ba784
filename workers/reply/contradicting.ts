import { saveContradictions } from '../../shared/knowledge/contradictions.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { type Contradiction, findContradictions } from '../grounding/contradictions.ts'
import type { ReplyRun } from './run.ts'

/**
 * The steps that find contradictions in the sources of a reply and store them. Neither delays nor
 * fails the reply.
 */
export interface Contradicting {
  seek(run: ReplyRun): Promise<readonly Contradiction[]>
  /** Stores those that were found for the trace, or finds them now. Does not wait. */
  save(run: ReplyRun): void
}

export function makeContradicting(db: Db, log: Log): Contradicting {
  const warn = ({ claim: { id, request_id } }: ReplyRun, error: unknown) =>
    log.warn({ id, request_id, err: error }, 'could not look for contradictions in the knowledge')

  const seek: Contradicting['seek'] = (run) => {
    const { question, agent, locale } = run.inputs
    const expected = agent.language ?? locale
    return findContradictions(question, run.prompt.sources, expected, run.yieldLoop).catch(
      (error) => {
        warn(run, error)
        return []
      },
    )
  }

  return {
    seek,
    save(run) {
      const store = async () => {
        const found = run.inputs.traced ? run.contradictions : await seek(run)
        if (found.length)
          await saveContradictions(db, run.claim.organization_id, found.map(toStored))
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
