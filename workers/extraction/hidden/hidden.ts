import { isFallback, isHiddenBy, isHiddenItself, isInvisible } from './hiding.ts'
import { isUnseen, type Look, lookOf, pageLook } from './look.ts'
import type { HtmlDocument, HtmlNode } from './nodes.ts'
import { makePanels, opened } from './panels.ts'
import { openShadowRoots, type Sheets } from './shadows.ts'
import { inlineStyle, simpleStyles } from './styles.ts'

const ELEMENT = 1
const TEXT = 3

/** Elements that sheets cannot hide: a page that is hidden as a whole is shown by a script. */
const WHOLE = new Set(['html', 'body'])

/** A node to examine, the look of the elements around it, and the sheets of its tree. */
interface Seen {
  node: HtmlNode
  look: Look
  sheets: Sheets
  panel?: 'open' | 'closed'
}
/** The most levels of panels within panels that are opened. */
const MAX_ROUNDS = 20

/**
 * Removes text that is invisible on a page, because attributes, inline styles or simple rules of
 * its own sheets hide it, move it out of the window, make it too small to read, or paint it in the
 * colour of its background. Declarative shadow roots become part of the page.
 */
export function removeHidden(document: HtmlDocument): void {
  if (!document.documentElement) return
  const page = simpleStyles(sheetsOf(document))
  const borders = openShadowRoots(document.documentElement, page)
  const isStyled = document.querySelector('style, link[rel~="stylesheet" i]') !== null
  const panels = makePanels(document)
  let open: Seen[] = [{ node: document.documentElement, look: pageLook(isStyled), sheets: page }]
  let waiting: Seen[] = []
  for (let round = 0; open.length; round++) {
    // Not recursive, because pages may be nested deeper than the stack.
    for (let next = open.pop(); next; next = open.pop()) {
      const { node, look, sheets, panel } = next
      if (node.nodeType === TEXT && isUnseen(look)) node.remove()
      if (node.nodeType !== ELEMENT) continue
      const inline = inlineStyle(node)
      const closed = WHOLE.has(node.localName ?? '')
        ? inline
        : new Map([...sheets(node), ...inline])
      const style = panel === 'open' ? opened(node, closed) : closed
      const isGone = isHiddenItself(node) || isHiddenBy(style)
      const isShut = isGone || isInvisible(style.get('visibility'))
      if (isShut && !panel && !isFallback(node)) {
        waiting.push(next)
        panels.addHidden(node)
      } else if (isGone) node.remove()
      else {
        const own = lookOf(node, style, inline, look, isStyled)
        if (!isUnseen(own)) panels.addShown(node, style)
        for (const child of node.childNodes)
          open.push({ node: child, look: own, sheets: borders.get(child) ?? sheets })
      }
    }
    // An open panel may contain controls that open others.
    const opening = waiting.filter(({ node }) => round < MAX_ROUNDS && panels.canOpen(node))
    const others = waiting.filter((panel) => !opening.includes(panel))
    open = (opening.length ? opening : others).map((panel) => ({
      ...panel,
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
