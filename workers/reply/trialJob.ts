import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { FairLoop } from '../../shared/lib/async/fairLoop.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import {
  endTrial,
  loadTrial,
  type TrialInputs,
  type TrialOutcome,
} from '../../shared/trials/trials.ts'
import type { ReadFiles } from '../attachments/readFiles.ts'
import type { Contradiction } from '../grounding/contradictions.ts'
import { step } from '../jobs/observe.ts'
import { buildPrompt } from '../prompt/prompt.ts'
import type { makeCite } from './cite.ts'
import { attemptOf } from './reserve.ts'
import { beginRun, fallbackFor, type ReplyConfig, type ReplyRun } from './run.ts'
import { makeTakeTurns } from './takeTurns.ts'
import { traceOf } from './trace.ts'

interface TrialDeps {
  db: Db
  loop: FairLoop
  turns: Omit<Parameters<typeof makeTakeTurns>[0], 'passOn'>
  config: ReplyConfig & Pick<Config, 'times'>
  retrieve: (run: ReplyRun) => Promise<Passage[]>
  readFiles: ReadFiles
  cite: ReturnType<typeof makeCite>
  seek: (run: ReplyRun) => Promise<readonly Contradiction[]>
  /** Records the calls of models of a run that stored nothing. Never throws. */
  recordFailure: (run: ReplyRun) => Promise<void>
}

/**
 * Does a trial by the steps of a reply, and stores its outcome apart from the messages. What its
 * calls of models cost is in the figures like that of replies.
 */
export function makeTrialJob(
  deps: TrialDeps,
): (claim: LeasedJob, signal: AbortSignal) => Promise<boolean> {
  const { db, retrieve, readFiles, cite, seek, recordFailure } = deps
  // Nobody follows a trial, so nothing is to be told between two models, and its calls are added
  // up.
  const takeTurns = makeTakeTurns({ ...deps.turns, passOn: async () => undefined })

  async function answer(
    run: ReplyRun,
  ): Promise<Pick<TrialOutcome, 'reply' | 'usage'> & { cited: Passage[] }> {
    const { ask, askAgain } = takeTurns(run)
    const asked = await ask()
    await run.yieldLoop()
    const { cited, ...read } = await cite(run, asked, (correction) =>
      askAgain(correction).catch((): undefined => run.signal.throwIfAborted() as undefined),
    )
    const reply = { ...read, fallback_for: fallbackFor(run) }
    const { input_tokens, output_tokens, cost_usd } = run.usage
    run.contradictions = await seek(run)
    return { reply, usage: { input_tokens, output_tokens, cost_usd }, cited: [...cited] }
  }

  return async function trial(claim, signal) {
    const begun = performance.now()
    const inputs = await step('load', () => loadTrial(db, claim))
    if (!inputs) return false
    const run = beginRun(claim, signal, inputs, deps, begun)
    try {
      const isStored = await work(run, inputs)
      if (!isStored) await recordFailure(run)
      return isStored
    } catch (error) {
      await recordFailure(run)
      throw error
    }
  }

  async function work(run: ReplyRun, inputs: TrialInputs): Promise<boolean> {
    const { claim } = run
    if (inputs.question) await step('retrieve', () => retrieve(run))
    run.files = await readFiles(claim, inputs, run.signal)
    await run.yieldLoop()
    run.prompt = buildPrompt(inputs, run.passages, run.budget, run.files)
    const { cited, ...answered } = inputs.answer ? await answer(run) : { cited: [] }
    const trace = traceOf(run, { cited })
    const kept = {
      ...trace,
      prompt: trace.prompt.filter(({ text }) => text),
      attempt: claim.attempt,
      created_at: new Date().toISOString(),
    }
    return endTrial(
      db,
      claim,
      { status: 'completed', ...answered, trace: kept },
      attemptOf(run, 'completed'),
    )
  }
}
