import { isClear, isFaint } from '../text/faint.ts'
import { makePanels, mayBePanel, opened } from './panels.ts'
import { inlineStyle, type Style, type StyledElement, simpleStyles } from './styles.ts'

/** The members of a document's nodes that we use. The library's own types need those of a browser. */
export interface HtmlNode extends StyledElement {
  nodeType: number
  parentElement?: HtmlNode | null
  childNodes: Iterable<HtmlNode>
  textContent: string | null
  remove(): void
  removeAttribute?(name: string): void
}

interface HtmlElement {
  localName: string
  childNodes: Iterable<HtmlNode>
  replaceWith(...nodes: HtmlNode[]): void
  textContent: string | null
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  closest(selector: string): object | null
  querySelector(selector: string): object | null
  remove(): void
}

export interface HtmlDocument extends HtmlNode {
  documentElement: HtmlNode | null
  querySelector(selector: string): { textContent: string | null } | null
  querySelectorAll(selector: string): ArrayLike<HtmlElement> & Iterable<HtmlElement>
}

const ELEMENT = 1
const TEXT = 3

/** Elements that show only where a page's scripts, plug-ins or pictures do not work. */
const INSTEAD = new Set(
  'noscript template noframes noembed datalist canvas audio video object applet'.split(' '),
)
/** Sheets do not hide these: a script shows a page that is hidden as a whole. */
const WHOLE = new Set(['html', 'body'])

/** How an element's text looks unless something within it says otherwise. An undefined colour is unknown. */
interface Look {
  color: Rgb | undefined
  background: Rgb | undefined
  isVisible: boolean
  isTiny: boolean
  isClear: boolean
}
type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

/** A node to examine, and the look of what is around it. */
interface Seen {
  node: HtmlNode
  look: Look
  panel?: 'open' | 'closed'
}
/** How many levels of panels within panels are opened. */
const MAX_ROUNDS = 20

/**
 * Removes the text that a page's readers do not see, because attributes, inline styles or simple rules of its
 * own sheets hide it, move it out of the window, make it too small to read, or paint it in the colour of its
 * background.
 */
export function removeHidden(document: HtmlDocument): void {
  if (!document.documentElement) return
  const isStyled = document.querySelector('style, link[rel~="stylesheet" i]') !== null
  const bySheets = simpleStyles(sheetsOf(document))
  const background = isStyled ? undefined : WHITE
  const look: Look = { color: BLACK, background, isVisible: true, isTiny: false, isClear: false }
  const panels = makePanels()
  let open: Seen[] = [{ node: document.documentElement, look }]
  let waiting: Seen[] = []
  for (let round = 0; open.length; round++) {
    // Not recursive, because pages may be nested deeper than the stack.
    for (let next = open.pop(); next; next = open.pop()) {
      const { node, look, panel } = next
      if (node.nodeType === TEXT && isUnseen(look)) node.remove()
      if (node.nodeType !== ELEMENT) continue
      const inline = inlineStyle(node)
      const closed = WHOLE.has(node.localName ?? '') ? inline : new Map([...bySheets(node), ...inline])
      const style = panel === 'open' ? opened(node, closed) : closed
      const isGone = isHidden(node) || isHiddenBy(style)
      const isShut = isGone || INVISIBLE.test(style.get('visibility') ?? '')
      if (isShut && !panel && mayBePanel(node) && !INSTEAD.has(node.localName ?? '')) waiting.push(next)
      else if (isGone) node.remove()
      else {
        const own = lookOf(node, style, inline, look, isStyled)
        if (!isUnseen(own)) panels.addControl(node)
        for (const child of node.childNodes) open.push({ node: child, look: own })
      }
    }
    // An open panel may contain controls that open others.
    const opening = waiting.filter(({ node }) => round < MAX_ROUNDS && panels.canOpen(node))
    const others = waiting.filter((one) => !opening.includes(one))
    open = (opening.length ? opening : others).map((one) => ({
      ...one,
      panel: opening.length ? 'open' : 'closed',
    }))
    waiting = opening.length ? others : []
  }
}

const sheetsOf = (document: HtmlDocument) =>
  [...document.querySelectorAll('style:not([media])')]
    .filter((sheet) => !sheet.closest('noscript, template'))
    .map(({ textContent }) => textContent ?? '')
    .join('\n')

function isHidden(node: HtmlNode): boolean {
  const attribute = (name: string) => node.getAttribute?.(name)?.trim().toLowerCase()
  const hidden = attribute('hidden')
  return (
    INSTEAD.has(node.localName ?? '') ||
    attribute('aria-hidden') === 'true' ||
    attribute('popover') !== undefined ||
    (hidden !== undefined && hidden !== 'until-found')
  )
}

