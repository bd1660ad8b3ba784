import type { EndReply } from '../../shared/chat/endReplies.ts'
import { HANDS_OFF } from '../../shared/chat/messages.ts'
import { loadReplyInputs } from '../../shared/chat/replies.ts'
import type { Handoffs } from '../../shared/handoffs/handoffs.ts'
import { beginNextAttempt } from '../../shared/jobs/leases.ts'
import type { FairLoop } from '../../shared/lib/async/fairLoop.ts'
import { REPLY } from '../../shared/lib/jobs.ts'
import { makeEndAndHandOff, type ReplyEnding } from '../handoffs/endAndHandOff.ts'
import { makeHandoffRule, type RuledHandoff } from '../handoffs/rule.ts'
import { commit } from '../jobs/commit.ts'
import { LEASE_LOST } from '../jobs/keepLease.ts'
import { step } from '../jobs/observe.ts'
import type { Perform } from '../jobs/runJob.ts'
import type { ModelPrompt } from '../prompt/promptFor.ts'
import { makeTools, type ToolSenders } from '../tools/makeTools.ts'
import type { SourcedReply } from './cite.ts'
import { makeRecordFailure } from './recordFailure.ts'
import { attemptOf } from './reserve.ts'
import { beginRun, fallbackFor, type ReplyRun } from './run.ts'
import { makeSteps, type StepDeps } from './steps.ts'
import { makeToolRound } from './toolRound.ts'
import { type StepResults, traceOf } from './trace.ts'
import { makeTrialJob } from './trialJob.ts'
import { makeRecordUses } from './uses.ts'
import { waitingReply } from './waiting.ts'

interface ReplyDeps extends StepDeps, ToolSenders {
  loop: FairLoop
  endReply: EndReply
  handoffs: Handoffs
}

/**
 * Makes the reply lane's job: load → resume tool calls → choose a model → answer (retrieve, read
 * files, generate, call tools) → cite → store. A job without a thread is a trial.
 */
export function makeReplyJob(deps: ReplyDeps): Perform {
  const { db, endReply, config, log } = deps
  const recordFailure = makeRecordFailure(db, log, config)
  const steps = makeSteps(deps)
  const { chooseModel, cite, contradicting } = steps
  const { runRound, resume } = makeTools({ ...deps, times: config.times })
  const toolRound = makeToolRound({ db, times: config.times, runRound })
  const answerOf = steps.makeAnswer(steps.makeGenerate(passOn, toolRound))
  const recordUses = makeRecordUses(db, log)
  const trial = makeTrialJob({ ...deps, ...steps, recordFailure })
  const rule = makeHandoffRule(db)
  const endAndHandOff = makeEndAndHandOff(deps)

  /** Records the usage of the failed call, and gives the next call a fencing token of its own. */
  async function passOn(run: ReplyRun): Promise<void> {
    const { claim, signal } = run
    await recordFailure(run)
    const move = () => beginNextAttempt(db, REPLY.name, claim, config.times)
    if (!(await commit(move, config.times.commitRetryMs, signal))) throw LEASE_LOST
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

  /** Makes a reply that only has the notice of a handoff: no model was asked. */
  const handedOff = (run: ReplyRun, { notice }: RuledHandoff): ReplyEnding => ({
    claim: run.claim,
    status: 'completed',
    trace: run.inputs.traced ? traceOf(run, {}, config) : undefined,
    reply: { content: notice, citations: [], grounded: null, finish_reason: HANDS_OFF },
  })

  return async function reply(claim, signal, completed) {
    if (!claim.thread_id) return trial(claim, signal)
    const begun = performance.now()
    const inputs = await step('load', () => loadReplyInputs(db, claim))
    if (!inputs) return false
    const run = beginRun(claim, signal, inputs, deps, begun)
    const { yieldLoop } = run
    await yieldLoop()
    const isBegun = Boolean(run.acting?.steps.length)
    // The rules were applied before the first step, and a tool may have acted since.
    const asked = isBegun ? undefined : await rule.ofQuestion(claim, inputs, yieldLoop)
    if (asked) return store(run, { ...handedOff(run, asked), jobs: [completed()] }, asked)
    const results: StepResults = {}
    const wait = async (prompt?: ModelPrompt) => {
      const ending = await waitingReply(run, results, config, prompt)
      return store(run, { ...ending, jobs: [completed()] }, undefined)
    }
    if (isBegun && (await resume(run.acting!)) === 'waits') return wait()
    const first = chooseModel(run)
    try {
      const answer = await answerOf(run, first, results)
      if (answer.isWaiting) return await wait(answer.prompt)
      await yieldLoop()
      results.cited = await cite(run, answer)
      const { reply } = results.cited
      const handoff = await rule.ofReply(claim, inputs, reply)
      const said = handoff ? withNotice(reply, handoff) : reply
      const { knowledge } = answer.prompt
      // Sought before the reply only for its trace; otherwise later, so that no client waits.
      if (inputs.traced) results.contradictions = await contradicting.seek(run, knowledge)
      await yieldLoop()
      const ending: ReplyEnding = {
        claim,
        status: 'completed',
        reply: { ...said, fallback_for: fallbackFor(run) },
        ...attemptOf(run, 'completed'),
        trace: inputs.traced ? traceOf(run, results, config) : undefined,
        jobs: [completed()],
      }
      const isStored = await store(run, ending, handoff)
      if (!isStored) await recordFailure(run)
      else {
        contradicting.save(run, knowledge, results.contradictions)
        if (!inputs.is_test) recordUses(run, knowledge, reply)
      }
      return isStored
    } catch (error) {
      await recordFailure(run, { error, results })
      throw error
    } finally {
      run.partial?.end()
    }
  }
}

/** Adds the notice of a handoff to a reply that does not know the answer. */
const withNotice = (reply: SourcedReply, { notice }: RuledHandoff) => ({
  ...reply,
  content: `${reply.content}\n\n${notice}`,
  finish_reason: HANDS_OFF,
})
