import { type Matches, matchesOf, sum, type Wanted } from '../language/coverage.ts'
import { termsOf } from '../language/matching.ts'
import type { PromptSource } from '../prompt/prompt.ts'
import { isRow, type Statement, statementsOf } from './statements.ts'

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
  /** Whether its source is a long text, which says things in other words than a question. */
  isProse: boolean
  /** Content words that are missing from its whole source. */
  absent: string[]
}

/** The weight of terms in the headings or in the previous statement; own terms weigh 1. */
const NEARBY = 0.5
/** The weight of terms anywhere in the source. */
const AROUND = 0.5

/**
 * The least characters of a long text. Pairs, sections of manuals and price lists are mostly
 * shorter.
 */
const MIN_PROSE = 300

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
    const length = source.parts.join('').length
    const heading = isPair ? asked : source.heading.split(' › ').at(-1)!
    const above = matchesOf(
      wanted,
      termsOf(isPair ? asked : `${title ?? ''}\n${source.heading}`, language),
    )
    return statementsOf((isPair ? answer : [asked, ...answer]).join('\n')).map((statement) => {
      const terms = termsOf([statement.lead, ...statement.lines].join('\n'), language)
      const own = matchesOf(wanted, terms)
      const isProse = !isPair && length > MIN_PROSE && !isRow(statement.lines[0]!)
      return { ...statement, source: index, isPair, isProse, heading, above, terms, own }
    })
  })
  const worth = worthOf(wanted, statements)
  const all = sum(wanted, new Map([...wanted.keys()].map((term) => [term, 1])), worth) || 1
  const whole = new Map<number, Matches>()
  for (const { source, above, own } of statements)
    whole.set(source, merge(whole.get(source) ?? above, own))
  const absent = new Map(
    [...whole].map(([source, matches]) => [
      source,
      absentFrom(wanted, matches, termsOf(textOf(sources[source]!), language)),
    ]),
  )
  return statements
    .map((statement, place) => {
      const { source, above, own } = statement
      const previous = statements[place - 1]
      const isPart = previous?.source === source && !isRow(statement.lines[0]!)
      const before: Matches = isPart ? previous.own : new Map()
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
        absent: absent.get(source)!,
      }
    })
    .sort((a, b) => b.score - a.score)
}

/**
 * Returns the content words that a source lacks. `Behandlung` is no `Wurzelbehandlung`: a shorter
 * word must have the beginning of a compound, not its end.
 */
function absentFrom(wanted: Wanted, matches: Matches, terms: ReadonlySet<string>): string[] {
  const isEndOnly = (term: string) =>
    matches.get(term)! <= BY_LETTERS &&
    [...terms].some((said) => said.length >= MIN_END && term.endsWith(said))
  return [...wanted]
    .filter(([term, weight]) => weight === 1 && (!matches.has(term) || isEndOnly(term)))
    .map(([term]) => term)
}
/** The match of a term that only contains the other, or differs from it by a letter. */
const BY_LETTERS = 0.6
/** The fewest letters of a word at the end of a compound. */
const MIN_END = 5

/** Returns the newest year, 1900–2099, that a source names; 0: none. */
export const newestYear = (source: PromptSource): number =>
  Math.max(0, ...(textOf(source).match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? []).map(Number))

const textOf = ({ title, heading, parts }: PromptSource) =>
  [title ?? '', heading, ...parts].join('\n')

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
