import { el, iconButton, rename, set } from '../dom.ts'

const DOTS = 'M12 5.500v.1M12 12v.1M12 18.500v.1'

export interface MenuItem {
  name: string
  act(): void
}

/** A button that opens a list of commands. */
export function makeMenu(items: () => MenuItem[]) {
  const list = el('div', { class: 'menu', id: 'menu', hidden: true })
  const button = iconButton('', 'ghost dots-button', DOTS, () => show(list.hidden === true))
  set(button, { 'aria-controls': 'menu' })
  const element = el('div', { class: 'menu-place' }, button, list)

  function show(isShown: boolean): void {
    if (isShown)
      list.replaceChildren(
        ...items().map(({ name, act }) => {
          const item = el('button', { type: 'button', dir: 'auto' }, name)
          item.addEventListener('click', () => {
            // The focused item disappears, and the focus would be lost with it.
            button.focus()
            show(false)
            act()
          })
          return item
        }),
      )
    list.hidden = !isShown
    set(button, { 'aria-expanded': String(isShown) })
  }

  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || list.hidden) return
    // The key would close the chat as well.
    event.stopPropagation()
    show(false)
    button.focus()
  })
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (!element.contains(relatedTarget as Node | null)) show(false)
  })
  show(false)

  return {
    element,
    button,
    /** Shows the button only if it has commands. */
    update(name: string) {
      rename(button, name)
      element.hidden = items().length === 0
    },
  }
}
