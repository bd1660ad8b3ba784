import type { Db } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import type { AskProbe } from '../../shared/tools/callAnswer.ts'
import { type CallEnd, endCall } from '../../shared/tools/endCall.ts'
import {
  type EndedCall,
  endUnbegun,
  expireActions,
  findInterrupted,
  type InterruptedCall,
} from '../../shared/tools/endCalls.ts'

/** The most calls of each kind that one round ends. The next round, seconds later, takes the rest. */
const MOST = 100

interface EndRound {
  db: Db
  log: Log
  askProbe: AskProbe
  /** Signals that a thread has changed. */
  threadChanged: (organizationId: string, threadId: string) => void
  /** Once aborted, no further system is asked. */
  stop: AbortSignal
}

/**
 * Ends calls of tools that nobody else ends: those that have waited too long for a decision, those
 * that were approved and that no reply begins any more, and those that were begun by a reply that has
 * ended since. Calls nothing but probes.
 * @returns the number of calls that were ended
 */
export async function endCalls({ db, log, askProbe, threadChanged, stop }: EndRound) {
  const ended: EndedCall[] = [...(await expireActions(db, MOST)), ...(await endUnbegun(db, MOST))]
  for (const call of await findInterrupted(db, MOST)) {
    if (stop.aborted) break
    const end = await outcomeOf(call, askProbe, stop, log)
    if (!end || stop.aborted) continue
    const stored = await endCall(db, call.organization_id, { ...end, ...factsOf(call) })
    if (stored?.state === end.state) ended.push(call)
  }
  for (const { organization_id, thread_id } of ended) threadChanged(organization_id, thread_id)
  return ended.length
}

type EndedOutcome = Pick<CallEnd, 'state' | 'error' | 'settled_as'>

const factsOf = ({ call_id, attempt }: InterruptedCall) => ({
  call_id,
  attempt,
  http_status: null,
  result: null,
  is_cut: false,
})

/**
 * Decides what became of an interrupted call. A read has failed. A write is asked about once in a
 * round, if its tool says how; that it was not done counts in the last one. Else it is unknown then.
 * @returns undefined: it is asked about again in the next round
 */
async function outcomeOf(
  call: InterruptedCall,
  askProbe: AskProbe,
  stop: AbortSignal,
  log: Log,
): Promise<EndedOutcome | undefined> {
  if (call.effect === 'read') return { state: 'failed', error: LOST }
  const answer = call.tool && (await probe(call, askProbe, stop, log))
  if (answer === 'done') return { state: 'succeeded', error: null, settled_as: 'probe' }
  // Somebody who was cut off meanwhile, but lives, could send it until then.
  if (answer === 'not_done' && call.is_last)
    return { state: 'failed', error: NOT_DONE, settled_as: 'probe' }
  return call.tool && !call.is_last ? undefined : { state: 'unknown', error: LOST }
}

async function probe(call: InterruptedCall, askProbe: AskProbe, stop: AbortSignal, log: Log) {
  const { tool, input, ...facts } = call
  const signal = AbortSignal.any([stop, AbortSignal.timeout(tool!.timeout_ms)])
  return askProbe({ tool: tool!, input, facts }, signal).catch((error) => {
    log.warn({ call: call.call_id, err: error }, 'could not ask what became of a call of a tool')
    return undefined
  })
}

const LOST = {
  code: 'tool_timed_out',
  detail: 'The reply ended while the call ran, and its answer was lost.',
} as const

const NOT_DONE = {
  code: 'tool_not_done',
  detail: 'The answer was lost, and the other system says that it was not done.',
} as const
