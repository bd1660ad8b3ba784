import pLimit from 'p-limit'
import type { AskedCall, ModelStep } from '../../shared/tools/steps.ts'
import { type ActingRun, callWithId, isCall, isRound } from './acting.ts'
import type { InTurn, RunCall } from './runCall.ts'

/** The most reads of one reply that run at a time. */
const MOST_AT_ONCE = 4

/**
 * Makes the calls that one answer of a model asks for, and what a crash or a decision has left of
 * them. Reads that follow each other run together; writes run one by one, in the model's order.
 * @returns `waits`: somebody must agree to a call, so the reply ends here
 * @throws LEASE_LOST, the signal's reason
 */
export type RunRound = (run: ActingRun, round: ModelStep) => Promise<'go_on' | 'waits'>

export function makeRunRound(runCall: RunCall): RunRound {
  /** @returns false: the call has no row, because it repeats another, or because there is no room */
  async function handle(run: ActingRun, asked: AskedCall, askedIn: number, inTurn: InTurn) {
    run.signal.throwIfAborted()
    const call = callWithId(run.steps, asked.call_id)
    if (!call) return runCall.begin(run, asked, askedIn, inTurn)
    // The decision about a call of this reply begins another reply, which makes the call.
    if (call.state === 'approved' && call.reply_id !== run.claim.id)
      await runCall.approved(run, call)
    else if (call.state === 'pending') await runCall.interrupted(run, call)
    return true
  }

  return async function runRound(run, { step, said }) {
    const inTurn = pLimit(1)
    for (const group of groupsOf(run, said.calls)) {
      const atOnce = pLimit(MOST_AT_ONCE)
      const made = await allOf(group.map((asked) => atOnce(() => handle(run, asked, step, inTurn))))
      // By now, a call that one of the group repeats may be over.
      for (const asked of group.filter((_, at) => !made[at])) await handle(run, asked, step, inTurn)
    }
    run.signal.throwIfAborted()
    return waitsFor(run, step) ? 'waits' : 'go_on'
  }
}

/**
 * Whether a call of this reply needs a decision, or needed one: it may have come already, and has
 * then begun the reply that continues this one.
 */
const waitsFor = ({ steps, claim }: ActingRun, askedIn: number): boolean =>
  steps.some(
    (step) =>
      isCall(step) && step.asked_in === askedIn && step.decides && step.reply_id === claim.id,
  )

/** Groups neighbours that may run together. A call of an unknown tool sends nothing. */
function groupsOf({ tools }: ActingRun, calls: readonly AskedCall[]): AskedCall[][] {
  const writes = tools.filter(({ effect }) => effect === 'write').map(({ name }) => name)
  const groups: AskedCall[][] = []
  let isOpen = false
  for (const asked of calls) {
    const isWrite = writes.includes(asked.name)
    if (isOpen && !isWrite) groups.at(-1)!.push(asked)
    else groups.push([asked])
    isOpen = !isWrite
  }
  return groups
}

/** Waits for all, also if one fails: what has begun must end. @throws the first failure */
async function allOf<T>(running: readonly Promise<T>[]): Promise<T[]> {
  const ended = await Promise.allSettled(running)
  return ended.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}

/** Returns the last round; undefined: no model has asked for tools. */
export const lastRound = ({ steps }: ActingRun): ModelStep | undefined => steps.findLast(isRound)
