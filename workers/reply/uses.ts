import { LRUCache } from 'lru-cache'
import { saveUses } from '../../shared/knowledge/uses.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import type { SourcedReply } from './cite.ts'
import type { ReplyRun } from './run.ts'

/** Milliseconds for which a use of an entry is stored only once: the dashboard counts days. */
const AGAIN_MS = 3_600_000
const MAX_ENTRIES = 50_000

/**
 * Makes the step that records which entries were sources of a stored reply, and which it cites. It
 * does not delay the reply, and never fails it.
 */
export function makeRecordUses(
  db: Db,
  log: Log,
): (run: ReplyRun, sources: readonly Passage[], reply: Pick<SourcedReply, 'citations'>) => void {
  const stored = new LRUCache<string, true>({ max: MAX_ENTRIES, ttl: AGAIN_MS })
  return function recordUses({ claim }, sources, { citations }) {
    const { organization_id, request_id, id } = claim
    const cited = new Set(citations.map(({ knowledge_id }) => knowledge_id))
    const used = [...new Set(sources.map(({ knowledge_id }) => knowledge_id))]
      .map((entry_id) => ({ entry_id, is_cited: cited.has(entry_id) }))
      .filter(({ entry_id, is_cited }) => !stored.has(`${entry_id} ${is_cited}`))
    if (!used.length) return
    for (const { entry_id, is_cited } of used) stored.set(`${entry_id} ${is_cited}`, true)
    saveUses(db, organization_id, used).catch((error) =>
      log.warn({ id, request_id, err: error }, 'could not record which knowledge a reply used'),
    )
  }
}
