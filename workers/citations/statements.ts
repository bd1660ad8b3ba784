import type { Passage } from '../../shared/search/retrieval.ts'
import { piecesOf } from '../language/pieces.ts'
import { type BlockPart, blocksOf, type TextBlock } from './blocks.ts'

/** A sentence, an item of a list, a row of a table, or a block of code of a reply. */
export interface ReplyStatement {
  text: string
  isCode: boolean
  /** Whether a mark covers it: its own, or another of its block. */
  isMarked: boolean
  /**
   * The sources that its own marks name, or else all that its block cites. null: no mark covers
   * it. Empty: the sources of its marks do not mention it.
   */
  sources: readonly Passage[] | null
  /** The whole text of its block. */
  block: string
}

/** A mark that a text had, which is removed from it. */
export interface PlacedMark {
  /** Where it stood, in characters from the beginning of the text. */
  at: number
  /** null: the source does not mention what the mark stands after. */
  source: Passage | null
}

/**
 * Splits a reply into its statements. A mark covers its whole block, but a sentence with a mark of
 * its own rests on that one alone.
 * @param marks in the order of the text
 */
export function* readStatements(
  text: string,
  marks: readonly PlacedMark[],
): Generator<void, ReplyStatement[]> {
  const statements: ReplyStatement[] = []
  let from = 0
  for (const block of blocksOf(text)) {
    yield
    let to = from
    while (to < marks.length && marks[to]!.at <= block.end) to++
    const own = marks.slice(from, to)
    from = to
    statements.push(...statementsOf(block, text.slice(block.start, block.end), own))
  }
  return statements
}

function statementsOf(
  { parts }: TextBlock,
  block: string,
  marks: readonly PlacedMark[],
): ReplyStatement[] {
  const cited = sourcesOf(marks)
  let next = 0
  return parts.flatMap(sentencesIn).map(({ text, start, isCode }) => {
    while (next < marks.length && marks[next]!.at <= start) next++
    const first = next
    while (next < marks.length && marks[next]!.at <= start + text.length) next++
    const own = marks.slice(first, next)
    const sources = own.length ? sourcesOf(own) : cited.length ? cited : null
    return { text, isCode, isMarked: sources !== null, sources, block }
  })
}

const sourcesOf = (marks: readonly PlacedMark[]): Passage[] => [
  ...new Set(marks.flatMap(({ source }) => source ?? [])),
]

function sentencesIn(part: BlockPart): BlockPart[] {
  if (part.isCode) return [part]
  let end = 0
  return piecesOf(part.text).map((text) => {
    const at = part.text.indexOf(text, end)
    end = at + text.length
    return { text, start: part.start + at, isCode: false }
  })
}
