import { type Matches, matchesOf, sum, type Wanted } from '../language/coverage.ts'
import { termsOf } from '../language/matching.ts'
import type { PromptSource } from '../prompt/prompt.ts'
import { type Statement, statementsOf } from './statements.ts'

/** A statement, with how well it answers. */
export interface RankedStatement extends Statement {
  /** Index of its source. */
  source: number
  /** Among all statements, in reading order. */
  place: number
  isPair: boolean
  /** The innermost heading above it, or what its pair asks; or empty. */
  heading: string
  terms: ReadonlySet<string>
  /** How much of what is wanted it has itself; rare terms count more. */
  own: number
  /** Whether it has a wanted term that does not stand above it. */
  isItself: boolean
  /** As `own`, with what stands above it, before it and around it. */
  score: number
  /** The share of what is wanted that stands in it, above it or in the statement before it, 0–1. */
  coverage: number
  /** The share of what is wanted that stands anywhere in its source, 0–1. */
  around: number
  /** Telling terms that stand neither in it nor above it; a number counts only where it stands in it. */
  missing: string[]
}

/** The weight of terms in the statement before or in the headings, compared with a statement's own. */
const NEARBY = 0.5
/** The weight of terms anywhere in its source. */
const AROUND = 0.5

/** Every statement of the sources, the best first. */
export function rank(wanted: Wanted, sources: readonly PromptSource[], language: string): RankedStatement[] {
  const statements = sources.flatMap((source, index) => {
    const { isPair, title } = source
    const [asked = '', ...answer] = source.parts.join('\n').split('\n')
    // What a pair asks says what its answer is about, and answers nothing itself.
    const heading = isPair ? asked : source.heading.split(' › ').at(-1)!
    const above = matchesOf(wanted, termsOf(isPair ? asked : `${title ?? ''}\n${source.heading}`, language))
    return statementsOf((isPair ? answer : [asked, ...answer]).join('\n')).map((statement) => {
      const terms = termsOf([statement.lead, ...statement.lines].join('\n'), language)
      const own = matchesOf(wanted, terms)
      return { ...statement, ...{ source: index, isPair, heading, above, terms, own } }
    })
  })
  const worth = worthOf(wanted, statements)
  const all = sum(wanted, new Map([...wanted.keys()].map((term) => [term, 1])), worth) || 1
  const whole = new Map<number, Matches>()
  for (const { source, above, own } of statements) whole.set(source, merge(whole.get(source) ?? above, own))
  return statements
    .map((statement, place) => {
      const { source, above, own } = statement
      const previous = statements[place - 1]
      const before = previous?.source === source ? previous.own : new Map()
      const near = merge(own, weaker(merge(above, before)))
      return {
        ...statement,
        place,
        own: sum(wanted, own, worth),
        isItself: [...own.keys()].some((term) => !above.has(term)),
        score: sum(wanted, near, worth) + AROUND * sum(wanted, whole.get(source)!, worth),
        coverage: sum(wanted, merge(own, merge(above, weaker(before))), worth) / all,
        missing: [...wanted]
          .filter(([term, weight]) => weight === 1 && !own.has(term) && !above.has(term))
          .filter(([term]) => /\d/.test(term) || !before.has(term))
          .map(([term]) => term),
        around: sum(wanted, whole.get(source)!, worth) / all,
      }
    })
    .sort((a, b) => b.score - a.score)
}

/**
 * The fewer sources have a term, the more it is worth; most of all one that none has, since it may ask for another thing.
 * Smoothed: there are few sources to count.
 */
function worthOf(
  wanted: Wanted,
  statements: readonly { source: number; above: Matches; own: Matches }[],
): (term: string) => number {
  const countSources = (some: typeof statements) => new Set(some.map(({ source }) => source)).size
  const all = countSources(statements)
  const worth = new Map<string, number>()
  for (const term of wanted.keys()) {
    const having = countSources(statements.filter(({ above, own }) => own.has(term) || above.has(term)))
    worth.set(term, Math.log(1 + (all - having + 4) / (having + 2)))
  }
  return (term) => worth.get(term)!
}

const weaker = (matches: Matches): Matches =>
  new Map([...matches].map(([term, match]) => [term, NEARBY * match]))

function merge(a: Matches, b: Matches): Matches {
  const both = new Map(a)
  for (const [term, match] of b) both.set(term, Math.max(both.get(term) ?? 0, match))
  return both
}
