import type { Configuration } from './api/records.ts'
import type { Chat } from './chat.ts'
import { makeComposer } from './composer.ts'
import { el, icon, iconButton, rename, set } from './dom.ts'
import type { Embed } from './embed.ts'
import type { Entry } from './messages/entries.ts'
import { makeLog } from './messages/log.ts'
import css from './style.css?inline'
import { directionOf, LANGUAGES, type Texts } from './texts.ts'
import { palette } from './theme.ts'

/** The same condition as in style.css. */
const FULL = '(max-width: 480px), (max-height: 420px)'
const SPEAK =
  'M5 4h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-6l-5 4v-4H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM8 9h8M8 12.5h5'
const DOWN = 'M6 9.5l6 6 6-6'
const CROSS = 'M6 6l12 12M18 6L6 18'
const AGAIN = 'M12 5v14M5 12h14'

export interface ViewOptions {
  embed: Embed
  index: number
  chat: Chat
  configuration(): Partial<Configuration>
  locale(): string
  texts(): Texts
  banner(): keyof Texts | undefined
  onToggle(isOpen: boolean): void
}

export interface View {
  open(takesFocus: boolean): void
  close(): void
  isOpen(): boolean
  /** Whether the chat, when open, fills the window. */
  isFull(): boolean
  entry(entry: Entry): void
  /** Updates the banner and the buttons. */
  status(): void
  /** Rebuilds everything with the current texts and colours. */
  redraw(): void
  /** Clears the chat, including text that was not sent. */
  forget(): void
  destroy(): void
}

