import type { Citation } from '../api/records.ts'
import { el, set } from '../dom.ts'
import type { Texts } from '../locales.ts'
import { link, sourceUrl } from './inline.ts'

let count = 0

/**
 * Builds a numbered button for each source. Pressing it shows the source's title, page, quote and
 * link.
 */
export function citationsOf(citations: readonly Citation[], words: Texts): HTMLElement[] {
  if (!citations.length) return []
  const card = el('div', { class: 'card', id: `source-${++count}`, hidden: true })
  let open: HTMLElement | undefined

  function toggle(button: HTMLElement, citation: Citation): void {
    const { title, quote, page } = citation
    if (open) set(open, { 'aria-expanded': 'false' })
    open = open === button ? undefined : button
    card.hidden = !open
    if (!open) return
    set(button, { 'aria-expanded': 'true' })
    const href = sourceUrl(citation)
    card.replaceChildren(
      ...(title ? [el('strong', { dir: 'auto' }, title)] : []),
      ...(page ? [el('span', { class: 'page' }, words.page.replace('{page}', String(page)))] : []),
      // What a tool has said stays between agent and company.
      ...(quote ? [el('blockquote', { dir: 'auto' }, quote)] : []),
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
  return [
    el('div', { class: 'sources', role: 'group', 'aria-label': words.sources }, ...chips),
    card,
  ]
}
