import type { HtmlDocument, HtmlElement, HtmlNode } from '../hidden/nodes.ts'
import { inlineStyle, type StyledElement } from '../hidden/styles.ts'
import { meaningOf } from './alternatives.ts'

/** The most pictures of a page whose texts are read. */
const MAX_PICTURES = 2_000
/** From this number on, pictures with one text are icons of a list. */
const REPEATED = 3
/** Matches the length of a side of a picture that only counts visits, or that is not shown. */
const PIXELS = /^\s*(?:[0-2](?:\.\d+)?(?:px)?|0+(?:\.0+)?[a-z%]+)\s*$/
const ELEMENT = 1
const TEXT = 3

/** Links to the picture itself. A picture in another link says where the link goes. */
const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|svg|avif)(?:[?#]|$)/i

/**
 * Puts the alternative texts of a page's pictures in their places: `alt`, `aria-label` of drawings
 * and of elements with the role `img`, `<title>` and `<desc>` of SVG. Decorations are left out, and
 * texts that the page says anyway, such as a headline beside its picture.
 */
export function describePictures(document: HtmlDocument): void {
  const pictures = [...document.querySelectorAll('img, svg, [role="img" i]')]
    .slice(0, MAX_PICTURES)
    .flatMap((element) => {
      const text = isDecoration(element) ? undefined : meaningOf(labelOf(document, element))
      return text ? [{ element, text }] : []
    })
  if (!pictures.length) return
  const counts = new Map<string, number>()
  for (const { text } of pictures) counts.set(text, (counts.get(text) ?? 0) + 1)
  let said = plain(textAround(document))
  for (const { element, text } of pictures) {
    const isSaid = counts.get(text)! >= REPEATED || said.includes(plain(text))
    if (isSaid) continue
    said += ` ${plain(text)}`
    element.replaceWith(isInLine(element) ? ` ${text} ` : blockOf(document, text))
  }
}

/** Returns a text in a block of its own. */
function blockOf(document: HtmlDocument, text: string): HtmlNode {
  const block = document.createElement('div')
  block.textContent = text
  return block
}

const isSeen = ({ nodeType, textContent }: HtmlNode) =>
  nodeType === ELEMENT || /\S/.test(textContent ?? '')

/** Returns the page's text without that of its drawings and scripts. */
function textAround(document: HtmlDocument): string {
  const texts: string[] = []
  const open: HtmlNode[] = document.documentElement ? [document.documentElement] : []
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.nodeType === TEXT) texts.push(next.textContent ?? '')
    else if (!WITHOUT_TEXT.has(next.localName ?? '')) open.push(...[...next.childNodes].reverse())
  }
  return texts.join(' ')
}
const WITHOUT_TEXT = new Set(['head', 'svg', 'script', 'style'])

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function labelOf(document: HtmlDocument, element: HtmlElement): string | null | undefined {
  const label = element.getAttribute('aria-label') || labelledBy(document, element)
  if (label || element.localName === 'img') return label || element.getAttribute('alt')
  if (element.localName !== 'svg') return undefined
  const parts = [...element.childNodes].filter(({ localName }) =>
    /^(title|desc)$/.test(localName ?? ''),
  )
  return parts.map(({ textContent }) => textContent?.trim()).join(': ')
}

/** Returns the text of the elements that label another, such as a drawing's `<title>`. */
function labelledBy(document: HtmlDocument, element: HtmlElement): string {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/).slice(0, 5) ?? []
  return ids
    .map((id) => (/^[\w-]+$/.test(id) ? document.querySelector(`[id="${id}"]`) : null))
    .map((label) => label?.textContent?.trim())
    .filter(Boolean)
    .join(' ')
}

/** Whether a picture is too small to be seen, by its own attributes. */
export function isPixel(element: StyledElement): boolean {
  const style = inlineStyle(element)
  return ['width', 'height'].some((side) =>
    [element.getAttribute?.(side), style.get(side)].some((size) => PIXELS.test(size ?? '')),
  )
}

function isDecoration(element: HtmlElement): boolean {
  if (/^(none|presentation)$/.test(element.getAttribute('role') ?? '')) return true
  if (isPixel(element)) return true
  const link = element.closest('a[href]') as HtmlElement | null
  return link !== null && !PICTURE_FILE.test(link.getAttribute('href') ?? '')
}

/** Whether a picture stands within a sentence: its parent has text beside it. */
const isInLine = (element: HtmlElement): boolean =>
  [...(element.parentElement?.childNodes ?? [])].some(
    (node) => node.nodeType === TEXT && isSeen(node),
  )
