import { sentencesOf } from '../shared/sentences.ts'
import { languageOf, similarity, stopWordsOf, termsOf } from './matching.ts'

/** Terms that are looked for, each with how much it tells. */
export type Wanted = Map<string, number>

/** A text that may hold the answer. */
export interface Evidence {
  number: number
  /** What it is about, such as its title: it is true of each of its sentences. */
  about: string
  text: string
}

export interface Sentence {
  /** The number of its evidence. */
  number: number
  text: string
  terms: Set<string>
  /** How much of what is wanted it says itself, the rarer the more. */
  own: number
  /** The same, with what stands near it and anywhere in its evidence. */
  score: number
  /** The share of what is wanted that stands in it, in what it is about and in the line before it, 0–1. */
  coverage: number
  /** The share of what is wanted that stands anywhere in its evidence, 0–1. */
  around: number
}

/** A word that says nothing about what a text is about, next to one that does. */
const STOP_WEIGHT = 0.05
/** More terms tell no more, and a question of 8,000 characters must not take seconds. */
const MOST_TERMS = 60
/** What stands in the line before, or in the title, counts less than what the sentence says itself. */
const NEARBY = 0.5
/** What its evidence as a whole has of what is wanted counts for each of its sentences. */
const AROUND = 0.5
/** Longer sentences are cut at blanks: they are lists, or in Thai and Lao, which have no full stops, several sentences. */
const MOST_CHARACTERS = 1_000
const MOST_UNSTOPPED = 400
const UNSTOPPED = /[\p{sc=Thai}\p{sc=Laoo}]/u
const PIECE = /.{1,200}(?=\s|$)|.{1,200}/gsu

export function wantedOf(text: string): Wanted {
  const stops = stopWordsOf(languageOf(text))
  const terms = [...termsOf(text)].slice(0, MOST_TERMS)
  return new Map(terms.map((term) => [term, stops.has(term) ? STOP_WEIGHT : 1]))
}

/** How many of the terms say what it is about. */
export const countTelling = (wanted: Wanted) => [...wanted.values()].filter((weight) => weight === 1).length

/** Questions with so few telling words may go on from the one before: `And for students?` */
const MOST_OF_SHORT = 3
export const goesOn = (question: string) => countTelling(wantedOf(question)) <= MOST_OF_SHORT

/** The sentences of a text as it has them, word for word. */
export const piecesOf = (text: string): string[] =>
  sentencesOf(text).flatMap((sentence) =>
    sentence.length <= (UNSTOPPED.test(sentence) ? MOST_UNSTOPPED : MOST_CHARACTERS)
      ? [sentence]
      : (sentence.match(PIECE) ?? []).map((piece) => piece.trim()).filter(Boolean),
  )

type Matches = Map<string, number>

/** How well `terms` match each wanted one, 0–1. */
function matchesOf(wanted: Wanted, terms: ReadonlySet<string>): Matches {
  const matches: Matches = new Map()
  for (const term of wanted.keys()) {
    let best = terms.has(term) ? 1 : 0
    if (!best) for (const other of terms) best = Math.max(best, similarity(term, other))
    if (best) matches.set(term, best)
  }
  return matches
}

const sum = (wanted: Wanted, matches: Matches, worth: (term: string) => number = () => 1) =>
  [...matches].reduce((total, [term, match]) => total + match * (wanted.get(term) ?? 0) * worth(term), 0)

/** The share of what is wanted that stands in a text of these terms, 0–1. */
export function coverageOf(wanted: Wanted, terms: ReadonlySet<string>): number {
  const all = [...wanted.values()].reduce((total, weight) => total + weight, 0)
  return all && sum(wanted, matchesOf(wanted, terms)) / all
}

/**
 * Every sentence of the evidence, in reading order, with how well it answers.
 * @param rank what the order goes by; `wanted` is what coverage is measured by
 */
export function weigh(wanted: Wanted, rank: Wanted, evidence: readonly Evidence[]): Sentence[] {
  const lines = evidence.flatMap(({ number, about, text }) => {
    const title = weaker(matchesOf(rank, termsOf(about)))
    return piecesOf(text).map((piece) => {
      const terms = termsOf(piece)
      return { number, title, text: piece, terms, matches: matchesOf(rank, terms) }
    })
  })
  const idf = idfOf(rank, lines)
  const worth = (term: string) => idf.get(term)!
  const all = [...wanted].reduce((total, [term, weight]) => total + weight * worth(term), 0) || 1
  const whole = new Map<number, Matches>()
  for (const { number, title, matches } of lines)
    whole.set(number, merge(whole.get(number) ?? title, matches))
  return lines.map(({ number, title, text, terms, matches }, index) => {
    const before = lines[index - 1]
    const near = merge(matches, before?.number === number ? merge(title, weaker(before.matches)) : title)
    const around = whole.get(number)!
    return {
      number,
      text,
      terms,
      own: sum(rank, matches, worth),
      score: sum(rank, near, worth) + AROUND * sum(rank, around, worth),
      coverage: sum(wanted, near, worth) / all,
      around: sum(wanted, around, worth) / all,
    }
  })
}

/** Smoothed, since there is little to count: a term that stands in one of three lines need not be common. */
function idfOf(wanted: Wanted, lines: readonly { matches: Matches }[]): Map<string, number> {
  const idf = new Map<string, number>()
  for (const term of wanted.keys()) {
    const having = lines.filter(({ matches }) => matches.has(term)).length
    idf.set(term, Math.log(1 + (lines.length - having + 20) / (having + 5)))
  }
  return idf
}

const weaker = (matches: Matches): Matches =>
  new Map([...matches].map(([term, match]) => [term, NEARBY * match]))

function merge(a: Matches, b: Matches): Matches {
  const both = new Map(a)
  for (const [term, match] of b) both.set(term, Math.max(both.get(term) ?? 0, match))
  return both
}
