import type { Style, StyledElement } from './styles.ts'

interface PanelNode extends StyledElement {
  parentElement?: StyledElement | null
  childNodes: Iterable<{ nodeType: number; textContent: string | null }>
  removeAttribute?(name: string): void
}

/** Properties that close a panel. Others, which move or overpaint it, also hide an open panel. */
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
    /** Notes the panels that a control opens. @param node a visible node */
    addControl(node: PanelNode): void {
      const role = node.getAttribute?.('role') ?? ''
      const targets = TARGETS.flatMap((name) => wordsIn(node, name))
      const isControl =
        /^(button|summary)$/.test(node.localName ?? '') || /^(button|tab)$/.test(role)
      if (!(isControl || targets.length) || !hasFace(node)) return
      if (role === 'tab') hasTab = true
      for (const target of targets) named.add(target.replace(/^#/, ''))
      if (!isControl) return
      for (const labelled of [node, node.parentElement])
        for (const id of labelled ? wordsIn(labelled, 'id') : []) labels.add(id)
    },
    canOpen: (node: PanelNode): boolean =>
      wordsIn(node, 'id').some((id) => named.has(id)) ||
      wordsIn(node, 'aria-labelledby').some((id) => labels.has(id)) ||
      (hasTab && node.getAttribute?.('role') === 'tabpanel'),
  }
}
const TARGETS = ['aria-controls', 'data-bs-target', 'data-target']
/** Whether a control has a visible face to press. */
const hasFace = (node: PanelNode) =>
  [...node.childNodes].some(
    ({ nodeType, textContent }) => nodeType === 1 || /\S/.test(textContent ?? ''),
  )

/** Whether a hidden element may be a panel. Only the whole page shows whether it is a panel. */
export const mayBePanel = (node: PanelNode): boolean =>
  !OVER.test(node.getAttribute?.('role') ?? '') &&
  ['id', 'aria-labelledby', 'role'].some((name) => node.getAttribute?.(name))

/**
 * Opens a panel: removes the attributes that close it, which Readability heeds too, and returns its
 * style without the properties that close it.
 */
export function opened(node: PanelNode, style: Style): Style {
  for (const name of SHUTTING) node.removeAttribute?.(name)
  return new Map([...style].filter(([name]) => !CLOSING.has(name)))
}
