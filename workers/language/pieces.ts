import { sentencesOf } from '../../shared/lib/text/sentences.ts'

/**
 * The most characters of a sentence. Longer sentences are cut at blanks: they are lists, or several
 * sentences of Thai or Lao, which have no full stops.
 */
const MAX_OF_SENTENCE = 1_000
const MAX_UNSTOPPED = 400
const UNSTOPPED = /[\p{sc=Thai}\p{sc=Laoo}]/u
const PIECE = /.{1,200}(?=\s|$)|.{1,200}/gsu

/** Splits a text into its sentences, word for word. */
export const piecesOf = (text: string): string[] =>
  sentencesOf(text).flatMap((sentence) =>
    sentence.length <= (UNSTOPPED.test(sentence) ? MAX_UNSTOPPED : MAX_OF_SENTENCE)
      ? [sentence]
      : (sentence.match(PIECE) ?? []).map((piece) => piece.trim()).filter(Boolean),
  )
