import type { Earlier } from '../api/memory.ts'
import type { Chat } from '../chat.ts'
import { el, set } from '../dom.ts'
import type { Texts } from '../locales.ts'

/** The list of chats that the visitor has left, in place of the messages. */
export function makeEarlier(
  chat: Chat,
  texts: () => Texts,
  locale: () => string,
  onEnd: () => void,
) {
  const element = el('div', { class: 'past', role: 'group', tabindex: -1, hidden: true })

  function row(earlier: Earlier): HTMLElement {
    const time = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' })
    const button = el(
      'button',
      { type: 'button' },
      el('span', { dir: 'auto' }, earlier.title || texts().title),
      el('small', {}, time.format(earlier.at)),
    )
    button.addEventListener('click', () => {
      hide()
      chat.goTo(earlier)
    })
    return el('li', {}, button)
  }

  function hide(): void {
    element.hidden = true
    onEnd()
  }

  return {
    element,
    hide() {
      element.hidden = true
    },
    async show() {
      const words = texts()
      set(element, { 'aria-label': words.earlier })
      const back = el('button', { type: 'button', class: 'again' }, words.back)
      back.addEventListener('click', hide)
      const list = el('ul')
      element.replaceChildren(el('h2', {}, words.earlier), list, back)
      element.hidden = false
      element.focus()
      const all = await chat.earlier()
      list.replaceChildren(...all.map(row))
    },
  }
}
