import { type PseudoSelector, parse, stringify, type Selector as Token } from 'css-what'

/** What we use of an element. */
export interface StyledElement {
  localName?: string
  parentElement?: StyledElement | null
  previousElementSibling?: StyledElement | null
  getAttribute?(name: string): string | null
  matches?(selector: string): boolean
}

/** What is asked of one element, and where it stands to the next part's. */
interface SelectorPart {
  tokens: Token[]
  before: 'inside' | 'child' | 'beside'
}

export interface Selector {
  parts: SelectorPart[]
  specificity: number
  /** It holds only while a pointer or the keyboard is there, or after a click. */
  waits: boolean
}

const MAX_CHARACTERS = 2_000
const WAITING = new Set(
  'hover focus focus-within focus-visible active visited target checked disabled'.split(' '),
)
const PLACES: Record<string, SelectorPart['before']> = {
  descendant: 'inside',
  child: 'child',
  adjacent: 'beside',
  sibling: 'beside',
}

/** @returns none of what is not understood, or is of a pseudo-element, such as `::before` */
export function selectorsOf(text: string): Selector[] {
  if (text.length > MAX_CHARACTERS) return []
  try {
    return parse(text).flatMap((tokens) => {
      if (tokens.some(({ type }) => type === 'pseudo-element' || type === 'parent')) return []
      const parts: SelectorPart[] = [{ tokens: [], before: 'inside' }]
      for (const token of tokens) {
        const place = PLACES[token.type]
        if (place) {
          parts.at(-1)!.before = place
          parts.push({ tokens: [], before: 'inside' })
        } else parts.at(-1)!.tokens.push(token)
      }
      return { parts, specificity: specificityOf(tokens), waits: tokens.some(isWaiting) }
    })
  } catch {
    return []
  }
}

/** How pages call what a click opened, and what it closes: `show`, `is-open`, `panel--expanded`. */
const OPEN =
  /(^|[-_])(shown?|showing|open|opened|opening|active|activated|expanded|visible|in|on|current|selected|checked|toggled)$/i
const SHUT = /(^|[-_])(collapsed|closed)$/i

function isWaiting(token: Token): boolean {
  if (token.type === 'attribute')
    return token.name === 'class'
      ? token.action === 'element' && SHUT.test(token.value)
      : /^(aria-(expanded|selected)|data-(state|open|expanded))$/.test(token.name) &&
          /^(false|closed|inactive)$/.test(token.value)
  if (token.type !== 'pseudo') return false
  if (WAITING.has(token.name)) return true
  return token.name === 'not' && Array.isArray(token.data) && token.data.flat().some(isState)
}

const isState = (token: Token) =>
  token.type === 'attribute'
    ? OPEN.test(token.value) ||
      /^(open|aria-(expanded|selected)|data-(state|open|expanded))$/.test(token.name)
    : token.type === 'pseudo' && WAITING.has(token.name)

const specificityOf = (tokens: readonly Token[]) =>
  tokens.reduce((sum, token) => {
    if (token.type === 'tag') return sum + 1
    if (token.type === 'attribute') return sum + (token.name === 'id' ? 10_000 : 100)
    return token.type === 'pseudo' ? sum + 100 : sum
  }, 0)

/** Of ancestors that are looked at: pages are not nested so deeply. */
const MAX_ANCESTORS = 200
/** Of elements beside one that are looked at. */
const MAX_BESIDE = 200

/**
 * Whether a selector means an element, in time that grows with its parts times the element's depth. In doubt it does.
 * @param onStep is called for each element that is looked at
 */
export function isMeant({ parts }: Selector, element: StyledElement, onStep: () => void): boolean {
  const agrees = (part: SelectorPart, one: StyledElement) => {
    onStep()
    return part.tokens.every((token) => asksFor(token, one))
  }
  if (!agrees(parts.at(-1)!, element)) return false
  const chain = ancestorsOf(element, parts.length > 1 ? MAX_ANCESTORS : 0)
  /** Which of the chain the part behind may be. */
  let places = [0]
  for (let at = parts.length - 2; at >= 0 && places.length; at--) {
    const part = parts[at]!
    if (part.before === 'beside')
      places = places.filter((place) => hasBefore(chain[place]!, (one) => agrees(part, one)))
    else {
      const above =
        part.before === 'child' ? places.map((place) => place + 1) : range(places[0]! + 1, chain.length)
      places = above.filter((place) => chain[place] && agrees(part, chain[place]))
    }
  }
  return places.length > 0
}

function ancestorsOf(element: StyledElement, most: number): StyledElement[] {
  const chain = [element]
  for (let above = element.parentElement; above && chain.length <= most; above = above.parentElement)
    chain.push(above)
  return chain
}

const range = (start: number, end: number) =>
  Array.from({ length: Math.max(end - start, 0) }, (_, n) => start + n)

/** Whether one of those before it agrees. In doubt, with very many of them, one does. */
function hasBefore(element: StyledElement, agrees: (element: StyledElement) => boolean): boolean {
  let left = MAX_BESIDE
  for (let one = element.previousElementSibling; one; one = one.previousElementSibling)
    if (left-- === 0 || agrees(one)) return true
  return false
}

function asksFor(token: Token, element: StyledElement): boolean {
  if (token.type === 'tag') return token.name.toLowerCase() === element.localName
  if (token.type === 'pseudo') return !isQuick(token, element) || matches(element, stringify([[token]]))
  if (token.type !== 'attribute') return true
  const value = element.getAttribute?.(token.name) ?? null
  if (value === null) return token.action === 'not'
  if (token.action === 'equals') return value === token.value
  if (token.action === 'element') return value.split(/\s+/).includes(token.value)
  return token.action === 'exists' || matches(element, stringify([[token]]))
}

/** Not what takes another library long: what stands below or around an element, or beside many others. */
function isQuick(token: PseudoSelector, element: StyledElement): boolean {
  if (token.name === 'has' || hasBefore(element, never)) return false
  const inner = Array.isArray(token.data) ? token.data.flat() : []
  return inner.every((one) => !PLACES[one.type] && (one.type !== 'pseudo' || !Array.isArray(one.data)))
}
const never = () => false

function matches(element: StyledElement, selector: string): boolean {
  try {
    return element.matches!(selector)
  } catch {
    return false
  }
}

/** `#id`, `.class`, `tag`, or what else a token asks; `*`: anything. */
function keyOf(token: Token): string {
  if (token.type === 'tag') return token.name.toLowerCase()
  if (token.type !== 'attribute') return '*'
  const sign = token.name === 'id' ? '#' : token.name === 'class' ? '.' : `[${token.name}=`
  return sign + token.value
}

export const keysOfSelector = ({ parts }: Selector) => parts.at(-1)!.tokens.map(keyOf)

/** The rarest thing that a selector asks of its element. */
export function mainKeyOf(selector: Selector): string {
  const keys = keysOfSelector(selector)
  const signed = (sign: string) => keys.find((key) => key.startsWith(sign))
  return signed('#') ?? signed('.') ?? signed('[') ?? keys.find((key) => key !== '*') ?? '*'
}

/** What an element can be looked up by, and `*`. */
export function keysOfElement(element: StyledElement): string[] {
  const id = element.getAttribute?.('id')
  const classes = new Set(element.getAttribute?.('class')?.split(/\s+/).filter(Boolean))
  return [...(id ? [`#${id}`] : []), ...[...classes].map((name) => `.${name}`), element.localName ?? '', '*']
}
export const isLookedUp = (key: string) => /^[^[*]/.test(key)
