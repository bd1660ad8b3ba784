/** What a question found, as far as pairs are concerned. */
interface FoundPair {
  knowledge_id: string
  chunk_id: string
  url: string | null
  heading: string
  question_key?: string | null
}

/** The first passage of each Q/A pair, and all others. */
export function onePerPair<Passage extends FoundPair>(passages: readonly Passage[]): Passage[] {
  const once = new Map<string, Passage>()
  for (const passage of passages) {
    const key = passage.question_key ? keyOf(passage) : passage.chunk_id
    if (!once.has(key)) once.set(key, passage)
  }
  return [...once.values()]
}

/** The whole of a Q/A pair. @param pieces their texts, in their order; each has the question in its first line */
export const wholeOf = (pieces: readonly string[]): string =>
  pieces.reduce((text, piece, place) => text + separatorAfter(pieces[place - 1]!) + withoutQuestion(piece))

/** The same question elsewhere, on another page or under another heading, is another pair. */
const keyOf = ({ knowledge_id, url, heading, question_key }: FoundPair) =>
  JSON.stringify([knowledge_id, url, heading, question_key])

const withoutQuestion = (text: string) => text.slice(text.indexOf('\n') + 1)

/** Pieces are cut when they are full. After one that is not, the same question is answered again. */
const separatorAfter = (piece: string) => (withoutQuestion(piece).length < NOT_FULL ? '\n' : '')
const NOT_FULL = 750
