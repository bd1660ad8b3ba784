import { childOf, elementsIn, type XmlElement } from '../zipped/xmlTree.ts'
import { isOn, valueIn } from './wordTree.ts'

/** A level of a numbered or bulleted list, as `w:lvl` declares it. */
export interface Level {
  start: number
  /** A name of ST_NumberFormat, such as `lowerRoman`. */
  format: string
  /** The fewest digits of its numbers. */
  digits: number
  /** The number's text, with `%1` to `%9` for the numbers of the levels. */
  text: string
  /** Whether all numbers in its text are in digits, whatever the formats of their levels. */
  isLegal: boolean
  /** What separates the number from the text: tab, space or nothing. */
  suffix: string
  /** The level, from 1, whose paragraphs begin the numbers anew; 0: none; undefined: any above. */
  restart: number | undefined
  isHidden: boolean
}

/** A list: the levels, and which counters it has. */
export interface List {
  id: string
  /** Lists with the same template go on counting where another has stopped. */
  template: string
  levels: ReadonlyMap<number, Level>
  /** Numbers with which the list begins, by level, in place of those of its template. */
  starts: ReadonlyMap<number, number>
  /** The levels of styles of paragraphs, by their ids. */
  levelOfStyle: ReadonlyMap<string, number>
}

/** The list and level of a paragraph. */
export interface ListPlace {
  list: List
  level: number
}

export const MAX_LEVEL = 8
/** The most styles that a style inherits from, and the most lists that stand for another. */
const MAX_PARENTS = 20

/**
 * Reads the lists of a document, and which a paragraph belongs to: by its own properties, else by
 * those of its style and the styles on which that is based (ECMA-376 part 1, 17.9).
 * @param numbering the part with the lists
 * @param styles the part with the styles
 */
export function readNumbering(numbering: XmlElement | undefined, styles: XmlElement | undefined) {
  const elements = (name: string, key: string) =>
    new Map(
      (numbering ? elementsIn(numbering, name) : []).map((element) => [
        element.attributes[key] ?? '',
        element,
      ]),
    )
  const templates = elements('w:abstractNum', 'w:abstractNumId')
  const numbers = elements('w:num', 'w:numId')
  const styleOf = new Map<string, XmlElement>()
  let normal: string | undefined
  for (const style of styles ? elementsIn(styles, 'w:style') : []) {
    const id = style.attributes['w:styleId'] ?? ''
    if (!styleOf.has(id)) styleOf.set(id, style)
    const { 'w:type': type, 'w:default': isDefault = '' } = style.attributes
    if (type === 'paragraph' && /^(?:1|true|on)$/.test(isDefault)) normal ??= id
  }
  const known = new Map<string, List | undefined>()

  function listOf(id: string): List | undefined {
    if (!known.has(id)) {
      const list = read(id)
      known.set(id, list && { ...list, id })
    }
    return known.get(id)
  }

  /** @param standIns the numbers that stand for this one, with overrides of their own */
  function read(id: string, standIns: readonly XmlElement[] = []): List | undefined {
    const number = numbers.get(id)
    const template = valueIn(number, 'w:abstractNumId') ?? ''
    const declared = templates.get(template)
    if (!number || !declared || standIns.length > MAX_PARENTS) return undefined
    const link = valueIn(declared, 'w:numStyleLink')
    const linked = link === undefined ? undefined : numberIn(styleOf.get(link))
    if (linked?.id !== undefined) return read(linked.id, [number, ...standIns])
    return makeList(id, template, declared, [number, ...standIns])
  }

  /** Returns the ids of a style and of those on which it is based, the nearest first. */
  function chainOf(style: string | undefined): string[] {
    const chain: string[] = []
    for (
      let id = style;
      id && chain.length < MAX_PARENTS;
      id = valueIn(styleOf.get(id), 'w:basedOn')
    )
      chain.push(id)
    return chain
  }

  return {
    /** @returns undefined if the paragraph stands in no list */
    placeOf(properties: XmlElement | undefined): ListPlace | undefined {
      const own = numberIn({ name: '', attributes: {}, children: properties ? [properties] : [] })
      const chain = chainOf(valueIn(properties, 'w:pStyle') ?? normal)
      const inherited = chain.map((id) => numberIn(styleOf.get(id)))
      const list = listOf(own?.id ?? inherited.find((found) => found?.id !== undefined)?.id ?? '')
      if (!list) return undefined
      const level =
        own?.level ??
        chain.map((id) => list.levelOfStyle.get(id)).find((found) => found !== undefined) ??
        inherited.find((found) => found?.level !== undefined)?.level ??
        0
      return list.levels.has(level) ? { list, level } : undefined
    },
  }
}

interface NumberProperties {
  id: string | undefined
  level: number | undefined
}

/** Reads the list and level that a style or a paragraph's properties name. */
function numberIn(styled: XmlElement | undefined): NumberProperties | undefined {
  const properties = childOf(childOf(styled, 'w:pPr'), 'w:numPr')
  if (!properties) return undefined
  const level = valueIn(properties, 'w:ilvl')
  return {
    id: valueIn(properties, 'w:numId'),
    level: level === undefined ? undefined : Number(level),
  }
}

/** @param numbers elements whose overrides hold, the last of which wins */
function makeList(
  id: string,
  template: string,
  declared: XmlElement,
  numbers: readonly XmlElement[],
): List {
  const levels = new Map<number, Level>()
  const starts = new Map<number, number>()
  const levelOfStyle = new Map<string, number>()
  const add = (element: XmlElement, level: number) => {
    if (!(level >= 0 && level <= MAX_LEVEL)) return
    levels.set(level, readLevel(element))
    const style = valueIn(element, 'w:pStyle')
    if (style !== undefined) levelOfStyle.set(style, level)
  }
  // Some programs leave out the number of the only level.
  for (const element of elementsIn(declared, 'w:lvl'))
    add(element, Number(element.attributes['w:ilvl'] ?? 0))
  for (const override of numbers.flatMap((number) => elementsIn(number, 'w:lvlOverride'))) {
    const level = Number(override.attributes['w:ilvl'] ?? 0)
    const replaced = childOf(override, 'w:lvl')
    if (replaced) add(replaced, level)
    const start = valueIn(override, 'w:startOverride')
    if (start !== undefined) starts.set(level, wholeNumber(start) ?? 0)
  }
  return { id, template, levels, starts, levelOfStyle }
}

const MAX_DIGITS = 10

function readLevel(element: XmlElement): Level {
  // A format of a later version stands beside one that earlier versions know.
  const choice = childOf(childOf(element, 'mc:AlternateContent'), 'mc:Choice')
  const format = childOf(choice ?? element, 'w:numFmt') ?? childOf(element, 'w:numFmt')
  const name = format?.attributes['w:val'] ?? 'decimal'
  // A format such as `001, 002, 003, …`.
  const sample = /^0{0,9}\d/.exec(format?.attributes['w:format'] ?? '')?.[0] ?? ''
  const restart = valueIn(element, 'w:lvlRestart')
  return {
    // The standard's default is 0.
    start: wholeNumber(valueIn(element, 'w:start')) ?? 0,
    format: name,
    digits: Math.min(sample.length, MAX_DIGITS),
    text: valueIn(element, 'w:lvlText') ?? '',
    isLegal: isOn(element, 'w:isLgl'),
    suffix: valueIn(element, 'w:suff') ?? 'tab',
    restart: restart === undefined ? undefined : wholeNumber(restart),
    isHidden: isOn(childOf(element, 'w:rPr'), 'w:vanish'),
  }
}

const wholeNumber = (text: string | undefined) =>
  /^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined
