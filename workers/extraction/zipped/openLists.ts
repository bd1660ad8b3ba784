import { numeral } from '../text/numerals.ts'
import { NUMBER_END } from '../text/sentinels.ts'
import { type Attributes, attribute, escaped } from './xml.ts'

/** A level of a list or of the headings, as its style declares it. */
interface OpenLevel {
  isBullet: boolean
  /** The format of its numbers, such as `i`; empty: it has none. */
  format: string
  prefix: string
  suffix: string
  /** How many levels its numbers show: with 2, the number of the level above stands before. */
  shown: number
  start: number
}
type OpenListStyle = ReadonlyMap<number, OpenLevel>

/** A list that is open, at one of its levels. */
interface OpenList {
  style: string
  level: number
  /** The last numbers of the levels, from 1, also of lists that go on with this one. */
  counters: (number | undefined)[]
  /** Whether the next paragraph is the first of an item, which has the number or bullet. */
  isItem: boolean
  /** The number from which an item counts. */
  start: number | undefined
}

/** How a paragraph is written: as an item with a bullet, or with a number before its text. */
export interface OpenItem {
  hasBullet: boolean
  /** HTML of its number, with a blank; empty: it has none. */
  number: string
}

const FORMATS: Readonly<Record<string, string>> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
}
const MAX_LEVEL = 10
const MAX_CHARACTERS = 100
const LEVEL = /^(?:list-level-style-(?:number|bullet|image)|outline-level-style)$/

/** Counts the items of lists, and the headings, of an OpenDocument while it is read. */
export function makeOpenLists() {
  const styles = new Map<string, Map<number, OpenLevel>>()
  const outline = new Map<number, OpenLevel>()
  let declared: Map<number, OpenLevel> | undefined
  const open: OpenList[] = []
  const headings: (number | undefined)[] = []
  const lastOfStyle = new Map<string, OpenList['counters']>()
  const byId = new Map<string, OpenList['counters']>()

  /** Returns the counters that a list goes on with, or new ones. */
  function countersOf(attributes: Attributes, style: string): OpenList['counters'] {
    const before = byId.get(attribute(attributes, 'continue-list') ?? '')
    const isContinued = attribute(attributes, 'continue-numbering') === 'true'
    const counters = before ?? (isContinued ? lastOfStyle.get(style) : undefined) ?? []
    lastOfStyle.set(style, counters)
    const id = attribute(attributes, 'id')
    if (id !== undefined) byId.set(id, counters)
    return counters
  }

  return {
    /** Takes the styles of lists and headings, which stand before the text. */
    declare(name: string, attributes: Attributes): void {
      if (name === 'list-style') {
        declared = new Map()
        styles.set(attribute(attributes, 'name') ?? '', declared)
      }
      if (name === 'outline-style') declared = outline
      const level = Number(attribute(attributes, 'level'))
      if (LEVEL.test(name) && level >= 1 && level <= MAX_LEVEL)
        declared?.set(level, levelOf(name, attributes))
    },
    /** @returns the function to call at the list's end */
    openList(attributes: Attributes): () => void {
      const around = open.at(-1)
      const style = attribute(attributes, 'style-name') ?? around?.style ?? ''
      const counters = around?.counters ?? countersOf(attributes, style)
      const level = (around?.level ?? 0) + 1
      open.push({ style, level, counters, isItem: false, start: undefined })
      return () => void open.pop()
    },
    openItem(attributes: Attributes): void {
      const list = open.at(-1)
      if (!list) return
      list.isItem = true
      list.start = wholeNumber(attribute(attributes, 'start-value'))
    },
    /** Returns how the next paragraph of the innermost list is written; undefined: there is none. */
    item(): OpenItem | undefined {
      const list = open.at(-1)
      if (!list) return undefined
      const style = styles.get(list.style)
      const level = style?.get(list.level)
      if (!style || !level || level.isBullet) return { hasBullet: true, number: '' }
      if (!list.isItem) return { hasBullet: false, number: '' }
      list.isItem = false
      count(list.counters, list.level, list.start ?? level.start, list.start !== undefined)
      return { hasBullet: false, number: numberOf(style, list.level, list.counters) }
    },
    /** Returns the number of the next heading, as HTML with a blank. */
    heading(level: number, attributes: Attributes): string {
      const declared = outline.get(level)
      if (!declared || attribute(attributes, 'is-list-header') === 'true') return ''
      const start = wholeNumber(attribute(attributes, 'start-value'))
      const isNew = attribute(attributes, 'restart-numbering') === 'true'
      count(headings, level, start ?? declared.start, isNew)
      return numberOf(outline, level, headings)
    },
  }
}

function levelOf(name: string, attributes: Attributes): OpenLevel {
  const value = (wanted: string) => attribute(attributes, wanted)
  return {
    isBullet: /bullet|image/.test(name),
    format: value('num-format') ?? '',
    prefix: value('num-prefix') ?? '',
    suffix: value('num-suffix') ?? '',
    shown: wholeNumber(value('display-levels')) ?? 1,
    start: wholeNumber(value('start-value')) ?? 1,
  }
}

/** Counts on at a level, and begins the levels below anew. */
function count(counters: OpenList['counters'], level: number, start: number, isNew: boolean): void {
  const last = counters[level]
  counters[level] = last === undefined || isNew ? start : last + 1
  counters.length = level + 1
}

function numberOf(style: OpenListStyle, level: number, counters: OpenList['counters']): string {
  const own = style.get(level)!
  // A level without numbers may have words in their place.
  const shown = own.format ? Math.min(own.shown, level) : 0
  const numbers = Array.from({ length: shown }, (_, at) => level - shown + 1 + at).flatMap((at) => {
    const { format = '', start = 1 } = style.get(at) ?? {}
    return format ? numeral(FORMATS[format] ?? format, counters[at] ?? start) : []
  })
  const text = `${own.prefix}${numbers.join('.')}${own.suffix}`.slice(0, MAX_CHARACTERS).trim()
  return text && `${escaped(text)}${NUMBER_END} `
}

const wholeNumber = (text: string | undefined) =>
  /^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined
