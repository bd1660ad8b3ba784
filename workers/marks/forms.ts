import type { Ahead } from './ahead.ts'
import { DIGIT, JOINS, numbersIn, RAISED_DIGIT } from './numbers.ts'
import { SOURCE_WORD, WORD_IN_BRACKETS } from './sourceWords.ts'

/** A mark of sources as a model writes it, or several beside each other. */
export interface WrittenMark {
  numbers: number[]
  start: number
  /** The place after it. */
  end: number
  /**
   * How sure it is that this is a mark. `named`: it says so itself, as `[source 1]` and `【1】` do.
   * `plain`: a number in square brackets. `unsure`: it may be a number of the text, as `(1)` may be.
   * `raised`: it may be an exponent, as `²` may be.
   */
  form: 'named' | 'plain' | 'unsure' | 'raised'
  /** The numbers as they are written. */
  list: string
  /** Whether it is a link with its address. */
  isLink: boolean
}

/** The most characters within the brackets of a mark. */
const MAX_INSIDE = 80
/** The most characters of the address of a mark that is a link. */
const MAX_ADDRESS = 2_000

const BLANKS = '\\s{0,3}'
/** `source `, `source_`, `doc #`, `Quelle Nr. `, `id="` */
const WORD = `(?:${SOURCE_WORD}:?\\s?)?${WORD_IN_BRACKETS}(?:[\\s_]{0,3}(?:no|nr|num|number|id|n°|nº|№)[.:]?)?[\\s_:：=#.–"'-]{0,4}`
const FIRST = `(?<sign>[#^@])?(?<word>${WORD})?${DIGIT}{1,2}["'^]?`
const NEXT = `[#^@]?(?:${WORD})?${DIGIT}{1,2}["'^]?`
/** `†source`, `:2†file`, `, p. 3`, `.2` */
const DETAIL =
  '(?::\\d{1,3})?†.{0,60}|[,;]?\\s?(?:pp?|p[áa]gs?|S|str|page|Seite|página|pagina)\\.?\\s?\\d{1,4}(?:[-–]\\d{1,4})?|\\.\\d{1,2}'
const FIRST_INSIDE = new RegExp(`^${BLANKS}(?<first>${FIRST})`, 'iu')
const NEXT_INSIDE = new RegExp(`${JOINS}${NEXT}`, 'iuy')
const REST_INSIDE = new RegExp(`^${BLANKS}(?<detail>${DETAIL})?${BLANKS}$`, 'iu')
/** The most numbers of a list. */
const MAX_LISTED = 20
/** `Source 1: Opening hours` */
const TITLED = new RegExp(
  `^${BLANKS}(?<list>(?<word>${WORD})${DIGIT}{1,2})\\s?[:–—-]\\s.{1,60}$`,
  'iu',
)

const CLOSING: Readonly<Record<string, string>> = {
  '[': ']］',
  '［': ']］',
  '(': ')）',
  '（': ')）',
  '【': '】',
  '〔': '〕',
  '〖': '〗',
}

/** The characters at which a mark may begin. */
export const FIRST_OF_MARK = '[\\[［(（【〔〖<^\\\\:⁽⁰¹²³⁴-⁹]'

/** Reads the mark that begins at a place, if any. What names no source may be a mark, too. */
export function markAt(ahead: Ahead, start: number): WrittenMark | undefined {
  const sign = ahead.at(start)
  if (sign === '<') return taggedMark(ahead, start)
  if (sign === '\\') return escapedMark(ahead, start)
  if (sign === ':') return oaiMark(ahead, start)
  if (sign === '^') return caretMark(ahead, start)
  if (sign === '⁽' || RAISED_DIGIT.test(sign)) return raisedMark(ahead, start)
  return CLOSING[sign] ? bracketMark(ahead, start, sign) : undefined
}

