import { CONDITION } from './conditions.ts'

/** The most clauses of a sentence that are compared. */
const MAX_CLAUSES = 8

const ENDS =
  /[,:，、：；](?!\d)|[;–—()]|\s(?:but|and|aber|sondern|und|mais|et|pero|sino|y|ma|e|maar|en|mas|men|och|og)\s/giu

/** Ends of sentences that a figure or a short form hides: `until 6 p.m. It is closed on Mondays.` */
export const SENTENCE_ENDS = /(?<=[.!?。！？])\s+/u

/**
 * Splits a sentence into its clauses. A condition stands apart: what it denies, the clause before
 * it does not.
 */
export const clausesOf = (sentence: string): string[] =>
  sentence
    .split(ENDS)
    .slice(0, MAX_CLAUSES)
    .flatMap((clause) => {
      const at = CONDITION.exec(clause)?.index ?? 0
      return at > 0 ? [clause.slice(0, at), clause.slice(at)] : [clause]
    })
