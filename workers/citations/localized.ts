import type { Passage } from '../../shared/search/retrieval.ts'

/** A sentence of a reply with its language as a BCP 47 tag. */
export interface LocalizedSentence {
  sentence: string
  language: string
}

/** A source with its language as a BCP 47 tag. */
export interface LocalizedSource {
  source: Passage
  language: string
}