function bracketMark(ahead: Ahead, start: number, sign: string): WrittenMark | undefined {
  const isDouble = sign === '[' && ahead.at(start + 1) === '['
  const from = start + (isDouble ? 2 : 1)
  const inside = ahead.until(`${CLOSING[sign]}${sign === '(' ? '(' : '[【'}`, from, MAX_INSIDE)
  const read = inside && insideOf(inside)
  if (!read) return undefined
  let end = from + inside.length
  if (!CLOSING[sign]!.includes(ahead.at(end))) return undefined
  end++
  if (isDouble) {
    if (ahead.at(end) !== ']') return undefined
    end++
  }
  const { list, isNamed } = read
  const isRound = sign === '(' || sign === '（'
  if (isRound && !isNamed) return bareRound(start, end, list)
  const isSquare = sign === '[' || sign === '［'
  const link = isSquare ? endOfAddress(ahead, end) : end
  const form = isNamed || !isSquare || isDouble ? 'named' : 'plain'
  return { numbers: numbersIn(list), start, end: link, form, list, isLink: link > end }
}

/** Reads what stands within brackets: numbers, with a word for a source or without. */
function insideOf(inside: string): { list: string; isNamed: boolean } | undefined {
  if (SINGLE.test(inside)) return { list: inside, isNamed: false }
  const { first, sign, word } = FIRST_INSIDE.exec(inside)?.groups ?? {}
  if (first === undefined) return undefined
  const start = inside.indexOf(first)
  const list = inside.slice(start, endOfList(inside, start + first.length))
  const rest = REST_INSIDE.exec(inside.slice(start + list.length))
  if (!rest) {
    const titled = TITLED.exec(inside)?.groups?.list
    return titled === undefined ? undefined : { list: titled, isNamed: true }
  }
  const detail = rest.groups?.detail
  return { list, isNamed: Boolean(sign || word || (detail && !detail.startsWith('.'))) }
}

/** Returns the end of the numbers after the first one. */
function endOfList(inside: string, first: number): number {
  let end = first
  for (let listed = 1; listed <= MAX_LISTED; listed++) {
    NEXT_INSIDE.lastIndex = end
    if (!NEXT_INSIDE.test(inside)) break
    end = NEXT_INSIDE.lastIndex
  }
  return end
}

const bareRound = (start: number, end: number, list: string): WrittenMark | undefined =>
  SINGLE.test(list)
    ? { numbers: numbersIn(list), start, end, form: 'unsure', list, isLink: false }
    : undefined
const SINGLE = new RegExp(`^${DIGIT}{1,2}$`, 'u')

/** Returns the end of an address in round brackets, which makes a mark a link. */
function endOfAddress(ahead: Ahead, start: number): number {
  if (ahead.at(start) !== '(') return start
  const address = ahead.until(')', start + 1, MAX_ADDRESS)
  return address !== undefined && ADDRESS.test(address) ? start + address.length + 2 : start
}
const ADDRESS = /^\s{0,3}\S*(?:\s{1,3}"[^"]*")?\s{0,3}$/

/** `\[1\]`: brackets that Markdown shows, unless they are a formula on a line of its own. */
function escapedMark(ahead: Ahead, start: number): WrittenMark | undefined {
  if (ahead.at(start + 1) !== '[') return undefined
  const inside = ahead.until(']', start + 2, MAX_INSIDE)
  if (!inside?.endsWith('\\')) return undefined
  const read = insideOf(inside.slice(0, -1))
  const end = start + inside.length + 3
  if (!read || (/^\s/.test(inside) && isAloneOnLine(ahead, start, end))) return undefined
  return {
    numbers: numbersIn(read.list),
    start,
    end,
    form: read.isNamed ? 'named' : 'plain',
    list: read.list,
    isLink: false,
  }
}

const isAloneOnLine = (ahead: Ahead, start: number, end: number) =>
  /(?:^|\n)[^\S\n]{0,20}$/.test(ahead.text.slice(Math.max(0, start - 21), start)) &&
  /^\n?$/.test(ahead.at(ahead.afterBlanks(end)))

const OAI = ':contentReference[oaicite:'

