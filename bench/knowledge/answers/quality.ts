import type { ReadReply } from './replies.ts'

/** Scripts without spaces between words. Each of their letters counts as a word. */
const WITHOUT_BLANKS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu
const WORDS = /[\p{L}\p{M}\p{N}]+/gu
const ARTICLES: readonly string[] = ['a', 'an', 'the']

/**
 * A text's words, normalised as for SQuAD: in lower case, without punctuation and English articles.
 */
function wordsOf(text: string): string[] {
  const spaced = text.normalize('NFKC').toLowerCase().replace(WITHOUT_BLANKS, ' $& ')
  return (spaced.match(WORDS) ?? []).filter((word) => !ARTICLES.includes(word))
}

/**
 * Whether a text contains another text, word for word, both normalised. A text without words is
 * contained in none.
 */
export function contains(text: string, other: string): boolean {
  const [whole, part] = [wordsOf(text), wordsOf(other)]
  return part.length > 0 && ` ${whole.join(' ')} `.includes(` ${part.join(' ')} `)
}

/**
 * Returns the F1 of a reply and an answer, 0–1, as for SQuAD: the harmonic mean of the shares of
 * words that they have in common.
 */
function f1Of(reply: string, answer: string): number {
  const [said, wanted] = [wordsOf(reply), wordsOf(answer)]
  const left = new Map<string, number>()
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1)
  let common = 0
  for (const word of said) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    common++
  }
  return common === 0 ? 0 : (2 * common) / (said.length + wanted.length)
}

export interface Judged {
  right: boolean
  refused: boolean
  /** The best F1 to any answer, 0–1; 0: the reply refuses, or the question has no answer. */
  f1: number
  grounded: boolean
  /** Whether the reply cites a passage with the answer. */
  citesAnswer: boolean
  characters: number
}

/** Returns whether a reply refuses: it cites nothing and says the agent's fallback. */
export const refuses = ({
  content,
  cited,
  fallback,
}: Pick<ReadReply, 'content' | 'cited' | 'fallback'>): boolean =>
  cited.length === 0 && contains(content, fallback)

/**
 * Judges a reply as a user reads it. A reply that does not refuse is right if it contains an answer.
 * @param answers empty: the knowledge does not answer the question
 */
export function judge(
  reply: Pick<ReadReply, 'content' | 'cited' | 'grounded' | 'fallback'>,
  answers: readonly string[],
): Judged {
  const has = (text: string) => answers.some((answer) => contains(text, answer))
  const { content, cited, grounded } = reply
  const refused = refuses(reply)
  return {
    refused,
    grounded,
    characters: content.length,
    right: !refused && has(content),
    f1: refused ? 0 : Math.max(0, ...answers.map((answer) => f1Of(content, answer))),
    citesAnswer: cited.some(({ text }) => has(text)),
  }
}
