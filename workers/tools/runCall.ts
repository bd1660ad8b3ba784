import type { JobError } from '../../shared/lib/errors.ts'
import type { NewCall } from '../../shared/tools/beginCall.ts'
import type { PlannedToolCall } from '../../shared/tools/callAnswer.ts'
import { digestOf } from '../../shared/tools/digest.ts'
import type { AskedCall, CallStep } from '../../shared/tools/steps.ts'
import type { Tool } from '../../shared/tools/tools.ts'
import { LEASE_LOST } from '../jobs/keepLease.ts'
import type { ActingRun } from './acting.ts'
import type { CallRows, End, Ready } from './callRows.ts'
import type { ShowCall } from './pieces.ts'
import { type CallPlan, planCall } from './planCall.ts'
import { unavailable } from './rules.ts'
import { mayRepeat, NO_ANSWER, type SendCall } from './sendCall.ts'

interface RunCallDeps extends SendCall {
  rows: CallRows
  showCall: ShowCall
}

/** Waits for its turn: calls of one reply are stored one after the other. */
export type InTurn = <T>(store: () => Promise<T>) => Promise<T>

export interface RunCall {
  /**
   * Makes a call that a model asks for and that has no row yet, or stores why it is not made.
   * @returns false if it waits for an earlier call that it repeats, or if there is no room for it
   * @throws LEASE_LOST, the signal's reason
   */
  begin(run: ActingRun, asked: AskedCall, askedIn: number, inTurn: InTurn): Promise<boolean>
  /** Makes a call that was approved, in a reply that continues the one that asked. */
  approved(run: ActingRun, call: CallStep): Promise<void>
  /** Finds out what became of a call whose worker died, and makes it again if that is harmless. */
  interrupted(run: ActingRun, call: CallStep): Promise<void>
}

/** Customers decide within an hour, people within a day. */
const DECIDES_WITHIN_MS = { customer: 3_600_000, person: 86_400_000 } as const
/** The most characters of a name that a model made up. */
const MAX_NAME = 100

/** Makes the functions that make one call. Each stores the row first, then the socket opens. */
export function makeRunCall({ rows, showCall, send, lookUp }: RunCallDeps): RunCall {
  async function make(run: ActingRun, ready: Ready, wasSent: boolean): Promise<void> {
    const { call, tool, until } = ready
    showCall(run.claim, call)
    const begun = performance.now()
    // A process that stood still meanwhile cannot know whether another worker has the job by now.
    const isLate = begun > until
    const end = isLate ? LATE : await send(run, plannedOf(run, tool, call), wasSent)
    await rows.end(run, call, end)
    showCall(run.claim, call, performance.now() - begun)
    if (isLate) throw LEASE_LOST
  }

  /** Stores the row of a call. @returns undefined: it waits for another, or there is no room */
  async function store(run: ActingRun, asked: AskedCall, askedIn: number) {
    const plan = planCall(run, asked, askedIn)
    if (plan.kind === 'later') return undefined
    const fields = fieldsOf(asked, askedIn, plan)
    const { begun, step } = await rows.add(run, fields)
    if (step && begun.kind === 'begun') {
      const tool = plan.kind === 'begin' && plan.tool
      return { step, ready: tool && { call: step, tool, until: begun.until } }
    }
    if (begun.kind !== 'changed') return undefined
    const { step: refused } = await rows.add(run, { ...fields, ...failed(JUST_CHANGED) })
    return refused && { step: refused, ready: false as const }
  }

  return {
    async begin(run, asked, askedIn, inTurn) {
      const stored = await inTurn(() => store(run, asked, askedIn))
      if (!stored) return false
      if (stored.ready) await make(run, stored.ready, false)
      else showCall(run.claim, stored.step)
      return true
    },

    async approved(run, call) {
      const tool = unchangedTool(run, call)
      const ready = tool && (await rows.begin(run, call, tool, 'approved'))
      if (ready) await make(run, ready, false)
      else if (call.state === 'approved') await rows.end(run, call, CHANGED)
    },

    async interrupted(run, call) {
      const tool = unchangedTool(run, call)
      const ready = tool && mayRepeat(tool) && (await rows.begin(run, call, tool, 'pending'))
      if (ready) return make(run, ready, true)
      if (call.state !== 'pending') return
      if (call.effect === 'read') await rows.end(run, call, { ...UNKNOWN, state: 'failed' })
      else {
        const begunAgo = call.age_ms ?? 0
        const end = tool && (await lookUp(run, plannedOf(run, tool, call), begunAgo))
        await rows.end(run, call, end ?? UNKNOWN)
      }
      showCall(run.claim, call)
    },
  }
}

const plannedOf = ({ facts }: ActingRun, tool: Tool, call: CallStep): PlannedToolCall => ({
  tool,
  input: call.arguments,
  facts: { ...facts, call_id: call.call_id },
})

/** Returns the tool of a stored call, if it is the same as when the call was stored. */
const unchangedTool = ({ tools }: ActingRun, { tool_id, digest, ...call }: CallStep) =>
  tools.find((tool) => tool.id === tool_id && digestOf(tool, call.arguments) === digest)

const NOTHING = { http_status: null, result: null, is_cut: false, error: null } as const
const UNKNOWN: End = { ...NOTHING, state: 'unknown', error: NO_ANSWER }
const LATE: End = {
  ...NOTHING,
  state: 'failed',
  error: {
    code: 'tool_not_sent',
    detail: 'The worker stood still for too long before the request, so nothing was sent.',
  },
}
const CHANGED: End = {
  ...NOTHING,
  state: 'expired',
  error: unavailable('The tool was changed or taken away before the call was made.'),
}
const JUST_CHANGED = unavailable('This tool was changed or switched off just now.')

const failed = (error: JobError) =>
  ({ state: 'failed', error, decides: null, expires_ms: null }) as const

/** Returns the row of a call that a model asks for, without its number. */
function fieldsOf(
  { call_id, name, input }: AskedCall,
  asked_in: number,
  plan: Exclude<CallPlan, { kind: 'later' }>,
): Omit<NewCall, 'step'> {
  const { tool } = plan
  const shown = name.slice(0, MAX_NAME).toWellFormed()
  return {
    ...NOTHING,
    call_id,
    asked_in,
    tool,
    name: tool?.name ?? shown,
    title: tool?.title ?? shown,
    effect: tool?.effect ?? 'read',
    arguments: input ?? {},
    digest: 'digest' in plan ? plan.digest : null,
    same_as: null,
    decides: null,
    expires_ms: null,
    state: 'pending',
    ...(plan.kind === 'failed' && failed(plan.error)),
    ...(plan.kind === 'decide' && {
      state: 'waiting',
      decides: plan.decides,
      expires_ms: DECIDES_WITHIN_MS[plan.decides],
    }),
    ...(plan.kind === 'same' && answeredBy(plan.earlier)),
  }
}

/** The outcome of an earlier call, as that of one that repeats it. */
const answeredBy = ({ step, state, http_status, result, is_cut, error }: CallStep) => ({
  same_as: step,
  state,
  http_status,
  result,
  is_cut,
  error,
})
