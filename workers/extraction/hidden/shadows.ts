import { isFallback, isHiddenBy } from './hiding.ts'
import type { HtmlNode } from './nodes.ts'
import { type Style, type StyledElement, simpleStyles } from './styles.ts'

/** Returns an element's style by the sheets of its tree. */
export type Sheets = (node: StyledElement) => Style

/** Elements that can have a shadow root, by the DOM Standard: these, and custom elements. */
const HOST = /^(article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$|-/
const MODE = /^(open|closed)$/i
const ELEMENT = 1
const TEXT = 3

/**
 * Puts the content of declarative shadow roots (`<template shadowrootmode="open">`) into their
 * hosts, and the hosts' own content into the slots, as a browser shows it. What fits no slot is
 * removed.
 * @param page the page's own sheets, which do not apply within shadow roots
 * @returns the nodes at which other sheets begin to apply, each with these sheets
 */
export function openShadowRoots(root: HtmlNode, page: Sheets): Map<HtmlNode, Sheets> {
  const borders = new Map<HtmlNode, Sheets>()
  const open = [{ node: root, sheets: page }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, sheets } = next
    if (node.nodeType !== ELEMENT || isFallback(node)) continue
    const own = HOST.test(node.localName ?? '') && shadowRootOf(node)
    if (own) openRoot(node, own, sheets, borders)
    for (const child of node.childNodes)
      open.push({ node: child, sheets: borders.get(child) ?? sheets })
  }
  return borders
}

const shadowRootOf = (host: HtmlNode) =>
  [...host.childNodes].find(
    (child) =>
      child.localName === 'template' &&
      MODE.test(child.getAttribute?.('shadowrootmode')?.trim() ?? ''),
  )

function openRoot(
  host: HtmlNode,
  template: HtmlNode,
  outer: Sheets,
  borders: Map<HtmlNode, Sheets>,
): void {
  const light = [...host.childNodes].filter((child) => child !== template)
  const content = [...template.childNodes]
  for (const child of [template, ...light]) child.remove()
  const { slots, css } = partsOf(content)
  const inner = simpleStyles(css)
  if (isHiddenBy(hostStyle(css))) return
  for (const child of content) {
    borders.set(child, inner)
    host.appendChild?.(child)
  }
  const bySlot = new Map([...slots.keys()].map((name) => [name, [] as HtmlNode[]]))
  for (const child of light) bySlot.get(slotOf(child))?.push(child)
  for (const [name, slot] of slots) {
    const assigned = bySlot.get(name) ?? []
    if (!assigned.some(isContent)) continue
    for (const child of [...slot.childNodes]) child.remove()
    for (const child of assigned) {
      borders.set(child, outer)
      slot.appendChild?.(child)
    }
  }
}

/**
 * Returns what a shadow root's sheets say of its host by `:host` alone. If they also name states of
 * the host, a script may show it, so nothing is known.
 */
const hostStyle = (css: string): Style =>
  /:host\(/.test(css)
    ? new Map()
    : simpleStyles(css.replace(/:host(?![\w-])/g, HOST_NAME))({ localName: HOST_NAME })
const HOST_NAME = 'shadow-host'

/** Finds the slots of a shadow root, by their names, and takes its sheets out of it. */
function partsOf(content: readonly HtmlNode[]) {
  const slots = new Map<string, HtmlNode>()
  const sheets: string[] = []
  const open = [...content].reverse()
  for (let next = open.pop(); next; next = open.pop()) {
    const name = next.getAttribute?.('name') ?? ''
    if (next.localName === 'slot' && !slots.has(name)) slots.set(name, next)
    if (next.localName === 'style') {
      sheets.push(next.textContent ?? '')
      next.textContent = ''
    } else if (next.nodeType === ELEMENT && !isFallback(next))
      open.push(...[...next.childNodes].reverse())
  }
  return { slots, css: sheets.join('\n') }
}

/** Returns the name of the slot for a node; empty: the slot without a name. */
const slotOf = (node: HtmlNode) =>
  node.nodeType === TEXT ? '' : (node.getAttribute?.('slot') ?? '')

const isContent = (node: HtmlNode) =>
  node.nodeType === ELEMENT || (node.nodeType === TEXT && /\S/.test(node.textContent ?? ''))
