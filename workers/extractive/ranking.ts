import { type Matches, matchesOf, sum, type Wanted } from '../language/coverage.ts'
import { termsOf } from '../language/matching.ts'
import type { PromptSource } from '../prompt/prompt.ts'
import { type Statement, statementsOf } from './statements.ts'

/** A statement, and measures of how well it answers. */
export interface RankedStatement extends Statement {
  /** The index of its source. */
  source: number
  /** Its place among all statements, in reading order. */
  place: number
  isPair: boolean
  /** The innermost heading above it, or the question of its pair; or empty. */
  heading: string
  terms: ReadonlySet<string>
  /** The worth of the wanted terms in the statement itself. Rare terms count more. */
  own: number
  /** Whether it has a wanted term that the text above it does not have. */
  isItself: boolean
  /** Like `own`, but also counts the text above, before and around the statement. */
  score: number
  /** The share, 0–1, of the wanted terms in it, in the text above it or the previous statement. */
  coverage: number
  /** The share, 0–1, of the wanted terms anywhere in its source. */
  around: number
  /**
   * Content words that are missing from it, from the text above it and from the previous statement.
   * The previous statement cannot supply a number.
   */
  missing: string[]
}

/** The weight of terms in the headings or in the previous statement; own terms weigh 1. */
const NEARBY = 0.5
/** The weight of terms anywhere in the source. */
const AROUND = 0.5

/** Ranks all statements of the sources, best first. */
export function rank(
  wanted: Wanted,
  sources: readonly PromptSource[],
  language: string,
): RankedStatement[] {
  const statements = sources.flatMap((source, index) => {
    const { isPair, title } = source
    const [asked = '', ...answer] = source.parts.join('\n').split('\n')
    // The question of a pair is the heading of its answer, and no answer itself.
    const heading = isPair ? asked : source.heading.split(' › ').at(-1)!
    const above = matchesOf(
      wanted,
      termsOf(isPair ? asked : `${title ?? ''}\n${source.heading}`, language),
    )
    return statementsOf((isPair ? answer : [asked, ...answer]).join('\n')).map((statement) => {
      const terms = termsOf([statement.lead, ...statement.lines].join('\n'), language)
      const own = matchesOf(wanted, terms)
      return { ...statement, source: index, isPair, heading, above, terms, own }
    })
  })
  const worth = worthOf(wanted, statements)
  const all = sum(wanted, new Map([...wanted.keys()].map((term) => [term, 1])), worth) || 1
  const whole = new Map<number, Matches>()
  for (const { source, above, own } of statements)
    whole.set(source, merge(whole.get(source) ?? above, own))
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
 * Returns the worth of a term: the fewer sources have it, the more it is worth. A term that no
 * source has is worth most, because the question may have another subject. Counts are smoothed,
 * because the sources are few.
 */
function worthOf(
  wanted: Wanted,
  statements: readonly { source: number; above: Matches; own: Matches }[],
): (term: string) => number {
  const countSources = (some: typeof statements) => new Set(some.map(({ source }) => source)).size
  const all = countSources(statements)
  const worth = new Map<string, number>()
  for (const term of wanted.keys()) {
    const having = countSources(
      statements.filter(({ above, own }) => own.has(term) || above.has(term)),
    )
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
