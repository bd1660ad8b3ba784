import type { JobError } from '../../shared/lib/errors.ts'
import { readPointer, valueAt } from '../../shared/tools/placeholders.ts'
import type { StoredStep } from '../../shared/tools/steps.ts'
import type { CallFacts, ConfirmWhen, Tool } from '../../shared/tools/tools.ts'
import { isCall } from './acting.ts'
import { isOffered } from './describe.ts'

/** Returns why a call may not be made for this customer or thread; undefined: it may. */
export function refusalOf(
  tool: Tool | undefined,
  { is_verified, is_test }: Pick<CallFacts, 'is_verified' | 'is_test'>,
): JobError | undefined {
  if (!tool) return unavailable('There is no tool of this name.')
  if (!isOffered(tool)) return unavailable('This tool is switched off.')
  if (tool.needs_verified && !is_verified)
    return unavailable('This tool is only for customers who have signed in, and this one has not.')
  if (is_test && tool.effect === 'write' && !tool.in_tests)
    return unavailable('This chat is a test, in which this tool may not change anything.')
  return undefined
}

export const unavailable = (detail: string): JobError => ({ code: 'tool_unavailable', detail })

/**
 * Returns who must agree to a call; undefined: nobody. The model may have read orders of others in
 * a result that is not the owner's own words, so every write after one needs a decision.
 * @param askedIn the step of the model that asks: it had read the results of earlier rounds only
 */
export function decidesOf(
  run: { readonly tools: readonly Tool[]; readonly steps: readonly StoredStep[] },
  tool: Tool,
  input: Record<string, unknown>,
  askedIn: number,
): 'customer' | 'person' | undefined {
  const { confirm, confirm_when, effect } = tool
  if (confirm !== 'never' && (!confirm_when || mustConfirm(confirm_when, input))) return confirm
  return effect === 'write' && hasReadUntrusted(run, askedIn) ? 'customer' : undefined
}

/** A value that is missing or of another type is confirmed: the owner did not think of it. */
function mustConfirm(when: ConfirmWhen, input: Record<string, unknown>): boolean {
  const value = valueAt(input, readPointer(when.pointer))
  if ('above' in when) return typeof value !== 'number' || value > when.above
  const isKnown = when.among.some((one) => typeof one === typeof value && one !== null)
  return !isKnown || when.among.some((one) => one === value)
}

/** The result of a tool that the agent does not have any more is not trusted either. */
const hasReadUntrusted = (
  { tools, steps }: Parameters<typeof decidesOf>[0],
  askedIn: number,
): boolean =>
  steps.some(
    (step) =>
      isCall(step) &&
      step.asked_in < askedIn &&
      step.result !== null &&
      !tools.find(({ id }) => id === step.tool_id)?.trusts_result,
  )
