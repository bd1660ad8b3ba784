import { isAside, isIcon, isInLine, isOver, isWindow } from './asides.ts'
import {
  connectionsOf,
  hintsOf,
  isButton,
  isPressable,
  opensOver,
  targetsOf,
  wordsIn,
} from './controls.ts'
import { nameWords } from './faces.ts'
import { isUnfolding, openerOf } from './neighbours.ts'
import type { HtmlDocument, HtmlNode } from './nodes.ts'
import type { Style, StyledElement } from './styles.ts'

/**
 * Properties that close a panel. Others, which move, overpaint or narrow it, also hide an open
 * panel: a text for screen readers is a pixel wide.
 */
const CLOSING = new Set(
  'display visibility content-visibility opacity height max-height clip-path'.split(' '),
)
/** Transformations that close a panel by making it flat. */
const FLAT = /^scale[xy]?\(/
const SHUTTING = ['hidden', 'popover', 'aria-hidden', 'style']
/** Names of tabs and of their panels. */
const TAB = /^tab(s|link|links|pane|panel|content)?$/

/**
 * Finds the panels that a reader can open: a visible control names the panel or labels it, a
 * `tabpanel` has its tabs, or the panel stands beside what opens it.
 */
export function makePanels(document: HtmlDocument) {
  const ids = idsOf(document, '[id]')
  // Checkboxes and radio buttons may be hidden behind the labels that open panels.
  const toggles = idsOf(document, 'input[type="checkbox" i], input[type="radio" i]')
  const named = new Set<string>()
  const hinted = new Set<string>()
  const labels = new Set<string>()
  const shown = new Set<HtmlNode>()
  const pressed = new Set<HtmlNode>()
  const panels = new Set<HtmlNode>()
  const asides = new Map<HtmlNode, boolean>()
  let hasTab = false

  const isLabelled = (node: HtmlNode) =>
    wordsIn(node, 'id').some((id) => named.has(id)) ||
    wordsIn(node, 'aria-labelledby').some((id) => labels.has(id)) ||
    (hasTab && node.getAttribute?.('role') === 'tabpanel')
  const isHinted = (node: HtmlNode) =>
    [...wordsIn(node, 'id'), ...connectionsOf(node)].some((name) => hinted.has(name)) ||
    (hasTab && nameWords(node).some((word) => TAB.test(word)))
  const isBesidePage = (node: HtmlNode) => {
    const known = asides.get(node) ?? isAside(node)
    asides.set(node, known)
    return known && !isUnfolding(node)
  }

  return {
    /** Notes an element that readers see, and the panels that it opens. */
    addShown(node: HtmlNode, style: Style): void {
      shown.add(node)
      if (!hasFace(node) || opensOver(node)) return
      const isToggle = node.localName === 'label' && toggles.has(node.getAttribute?.('for') ?? '')
      if (isToggle || isPressable(node, style)) pressed.add(node)
      for (const target of targetsOf(node)) named.add(target)
      for (const hint of hintsOf(node)) hinted.add(hint)
      const isControl = isButton(node)
      if (node.getAttribute?.('role') === 'tab') hasTab = true
      if (pressed.has(node) && nameWords(node).some((word) => TAB.test(word))) hasTab = true
      if (!isControl) return
      for (const labelled of [node, node.parentElement])
        for (const id of labelled ? wordsIn(labelled, 'id') : []) labels.add(id)
    },
    /** Notes a hidden element, which may be a panel: only the whole page shows whether it is. */
    addHidden: (node: HtmlNode): void => void panels.add(node),
    canOpen(node: HtmlNode): boolean {
      if (isOver(node)) return false
      if (isLabelled(node)) return true
      const opener = openerOf(node, {
        isShown: (other) => shown.has(other),
        isPressed: (other) => pressed.has(other),
        isPanel: (other) => panels.has(other),
        opensOther: (other) => targetsOf(other).some((id) => ids.has(id)),
      })
      if (opener === 'question') return !isIcon(node) && (!isWindow(node) || isUnfolding(node))
      if (isBesidePage(node)) return false
      return isHinted(node) || (opener === 'control' && !isInLine(node))
    },
  }
}

const idsOf = (document: HtmlDocument, selector: string) =>
  new Set([...document.querySelectorAll(selector)].map((element) => element.getAttribute('id')!))

/** Whether a control has a visible face to press. */
const hasFace = (node: HtmlNode) =>
  [...node.childNodes].some((child) => child.nodeType === 1 || /\S/.test(child.textContent ?? ''))

/**
 * Opens a panel: removes the attributes that close it, which Readability heeds too, and returns its
 * style without the properties that close it.
 */
export function opened(node: StyledElement & Pick<HtmlNode, 'removeAttribute'>, style: Style) {
  for (const name of SHUTTING) node.removeAttribute?.(name)
  const isClosing = (name: string, value: string) =>
    CLOSING.has(name) || (name === 'transform' && FLAT.test(value))
  return new Map([...style].filter(([name, value]) => !isClosing(name, value)))
}
