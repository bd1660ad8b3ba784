import type { TracedPart, TracedStep } from '../../shared/chat/traces.ts'
import type { AskedCall, CallStep, StoredStep } from '../../shared/tools/steps.ts'
import type { ModelMessage } from '../prompt/prompt.ts'
import { isCall, isRound } from '../tools/acting.ts'

/**
 * Returns the stored steps of a question, as a trace shows them.
 * @param keep cuts a text to what the trace has room for
 */
export function tracedSteps(
  steps: readonly StoredStep[],
  keep: (text: string) => string,
): TracedStep[] {
  const asked = steps.filter(isRound).flatMap(({ said }) => said.calls)
  return steps.map((step): TracedStep => {
    if (isCall(step)) return { ...tracedCall(step, asked, keep), model: null, text: null }
    const { kind, step: number, reply_id, model, said } = step
    return { kind, step: number, reply_id, model, text: keep(said.text), call: null }
  })
}

function tracedCall(
  call: CallStep,
  asked: readonly AskedCall[],
  keep: (text: string) => string,
): Pick<TracedStep, 'kind' | 'step' | 'reply_id'> & { call: NonNullable<TracedStep['call']> } {
  const { kind, step, reply_id, call_id, tool_id, name, title, effect, state, same_as } = call
  const { decides, tries, http_status, result, is_cut, error, settled_as } = call
  // Of arguments that are no object, only the model's own words remain.
  const written = asked.find((one) => one.call_id === call_id)?.written
  const input = written ?? JSON.stringify(call.arguments)
  const answer = typeof result === 'string' ? result : JSON.stringify(result)
  const kept = result === null ? null : keep(answer)
  return {
    kind,
    step,
    reply_id,
    call: {
      call_id,
      tool_id,
      name,
      title,
      effect,
      arguments: keep(input),
      state,
      same_as,
      decides,
      tries,
      http_status,
      result: kept,
      is_cut: is_cut || (kept?.length ?? 0) < (kept === null ? 0 : answer.length),
      error,
      settled_as,
    },
  }
}

/** Returns calls and their results as the parts of a prompt. */
export const partsOfCalls = (
  messages: readonly ModelMessage[],
): Pick<TracedPart, 'role' | 'name' | 'text'>[] =>
  messages.map((message) => {
    const { role, content } = message
    if (!('calls' in message)) return { role, name: 'tool_results', text: content }
    const calls = message.calls.map(({ name, written }) => `${name} ${written}`)
    return { role, name: 'tool_calls', text: [content, ...calls].filter(Boolean).join('\n') }
  })