/** Hundreds of pixels or more to the left or above: outside the window, where nobody can scroll. */
const FAR = /-\d{3,}(\.\d+)?(px|pt|vw|vh|%)?|-\d{2,}(r?em)/
/** Twice the window's width or more to the right. Carousels use less, and move it into view. */
const FAR_RIGHT = /(^|[\s(,])(([2-9]|1\d)\d\dv[wh]|([5-9]|\d{2,})\d{3}(\.\d+)?px|\d{3,}r?em)/

/** Properties, with the values by which they hide an element and everything in it. */
const HIDING: readonly (readonly [names: string[], value: RegExp])[] = [
  [['display'], /^none\b/],
  [['content-visibility'], /^hidden\b/],
  [['clip'], /^rect\(\s*([01](px)?[\s,]*){4}\)/],
  [['clip-path'], /inset\(\s*(50|100)%|circle\(\s*0/],
  [['left', 'top', 'right', 'bottom', 'margin-left', 'margin-top', 'margin', 'inset', 'text-indent'], FAR],
  [['transform', 'translate'], FAR],
  [['left', 'right', 'margin-left', 'inset', 'transform', 'translate'], FAR_RIGHT],
]

function isHiddenBy(style: Style): boolean {
  if (style.size === 0) return false
  const is = (name: string, pattern: RegExp) => pattern.test(style.get(name) ?? '?')
  return (
    HIDING.some(([names, value]) => names.some((name) => is(name, value))) ||
    (['opacity', 'filter', 'transform', 'scale'] as const).some((name) => isFaint(name, style.get(name))) ||
    (is('position', /^fixed/) && ['top', 'bottom'].some((side) => is(side, FAR_RIGHT))) ||
    (is('overflow', /^(hidden|clip)/) &&
      ['width', 'height', 'max-width', 'max-height'].some((side) => is(side, /^[01](px)?$/)))
  )
}

const INVISIBLE = /^(hidden|collapse)\b/
const TINY_SIZE = /^((0*\.)?0+|[01](\.\d+)?(px|pt)|0?\.0\d*(r?em|%)?)([a-z%]+)?$/
const TINY_FONT = /(^|\s)0+(\.0+)?([a-z]+)?(\s|\/)/
const RELATIVE = /(\d|^)(em|%|smaller|larger|inherit|unset)/

const isTinyBy = (style: Style) =>
  TINY_SIZE.test(style.get('font-size') ?? '?') || TINY_FONT.test(style.get('font') ?? '?')

/** Whether letters are transparent, and not cut out of a picture behind them. */
const isClearBy = (style: Style, color: string) =>
  isClear(color) &&
  !['background-clip', '-webkit-background-clip', 'background'].some((name) =>
    /\btext\b/.test(style.get(name) ?? ''),
  )

/** Colours come from attributes and inline styles alone. A background that a sheet may paint is unknown. */
function lookOf(node: HtmlNode, style: Style, inline: Style, around: Look, isStyled: boolean): Look {
  const clear = style.get('-webkit-text-fill-color') ?? style.get('color')
  const color = inline.get('color') ?? (node.localName === 'font' ? node.getAttribute?.('color') : undefined)
  const background =
    inline.get('background-color') ?? inline.get('background') ?? node.getAttribute?.('bgcolor') ?? undefined
  const mayBePainted =
    inline.has('background-image') ||
    (isStyled && (node.getAttribute?.('class') || node.getAttribute?.('id')))
  const visibility = style.get('visibility')
  const size = style.get('font-size') ?? style.get('font')
  return {
    isVisible: visibility && visibility !== 'inherit' ? !INVISIBLE.test(visibility) : around.isVisible,
    isTiny: isTinyBy(style) || (around.isTiny && (!size || RELATIVE.test(size))),
    isClear: clear && clear !== 'inherit' ? isClearBy(style, clear) : around.isClear,
    color: color ? rgbOf(color) : around.color,
    background:
      background && !/^(transparent|none|inherit)/.test(background)
        ? rgbOf(background)
        : mayBePainted
          ? undefined
          : around.background,
  }
}

const isUnseen = ({ color, background, isVisible, isTiny, isClear }: Look) =>
  !isVisible || isTiny || isClear || (!!color && !!background && areAlike(color, background))

/** Whether two colours are closer than the eye can tell apart. */
const areAlike = (one: Rgb, other: Rgb) => one.every((part, index) => Math.abs(part - other[index]!) <= 8)

/** @returns undefined for a value that we cannot resolve: a picture, a gradient, a variable, a rarer name */
function rgbOf(value: string): Rgb | undefined {
  const text = value.trim().toLowerCase()
  if (text === 'white') return WHITE
  if (text === 'black') return BLACK
  const hex = /^#([0-9a-f]{3,8})$/.exec(text)?.[1]
  if (hex) {
    const full = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex
    return [0, 2, 4].map((at) => parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb
  }
  const parts = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(text)?.slice(1)
  return parts && (parts.map(Number) as unknown as Rgb)
}
