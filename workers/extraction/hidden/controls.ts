import type { HtmlNode } from './nodes.ts'
import type { Style, StyledElement } from './styles.ts'

/** Roles of elements that readers press to open something. */
const PRESSED = /^(button|tab)$/
/** Values of `data-toggle` for what opens over the page, and is no panel of it. */
const OPENS_OVER = /^(modal|dropdown|offcanvas|tooltip|popover)$/
/** Attributes that name a panel by its id, whatever the element is. */
const TARGETS = ['aria-controls', 'data-bs-target', 'data-target']
/** Attributes of newer HTML that name a popover. */
const POPOVER_TARGETS = ['popovertarget', 'commandfor']
/** Names of attributes by which scripts connect a control with its panel. */
const CONNECTING = /^data-.{0,40}(target|controls|toggle|tab|panel|pane|collaps|accordion|faq)/
/** Values of such attributes that say what the control does, and name no panel. */
const KINDS = /^(|true|false|open|closed|tab|pill|collapse|accordion|button|toggle|panel)$/
/** The most characters of an attribute's value that are searched for names. */
const MAX_IN_VALUE = 500

const attributeOf = (node: StyledElement, name: string) =>
  node.getAttribute?.(name)?.slice(0, MAX_IN_VALUE).trim()

export const wordsIn = (node: StyledElement, name: string) =>
  node.getAttribute?.(name)?.split(/\s+/).filter(Boolean) ?? []

/** Whether an element is a button, or says that it is pressed like one. */
export const isButton = (node: StyledElement) =>
  /^(button|summary)$/.test(node.localName ?? '') || PRESSED.test(attributeOf(node, 'role') ?? '')

/** Whether an element opens a menu or a window over the page. */
export const opensOver = (node: StyledElement): boolean =>
  /^(?!false$)./.test(attributeOf(node, 'aria-haspopup') ?? '') ||
  ['data-toggle', 'data-bs-toggle'].some((name) => OPENS_OVER.test(attributeOf(node, name) ?? ''))

/**
 * Whether a press on the element seems to do something on this page. Buttons that send or empty a
 * form, and links to other pages, do not count.
 */
export function isPressable(node: StyledElement, style: Style): boolean {
  const has = (name: string) => attributeOf(node, name) !== undefined
  if (/^(submit|reset)$/.test(attributeOf(node, 'type') ?? '') || opensOver(node)) return false
  const href = attributeOf(node, 'href')
  const isDeadLink = node.localName === 'a' && /^(#|javascript:|$)/i.test(href ?? '')
  return (
    isButton(node) ||
    isDeadLink ||
    ['aria-expanded', 'onclick', 'data-toggle', 'data-bs-toggle'].some(has) ||
    (attributeOf(node, 'tabindex') ?? '-1') !== '-1' ||
    (style.get('cursor') === 'pointer' && href === undefined)
  )
}

/** Returns the ids in the attributes that name a panel. */
export const targetsOf = (node: StyledElement): string[] =>
  TARGETS.flatMap((name) => wordsIn(node, name)).map((target) => target.replace(/^#/, ''))

/**
 * Returns ids, and values of `data-…` attributes, by which the element may name a panel: popovers,
 * links within the page, what its `onclick` quotes, and the attributes of a page's own scripts.
 */
export function hintsOf(node: HtmlNode): string[] {
  const href = node.localName === 'a' ? (attributeOf(node, 'href') ?? '') : ''
  const quoted = attributeOf(node, 'onclick')?.matchAll(/['"]#?([\w-]{1,100})['"]/g) ?? []
  return [
    ...POPOVER_TARGETS.flatMap((name) => attributeOf(node, name) ?? []),
    ...(href.startsWith('#') ? [href.slice(1)] : []),
    ...[...quoted].map(([, id]) => id!),
    ...connectionsOf(node).flatMap((value) => [
      value,
      ...[...value.matchAll(/#([\w-]{1,100})/g)].map(([, id]) => id!),
    ]),
  ].filter(Boolean)
}

/** Returns the values of the attributes by which scripts connect a control with its panel. */
export const connectionsOf = (node: HtmlNode): string[] =>
  [...(node.attributes ?? [])]
    .filter(({ name }) => CONNECTING.test(name))
    .map(({ value }) => value.slice(0, MAX_IN_VALUE).trim())
    .filter((value) => !KINDS.test(value))
