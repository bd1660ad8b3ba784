import { setTimeout as sleep } from 'node:timers/promises'
import type { Times } from '../../shared/lib/config/times.ts'
import { AppError, type JobError } from '../../shared/lib/errors.ts'
import {
  type AskProbe,
  type CallAnswer,
  type CallTool,
  outcomeOf,
  type PlannedToolCall,
  type ToolCallOutcome,
} from '../../shared/tools/callAnswer.ts'
import type { CallEnd } from '../../shared/tools/endCall.ts'
import type { Tool } from '../../shared/tools/tools.ts'
import type { ActingRun } from './acting.ts'

interface SendDeps {
  callTool: CallTool
  askProbe: AskProbe
  times: Pick<Times, 'toolPauseMs' | 'leaseMs'>
}

/** What a worker learns of a call, without its id and token. */
export type LearnedOutcome = Omit<CallEnd, 'call_id' | 'attempt'>

/** Milliseconds before the deadline by which a call must have ended, so that a model can answer. */
const FOR_THE_REPLY_MS = 2_000
/** A call with less time is not begun. */
const LEAST_MS = 1_000
/** The most times that a living worker sends a read, and a write with a key. */
const MOST_READS = 2
const MOST_KEYED = 3
/** The most times that the other system is asked what became of a call, and for how long each. */
const MOST_PROBES = 3
const PROBE_MS = 3_000

/** Returns the milliseconds that a call may take. */
const limitOf = ({ leftMs }: Pick<ActingRun, 'leftMs'>, { timeout_ms }: Tool): number =>
  Math.min(timeout_ms, leftMs() - FOR_THE_REPLY_MS)

export const hasTimeFor = (run: Pick<ActingRun, 'leftMs'>, tool: Tool): boolean =>
  limitOf(run, tool) >= LEAST_MS

/** Whether a call whose answer was lost may be sent again, or can be asked about. */
export const mayRepeat = ({ effect, idempotency_header }: Tool): boolean =>
  effect === 'read' || idempotency_header !== null

export interface SendCall {
  /**
   * Sends a call whose intent is stored, and repeats it where that has no second effect: a read
   * once, a write with its key. A write that has begun ends by its own time alone, not by the
   * reply's signal: what it did must be known.
   * @param wasSent whether an earlier request of the call may have arrived
   * @throws the signal's reason if the reply was stopped and the next worker can find out more
   */
  send(run: ActingRun, call: PlannedToolCall, wasSent: boolean): Promise<LearnedOutcome>
  /**
   * Asks the other system what became of a call, and sends nothing else. That it was not done
   * counts only when no worker can be about to send it any more.
   * @param begunAgo milliseconds since another worker has begun the call
   * @throws the signal's reason
   */
  lookUp(run: ActingRun, call: PlannedToolCall, begunAgo: number): Promise<LearnedOutcome>
}

export function makeSendCall({ callTool, askProbe, times }: SendDeps): SendCall {
  async function pause({ signal }: ActingRun, times: number): Promise<void> {
    await sleep(times, undefined, { signal }).catch(() => undefined)
    signal.throwIfAborted()
  }

  /** Sends a call once. An error that is not foreseen says nothing of the request. */
  async function ask(run: ActingRun, call: PlannedToolCall): Promise<CallAnswer> {
    const limit = AbortSignal.timeout(Math.max(1, limitOf(run, call.tool)))
    const isWrite = call.tool.effect === 'write'
    const signal = isWrite ? limit : AbortSignal.any([limit, run.signal])
    try {
      return await callTool(call, signal)
    } catch (error) {
      if (error instanceof AppError && error.code === 'tool_arguments')
        return { kind: 'not_sent', error: { code: error.code, detail: error.message } }
      if (!isWrite) throw error
      return { kind: 'unsure', error: NO_ANSWER }
    }
  }

  /**
   * Returns for how many milliseconds after its row a call may be sent: a worker opens the socket
   * while it has the lease, and has its `timeout_ms` then, for a write with a key several times.
   */
  function maySendMs({ idempotency_header, timeout_ms }: Tool): number {
    const most = idempotency_header === null ? 1 : MOST_KEYED
    return times.leaseMs + most * (timeout_ms + times.toolPauseMs * 2 ** most)
  }

  /** @param quietAt when nobody can send the call any more, by `performance.now()` */
  async function askUntil(
    run: ActingRun,
    call: PlannedToolCall,
    quietAt: number,
  ): Promise<LearnedOutcome> {
    for (let asked = 1; call.tool.probe && asked <= MOST_PROBES; asked++) {
      const quietIn = quietAt - performance.now()
      // The last one waits until a no counts, but not beyond the end of the reply.
      const most = asked < MOST_PROBES ? 0 : run.leftMs() - FOR_THE_REPLY_MS - PROBE_MS
      const wait = Math.max(times.toolPauseMs * 3 ** (asked - 1), Math.min(quietIn, most))
      await pause(run, wait)
      const limit = AbortSignal.timeout(PROBE_MS)
      const signal = AbortSignal.any([limit, run.signal])
      const found = await askProbe(call, signal).catch(() => undefined)
      if (found === 'done') return { ...NOTHING, state: 'succeeded', settled_as: 'probe' }
      if (found && quietIn <= wait)
        return { ...NOTHING, state: 'failed', error: NOT_DONE, settled_as: 'probe' }
      run.signal.throwIfAborted()
    }
    return { ...NOTHING, state: 'unknown', error: NO_ANSWER }
  }

  async function send(
    run: ActingRun,
    call: PlannedToolCall,
    wasSent: boolean,
  ): Promise<LearnedOutcome> {
    const { tool } = call
    const quietAt = performance.now() + (wasSent ? maySendMs(tool) : 0)
    const most = tool.effect === 'read' ? MOST_READS : MOST_KEYED
    for (let sent = 1, isRepeated = wasSent; ; sent++) {
      const answer = await ask(run, call)
      const outcome = outcomeOf(tool, answer, isRepeated)
      if (outcome.state === 'succeeded') return learned(outcome, 'succeeded')
      const isOpen = outcome.state === 'unsure' && (mayRepeat(tool) || tool.probe !== null)
      if (isOpen || tool.effect === 'read') run.signal.throwIfAborted()
      if (!outcome.may_repeat || sent >= most || !hasTimeFor(run, tool)) {
        if (outcome.state === 'failed') return learned(outcome, 'failed')
        const found = await askUntil(run, call, quietAt)
        return found.state === 'unknown' ? learned(outcome, 'unknown') : found
      }
      isRepeated ||= answer.kind !== 'not_sent'
      await pause(run, times.toolPauseMs * 2 ** sent)
    }
  }

  return {
    send,
    lookUp: (run, call, begunAgo) =>
      askUntil(run, call, performance.now() + maySendMs(call.tool) - begunAgo),
  }
}

const NOTHING = { http_status: null, result: null, is_cut: false, error: null } as const

export const NO_ANSWER: JobError = {
  code: 'tool_timed_out',
  detail: 'The request may have been sent, but no answer is known.',
}

const NOT_DONE: JobError = {
  code: 'tool_not_done',
  detail: 'The answer was lost, and the other system says that it did not do it.',
}

const learned = (
  { http_status, result, is_cut, error }: ToolCallOutcome,
  state: LearnedOutcome['state'],
): LearnedOutcome => ({ state, http_status, result, is_cut, error })
