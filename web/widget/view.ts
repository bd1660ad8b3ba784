import type { Chat } from './chat.ts'
import { el, iconButton, rename, set } from './dom.ts'
import type { Kit } from './kit.ts'
import { spokenLocale } from './languages.ts'
import { directionOf, type Texts } from './locales.ts'
import { makeEarlier } from './menu/earlier.ts'
import { makeMailing } from './menu/mailing.ts'
import { type MenuItem, makeMenu } from './menu/menu.ts'
import { saveTranscript } from './menu/transcript.ts'
import { makeComposer } from './messages/composer.ts'
import type { Entry } from './messages/entries.ts'
import { makeLog } from './messages/log.ts'
import { makeBar } from './people/bar.ts'
import css from './style.css?inline'
import { palette } from './theme.ts'

/** The same condition as in style.css. */
const FULL = '(max-width: 480px), (max-height: 420px)'
const CROSS = 'M6 6l12 12M18 6L6 18'
const PEN =
  'M12 5H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-6M10 14l.5-3L18 3.500a1.800 1.800 0 0 1 2.500 2.500L13 13.500z'

export interface ViewOptions
  extends Pick<
    Kit,
    'embed' | 'frame' | 'keeper' | 'configuration' | 'locale' | 'banner' | 'onToggle'
  > {
  chat: Chat
  texts(): Texts
  /** Whether visitors can ask for a person. */
  offersPeople(): boolean
  /** Whether visitors may attach files. */
  offersFiles(): boolean
}

export interface View {
  open(takesFocus: boolean): void
  close(): void
  isOpen(): boolean
  entry(entry: Entry): void
  /** Updates the banner and the buttons. */
  status(): void
  /** Removes the files that were uploaded for another session. */
  anew(): void
  /** Rebuilds everything with the current texts and colours. */
  redraw(): void
  /** Clears the chat, including text that was not sent. */
  forget(): void
  destroy(): void
}

