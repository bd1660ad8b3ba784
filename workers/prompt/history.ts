import type { Turn } from '../../shared/chat/replies.ts'
import { estimateTokens } from '../../shared/lib/text/tokens.ts'

/** The share of the budget that stays when the oldest turns are dropped. */
const KEPT = 1 / 2

/**
 * Returns the newest turns that fit into so many tokens, from a question on: some providers refuse
 * a conversation that the assistant opens.
 *
 * When the turns become too long, the oldest half goes at once, not turn by turn: so the prompt's
 * beginning stays the same for several messages, and providers find it in their caches. The result
 * depends on the turns alone, as if the budget had been kept since the first one.
 * @param turns oldest first
 */
export function keptTurns(turns: readonly Turn[], tokens: number): Turn[] {
  const sizes = turns.map(({ content }) => estimateTokens(content))
  let first = 0
  let sum = 0
  for (const [at, size] of sizes.entries()) {
    sum += size
    if (sum <= tokens) continue
    // The last question and its answer stay if they fit, because the next question may refer to
    // them.
    while (sum > tokens || (sum > KEPT * tokens && first < at - 1)) sum -= sizes[first++]!
  }
  const kept = turns.slice(first)
  const question = kept.findIndex(({ role }) => role === 'user')
  return question === -1 ? [] : kept.slice(question)
}
