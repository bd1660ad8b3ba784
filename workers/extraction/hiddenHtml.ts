/** What we use of a document's nodes. Their own types need a browser's. */
export interface HtmlNode {
  nodeType: number
  localName?: string
  childNodes: Iterable<HtmlNode>
  getAttribute?(name: string): string | null
  remove(): void
}

interface HtmlElement {
  localName: string
  setAttribute(name: string, value: string): void
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

/** What an element's text looks like; undefined: a stylesheet may decide. */
interface Look {
  color: Rgb | undefined
  background: Rgb | undefined
}
type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

/**
 * Takes out of a page what its readers do not see: what attributes and inline styles hide, move out of the window, make
 * too small to read or paint in the colour of its background. Stylesheets are not read: what they hide at first is
 * often what a click shows, such as the answers of a list of questions.
 */
export function removeHidden(document: HtmlDocument): void {
  if (!document.documentElement) return
  const styled = document.querySelector('style, link[rel~="stylesheet" i]') !== null
  const page: Look = { color: BLACK, background: styled ? undefined : WHITE }
  // Not recursive: pages may be nested deeper than the stack.
  const open: { node: HtmlNode; look: Look }[] = [{ node: document.documentElement, look: page }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, look } = next
    if (node.nodeType === TEXT && isUnseen(look)) node.remove()
    if (node.nodeType !== ELEMENT) continue
    const style = styleOf(node)
    if (isHidden(node, style)) node.remove()
    else {
      const own = lookOf(node, style, look, styled)
      for (const child of node.childNodes) open.push({ node: child, look: own })
    }
  }
}

function isHidden(node: HtmlNode, style: ReadonlyMap<string, string>): boolean {
  const attribute = (name: string) => node.getAttribute?.(name)?.trim().toLowerCase()
  if (INSTEAD.has(node.localName ?? '') || attribute('aria-hidden') === 'true') return true
  const hidden = attribute('hidden')
  if (hidden !== undefined && hidden !== 'until-found') return true
  const is = (name: string, pattern: RegExp) => pattern.test(style.get(name) ?? '?')
  return (
    is('display', /^none\b/) ||
    is('visibility', /^(hidden|collapse)\b/) ||
    is('content-visibility', /^hidden\b/) ||
    is('opacity', /^0*\.?0+%?$/) ||
    is('font-size', /^((0*\.)?0+|[01](\.\d+)?(px|pt)|0?\.0\d*(r?em|%)?)([a-z%]+)?$/) ||
    is('font', /(^|\s)0+(\.0+)?([a-z]+)?(\s|\/)/) ||
    is('color', /^transparent\b|^rgba\(.*,\s*0*\.?0+%?\s*\)$|\/\s*0*\.?0+%?\s*\)$/) ||
    is('clip', /^rect\(\s*([01](px)?[\s,]*){4}\)/) ||
    is('clip-path', /inset\(\s*(50|100)%|circle\(\s*0/) ||
    is('transform', /scale[xy]?\(\s*0(\.0+)?\s*[,)]/) ||
    is('transform', FAR) ||
    is('text-indent', FAR) ||
    ['left', 'top', 'right', 'bottom', 'margin-left', 'margin-top', 'margin', 'inset'].some((side) =>
      is(side, FAR),
    ) ||
    (is('overflow', /^(hidden|clip)/) &&
      ['width', 'height', 'max-width', 'max-height'].some((side) => is(side, /^[01](px)?$/)))
  )
}

/** Hundreds of pixels or more to the left or above: outside the window, which nobody can scroll to. */
const FAR = /-\d{3,}(\.\d+)?(px|pt|vw|vh|%)?|-\d{2,}(r?em)/

/** Of the `style` attribute: values by names, both in lower case, without comments, escapes and `!important`. */
function styleOf(node: HtmlNode): Map<string, string> {
  const style = node.getAttribute?.('style')
  if (!style) return NONE
  const plain = style
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, hex) =>
      String.fromCodePoint(Math.min(parseInt(hex, 16), 0x10ffff)),
    )
    .replaceAll('\\', '')
    .toLowerCase()
  return new Map(
    plain.split(';').map((rule) => {
      const colon = rule.indexOf(':')
      const value = rule.slice(colon + 1).replace(/!\s*important/, '')
      return [rule.slice(0, Math.max(colon, 0)).trim(), value.trim()] as const
    }),
  )
}
const NONE: Map<string, string> = new Map()

function lookOf(node: HtmlNode, style: Map<string, string>, around: Look, styled: boolean): Look {
  const color = style.get('color') ?? (node.localName === 'font' ? node.getAttribute?.('color') : undefined)
  const background =
    style.get('background-color') ?? style.get('background') ?? node.getAttribute?.('bgcolor') ?? undefined
  // What has a class may have any background, where there is a stylesheet.
  const open = styled && (node.getAttribute?.('class') || node.getAttribute?.('id'))
  const behind = open || style.has('background-image') ? undefined : around.background
  return {
    color: color ? rgbOf(color) : around.color,
    background: background && !/^(transparent|none|inherit)/.test(background) ? rgbOf(background) : behind,
  }
}

/** Closer than the eye tells apart. */
const isUnseen = ({ color, background }: Look) =>
  color !== undefined &&
  background !== undefined &&
  color.every((part, index) => Math.abs(part - background[index]!) <= 8)

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
