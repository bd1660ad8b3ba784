import { memoize } from '../../../shared/lib/async/memoize.ts'
import type { LocalizedSource } from '../../citations/localized.ts'
import { readPieces } from '../../citations/sourceSentences.ts'
import type { Quantity } from '../../figures/quantities.ts'
import { figuresOf } from '../../figures/readFigures.ts'
import { contentStemsOf } from '../../language/coverage.ts'

/** A figure of a source with the words of its clause, to calculate with. */
export interface Operand {
  quantity: Quantity
  /** The stems of the content words of its clause: `the e-bike €35 a day` has `e`, `bike`. */
  stems: ReadonlySet<string>
  clause: string
}

/** The most clauses that are read of a source, and the most figures of one and of all sources. */
const MAX_CLAUSES = 200
const MAX_OF_SOURCE = 60
const MAX_OPERANDS = 100

const CLAUSE_ENDS =
  /,(?!\d)|[;|\n()–—•、，；。]|\s(?:and|und|et|y|e|и|та|ve|en|och|og|oraz|i|و)\s|(?<=[.!?])\s/u

export const operandClausesOf = (text: string): string[] => text.split(CLAUSE_ENDS).filter(Boolean)

/** Returns the figures of sources, clause by clause. */
export async function operandsOf(sources: readonly LocalizedSource[]): Promise<Operand[]> {
  const all = await Promise.all(
    sources.map(({ source, language }) => readOperands(`${language} ${source.text}`)),
  )
  return all.flat().slice(0, MAX_OPERANDS)
}

const readOperands = memoize(
  async (all): Promise<readonly Operand[]> => {
    const at = all.indexOf(' ')
    const language = all.slice(0, at)
    const clauses = readPieces(all.slice(at + 1)).flatMap(({ piece }) => operandClausesOf(piece))
    const operands: Operand[] = []
    for (const clause of clauses.slice(0, MAX_CLAUSES)) {
      const { quantities } = await figuresOf(clause, language)
      if (!quantities.length) continue
      const stems = wordStemsOf(clause, language)
      operands.push(...quantities.map((quantity) => ({ quantity, stems, clause })))
      if (operands.length >= MAX_OF_SOURCE) break
    }
    return operands
  },
  { most: 100, longest: 8_000 },
)

/** Returns the stems of a text's content words, without its numbers. */
export const wordStemsOf = (text: string, language: string): ReadonlySet<string> =>
  new Set([...contentStemsOf(text, language)].filter((stem) => !/\d/.test(stem)))

/**
 * Returns the operands whose clauses a text mentions, by a word that the clauses of the others
 * lack.
 */
export function mentionedIn(
  operands: readonly Operand[],
  stems: ReadonlySet<string>,
): readonly Operand[] {
  const counts = new Map<string, number>()
  for (const clause of new Set(operands.map(({ stems }) => stems)))
    for (const stem of clause) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return operands.filter((operand) =>
    [...operand.stems].some((stem) => counts.get(stem) === 1 && stems.has(stem)),
  )
}
