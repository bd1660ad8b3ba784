import type { Style, StyledElement } from './styles.ts'

interface PanelNode extends StyledElement {
  parentElement?: StyledElement | null
  childNodes: Iterable<{ nodeType: number; textContent: string | null }>
  removeAttribute?(name: string): void
}

/** Properties that close a panel. Others that hide it (moved away, painted over) still do when it is open. */
const CLOSING = new Set(
  'display visibility content-visibility opacity height max-height overflow overflow-y'.split(' '),
)
const SHUTTING = ['hidden', 'popover', 'aria-hidden', 'style']
/** What opens over the page. */
const OVER = /^(dialog|alertdialog|menu|listbox|tooltip)$/

const wordsIn = (node: StyledElement, name: string) =>
  node.getAttribute?.(name)?.split(/\s+/).filter(Boolean) ?? []

/**
 * Which panels can be opened, by ARIA's pattern: a control that can be seen names the panel (`aria-controls`) or labels it, and a
 * `tabpanel` has its tabs.
 */
export function makePanels() {
  const named = new Set<string>()
  const labels = new Set<string>()
  let hasTab = false

  return {
    /** @param node one that can be seen */
    addControl(node: PanelNode): void {
      const role = node.getAttribute?.('role') ?? ''
      const targets = TARGETS.flatMap((name) => wordsIn(node, name))
      const isControl = /^(button|summary)$/.test(node.localName ?? '') || /^(button|tab)$/.test(role)
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
/** Whether a control has something to press. */
const hasFace = (node: PanelNode) =>
  [...node.childNodes].some(({ nodeType, textContent }) => nodeType === 1 || /\S/.test(textContent ?? ''))

/** Whether it may be one; which, is known at the page's end. */
export const mayBePanel = (node: PanelNode): boolean =>
  !OVER.test(node.getAttribute?.('role') ?? '') &&
  ['id', 'aria-labelledby', 'role'].some((name) => node.getAttribute?.(name))

/** An open panel's style; the panel loses what says that it is closed, also to Readability. */
export function opened(node: PanelNode, style: Style): Style {
  for (const name of SHUTTING) node.removeAttribute?.(name)
  return new Map([...style].filter(([name]) => !CLOSING.has(name)))
}
