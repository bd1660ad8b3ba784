import { AppError, type JobError } from '../../shared/lib/errors.ts'
import { isDeeperThan } from '../../shared/lib/storable.ts'
import { digestOf } from '../../shared/tools/digest.ts'
import { checkArguments } from '../../shared/tools/inputSchema.ts'
import type { AskedCall, CallStep } from '../../shared/tools/steps.ts'
import { requestOf } from '../../shared/tools/templates.ts'
import type { Tool } from '../../shared/tools/tools.ts'
import { type ActingRun, isCall } from './acting.ts'
import { decidesOf, refusalOf } from './rules.ts'
import { hasTimeFor } from './sendCall.ts'

/**
 * What becomes of a call that a model asks for. `same`: an earlier call answers it. `later`: it
 * repeats a call that is not over. `decide`: somebody must agree first.
 */
export type CallPlan =
  | { kind: 'failed'; tool: Tool | undefined; error: JobError }
  | { kind: 'same'; tool: Tool; earlier: CallStep; digest: string }
  | { kind: 'later' }
  | { kind: 'decide'; tool: Tool; digest: string; decides: 'customer' | 'person' }
  | { kind: 'begin'; tool: Tool; digest: string }

/** @param askedIn the step of the model that asks */
export function planCall(run: ActingRun, asked: AskedCall, askedIn: number): CallPlan {
  const tool = run.tools.find(({ name }) => name === asked.name)
  const error = refusalOf(tool, run.facts)
  if (error || !tool) return { kind: 'failed', tool, error: error! }
  const { input } = asked
  const wrong = input ? wrongArguments(run, tool, input, asked.call_id) : NO_OBJECT
  if (wrong || !input)
    return { kind: 'failed', tool, error: { code: 'tool_arguments', detail: wrong! } }
  const digest = digestOf(tool, input)
  const earlier = sameCall(run, digest)
  if (earlier) return isOver(earlier) ? { kind: 'same', tool, earlier, digest } : { kind: 'later' }
  const decides = decidesOf(run, tool, input, askedIn)
  if (decides) return { kind: 'decide', tool, digest, decides }
  return hasTimeFor(run, tool)
    ? { kind: 'begin', tool, digest }
    : { kind: 'failed', tool, error: NO_TIME }
}

const NO_OBJECT = 'The arguments must be a JSON object.'

const NO_TIME: JobError = {
  code: 'tool_not_sent',
  detail: 'The time for this reply is nearly over, so nothing was sent.',
}

/** How deep arguments may be nested. */
const MAX_DEPTH = 20

/** @returns undefined: the arguments fit the schema, and may stand where the templates have them */
function wrongArguments(
  { facts }: ActingRun,
  tool: Tool,
  input: Record<string, unknown>,
  call_id: string,
): string | undefined {
  if (isDeeperThan(input, MAX_DEPTH)) return 'The arguments are nested too deeply.'
  const wrong = checkArguments(tool, input)
  if (wrong || tool.kind !== 'http') return wrong
  try {
    requestOf({ tool, input, facts: { ...facts, call_id } })
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.code === 'tool_arguments') return error.message
    throw error
  }
}

/**
 * Finds the earlier call for the question that this one repeats. After another write, the same call
 * is another one: set A, set B, set A acts three times. One that was not carried out, or that nobody
 * decided about, may be made anew. One whose outcome is unknown never is.
 */
function sameCall({ steps }: ActingRun, digest: string): CallStep | undefined {
  const calls = steps.filter(isCall)
  const alike = calls.filter((call) => call.digest === digest && call.same_as === null)
  const unknown = alike.find(({ state }) => state === 'unknown')
  if (unknown) return unknown
  const earlier = alike.at(-1)
  if (
    !earlier ||
    earlier.state === 'expired' ||
    NOT_CARRIED_OUT.includes(earlier.error?.code ?? '')
  )
    return undefined
  const isBetween = ({ step, effect, tries }: CallStep) =>
    step > earlier.step && effect === 'write' && tries > 0
  return calls.some(isBetween) ? undefined : earlier
}

const NOT_CARRIED_OUT = ['tool_not_sent', 'tool_not_done']

/** Whether nothing more comes of a call in this reply. An unknown one may still be settled later. */
export const isOver = ({ state }: CallStep): boolean =>
  state !== 'waiting' && state !== 'approved' && state !== 'pending'
