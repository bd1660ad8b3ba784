/**
 * Patterns of phrases, such as `(talk|speak) to [a|another] {person}`: alternatives in round
 * brackets, optional words in square brackets, and names in braces, which stand for other patterns.
 * They are matched without backtracking: the time grows with the pattern and the text, however they
 * are nested.
 */

/** Words, or alternatives: each a sequence, of which an empty one makes the part optional. */
type PatternPart = { readonly words: string } | { readonly each: readonly PhrasePattern[] }

/** The parts of a pattern in their order. */
export type PhrasePattern = readonly PatternPart[]

/** Patterns by the names that stand for them in braces. */
type NamedPatterns = Readonly<Record<string, readonly PhrasePattern[]>>

/** Any one of several patterns. */
export const anyOf = (each: readonly PhrasePattern[]): PatternPart => ({ each })

/** Nothing, or any one of several patterns. */
export const optional = (each: readonly PhrasePattern[]): PatternPart => ({ each: [[], ...each] })

const TOKEN = /[()[\]|]|\{\w+\}|[^()[\]|{}]+/g

/**
 * Reads a pattern.
 * @param spell writes words as they stand in the texts that the pattern is matched with
 * @throws if a bracket is missing, or a name is not known
 */
export function readPhrasePattern(
  source: string,
  spell: (words: string) => string,
  named: NamedPatterns = {},
): PhrasePattern {
  const tokens = source.match(TOKEN) ?? []
  let at = 0

  /** Reads up to the closing bracket, or to the end of the pattern. */
  function readAlternatives(close: string | undefined): PhrasePattern[] {
    const each: PatternPart[][] = [[]]
    for (; at < tokens.length && tokens[at] !== close; at++) {
      const token = tokens[at]!
      if (token === '|') each.push([])
      else each.at(-1)!.push(...readPart(token))
    }
    if (close && tokens[at] !== close) throw new Error(`${source}: ${close} is missing`)
    return each
  }

  function readPart(token: string): PhrasePattern {
    if (token === '(' || token === '[') {
      at += 1
      return [token === '(' ? anyOf(readAlternatives(')')) : optional(readAlternatives(']'))]
    }
    if (token.startsWith('{')) {
      const each = named[token.slice(1, -1)]
      if (!each) throw new Error(`${source}: ${token} is not known`)
      return [anyOf(each)]
    }
    const words = spell(token)
    return words ? [{ words }] : []
  }

  const each = readAlternatives(undefined)
  return each.length === 1 ? each[0]! : [anyOf(each)]
}

/** Finds where patterns end in one text. Remembers what it has found for each place. */
export class PhraseMatcher {
  readonly text: string
  readonly #known = new Map<readonly PhrasePattern[], Map<number, readonly number[]>>()

  /** @param text spelled like the patterns' words */
  constructor(text: string) {
    this.text = text
  }

  /** Returns the places at which any one of the patterns can end, if it begins at a start. */
  endsOfAny(patterns: readonly PhrasePattern[], starts: Iterable<number>): ReadonlySet<number> {
    const ends = new Set<number>()
    for (const start of starts) for (const end of this.#endsFrom(patterns, start)) ends.add(end)
    return ends
  }

  /** Returns the starts, and the places at which any number of the patterns in a row can end. */
  endsOfRow(patterns: readonly PhrasePattern[], starts: Iterable<number>): ReadonlySet<number> {
    const all = new Set(starts)
    // A set goes through what is added to it on the way.
    for (const start of all) for (const end of this.#endsFrom(patterns, start)) all.add(end)
    return all
  }

  #endsFrom(patterns: readonly PhrasePattern[], start: number): readonly number[] {
    const known = this.#known.get(patterns) ?? new Map<number, readonly number[]>()
    this.#known.set(patterns, known)
    let ends = known.get(start)
    if (!ends) {
      const all = new Set<number>()
      for (const pattern of patterns) for (const end of this.#endsOf(pattern, start)) all.add(end)
      ends = [...all]
      known.set(start, ends)
    }
    return ends
  }

  #endsOf(pattern: PhrasePattern, start: number): readonly number[] {
    let ends: readonly number[] = [start]
    for (const part of pattern) {
      if (!ends.length) return ends
      ends = 'words' in part ? this.#after(part.words, ends) : [...this.endsOfAny(part.each, ends)]
    }
    return ends
  }

  #after(words: string, starts: readonly number[]): readonly number[] {
    const ends: number[] = []
    for (const start of starts)
      if (this.text.startsWith(words, start)) ends.push(start + words.length)
    return ends
  }
}

/** Returns all words of patterns, as they were spelled. */
export const wordsOf = (patterns: readonly PhrasePattern[]): string[] =>
  patterns.flatMap((pattern) =>
    pattern.flatMap((part) => ('words' in part ? [part.words] : wordsOf(part.each))),
  )

/**
 * Returns words of which each text that matches the pattern has at least one.
 * @returns undefined: the pattern has only optional words
 */
export function requiredWords(pattern: PhrasePattern): string[] | undefined {
  const choices = pattern.flatMap((part) => {
    if ('words' in part) return [[part.words]]
    const each = part.each.map(requiredWords)
    return each.includes(undefined) ? [] : [each.flatMap((words) => words!)]
  })
  const shortest = (words: readonly string[]) => Math.min(...words.map((word) => word.length))
  // Long words are in fewer other texts.
  return choices.sort((a, b) => shortest(b) - shortest(a))[0]
}
