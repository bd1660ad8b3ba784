import { type EndReply, makeEndReply } from '../../shared/chat/endReplies.ts'
import { REPLY_INPUTS } from '../../shared/chat/replyInputs.ts'
import { makeHandoffs } from '../../shared/handoffs/handoffs.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { REPLY } from '../../shared/lib/jobs.ts'
import { makeSealer } from '../../shared/lib/sealing.ts'
import { makeConnections } from '../../shared/models/connections.ts'
import { makeFindByMeaning } from '../../shared/search/meaning.ts'
import { makeReranking } from '../../shared/search/rerank.ts'
import { makeCallTool } from '../../shared/tools/callTool.ts'
import { makeCallHttp } from '../../shared/tools/httpCall.ts'
import { makeAskProbe } from '../../shared/tools/probe.ts'
import { endTrial } from '../../shared/trials/trials.ts'
import { makeModelAvailability } from '../jobs/modelAvailability.ts'
import { observeModel } from '../jobs/observe.ts'
import type { Fail } from '../jobs/runJob.ts'
import { startSharingBreakers } from '../jobs/shareBreakers.ts'
import { makeCallModel } from '../models/model.ts'
import { makeReplyJob } from '../reply/replyJob.ts'
import type { LaneDeps, LaneWork, WorkerLane } from './lane.ts'

export const REPLY_LANE: WorkerLane = { ...REPLY, work: replyWork }

function replyWork({
  db,
  config,
  log,
  breakers,
  notifications,
  files,
  bounds,
  loop,
}: LaneDeps): LaneWork {
  const since = () => bounds.bounds.waiting
  const endReply = makeEndReply(db, config.times.rowLockedMs, since)
  const endIfFree = makeEndReply(db, 0, since)
  const connections = makeConnections(db, config)
  const sealer = makeSealer(config.SECRET_KEYS)
  return {
    perform: makeReplyJob({
      db,
      config,
      log,
      breakers,
      connections,
      notifications,
      files,
      endReply,
      loop,
      callTool: makeCallTool({ db, config, sealer }),
      askProbe: makeAskProbe(makeCallHttp(config, sealer)),
      handoffs: makeHandoffs(config.times.rowLockedMs),
      callModel: observeModel(makeCallModel(config, connections)),
      findByMeaning: makeFindByMeaning({ db, config, log, breakers, connections }),
      makeRerank: makeReranking({ config, log, breakers, connections }),
    }),
    fail: failBy(db, endReply),
    failIfFree: failBy(db, endIfFree),
    failureWarning: 'a reply failed',
    slots: config.REPLY_CONCURRENCY,
    shareConcurrency: config.ORGANIZATION_REPLY_CONCURRENCY,
    inputs: REPLY_INPUTS,
    models: makeModelAvailability(breakers, config.LLM_MODEL),
    startBackground: () =>
      startSharingBreakers({ db, breakers, log, everyMs: config.times.breakerShareMs }),
  }
}

const failBy =
  (db: Db, endReply: EndReply): Fail =>
  (claim, error, jobs) =>
    claim.thread_id
      ? endReply({ claim, status: 'failed', error, jobs })
      : endTrial(db, claim, { status: 'failed', error })
