import type { Style, StyledElement } from './styles.ts'

interface PanelNode extends StyledElement {
  parentElement?: StyledElement | null
  childNodes: Iterable<{ nodeType: number; textContent: string | null }>
  removeAttribute?(name: string): void
}

/**
 * Properties that close a panel. Others that hide it (moved away, painted over) still do so when it
 * is open.
 */
const CLOSING = new Set(
  'display visibility content-visibility opacity height max-height overflow overflow-y'.split(' '),
)
const SHUTTING = ['hidden', 'popover', 'aria-hidden', 'style']
/** Roles of elements that open over the page. */
const OVER = /^(dialog|alertdialog|menu|listbox|tooltip)$/

const wordsIn = (node: StyledElement, name: string) =>
  node.getAttribute?.(name)?.split(/\s+/).filter(Boolean) ?? []

/**
 * Finds the panels that a reader can open, by ARIA's pattern: a visible control names the panel
 * (`aria-controls`) or labels it, and a `tabpanel` has its tabs.
 */
export function makePanels() {
  const named = new Set<string>()
  const labels = new Set<string>()
  let hasTab = false

  return {
    /** @param node a visible one */
    addControl(node: PanelNode): void {
      const role = node.getAttribute?.('role') ?? ''
      const targets = TARGETS.flatMap((name) => wordsIn(node, name))
      const isControl =
        /^(button|summary)$/.test(node.localName ?? '') || /^(button|tab)$/.test(role)
      if (!(isControl || targets.length) || !hasFace(node)) return
      if (role === 'tab') hasTab = true
      for (const target of targets) named.add(target.replace(/^#/, ''))
      if (!isControl) return
      for (const one of [node, node.parentElement])
        for (const id of one ? wordsIn(one, 'id') : []) labels.add(id)
    },
    canOpen: (node: PanelNode): boolean =>
      wordsIn(node, 'id').some((id) => named.has(id)) ||
      wordsIn(node, 'aria-labelledby').some((id) => labels.has(id)) ||
      (hasTab && node.getAttribute?.('role') === 'tabpanel'),
  }
}
const TARGETS = ['aria-controls', 'data-bs-target', 'data-target']
/** Whether a control shows something to press. */
const hasFace = (node: PanelNode) =>
  [...node.childNodes].some(
    ({ nodeType, textContent }) => nodeType === 1 || /\S/.test(textContent ?? ''),
  )

/** Whether a hidden element may be a panel. Only the whole page tells whether it is one. */
export const mayBePanel = (node: PanelNode): boolean =>
  !OVER.test(node.getAttribute?.('role') ?? '') &&
  ['id', 'aria-labelledby', 'role'].some((name) => node.getAttribute?.(name))

/**
 * Opens a panel: removes the attributes that close it, for Readability, too, and returns its style
 * without the properties that do.
 */
export function opened(node: PanelNode, style: Style): Style {
  for (const name of SHUTTING) node.removeAttribute?.(name)
  return new Map([...style].filter(([name]) => !CLOSING.has(name)))
}
