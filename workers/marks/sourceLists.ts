import type { Span } from '../../shared/lib/text/sentences.ts'
import type { Ahead } from './ahead.ts'
import { FIRST_OF_MARK, markAt, type WrittenMark } from './forms.ts'
import { JOINS, numbersIn } from './numbers.ts'
import { SOURCE_NOUN } from './sourceWords.ts'

/** A list of the sources at the end of a reply or a part of it, and the numbers that it names. */
export interface SourceList extends Span {
  numbers: number[]
}

/** `Sources:`, `**References**`, `## Quellen` */
const HEADING = new RegExp(
  `^[ \\t>]{0,6}(?:(?<hash>#{1,6})[ \\t]{1,4})?(?<bold>[*_]{0,3})${SOURCE_NOUN}[*_]{0,3}[ \\t\u00a0\u202f]{0,3}(?<colon>[:：]?)[*_]{0,3}[ \\t]{0,3}`,
  'gimu',
)
const ITEM = /^[ \t>]{0,10}(?:[-*+•–][ \t]{1,4}|[・·][ \t]{0,4})?[*_]{0,3}/
const NUMBERED = /^(\d{1,2})[.)][ \t]{1,4}\S/
const NAMED = new RegExp(`^(?:${SOURCE_NOUN}|document|doc)\\s?#?(\\d{1,2})\\s?[:.–-]\\s`, 'iu')
const RULE = /(?:^|\n)[ \t]{0,3}(?:-{3,20}|\*{3,20}|_{3,20})[ \t]{0,3}\n\s{0,20}$/
/** The most lines of a list of sources. */
const MAX_LINES = 60

/** Finds the lines that head a list of sources, or stand before marks on the same line. */
export const headingsOf = (text: string): Span[] =>
  [...text.matchAll(HEADING)]
    .filter(({ groups }) => groups!.hash || groups!.bold || groups!.colon)
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }))

interface KnownSources {
  /** Whether a source of the prompt has that number. */
  isSource: (number: number) => boolean
  /** Whether the text before cites it. */
  isCited: (number: number) => boolean
}

/** Reads the list of sources under a heading, if all of it names sources. */
export function listUnder(
  ahead: Ahead,
  heading: Span,
  known: KnownSources,
): SourceList | undefined {
  const sign = ahead.at(heading.end)
  if (sign !== '\n' && !STARTS_MARK.test(sign)) return undefined
  const line = ahead.endOfLine(heading.end)
  const rest = ahead.text.slice(heading.end, line)
  if (!rest.trim()) return itemsFrom(ahead, heading.start, line + 1, known, true)
  const marks = marksOfLine(ahead, heading.end, line)
  if (!marks?.every((number) => known.isSource(number))) return undefined
  return { start: withRule(ahead.text, heading.start), end: line, numbers: marks }
}

const STARTS_MARK = new RegExp(`^${FIRST_OF_MARK}?$`, 'u')

/**
 * Reads a list of sources, if all of the paragraph is one. Its items have names and no sentences.
 * @param isNamed whether a source of this number may be an item
 */
export function listWithoutHeading(
  ahead: Ahead,
  start: number,
  isNamed: (number: number) => boolean,
): SourceList | undefined {
  const known = { isSource: isNamed, isCited: () => false }
  const list = itemsFrom(ahead, start, start, known, false)
  return list && !SENTENCE.test(ahead.text.slice(start, list.end)) ? list : undefined
}
const SENTENCE = /[.!?。！？][*_)"]{0,3}[ \t]{0,9}(?:\n|$)/

function itemsFrom(
  ahead: Ahead,
  start: number,
  first: number,
  known: KnownSources,
  isHeaded: boolean,
): SourceList | undefined {
  const numbers: number[] = []
  let items = 0
  let end = first
  let isAfterEmpty = false
  for (let place = first, lines = 0; place < ahead.text.length; lines++) {
    const lineEnd = ahead.endOfLine(place)
    const line = ahead.text.slice(place, lineEnd)
    if (line.trim()) {
      const named = numbersOfItem(ahead, place, line, known)
      if (!named && !isAfterEmpty) return undefined
      if (!named || lines > MAX_LINES) break
      numbers.push(...named)
      items++
      end = lineEnd
    }
    isAfterEmpty = !line.trim() && (items > 0 || !isHeaded)
    if (isAfterEmpty && !isHeaded) break
    place = lineEnd + 1
  }
  return items ? { start: withRule(ahead.text, start), end, numbers } : undefined
}

function numbersOfItem(ahead: Ahead, place: number, line: string, known: KnownSources) {
  const start = ITEM.exec(line)![0].length
  const item = line.slice(start)
  const [, numbered] = NUMBERED.exec(item) ?? []
  if (numbered) return known.isCited(Number(numbered)) ? [] : undefined
  const [, named] = NAMED.exec(item) ?? []
  const numbers = named ? numbersIn(named) : numbersOfMark(markAt(ahead, place + start))
  return numbers?.every((number) => known.isSource(number)) ? numbers : undefined
}

const numbersOfMark = (mark?: WrittenMark) => (mark?.form === 'unsure' ? undefined : mark?.numbers)

const JOIN = new RegExp(`^(?:${JOINS}|\\s{0,3}\\.?[*_)]{0,3}\\s{0,3}$|\\s{0,3})`, 'iu')

/** Reads a rest of a line that has nothing but marks. */
function marksOfLine(ahead: Ahead, start: number, end: number): number[] | undefined {
  const numbers: number[] = []
  let place = start
  while (place < end) {
    const mark = markAt(ahead, place)
    if (!mark || mark.end > end) return undefined
    numbers.push(...mark.numbers)
    place = mark.end + JOIN.exec(ahead.text.slice(mark.end, end))![0].length
  }
  return numbers.length ? numbers : undefined
}

/** Returns the start of the line before that only divides, or the place itself. */
function withRule(text: string, start: number): number {
  const from = Math.max(0, start - 60)
  const [rule] = RULE.exec(text.slice(from, start)) ?? []
  return rule ? start - rule.length : start
}

const DEFINITION =
  /^ {0,3}\[([^\]\n]{1,60})\]:[ \t]{0,3}(<?(?:[a-z][a-z+.-]{0,20}:|[/#]|www\.)\S{0,500})/gim

/** Finds the definitions of links, such as `[1]: https://…`: where they stand, by their names. */
export const definitionsOf = (text: string): Map<string, Span> =>
  new Map(
    text.includes(']:')
      ? [...text.matchAll(DEFINITION)].map(({ 0: found, 1: name, index }) => [
          name!.toLowerCase(),
          { start: index, end: index + found.length },
        ])
      : [],
  )
