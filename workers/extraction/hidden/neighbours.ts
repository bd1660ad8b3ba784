import { hasLetters, isQuestion, labelIn, nameWords } from './faces.ts'
import type { HtmlNode } from './nodes.ts'

/** Names of elements that unfold: `accordion__item`, `faq-question`, `collapsible`. */
const UNFOLDING = new Set(
  'accordion accordions faq faqs qa question questions answer answers collapse collapsed collapsible expand expandable expander toggle spoiler disclosure'.split(
    ' ',
  ),
)
/** Names of buttons below the beginning of a text that show the rest. */
const MORE = new Set('more expand expander toggle'.split(' '))
/** The most neighbours that are passed on the way to a panel's label, and levels that are left. */
const MAX_PASSED = 10
const MAX_LEVELS = 3
/** The most nodes of a label that are searched for a panel. Labels have a few. */
const MAX_NODES = 200

/** What is known of the page's elements. */
export interface Known {
  /** Whether readers see the element. */
  isShown(node: HtmlNode): boolean
  /** Whether readers see and can press it. */
  isPressed(node: HtmlNode): boolean
  /** Whether it is, or was, a closed panel. */
  isPanel(node: HtmlNode): boolean
  /** Whether it names what it opens, so that what stands beside it is something else. */
  opensOther(node: HtmlNode): boolean
}

/** How the text beside a hidden element opens it. */
export type Opener = 'question' | 'control'

export const isUnfolding = (node: HtmlNode): boolean =>
  nameWords(node).some((word) => UNFOLDING.has(word))

/**
 * Returns what seems to open a hidden element, by its place: the question, button or term right
 * before it, a title before it whose names or style say that it unfolds, or a button "more" right
 * after it.
 * @returns undefined if nothing beside it seems to open it
 */
export function openerOf(panel: HtmlNode, known: Known): Opener | undefined {
  const label = labelBefore(panel, known)
  if (label && !hasOwnPanel(label, known) && known.isShown(label) && !known.opensOther(label)) {
    const text = labelIn(label) ?? ''
    if (isQuestion(text)) return 'question'
    if (label.localName === 'dt' && panel.localName === 'dd') return 'question'
    if (hasLetters(text) && (isPressedLabel(label, text, known) || isNamed(label, panel)))
      return 'control'
    if (known.isPressed(label)) return 'control'
  }
  return isBeforeMore(panel, known) ? 'control' : undefined
}

/**
 * Returns the element before a panel, or before the elements that have only this panel. Signs,
 * pictures and other panels between them are passed.
 */
function labelBefore(panel: HtmlNode, { isPanel, isPressed }: Known): HtmlNode | undefined {
  let inner = panel
  for (let level = 0; level < MAX_LEVELS; level++) {
    let before = inner.previousElementSibling
    for (let passed = 0; before && passed < MAX_PASSED; passed++) {
      const isSign = !hasLetters(labelIn(before) ?? 'long') && !isPressed(before)
      const isBeside = isPanel(before) && before.localName === inner.localName
      if (!isSign && !isBeside) return before
      before = before.previousElementSibling
    }
    const { parentElement: outer } = inner
    // What is hidden within a panel stays hidden when the panel opens.
    if (before || inner.nextElementSibling || !outer || isPanel(outer)) return undefined
    inner = outer
  }
  return undefined
}

/** Whether a press on a label opens what is in it: `details`, or an item of an accordion. */
function hasOwnPanel(label: HtmlNode, { isPanel }: Known): boolean {
  const open = [label]
  let nodes = 0
  for (let next = open.pop(); next && nodes < MAX_NODES; next = open.pop()) {
    nodes++
    const isBlock = /^(div|section|dd|p|ul|ol)$/.test(next.localName ?? '')
    if (next.localName === 'details' || (isBlock && isPanel(next))) return true
    open.push(...next.childNodes)
  }
  return false
}

/** Whether a label is pressed, or an element in it that is most of it, unfolds, or has a sign. */
function isPressedLabel(label: HtmlNode, text: string, { isPressed }: Known): boolean {
  const open = [label]
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.getAttribute && isPressed(next)) {
      const own = labelIn(next) ?? ''
      const isMost = own.length * 2 >= text.length
      if (next === label || isMost || !hasLetters(own) || next.getAttribute('aria-expanded'))
        return true
    }
    open.push(...next.childNodes)
  }
  return false
}

/** Whether the names of a label, its panel or the element around them say that they unfold. */
const isNamed = (label: HtmlNode, panel: HtmlNode) =>
  [label, panel, panel.parentElement].some((node) => node && isUnfolding(node))

function isBeforeMore(panel: HtmlNode, { isShown, isPressed }: Known): boolean {
  const next = panel.nextElementSibling
  if (!next || !isShown(next) || !isPressed(next)) return false
  return (
    next.getAttribute?.('aria-expanded') === 'false' ||
    nameWords(next).some((word) => MORE.has(word))
  )
}
