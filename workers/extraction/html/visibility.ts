import { isClear, isFaint } from '../text/faint.ts'
import { isOurScreen } from './mediaQueries.ts'
import { makePanels, mayBePanel, opened } from './panels.ts'
import type { StyledElement } from './selectors.ts'
import { MAX_IN_VALUE, readStylesheets, type Style } from './stylesheets.ts'

/** What we use of a document's nodes. Their own types need a browser's. */
export interface HtmlNode extends StyledElement {
  nodeType: number
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

/** Shown only where a page's scripts, plug-ins or pictures are not. */
const INSTEAD = new Set(
  'noscript template noframes noembed datalist canvas audio video object applet'.split(' '),
)

/** What an element's text looks like; of colours undefined: a stylesheet may decide. */
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

/**
 * Takes out of a page what its readers do not see: what attributes, inline styles and the page's own style sheets hide,
 * move out of the window or make too small to read, and what inline styles paint in the colour of its background.
 * @throws AppError file_unreadable
 */
export function removeHidden(document: HtmlDocument): void {
  if (!document.documentElement) return
  const styled = document.querySelector('style, link[rel~="stylesheet" i]') !== null
  const withSheets = readStylesheets(sheetsOf(document), (style) => isHiddenBy(style) || !looksSeen(style))
  const page: Look = {
    color: BLACK,
    background: styled ? undefined : WHITE,
    isVisible: true,
    isTiny: false,
    isClear: false,
  }
  const panels = makePanels()
  let open: SeenStyles[] = [{ node: document.documentElement, look: page }]
  let waiting: SeenStyles[] = []
  for (let round = 0; open.length; round++) {
    // Not recursive: pages may be nested deeper than the stack.
    for (let next = open.pop(); next; next = open.pop()) {
      const { node, look, panel } = next
      if (node.nodeType === TEXT && isUnseen(look)) node.remove()
      if (node.nodeType !== ELEMENT) continue
      const inline = styleOf(node)
      // A page that is hidden as a whole is shown by its script.
      const closed = WHOLE.has(node.localName ?? '') ? inline : withSheets(node, inline)
      const style = panel === 'open' ? opened(node, closed) : closed
      const isGone = isHidden(node) || isHiddenBy(style)
      const isShut = isGone || INVISIBLE.test(style.get('visibility') ?? '')
      if (isShut && !panel && mayBePanel(node) && !INSTEAD.has(node.localName ?? '')) waiting.push(next)
      else if (isGone) node.remove()
      else {
        const own = lookOf(node, style, inline, look, styled)
        if (!isUnseen(own)) panels.addControl(node)
        for (const child of node.childNodes) open.push({ node: child, look: own })
      }
    }
    // What is in an open panel may open others.
    const [opening, closing] = partition(waiting, ({ node }) => round < MAX_ROUNDS && panels.canOpen(node))
    open = opening.length
      ? opening.map((one) => ({ ...one, panel: 'open' }))
      : closing.map((one) => ({ ...one, panel: 'closed' }))
    waiting = opening.length ? closing : []
  }
}
/** A node that is looked at, in the look of what is around it. */
interface SeenStyles {
  node: HtmlNode
  look: Look
  panel?: 'open' | 'closed'
}
/** Of panels within panels. */
const MAX_ROUNDS = 20

const partition = <Item>(items: readonly Item[], isFirst: (item: Item) => boolean) =>
  items.reduce<[Item[], Item[]]>(
    (parts, item) => {
      parts[isFirst(item) ? 0 : 1].push(item)
      return parts
    },
    [[], []],
  )

const WHOLE = new Set(['html', 'body'])

const sheetsOf = (document: HtmlDocument) =>
  [...document.querySelectorAll('style')]
    .filter((sheet) => !sheet.closest('noscript, template') && isOurScreen(sheet.getAttribute('media') ?? ''))
    .map(({ textContent }) => textContent ?? '')

function isHidden(node: HtmlNode): boolean {
  const attribute = (name: string) => node.getAttribute?.(name)?.trim().toLowerCase()
  if (INSTEAD.has(node.localName ?? '') || attribute('aria-hidden') === 'true') return true
  const hidden = attribute('hidden')
  if (attribute('popover') !== undefined) return true
  return hidden !== undefined && hidden !== 'until-found'
}

/** What is hidden with all that is in it. */
function isHiddenBy(style: Style): boolean {
  const is = (name: string, pattern: RegExp) => pattern.test(style.get(name) ?? '?')
  return (
    is('display', /^none\b/) ||
    is('content-visibility', /^hidden\b/) ||
    isFaint('opacity', style.get('opacity')) ||
    isFaint('filter', style.get('filter')) ||
    is('clip', /^rect\(\s*([01](px)?[\s,]*){4}\)/) ||
    is('clip-path', /inset\(\s*(50|100)%|circle\(\s*0/) ||
    isFaint('transform', style.get('transform')) ||
    isFaint('scale', style.get('scale')) ||
    ['transform', 'translate'].some((name) => is(name, FAR) || is(name, FAR_RIGHT)) ||
    is('text-indent', FAR) ||
    ['left', 'top', 'right', 'bottom', 'margin-left', 'margin-top', 'margin', 'inset'].some((side) =>
      is(side, FAR),
    ) ||
    ['left', 'right', 'margin-left', 'inset'].some((side) => is(side, FAR_RIGHT)) ||
    (is('position', /^fixed/) && ['top', 'bottom'].some((side) => is(side, FAR_RIGHT))) ||
    (is('overflow', /^(hidden|clip)/) &&
      ['width', 'height', 'max-width', 'max-height'].some((side) => is(side, /^[01](px)?$/)))
  )
}

/** Letters in the colour of nothing, unless they are cut out of a picture behind them. */
const isClearBy = (style: Style) =>
  isClear(style.get('-webkit-text-fill-color') ?? style.get('color') ?? '') &&
  !['background-clip', '-webkit-background-clip', 'background'].some((name) =>
    /\btext\b/.test(style.get(name) ?? ''),
  )

/** What an element's text looks like unless something within it says otherwise. */
const INVISIBLE = /^(hidden|collapse)\b/
const TINY_SIZE = /^((0*\.)?0+|[01](\.\d+)?(px|pt)|0?\.0\d*(r?em|%)?)([a-z%]+)?$/
const TINY_FONT = /(^|\s)0+(\.0+)?([a-z]+)?(\s|\/)/
const RELATIVE = /(\d|^)(em|%|smaller|larger|inherit|unset)/

const isTinyBy = (style: Style) =>
  TINY_SIZE.test(style.get('font-size') ?? '?') || TINY_FONT.test(style.get('font') ?? '?')
const looksSeen = (style: Style) =>
  !INVISIBLE.test(style.get('visibility') ?? '') && !isTinyBy(style) && !isClearBy(style)

/** Twice the window's width to the right: carousels have less, and move it into view. */
const FAR_RIGHT = /(^|[\s(,])(([2-9]|1\d)\d\dv[wh]|([5-9]|\d{2,})\d{3}(\.\d+)?px|\d{3,}r?em)/
/** Hundreds of pixels or more to the left or above: outside the window, which nobody can scroll to. */
const FAR = /-\d{3,}(\.\d+)?(px|pt|vw|vh|%)?|-\d{2,}(r?em)/

/** Of the `style` attribute: values by names, both in lower case, without comments, escapes and `!important`. */
function styleOf(node: HtmlNode): Map<string, string> {
  const style = node.getAttribute?.('style')
  if (!style) return NONE
  const plain = style
    .replace(/\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/g, '')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, hex) =>
      String.fromCodePoint(Math.min(parseInt(hex, 16), 0x10ffff)),
    )
    .replaceAll('\\', '')
    .toLowerCase()
  return new Map(
    plain.split(';').map((rule) => {
      const colon = rule.indexOf(':')
      const value = rule.slice(colon + 1).replace(/!\s*important/, '')
      return [rule.slice(0, Math.max(colon, 0)).trim(), value.trim().slice(0, MAX_IN_VALUE)] as const
    }),
  )
}
const NONE: Map<string, string> = new Map()

function lookOf(node: HtmlNode, style: Style, inline: Style, around: Look, styled: boolean): Look {
  const clear = style.get('-webkit-text-fill-color') ?? style.get('color')
  const color = inline.get('color') ?? (node.localName === 'font' ? node.getAttribute?.('color') : undefined)
  const background =
    inline.get('background-color') ?? inline.get('background') ?? node.getAttribute?.('bgcolor') ?? undefined
  // What has a class may have any background, where there is a stylesheet.
  const open = styled && (node.getAttribute?.('class') || node.getAttribute?.('id'))
  const behind = open || inline.has('background-image') ? undefined : around.background
  const visibility = style.get('visibility')
  const size = style.get('font-size') ?? style.get('font')
  return {
    isVisible: visibility && visibility !== 'inherit' ? !INVISIBLE.test(visibility) : around.isVisible,
    isTiny: isTinyBy(style) || (around.isTiny && (!size || RELATIVE.test(size))),
    isClear: clear && clear !== 'inherit' ? isClearBy(style) : around.isClear,
    color: color ? rgbOf(color) : around.color,
    background: background && !/^(transparent|none|inherit)/.test(background) ? rgbOf(background) : behind,
  }
}

const isUnseen = ({ color, background, isVisible, isTiny, isClear }: Look) =>
  !isVisible ||
  isTiny ||
  isClear ||
  (color !== undefined && background !== undefined && areAlike(color, background))

/** Closer than the eye tells apart. */
const areAlike = (one: Rgb, other: Rgb) => one.every((part, index) => Math.abs(part - other[index]!) <= 8)

/** @returns undefined for what we do not know: a picture, a gradient, a variable, a rarer name */
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
