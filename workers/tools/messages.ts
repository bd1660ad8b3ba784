import type { StoredStep } from '../../shared/tools/steps.ts'
import { asData } from '../prompt/delimiters.ts'
import type { ModelMessage, PromptMessage } from '../prompt/prompt.ts'
import { isRound } from './acting.ts'
import type { ShownResults } from './results.ts'

/** Returns what models asked for and what came of it, as messages after those of the prompt. */
export const messagesOf = (steps: readonly StoredStep[], results: ShownResults): ModelMessage[] =>
  steps.filter(isRound).flatMap(({ model, said }): ModelMessage[] => {
    const { text, thoughts, calls } = said
    return [
      { role: 'assistant', content: text, calls, model, ...(thoughts && { thoughts }) },
      ...calls.map((call) => ({
        role: 'tool' as const,
        call,
        model,
        content: results.of(call),
      })),
    ]
  })

/**
 * Writes the same as a text, for models and calls without tools: not every provider takes calls in
 * a chat in which it is offered no tools.
 */
export function asText(steps: readonly StoredStep[], results: ShownResults): PromptMessage[] {
  const lines = steps
    .filter(isRound)
    .flatMap(({ said }) => said.calls)
    .map((call) => `${asData(`${call.name} ${call.written}`)}\n${results.of(call)}`)
  if (!lines.length) return []
  return [{ role: 'user', content: [HAVE_USED, ...lines, ANSWER].join('\n\n') }]
}

const HAVE_USED = 'For this question, these tools have been used already:'
const ANSWER = 'No more tools can be used now. Answer with what is there.'
