/** The fields that identify the Q/A pair of a passage. */
interface FoundPair {
  knowledge_id: string
  chunk_id: string
  url: string | null
  heading: string
  question_key?: string | null
}

/** Keeps the first passage of each Q/A pair, and all passages outside of pairs. */
export function onePerPair<Passage extends FoundPair>(passages: readonly Passage[]): Passage[] {
  const once = new Map<string, Passage>()
  for (const passage of passages) {
    const key = passage.question_key ? keyOf(passage) : passage.chunk_id
    if (!once.has(key)) once.set(key, passage)
  }
  return [...once.values()]
}

/**
 * Returns the text of a Q/A pair, joined from its pieces.
 * @param pieces their texts in order; each has the question in its first line
 */
export const wholeOf = (pieces: readonly string[]): string =>
  pieces.reduce(
    (text, piece, place) => text + separatorAfter(pieces[place - 1]!) + withoutQuestion(piece),
  )

/**
 * Returns the key of a pair. The same question on another page or under another heading is another
 * pair.
 */
const keyOf = ({ knowledge_id, url, heading, question_key }: FoundPair) =>
  JSON.stringify([knowledge_id, url, heading, question_key])

const withoutQuestion = (text: string) => text.slice(text.indexOf('\n') + 1)

/**
 * Returns the text between a piece and the next. An answer is cut into full pieces, so another
 * answer to the same question begins after a piece that is not full.
 */
const separatorAfter = (piece: string) => (withoutQuestion(piece).length < NOT_FULL ? '\n' : '')
const NOT_FULL = 750
