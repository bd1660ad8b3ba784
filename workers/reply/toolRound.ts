import type { Times } from '../../shared/lib/config/times.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { isDeeperThan, storableJson } from '../../shared/lib/storable.ts'
import type { AskedCall, ModelStep } from '../../shared/tools/steps.ts'
import { storeRound } from '../../shared/tools/storeRound.ts'
import { commit } from '../jobs/commit.ts'
import { LEASE_LOST } from '../jobs/keepLease.ts'
import type { ModelReply } from '../models/model.ts'
import { nextStep } from '../tools/acting.ts'
import type { RunRound } from '../tools/runRound.ts'
import { attemptOf } from './reserve.ts'
import type { ReplyRun } from './run.ts'

interface RoundDeps {
  db: Db
  times: Times
  runRound: RunRound
}

/** Arguments that are nested deeper are not read: to write them as JSON could overflow the stack. */
const MAX_DEPTH = 100

/**
 * The step that does what a model has asked of tools: stores its answer with what the attempt cost,
 * and makes the calls. The next model call has a fencing token of its own.
 * @returns `waits`: somebody must agree to a call, so the reply ends here
 * @throws LEASE_LOST, the signal's reason
 */
export type ToolRound = (
  run: ReplyRun,
  model: string,
  answer: ModelReply,
) => Promise<'go_on' | 'waits'>

export const makeToolRound =
  ({ db, times, runRound }: RoundDeps): ToolRound =>
  async (run, model, answer) => {
    const { acting, claim, signal } = run
    if (!acting) return 'go_on'
    run.partial?.end()
    const { usage, spent } = attemptOf(run, 'completed')
    const step: ModelStep = {
      kind: 'model',
      step: nextStep(acting.steps),
      reply_id: claim.id,
      model,
      said: saidBy(answer),
    }
    const write = () => storeRound(db, claim, { ...step, usage, spent }, times.rowLockedMs)
    if (!(await commit(write, times.commitRetryMs, signal))) throw LEASE_LOST
    acting.steps.push(step)
    return runRound(acting, step)
  }

/** Returns an answer as it is stored: what is checked and sent must be the same. */
function saidBy({ text, thoughts, toolCalls = [] }: ModelReply): ModelStep['said'] {
  const calls = toolCalls.map(
    (call): AskedCall => (isDeeperThan(call.input, MAX_DEPTH) ? { ...call, input: null } : call),
  )
  return JSON.parse(storableJson({ text, ...(thoughts && { thoughts }), calls }))
}
