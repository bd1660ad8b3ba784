import type { Chat } from './chat.ts'
import { el, iconButton, rename, set } from './dom.ts'
import type { Texts } from './texts.ts'

const MAX_CHARACTERS = 8000
const MAX_HEIGHT_PX = 140
const UP = 'M12 19V5M6 11l6-6 6 6'

/** The field and its button. While a reply runs, one can write on, and send when it is there. */
export function makeComposer(chat: Chat, texts: () => Texts, onSend: () => void) {
  const field = el('textarea', {
    rows: 1,
    maxlength: MAX_CHARACTERS,
    enterkeyhint: 'send',
    dir: 'auto',
    autocomplete: 'off',
  })
  const button = iconButton('', 'send', UP, () => send())
  const element = el('div', { class: 'composer' }, field, button)
  let isShut = false

  const canSend = () => !isShut && !chat.isBusy() && field.value.trim() !== ''

  function grow(): void {
    field.style.height = 'auto'
    // Of an empty field, it would be the placeholder's.
    if (field.value) field.style.height = `${Math.min(field.scrollHeight, MAX_HEIGHT_PX)}px`
    // Keeps the focus even while it is inactive.
    set(button, { 'aria-disabled': String(!canSend()) })
  }

  function send(): void {
    if (!canSend()) return
    const content = field.value.trim()
    clear()
    chat.send(content)
    field.focus()
    onSend()
  }

  function clear(): void {
    field.value = ''
    grow()
  }

  field.addEventListener('input', grow)
  field.addEventListener('keydown', (event) => {
    // The Enter that ends a word of a Chinese or Japanese keyboard sends nothing; 229 is how Safari says so.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return
    event.preventDefault()
    send()
  })

  return {
    element,
    clear,
    focus: () => field.focus({ preventScroll: true }),
    label() {
      const { placeholder, send } = texts()
      set(field, { placeholder, 'aria-label': placeholder })
      rename(button, send)
    },
    /** @param shut nothing can be sent at all */
    update(shut: boolean) {
      isShut = shut
      // Disabled, it would lose the focus.
      set(field, { readonly: shut, 'aria-disabled': shut && 'true' })
      set(button, { 'aria-disabled': String(!canSend()) })
    },
  }
}
