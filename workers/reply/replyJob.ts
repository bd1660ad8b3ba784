import type { EndReply } from '../../shared/chat/endReplies.ts'
import { loadReplyInputs } from '../../shared/chat/replies.ts'
import type { Handoffs } from '../../shared/handoffs/handoffs.ts'
import { beginNextAttempt } from '../../shared/jobs/leases.ts'
import type { FileStorage } from '../../shared/knowledge/fileStorage.ts'
import type { FairLoop } from '../../shared/lib/async/fairLoop.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { REPLY } from '../../shared/lib/jobs.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import type { NotificationSender } from '../../shared/lib/queue/notifications.ts'
import type { Breakers } from '../../shared/models/circuitBreaker.ts'
import type { Connections } from '../../shared/models/connections.ts'
import type { VectorSearch } from '../../shared/search/meaning.ts'
import type { MakeRerank } from '../../shared/search/rerank.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import { makeReadFiles } from '../attachments/readFiles.ts'
import { makeEndAndHandOff, type ReplyEnding } from '../handoffs/endAndHandOff.ts'
import { makeHandoffRule, type RuledHandoff } from '../handoffs/rule.ts'
import { commit } from '../jobs/commit.ts'
import { LEASE_LOST } from '../jobs/keepLease.ts'
import { step } from '../jobs/observe.ts'
import type { Perform } from '../jobs/runJob.ts'
import type { CallModel } from '../models/model.ts'
import { buildPrompt } from '../prompt/prompt.ts'
import { makeRewrite } from '../search/rewrite.ts'
import { makeAskModel } from './askModel.ts'
import { makeCite } from './cite.ts'
import { makeContradicting } from './contradicting.ts'
import { makeProbe } from './probe.ts'
import { makeRecordFailure } from './recordFailure.ts'
import { attemptOf, makeReservations } from './reserve.ts'
import { makeRetrieve } from './retrieve.ts'
import { beginRun, fallbackFor, noUsage, type ReplyConfig, type ReplyRun } from './run.ts'
import { makeTakeTurns } from './takeTurns.ts'
import { traceOf } from './trace.ts'
import { makeTrialJob } from './trialJob.ts'
import { makeRecordUses } from './uses.ts'

interface ReplyDeps {
  db: Db
  loop: FairLoop
  endReply: EndReply
  handoffs: Handoffs
  callModel: CallModel
  findByMeaning: VectorSearch
  makeRerank: MakeRerank
  connections: Connections
  breakers: Breakers
  notifications: NotificationSender
  files: FileStorage
  log: Log
  config: ReplyConfig
}

/**
 * The reply lane's job: load → retrieve → prompt → ask the model → cite → store, over one
 * `ReplyRun`. A job without a thread is a trial.
 */
export function makeReplyJob(deps: ReplyDeps): Perform {
  const { db, endReply, breakers, config, log } = deps
  const { reserve, hasRoom } = makeReservations(deps)
  const retrieve = makeRetrieve({ ...deps, hasRoom, rewrite: makeRewrite(deps) })
  const askModel = makeAskModel({ ...deps, reserve })
  const readFiles = makeReadFiles(deps)
  const cite = makeCite({ ...deps, hasRoom })
  const recordFailure = makeRecordFailure(db, log)
  const { seek, save } = makeContradicting(db, log)
  const recordUses = makeRecordUses(db, log)
  const turns = { breakers, askModel, probe: makeProbe(deps), config, log }
  const trial = makeTrialJob({ ...deps, turns, recordFailure, retrieve, readFiles, cite, seek })
  const takeTurns = makeTakeTurns({ ...turns, passOn })
  const rule = makeHandoffRule(db)
  const endAndHandOff = makeEndAndHandOff(deps)
  /** A second call that fails leaves the first answer, which the fallback replaces. */
  const keepFirst = ({ claim, signal }: ReplyRun, error: unknown): undefined => {
    signal.throwIfAborted()
    log.warn(
      { id: claim.id, request_id: claim.request_id, err: error },
      'could not ask a model once more',
    )
  }

  /** Records the usage of the call that failed, and gives the next one a number of its own. */
  async function passOn(run: ReplyRun, to: string): Promise<void> {
    const { claim, signal } = run
    await recordFailure(run)
    const move = () => beginNextAttempt(db, REPLY.name, claim, config.times)
    if (!(await commit(move, config.times.commitRetryMs, signal))) throw LEASE_LOST
    run.usage = noUsage(to)
  }

  /** Stores a reply, with the handoff that a rule asks for. */
  function store(
    { signal }: ReplyRun,
    ending: ReplyEnding,
    handoff: RuledHandoff | undefined,
  ): Promise<boolean> {
    const end = () => (handoff ? endAndHandOff(ending, handoff) : endReply(ending))
    return step('store', () => commit(end, config.times.commitRetryMs, signal))
  }

  return async function reply(claim, signal, completed) {
    if (!claim.thread_id) return trial(claim, signal)
    const begun = performance.now()
    const inputs = await step('load', () => loadReplyInputs(db, claim))
    if (!inputs) return false
    const run = beginRun(claim, signal, inputs, deps, begun)
    const { yieldLoop } = run
    await yieldLoop()
    const asked = await rule.ofQuestion(claim, inputs, yieldLoop)
    if (asked) return store(run, { ...handedOff(run, asked), jobs: [completed()] }, asked)
    const { ask, askAgain } = takeTurns(run)
    try {
      await step('retrieve', () => retrieve(run), passagesFound)
      run.files = await readFiles(claim, inputs, signal)
      await yieldLoop()
      run.prompt = buildPrompt(inputs, run.passages, run.budget, run.files)
      const answer = await ask()
      await yieldLoop()
      const { cited, ...told } = await cite(run, answer, (correction) =>
        askAgain(correction).catch((error) => keepFirst(run, error)),
      )
      const handoff = await rule.ofReply(claim, inputs, told)
      const finished = handoff ? { ...told, content: `${told.content}\n\n${handoff.told}` } : told
      // Without a trace, whoever waits for the reply need not wait for them.
      if (inputs.traced) run.contradictions = await seek(run)
      await yieldLoop()
      const trace = inputs.traced ? traceOf(run, { cited }) : undefined
      const finishedReply = { ...finished, fallback_for: fallbackFor(run) }
      const attempt = attemptOf(run, 'completed')
      const ending = {
        claim,
        status: 'completed',
        reply: finishedReply,
        ...attempt,
        trace,
      } as const
      const isStored = await store(run, { ...ending, jobs: [completed()] }, handoff)
      if (!isStored) await recordFailure(run)
      else {
        save(run)
        if (!inputs.is_test) recordUses(run, finished)
      }
      return isStored
    } catch (error) {
      await recordFailure(run, error)
      throw error
    } finally {
      run.partial?.end()
    }
  }
}

/** A reply that only tells that people get the chat: no model was asked. */
const handedOff = (run: ReplyRun, { told }: RuledHandoff): ReplyEnding => ({
  claim: run.claim,
  status: 'completed',
  trace: run.inputs.traced ? traceOf(run, {}) : undefined,
  reply: { content: told, citations: [], grounded: false, finish_reason: 'stop' },
})

const passagesFound = ({ length }: Passage[]) => ({ 'parley.passages': length })