/** The chat, which opens beside the button. */
export function makeView(options: ViewOptions): View {
  const { chat, frame, keeper, configuration, locale, texts, offersPeople, offersFiles } = options
  const { desk } = chat
  const { src } = options.embed
  const { host, shadow, root, launcher } = frame
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet]
  const full = matchMedia(FULL)
  const dark = matchMedia('(prefers-color-scheme: dark)')
  let isOpen = false
  /** The element that had the focus before the chat opened, to give it back. */
  let before: Element | null = null

  const title = el('div', { class: 'title', id: 'title', dir: 'auto' })
  const anew = iconButton('', 'ghost', PEN, () => {
    chat.restart()
    mailing.hide()
    composer.focus()
  })
  const shut = iconButton('', 'ghost', CROSS, () => close())
  const banner = el('p', { class: 'banner', role: 'status', dir: 'auto' })
  const undone = el('div', { class: 'left-chat', role: 'status' })
  const log = makeLog(chat, {
    src,
    texts,
    locale: () => spokenLocale(locale()),
    questions: () => configuration().suggested_questions ?? [],
    offersPeople: () => offersPeople() && !desk.hasPeople(),
    onPick: () => toComposer(),
    onCall: call,
  })
  const composer = makeComposer(chat, { texts, offersFiles, onSend: () => log.toEnd() })
  const bar = makeBar({ chat, keeper, src, texts, locale: () => spokenLocale(locale()) })
  const earlier = makeEarlier(
    chat,
    texts,
    () => spokenLocale(locale()),
    () => composer.focus(),
  )
  const mailing = makeMailing(desk, keeper, texts, () => toComposer())
  const menu = makeMenu(commands)
  const typist = el('p', { class: 'typist' })
  const disclaimer = el('p', { class: 'small', dir: 'auto' })
  const panel = el(
    'div',
    { class: 'panel', id: 'panel', role: 'dialog', 'aria-labelledby': 'title', hidden: true },
    el('div', { class: 'head' }, title, anew, menu.element, shut),
    banner,
    undone,
    bar.element,
    mailing.element,
    log.element,
    typist,
    composer.tray.element,
    composer.element,
    disclaimer,
  )
  log.element.append(earlier.element)
  root.append(panel)
  // Otherwise the page would take keys that are pressed in the chat for its own shortcuts.
  for (const type of ['keydown', 'keypress', 'keyup'])
    root.addEventListener(type, (event) => event.stopPropagation())

  /** An on-screen keyboard would cover the messages. */
  const toComposer = () =>
    matchMedia('(pointer: coarse)').matches ? log.focus() : composer.focus()

  /** Asks for a person. The visitor can write at once what it is about. */
  function call(): void {
    desk.call()
    toComposer()
  }

  function commands(): MenuItem[] {
    const words = texts()
    const items: MenuItem[] = []
    if (offersPeople() && !desk.hasPeople()) items.push({ name: words.person, act: call })
    if (chat.hasEarlier()) items.push({ name: words.earlier, act: () => earlier.show() })
    if (chat.entries.length)
      items.push({ name: words.transcript, act: () => saveTranscript(chat.entries, words) })
    if (chat.entries.length && desk.state?.mails_transcripts)
      items.push({ name: words.mail_transcript, act: mailing.toggle })
    return items
  }

  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) close()
    if (event.key === 'Tab' && full.matches) turnFocus(event)
  })
  // Otherwise the browser would leave the page and show the file.
  panel.addEventListener('dragover', (event) => event.preventDefault())
  panel.addEventListener('drop', (event) => {
    event.preventDefault()
    composer.tray.add(event.dataTransfer?.files ?? [])
    composer.focus()
  })
  /** Keeps the focus in the chat while it covers the page. */
  function turnFocus(event: KeyboardEvent): void {
    const all = [
      ...panel.querySelectorAll<HTMLElement>('a, button, textarea, input, [tabindex]'),
    ].filter((element) => element.offsetParent)
    const [first, last] = [all[0]!, all[all.length - 1]!]
    const edge = event.shiftKey ? first : last
    if (shadow.activeElement !== edge) return
    event.preventDefault()
    ;(event.shiftKey ? last : first).focus()
  }

  function paint(): void {
    const { theme, colors = {} } = configuration()
    const isDark = theme === 'dark' || (theme !== 'light' && dark.matches)
    for (const [name, value] of Object.entries(palette(colors, isDark)))
      root.style.setProperty(name, value)
  }

  function status(): void {
    const key = options.banner()
    const text = key ? texts()[key] : ''
    // Setting the same text again would make screen readers repeat it.
    if (banner.textContent !== text) banner.textContent = text
    set(anew, { hidden: chat.entries.length === 0 && !desk.hasPeople() })
    offerUndo()
    bar.update()
    menu.update(texts().menu)
    const name = desk.typist
    typist.textContent =
      name === undefined ? '' : texts().person_typing.replace('{name}', name || texts().team)
    set(typist, { dir: directionOf(spokenLocale(locale())) })
    // The empty element keeps its place below the field.
    disclaimer.textContent = desk.hasPeople() ? '' : texts().disclaimer
    composer.update(key === 'unavailable')
  }

  /** Offers the way back from a new chat, until something is asked in it. */
  function offerUndo(): void {
    if (!chat.undo) undone.replaceChildren()
    if (!chat.undo || undone.firstChild) return
    const { started_anew, undo } = texts()
    const button = el('button', { type: 'button', class: 'undo' }, undo)
    button.addEventListener('click', () => {
      chat.undo?.()
      composer.focus()
    })
    undone.append(el('span', {}, started_anew), ' ', button)
  }

  function label(): void {
    const words = texts()
    title.textContent = words.title
    rename(anew, words.new_session)
    rename(shut, words.close)
  }

  function redraw(): void {
    label()
    paint()
    log.all()
    composer.label()
    status()
  }

  /** Keeps the chat above a phone's keyboard. Only the visual viewport reports the keyboard. */
  function fill(): void {
    const { visualViewport: seen } = window
    const isCut = isOpen && full.matches && seen && seen.scale === 1
    const height = isCut ? `${seen.height}px` : ''
    const isOther = panel.style.height !== height
    panel.style.height = height
    panel.style.top = isCut ? `${seen.offsetTop}px` : ''
    set(panel, { 'aria-modal': full.matches && 'true' })
    root.classList.toggle('open', isOpen)
    if (isOther) log.toNewest()
  }

  function showOpen(next: boolean): void {
    isOpen = next
    panel.hidden = !next
    set(launcher, { 'aria-controls': next && 'panel' })
    frame.show(next ? 'open' : 'closed')
    fill()
    if (next) log.toNewest()
  }

  function open(takesFocus: boolean): void {
    if (isOpen) return
    before = document.activeElement
    showOpen(true)
    if (takesFocus) composer.focus()
    options.onToggle(true)
    desk.watch(true)
  }

  function close(): void {
    if (!isOpen) return
    const hadFocus = shadow.activeElement !== null
    showOpen(false)
    if (hadFocus) {
      const from = before instanceof HTMLElement && before !== document.body && before.isConnected
      if (from && before !== host) (before as HTMLElement).focus()
      else launcher.focus()
    }
    options.onToggle(false)
    desk.watch(false)
  }

  dark.addEventListener('change', paint)
  full.addEventListener('change', fill)
  visualViewport?.addEventListener('resize', fill)
  visualViewport?.addEventListener('scroll', fill)
  showOpen(false)
  redraw()
  frame.onReturn(() => log.toNewest())

  return {
    open,
    close,
    isOpen: () => isOpen,
    entry(entry) {
      log.entry(entry)
      status()
    },
    status,
    anew: () => composer.tray.clear(),
    redraw,
    forget() {
      composer.clear()
      earlier.hide()
      mailing.hide()
      redraw()
    },
    destroy() {
      dark.removeEventListener('change', paint)
      full.removeEventListener('change', fill)
      visualViewport?.removeEventListener('resize', fill)
      visualViewport?.removeEventListener('scroll', fill)
      panel.remove()
      shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
    },
  }
}
