import type { StoredStep } from '../../shared/tools/steps.ts'
import type { ModelMessage } from '../prompt/prompt.ts'
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
