import type { Citation } from '../api/records.ts'
import { el, set } from '../dom.ts'
import { link, safeUrl } from './inline.ts'

let count = 0

/** Builds numbered buttons, one for each source. Pressing one shows its title, quote and link. */
export function citationsOf(citations: readonly Citation[], name: string): HTMLElement[] {
  if (!citations.length) return []
  const card = el('div', { class: 'card', id: `source-${++count}`, hidden: true })
  let open: HTMLElement | undefined

  function toggle(button: HTMLElement, { title, quote, url }: Citation): void {
    if (open) set(open, { 'aria-expanded': 'false' })
    open = open === button ? undefined : button
    card.hidden = !open
    if (!open) return
    set(button, { 'aria-expanded': 'true' })
    const href = url ? safeUrl(url, ['https:', 'http:']) : undefined
    card.replaceChildren(
      ...(title ? [el('strong', { dir: 'auto' }, title)] : []),
      el('blockquote', { dir: 'auto' }, quote),
      ...(href ? [link(href, new URL(href).host)] : []),
    )
    card.scrollIntoView({ block: 'nearest' })
  }

  const chips = citations.map((citation, index) => {
    const title = citation.title ?? citation.quote
    const button = el(
      'button',
      { type: 'button', class: 'source', 'aria-expanded': 'false', 'aria-controls': card.id },
      el('b', {}, String(index + 1)),
      el('span', { dir: 'auto' }, title.slice(0, 80)),
    )
    button.addEventListener('click', () => toggle(button, citation))
    return button
  })
  return [el('div', { class: 'sources', role: 'group', 'aria-label': name }, ...chips), card]
}
