import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { FairLoop } from '../../shared/lib/async/fairLoop.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import {
  endTrial,
  loadTrial,
  type TrialInputs,
  type TrialOutcome,
} from '../../shared/trials/trials.ts'
import { step } from '../jobs/observe.ts'
import { promptFor } from '../prompt/promptFor.ts'
import type { RecordFailure } from './recordFailure.ts'
import { attemptOf } from './reserve.ts'
import { beginRun, fallbackFor, modelOf, type ReplyConfig, type ReplyRun } from './run.ts'
import type { Steps } from './steps.ts'
import { type StepResults, traceOf, usedBy } from './trace.ts'

interface TrialDeps extends Steps {
  db: Db
  loop: FairLoop
  config: ReplyConfig
  recordFailure: RecordFailure
}

/**
 * Makes the job of a trial. It takes the steps of a reply, and stores its outcome apart from the
 * messages. The costs of its model calls count like those of replies. It has no tools: otherwise, a
 * suggestion for a person could act.
 */
export function makeTrialJob(
  deps: TrialDeps,
): (claim: LeasedJob, signal: AbortSignal) => Promise<boolean> {
  const { db, config, chooseModel, retrieve, readFiles, cite, contradicting, recordFailure } = deps
  // No client follows a trial, so it keeps its fencing token for all models, and adds up its calls.
  const generate = deps.makeGenerate(async () => undefined)
  const answerOf = deps.makeAnswer(generate)

  return async function trial(claim, signal) {
    const begun = performance.now()
    const inputs = await step('load', () => loadTrial(db, claim))
    if (!inputs) return false
    const run = beginRun(claim, signal, inputs, deps, begun)
    try {
      const { outcome, results } = await work(run, inputs)
      const trace = traceOf(run, results, config)
      const kept = {
        ...trace,
        prompt: trace.prompt.filter(({ text }) => text),
        attempt: claim.attempt,
        created_at: new Date().toISOString(),
      }
      const ended: TrialOutcome = { status: 'completed', ...outcome, trace: kept }
      const isStored = await endTrial(db, claim, ended, attemptOf(run, 'completed'))
      if (!isStored) await recordFailure(run)
      return isStored
    } catch (error) {
      await recordFailure(run)
      throw error
    }
  }

  async function work(
    run: ReplyRun,
    { question, answer: isAnswerWanted }: TrialInputs,
  ): Promise<{ outcome: Pick<TrialOutcome, 'reply' | 'usage'>; results: StepResults }> {
    const results: StepResults = {}
    if (!isAnswerWanted) {
      if (question) results.retrieved = await retrieve(run)
      const found = { passages: results.retrieved?.passages ?? [], files: await readFiles(run) }
      await run.yieldLoop()
      results.prompt = promptFor(modelOf(run), run.inputs, found, config)
      return { outcome: {}, results }
    }
    const first = chooseModel(run)
    const answer = question
      ? await answerOf(run, first, results)
      : await generate(run, first, { passages: [], files: await readFiles(run) })
    await run.yieldLoop()
    const cited = await cite(run, answer)
    const contradictions = await contradicting.seek(run, answer.prompt.sources)
    const reply = { ...cited.reply, fallback_for: fallbackFor(run) }
    return {
      outcome: { reply, usage: usedBy(run) },
      results: { ...results, cited, contradictions },
    }
  }
}
