import type { Chat } from '../chat.ts'
import { el, icon, iconButton, rename, set } from '../dom.ts'
import { makeTray } from '../files/tray.ts'
import type { Texts } from '../locales.ts'

const MAX_CHARACTERS = 8000
const MAX_HEIGHT_PX = 140
const UP = 'M12 19V5M6 11l6-6 6 6'
const SQUARE = 'M6 6h12v12H6z'

export interface ComposerOptions {
  texts(): Texts
  /** Whether visitors may attach files. */
  offersFiles(): boolean
  onSend(): void
}

/**
 * The text field, the files of the next message, and a button that sends them. While a reply is
 * being written, the button stops it.
 */
export function makeComposer(chat: Chat, { texts, offersFiles, onSend }: ComposerOptions) {
  const field = el('textarea', {
    rows: 1,
    maxlength: MAX_CHARACTERS,
    enterkeyhint: 'send',
    autocomplete: 'off',
  })
  const button = iconButton('', 'send', UP, () => (chat.isBusy() ? chat.cancel() : send()))
  const focus = () => field.focus({ preventScroll: true })
  const tray = makeTray({
    chat,
    texts,
    isOffered: offersFiles,
    onChange: () => showButton(),
    focus,
  })
  const element = el('div', { class: 'composer' }, tray.button, tray.input, field, button)
  let isShut = false
  let wasBusy = false

  const canSend = () =>
    !isShut &&
    !chat.isBusy() &&
    !tray.isUploading() &&
    (field.value.trim() !== '' || !tray.isEmpty())

  function grow(): void {
    // An empty field has the direction of its placeholder.
    set(field, { dir: field.value ? 'auto' : undefined })
    field.style.height = 'auto'
    // An empty field would get the height of its placeholder.
    if (field.value) field.style.height = `${Math.min(field.scrollHeight, MAX_HEIGHT_PX)}px`
    showButton()
  }

  function showButton(): void {
    const isBusy = chat.isBusy()
    // `aria-disabled` leaves the focus on an inactive button.
    set(button, { 'aria-disabled': String(!isBusy && !canSend()) })
    if (isBusy === wasBusy) return
    wasBusy = isBusy
    button.replaceChildren(icon(isBusy ? SQUARE : UP))
    rename(button, isBusy ? texts().stop : texts().send)
  }

  function send(): void {
    if (!canSend()) return
    const files = tray.take()
    const content = field.value.trim() || files.map(({ name }) => name).join(', ')
    clear()
    chat.send(content, files)
    field.focus()
    onSend()
  }

  function clear(): void {
    field.value = ''
    grow()
  }

  field.addEventListener('input', () => {
    grow()
    if (field.value) chat.desk.sendTyping()
  })
  field.addEventListener('keydown', (event) => {
    // Enter also ends a word in Chinese and Japanese input, which Safari reports as key code 229.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229)
      return
    event.preventDefault()
    send()
  })

  field.addEventListener('paste', (event) => {
    const files = event.clipboardData?.files
    if (!files?.length || !offersFiles()) return
    event.preventDefault()
    tray.add(files)
  })

  return {
    element,
    tray,
    clear,
    focus,
    label() {
      const { placeholder, send, stop } = texts()
      set(field, { placeholder, 'aria-label': placeholder })
      rename(button, wasBusy ? stop : send)
      tray.label()
    },
    /** @param shut whether nothing can be sent at all */
    update(shut: boolean) {
      isShut = shut
      // A disabled field would lose the focus.
      set(field, { readonly: shut, 'aria-disabled': shut && 'true' })
      tray.update()
      showButton()
    },
  }
}
