import { failEntry, PAIR_INPUTS, PAIRS_TOGETHER } from '../../shared/knowledge/indexJobs.ts'
import { INDEX } from '../../shared/lib/jobs.ts'
import { makeConnections } from '../../shared/models/connections.ts'
import { makeEmbedder } from '../../shared/models/embedding.ts'
import { NO_MODELS } from '../jobs/modelAvailability.ts'
import { startEmbedding } from '../knowledge/embedJob.ts'
import { makeIndexJob } from '../knowledge/indexJob.ts'
import type { LaneDeps, LaneWork, WorkerLane } from './lane.ts'

export const INDEX_LANE: WorkerLane = { ...INDEX, work: indexWork }

function indexWork({ db, config, log, files, loop }: LaneDeps): LaneWork {
  return {
    perform: makeIndexJob({ db, config, files, loop }),
    fail: (claim, error, jobs) => failEntry(db, claim, error, jobs),
    slots: config.INDEX_CONCURRENCY,
    shareConcurrency: config.ORGANIZATION_INDEX_CONCURRENCY,
    together: PAIRS_TOGETHER,
    inputs: PAIR_INPUTS,
    models: NO_MODELS,
    startBackground() {
      const embedder = makeEmbedder(config, makeConnections(db, config))
      const { times, DATABASE_URL: databaseUrl } = config
      return embedder && startEmbedding({ db, databaseUrl, embedder, log, times })
    },
  }
}