/** `:contentReference[oaicite:1]{index=1}` */
function oaiMark(ahead: Ahead, start: number): WrittenMark | undefined {
  if (!ahead.has(OAI, start)) return undefined
  const inside = ahead.until(']', start + OAI.length, MAX_INSIDE)
  if (inside === undefined || !SINGLE.test(inside)) return undefined
  const after = start + OAI.length + inside.length + 1
  const index = ahead.has('{index=', after) ? ahead.until('}', after + 7, 4) : undefined
  const list = index !== undefined && SINGLE.test(index) ? index : inside
  const end = index === undefined ? after : after + index.length + 8
  return { numbers: numbersIn(list), start, end, form: 'named', list, isLink: false }
}

/** Reads `^1^`. In `^[1]`, the caret is not part of the mark: `surroundings.ts` removes it. */
function caretMark(ahead: Ahead, start: number): WrittenMark | undefined {
  if (!/\d/.test(ahead.at(start + 1))) return undefined
  const list = ahead.until('^', start + 1, 2)
  if (list === undefined || !SINGLE.test(list)) return undefined
  const end = start + list.length + 2
  return { numbers: numbersIn(list), start, end, form: 'raised', list, isLink: false }
}

/** `¹`, `⁽¹⁾` */
function raisedMark(ahead: Ahead, start: number): WrittenMark | undefined {
  const isBracketed = ahead.at(start) === '⁽'
  const from = start + (isBracketed ? 1 : 0)
  let end = from
  while (end - from <= 2 && RAISED_DIGIT.test(ahead.at(end))) end++
  const list = ahead.text.slice(from, end)
  if (!list || list.length > 2 || (isBracketed && ahead.at(end++) !== '⁾')) return undefined
  return { numbers: numbersIn(list), start, end, form: 'raised', list, isLink: false }
}

/** The tags in which models write the numbers of sources. */
const TAGS = 'sup|cite|citation|ref|reference|source|doc|document|c'
const OPENING = new RegExp(`^(${TAGS})(?:\\s[^<>]{0,60})?$`, 'i')
/** `<source number="1"/>`, `<ref 1>` */
const NUMBERED = new RegExp(
  `^(?:${TAGS})(?:\\s(?:[a-z]{1,10}=)?["']?|[:_-])(?<list>\\d{1,2})["']?\\s?/?$`,
  'i',
)

/** `<1>`, `<sup>1</sup>`, `<cite>1</cite>`, `<source number="1"/>` */
function taggedMark(ahead: Ahead, start: number): WrittenMark | undefined {
  if (!/[\dscrd]/i.test(ahead.at(start + 1))) return undefined
  const tag = ahead.until('><', start + 1, MAX_INSIDE)
  if (tag === undefined || ahead.at(start + tag.length + 1) !== '>') return undefined
  const end = start + tag.length + 2
  const written = (list: string, end: number, form: WrittenMark['form']): WrittenMark => ({
    numbers: numbersIn(list),
    start,
    end,
    form,
    list,
    isLink: false,
  })
  if (SINGLE.test(tag)) return written(tag, end, 'unsure')
  const [, name] = OPENING.exec(tag) ?? []
  const numbered = NUMBERED.exec(tag)?.groups?.list
  if (!name && numbered === undefined) return undefined
  const closing = `</${name ?? ''}>`
  if (numbered !== undefined) {
    const isClosed = name && !tag.endsWith('/') && ahead.has(closing, end)
    return written(numbered, isClosed ? end + closing.length : end, 'named')
  }
  const rest = insideTag(ahead, end, closing)
  const read =
    rest &&
    insideOf(
      rest
        .replace(/<[^<>]{0,80}>/g, '')
        .replace(/\]\s?\[/g, ', ')
        .replace(/[[\]]/g, ''),
    )
  if (!read) return undefined
  const form = name!.toLowerCase() === 'sup' && !/[[\p{L}]/u.test(rest) ? 'raised' : 'named'
  return written(read.list, end + rest.length + closing.length, form)
}

function insideTag(ahead: Ahead, start: number, closing: string): string | undefined {
  for (let end = start; end <= start + MAX_INSIDE; end++) {
    const sign = ahead.at(end)
    if (!sign || sign === '\n') return undefined
    if (sign === '<' && ahead.has(closing, end)) return ahead.text.slice(start, end)
  }
  return undefined
}
