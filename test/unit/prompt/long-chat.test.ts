import { expect } from 'chai'
import type { Turn } from '../../../shared/chat/replies.ts'
import { settings } from '../../../shared/lib/config/settings.ts'
import type { Passage } from '../../../shared/search/retrieval.ts'
import { inTurns } from '../../../workers/models/turns.ts'
import { buildPrompt, type PromptMessage } from '../../../workers/prompt/prompt.ts'
import { ASKED, PLAIN_AGENT } from '../../support/data/replyInputs.ts'

const BUDGET = { history: settings.HISTORY_TOKENS.default, knowledge: 16_000 }
const TURNS = 20

const passage = (id: number): Passage => ({
  knowledge_id: `k${id}`,
  chunk_id: `${id}`,
  kind: 'url',
  title: `Page ${id}`,
  heading: '',
  url: `https://shop.example/${id}`,
  score: 1,
  text: `What is true of ${id}. `.repeat(20),
})

/** Returns the prompts of a chat whose answers have so many words and cite two sources each. */
function promptsOf(words: number, takesSystem: boolean): PromptMessage[][] {
  const history: Turn[] = []
  return Array.from({ length: TURNS }, (_, turn) => {
    const question = `Question ${turn}: what is it with ${'this '.repeat(10)}?`
    const passages = Array.from({ length: 6 }, (_, nth) => passage((turn * 3 + nth * 7) % 40))
    const inputs = {
      agent: { ...PLAIN_AGENT, instructions: 'Be kind. '.repeat(20) },
      question,
      question_metadata: { at: `2026-11-29T20:${30 + turn}:00Z` },
      ...ASKED,
      asked_at: `2026-11-29T20:${30 + turn}:00.000Z`,
      locale: 'en',
      traits: { tier: 'gold' },
      history: [...history],
    }
    const content = `Answer ${turn}: ${'word '.repeat(words)}.`
    const marks = passages.slice(0, 2).map(({ chunk_id }) => [9, chunk_id] as const)
    history.push({ role: 'user', content: question }, { role: 'assistant', content, marks })
    return inTurns(buildPrompt(inputs, passages, BUDGET).messages, takesSystem)
  })
}

/** Joins messages to what a provider's cache compares. */
const flat = (messages: readonly PromptMessage[]) =>
  messages.map(({ role, content }) => `${role}: ${content}`).join('\n')

function sharedBy(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}

describe('a chat of twenty turns', () => {
  for (const words of [20, 80, 200, 400])
    for (const takesSystem of [true, false])
      it(`has prompts that begin as the one before: answers of ${words} words, ${takesSystem ? 'with' : 'without'} a system role`, () => {
        const prompts = promptsOf(words, takesSystem)
        let shared = 0
        let stable = 0
        for (const [turn, messages] of prompts.entries()) {
          if (turn === 0) continue
          // All but the last message: the instructions, and the history that the budget keeps.
          stable += flat(messages.slice(0, -1)).length
          shared += sharedBy(flat(messages), flat(prompts[turn - 1]!))
        }
        expect(shared / stable).to.be.above(0.8)
      })

  it('changes nothing before its last message while the history fits', () => {
    const prompts = promptsOf(40, true)
    for (const [turn, messages] of prompts.slice(0, -1).entries())
      expect(flat(prompts[turn + 1]!).startsWith(flat(messages.slice(0, -1))), `${turn}`).to.equal(
        true,
      )
  })
})