/** The button and the chat, in a shadow tree that the page's styles do not reach. */
export function makeView(options: ViewOptions): View {
  const { chat, configuration, texts, embed } = options
  const host = el('parley-widget' as 'div', { 'data-instance-id': embed.instanceId })
  const shadow = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  shadow.adoptedStyleSheets = [sheet]
  const root = el('div', { class: 'root' })
  shadow.append(root)
  const full = matchMedia(FULL)
  const dark = matchMedia('(prefers-color-scheme: dark)')
  let isOpen = false
  /** The element that had the focus before the chat opened, to give it back. */
  let before: Element | null = null

  const launcher = el('button', { type: 'button', class: 'launcher', 'aria-haspopup': 'dialog' })
  launcher.addEventListener('click', () => (isOpen ? close() : open(true)))
  const title = el('div', { class: 'title', id: 'title' })
  const anew = iconButton('', 'ghost', AGAIN, () => {
    chat.restart()
    composer.focus()
  })
  const shut = iconButton('', 'ghost', CROSS, () => close())
  const banner = el('p', { class: 'banner', role: 'status' })
  const log = makeLog(chat, {
    texts,
    questions: () => configuration().suggested_questions ?? [],
    // An on-screen keyboard would cover the messages.
    onPick: () => (matchMedia('(pointer: coarse)').matches ? log.focus() : composer.focus()),
  })
  const composer = makeComposer(chat, texts, () => log.toEnd())
  const disclaimer = el('p', { class: 'small' })
  const panel = el(
    'div',
    { class: 'panel', id: 'panel', role: 'dialog', 'aria-labelledby': 'title', hidden: true },
    el('div', { class: 'head' }, title, anew, shut),
    banner,
    log.element,
    composer.element,
    disclaimer,
  )
  root.append(launcher, panel)

  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) close()
    if (event.key === 'Tab' && full.matches) turnFocus(event)
  })
  // Otherwise the page would take keys that are pressed in the chat for its own shortcuts.
  for (const type of ['keydown', 'keypress', 'keyup'])
    root.addEventListener(type, (event) => event.stopPropagation())

  /** Keeps the focus in the chat while it covers the page. */
  function turnFocus(event: KeyboardEvent): void {
    const all = [...panel.querySelectorAll<HTMLElement>('a, button, textarea, [tabindex]')].filter(
      (element) => element.offsetParent,
    )
    const [first, last] = [all[0]!, all[all.length - 1]!]
    const edge = event.shiftKey ? first : last
    if (shadow.activeElement !== edge) return
    event.preventDefault()
    ;(event.shiftKey ? last : first).focus()
  }

  function paint(): void {
    const { theme, colors = {}, position } = configuration()
    const isDark = theme === 'dark' || (theme !== 'light' && dark.matches)
    for (const [name, value] of Object.entries(palette(colors, isDark))) root.style.setProperty(name, value)
    root.style.setProperty('color-scheme', isDark ? 'dark' : 'light')
    root.style.setProperty('--at', String(options.index))
    root.classList.toggle('left', position === 'bottom-left')
  }

  function status(): void {
    const key = options.banner()
    const text = key ? texts()[key] : ''
    // Setting the same text again would make screen readers repeat it.
    if (banner.textContent !== text) banner.textContent = text
    set(anew, { hidden: chat.entries.length === 0 })
    composer.update(key === 'unavailable')
  }

  function label(): void {
    const words = texts()
    const locale = options.locale()
    set(root, {
      dir: directionOf(locale),
      lang: locale.split('-')[0]! in LANGUAGES ? locale : 'en',
      role: 'region',
      'aria-label': words.title,
    })
    title.textContent = words.title
    rename(launcher, isOpen ? words.close : words.open)
    rename(anew, words.new_session)
    rename(shut, words.close)
    disclaimer.textContent = words.disclaimer
  }

  function redraw(): void {
    label()
    paint()
    log.all()
    composer.label()
    status()
  }

  /** Keeps the chat above a phone's keyboard, which only the visual viewport knows of. */
  function fill(): void {
    const { visualViewport: seen } = window
    const isCut = isOpen && full.matches && seen && seen.scale === 1
    const height = isCut ? `${seen.height}px` : ''
    const isOther = panel.style.height !== height
    panel.style.height = height
    panel.style.top = isCut ? `${seen.offsetTop}px` : ''
    set(panel, { 'aria-modal': full.matches && 'true' })
    root.classList.toggle('open', isOpen)
    if (isOther) log.toEnd()
  }

  function showOpen(next: boolean): void {
    isOpen = next
    panel.hidden = !next
    set(launcher, { 'aria-expanded': String(next), 'aria-controls': next && 'panel' })
    launcher.replaceChildren(icon(next ? DOWN : SPEAK))
    rename(launcher, next ? texts().close : texts().open)
    fill()
    if (next) log.toEnd()
  }

  function open(takesFocus: boolean): void {
    if (isOpen) return
    before = document.activeElement
    showOpen(true)
    if (takesFocus) composer.focus()
    options.onToggle(true)
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
  }

  dark.addEventListener('change', paint)
  full.addEventListener('change', fill)
  visualViewport?.addEventListener('resize', fill)
  visualViewport?.addEventListener('scroll', fill)
  showOpen(false)
  redraw()
  const stay = keepInBody(host, () => log.toEnd())

  return {
    open,
    close,
    isOpen: () => isOpen,
    isFull: () => full.matches,
    entry(entry) {
      log.entry(entry)
      status()
    },
    status,
    redraw,
    forget() {
      composer.clear()
      redraw()
    },
    destroy() {
      dark.removeEventListener('change', paint)
      full.removeEventListener('change', fill)
      visualViewport?.removeEventListener('resize', fill)
      visualViewport?.removeEventListener('scroll', fill)
      stay.disconnect()
      host.remove()
    },
  }
}

/** Puts the widget back when a page replaces its body, up to 10 times. Then the page probably means it. */
function keepInBody(host: HTMLElement, onReturn: () => void): MutationObserver {
  let left = 10
  const observer = new MutationObserver(() => {
    if (host.isConnected || !document.body || left-- === 0) return
    attach()
    onReturn()
  })
  function attach(): void {
    document.body.append(host)
    observer.disconnect()
    for (const place of [document.documentElement, document.body])
      observer.observe(place, { childList: true })
  }
  attach()
  return observer
}
