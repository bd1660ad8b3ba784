import type { LocalizedSentence, LocalizedSource } from '../../citations/localized.ts'

/** What a sentence may take its figures from, besides the sources that it cites. */
export interface GivenTexts {
  /** The question of the user. */
  question: string
  /** The question, earlier messages, what is known of the user, and what the owner wrote. */
  texts: readonly string[]
}

/** A sentence of a reply, and what it may rest on. */
export interface FigureClaim extends LocalizedSentence {
  sources: readonly LocalizedSource[]
  /** The text of its paragraph, list or table. */
  block: string
  /** What stands before it in its block, as far as it is supported: totals add it up. */
  before: string
  given: GivenTexts
}
