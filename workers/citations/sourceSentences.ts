import { memoize } from '../../shared/lib/async/memoize.ts'
import { isPair, type Passage } from '../../shared/search/retrieval.ts'
import { termsOf } from '../language/matching.ts'
import { piecesOf } from '../language/pieces.ts'

/** A sentence of a text, word for word. */
export interface SentencePiece {
  piece: string
  /** Its place in the text, in characters. */
  start: number
  end: number
  terms: ReadonlySet<string>
}

/** Splits a text into its sentences with their terms, in reading order. */
export const readPieces = memoize(
  (text): readonly SentencePiece[] => {
    let end = 0
    return piecesOf(text).map((piece) => {
      const start = text.indexOf(piece, end)
      end = start + piece.length
      return { piece, start, end, terms: termsOf(piece) }
    })
  },
  { most: 500, longest: 4_000 },
)

/** Returns the sentences that can support a claim: a pair's question only if it has no answer. */
export function answersOf(source: Passage): readonly SentencePiece[] {
  const { text } = source
  const pieces = readPieces(text)
  const from = isPair(source) ? text.indexOf('\n') + 1 : 0
  const answers = pieces.filter(({ start }) => start >= from)
  return answers.length ? answers : pieces
}

/** Returns what a source says, with its title and its headings. */
export const fullTextOf = ({ title, heading, text }: Passage): string =>
  [title, heading, text].filter(Boolean).join('\n')

/** Returns all terms of a source, including those of its title and headings. */
export function allTermsOf({ text, title, heading }: Passage): ReadonlySet<string> {
  return termsOfAll(`${title}\n${heading}\n${text}`)
}
const termsOfAll = memoize((text): ReadonlySet<string> => termsOf(text), {
  most: 2_000,
  longest: 5_000,
})
