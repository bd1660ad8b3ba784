import { contentWords, coverage, sentencesOf } from '../shared/words.ts'
import { readFence, readSources } from './fence.ts'
import type { PromptMessage } from './prompt.ts'

/** Share of the question's words that a Q/A pair's question, or a sentence, must contain to count as an answer. */
const ENOUGH = 0.5

const NOT_KNOWN = 'I could not find an answer to that in what I know.'

/**
 * What `builtin:extractive` says: the answer of a Q/A pair that asks the same, else the sentences of the knowledge
 * that share most with the question, else plainly that it does not know. It reads the prompt that any model gets.
 */
export function extractAnswer(messages: readonly PromptMessage[]): string {
  const system = messages.find(({ role }) => role === 'system')?.content ?? ''
  const question = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const sources = readSources(system)
  const fallback = readFence('fallback_message', system)
  const wanted = contentWords(question)

  const pairs = sources
    .filter(({ kind }) => kind === 'qa')
    .map(({ number, text }) => {
      const [asked = '', ...answer] = text.split('\n')
      return {
        number,
        answer: answer.join('\n'),
        match: Math.min(coverage(wanted, text), similarity(question, asked)),
      }
    })
    .sort((a, b) => b.match - a.match)
  const pair = pairs[0]
  if (pair && pair.match >= ENOUGH) return `${pair.answer} [${pair.number}]`

  const sentences = sources
    .flatMap(({ number, kind, text }) => {
      const lines = kind === 'qa' ? text.split('\n').slice(1).join('\n') : text
      return sentencesOf(lines).map((sentence) => ({ number, sentence, match: coverage(wanted, sentence) }))
    })
    .filter(({ match }) => match >= ENOUGH)
    .sort((a, b) => b.match - a.match)
    .slice(0, 2)
  if (sentences.length > 0)
    return sentences.map(({ sentence, number }) => `${sentence} [${number}]`).join(' ')

  return fallback ?? NOT_KNOWN
}

/** How much two questions ask the same, 0–1: what they share, of the longer one's words and of the shorter one's. */
function similarity(a: string, b: string): number {
  return (coverage(contentWords(a), b) + coverage(contentWords(b), a)) / 2
}
