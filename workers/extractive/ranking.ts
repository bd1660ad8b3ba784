import { type Matches, matchesOf, sum, type Wanted } from '../language/coverage.ts'
import { termsOf } from '../language/matching.ts'
import { type Statement, statementsOf } from '../language/statements.ts'

/** A text that may hold the answer. */
export interface Evidence {
  number: number
  /** Its subject, such as its title, which holds for each of its sentences. */
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
  /** The wanted terms that it contains itself. */
  found: ReadonlySet<string>
  /** The same, with what stands near it and anywhere in its evidence. */
  score: number
  /** The share of what is wanted that stands in it, in what it is about and in the line before it, 0–1. */
  coverage: number
  /** The share of what is wanted that stands anywhere in its evidence, 0–1. */
  around: number
}

/** The weight of terms in the line before or in the title, compared with the sentence's own. */
const NEARBY = 0.5
/** The weight, for each sentence, of wanted terms anywhere in its evidence. */
const AROUND = 0.5
/**
 * Scores every sentence of the evidence, in reading order.
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
