import { languageOf } from '../shared/language.ts'
import { remember } from '../shared/remember.ts'
import { partsOf, similarity, termsOf, termsWithWeights } from './matching.ts'
import { type Statement, statementsOf } from './statements.ts'

/** Terms that are looked for, each with how much it tells. */
export type Wanted = ReadonlyMap<string, number>

/** A text that may hold the answer. */
export interface Evidence {
  number: number
  /** What it is about, such as its title: it is true of each of its sentences. */
  about: string
  /** The innermost of the headings above it, or empty. */
  heading: string
  text: string
}

/** With how well it answers. */
export interface Sentence extends Statement {
  /** The number of its evidence. */
  number: number
  /** Of its evidence, with the title and the other headings. */
  about: string
  heading: string
  /** Of its lead and its lines. */
  terms: Set<string>
  /** How much of what is wanted it says itself, the rarer the more. */
  own: number
  /** Of what is wanted, what it says itself. */
  found: ReadonlySet<string>
  /** The same, with what stands near it and anywhere in its evidence. */
  score: number
  /** The share of what is wanted that stands in it, in what it is about and in the line before it, 0–1. */
  coverage: number
  /** The share of what is wanted that stands anywhere in its evidence, 0–1. */
  around: number
}

/** More terms tell no more, and a question of 8,000 characters must not take seconds. */
const MOST_TERMS = 60
/** In the order of sentences, what stands in the line before, or in the title, counts less than what one says itself. */
const NEARBY = 0.5
/** What its evidence as a whole has of what is wanted counts for each of its sentences. */
const AROUND = 0.5
/**
 * What a text tells.
 * @param expected the language in which it is likely to be (BCP 47), such as the agent's
 */
export const wantedOf = (text: string, expected?: string | null): Wanted =>
  expected ? readWanted(text, languageOf(text, expected)) : wantedUnexpected(text)

const readWanted = (text: string, language: string): Wanted =>
  termsWithWeights(text, language, { most: MOST_TERMS })

/** A sentence of a reply is looked at for each of its sources. */
const wantedUnexpected = remember((text) => readWanted(text, languageOf(text)), { most: 500, longest: 1_000 })

/** What a question asks for, as stems, which `termsOf` gives for its language. */
export const stemsWanted = (question: string, language: string): Wanted =>
  termsWithWeights(question, language, { most: MOST_TERMS, asked: true })

/** Those of the terms that say what it is about and that a text of other terms lacks. */
export const missingIn = (wanted: Wanted, terms: ReadonlySet<string>) =>
  [...wanted]
    .filter(([term, weight]) => weight === 1 && coverageOf(new Map([[term, 1]]), terms) === 0)
    .map(([term]) => term)

/** How many of the terms say what it is about. */
export const countTelling = (wanted: Wanted) => [...wanted.values()].filter((weight) => weight === 1).length

/** Questions with so few telling words may go on from the one before: `And for students?` */
const MOST_OF_SHORT = 3
export const goesOn = (question: string, language?: string | null) =>
  countTelling(stemsWanted(question, languageOf(question, language))) <= MOST_OF_SHORT

type Matches = Map<string, number>

/**
 * How well `terms` match each wanted one, 0–1.
 * @param least share of what is wanted: where it cannot be reached, it is not looked on
 */
function matchesOf(wanted: Wanted, terms: ReadonlySet<string>, least = 0): Matches {
  const matches: Matches = new Map()
  const isBetter = (term: string, match: number) => match > (matches.get(term) ?? 0)
  const [asked, said] = [[...wanted.keys()], [...terms]]
  for (const other of said)
    for (const part of partsOf(other, asked)) if (isBetter(part, BY_PARTS)) matches.set(part, BY_PARTS)
  const mayMiss = (1 - least) * weightOf(wanted) + ROUNDING
  let missed = 0
  for (const [term, weight] of wanted) {
    let best = terms.has(term) ? 1 : 0
    if (!best && partsOf(term, said).length) best = BY_PARTS
    if (!best) for (const other of said) best = Math.max(best, similarity(term, other))
    if (isBetter(term, best)) matches.set(term, best)
    missed += weight * (1 - (matches.get(term) ?? 0))
    if (missed > mayMiss) break
  }
  return matches
}
/** `Versandkosten` are the `Kosten` of the `Versand`. */
const BY_PARTS = 0.9
const ROUNDING = 1e-9

const weightOf = (wanted: Wanted) => {
  let all = 0
  for (const weight of wanted.values()) all += weight
  return all
}

const sum = (wanted: Wanted, matches: Matches, worth: (term: string) => number = () => 1) => {
  let total = 0
  for (const [term, match] of matches) total += match * (wanted.get(term) ?? 0) * worth(term)
  return total
}

/**
 * The share of what is wanted that stands in a text of these terms, 0–1.
 * @param least where it is less, only so much is looked at as tells that
 */
export function coverageOf(wanted: Wanted, terms: ReadonlySet<string>, least = 0): number {
  const all = weightOf(wanted)
  return all && sum(wanted, matchesOf(wanted, terms, least)) / all
}

/**
 * Every sentence of the evidence, in reading order, with how well it answers.
 * @param rank what the order goes by; `wanted` is what coverage is measured by
 */
export function weigh(
  wanted: Wanted,
  rank: Wanted,
  evidence: readonly Evidence[],
  language: string,
): Sentence[] {
  const lines = evidence.flatMap(({ number, about, heading, text }) => {
    const title = matchesOf(rank, termsOf(about, language))
    return statementsOf(text).map((statement) => {
      const terms = termsOf([statement.lead, ...statement.lines].join('\n'), language)
      return { number, about, heading, title, statement, terms, matches: matchesOf(rank, terms) }
    })
  })
  const idf = idfOf(rank, lines)
  const worth = (term: string) => idf.get(term)!
  const all = [...wanted].reduce((total, [term, weight]) => total + weight * worth(term), 0) || 1
  const whole = new Map<number, Matches>()
  for (const { number, title, matches } of lines)
    whole.set(number, merge(whole.get(number) ?? title, matches))
  return lines.map(({ number, about, heading, title, statement, terms, matches }, index) => {
    const previous = lines[index - 1]
    const before = previous?.number === number ? weaker(previous.matches) : none
    const around = whole.get(number)!
    const near = merge(matches, merge(weaker(title), before))
    return {
      ...statement,
      number,
      about,
      heading,
      terms,
      own: sum(rank, matches, worth),
      found: new Set(matches.keys()),
      score: sum(rank, near, worth) + AROUND * sum(rank, around, worth),
      coverage: sum(wanted, merge(merge(matches, title), before), worth) / all,
      around: sum(wanted, around, worth) / all,
    }
  })
}
const none: Matches = new Map()

/**
 * The fewer of the sources have a term, the more it is worth; most of all one that none has, since it may ask for another
 * thing. Smoothed, since there is little to count: a term that stands in one of three sources need not be rare.
 */
function idfOf(
  wanted: Wanted,
  lines: readonly { number: number; title: Matches; matches: Matches }[],
): Map<string, number> {
  const idf = new Map<string, number>()
  const countSources = (some: typeof lines) => new Set(some.map(({ number }) => number)).size
  const all = countSources(lines)
  for (const term of wanted.keys()) {
    const having = countSources(lines.filter(({ title, matches }) => matches.has(term) || title.has(term)))
    idf.set(term, Math.log(1 + (all - having + 4) / (having + 2)))
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
