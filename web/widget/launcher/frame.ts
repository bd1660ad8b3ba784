import type { Configuration } from '../api/records.ts'
import { el, icon, rename, set } from '../dom.ts'
import type { Embed } from '../embed.ts'
import { directionOf, languageOf, type Texts } from '../locales.ts'
import { buttonPalette } from '../theme.ts'
import css from './launcher.css?inline'
import { NAMES } from './names.ts'

const SPEAK =
  'M5 4h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-6l-5 4v-4H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM8 9h8M8 12.5h5'
const DOWN = 'M6 9.5l6 6 6-6'

export interface FrameOptions {
  embed: Embed
  index: number
  configuration(): Partial<Configuration>
  locale(): string
  /** All texts, once the chat is loaded. Before, the button's name and the owner's texts. */
  texts(): Pick<Texts, 'open'> & Partial<Texts>
  /** Called when the button is pressed. */
  onPress(): void
  /** Called when the pointer or the focus comes to the button. */
  onNear(): void
}

/** The element of the widget, its button, and a place for the chat. */
export interface Frame {
  host: HTMLElement
  shadow: ShadowRoot
  root: HTMLElement
  launcher: HTMLElement
  /** Shows that the chat is open, closed, being loaded, or could not be loaded. */
  show(state: 'open' | 'closed' | 'loading' | 'failed'): void
  redraw(): void
  /** Shows the number of unread messages. */
  badge(count: number): void
  /** Sets a function to call after the page has replaced its body, and the widget has come back. */
  onReturn(act: () => void): void
  /** Shows nothing from now on. */
  hide(): void
  destroy(): void
}

/** Puts the button on the page, in a shadow tree that the page's styles do not reach. */
export function makeFrame({
  embed,
  index,
  configuration,
  locale,
  texts,
  onPress,
  onNear,
}: FrameOptions): Frame {
  const host = el('parley-widget' as 'div', { 'data-instance-id': embed.instanceId })
  const shadow = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  shadow.adoptedStyleSheets = [sheet]
  const root = el('div', { class: 'root' })
  shadow.append(root)
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const launcher = el('button', { type: 'button', class: 'launcher', 'aria-haspopup': 'dialog' })
  const unread = el('b', { class: 'unread', 'aria-hidden': 'true' })
  // Always in the tree, because screen readers miss a status that appears together with its text.
  const notice = el('div', { class: 'notice', role: 'status' })
  let state: Parameters<Frame['show']>[0] = 'closed'
  let wasOpen: boolean | undefined
  let count = 0
  let afterReturn = () => {}
  launcher.addEventListener('click', onPress)
  launcher.addEventListener('pointerenter', onNear)
  launcher.addEventListener('focus', onNear)
  root.append(launcher, notice)

  function paint(): void {
    const { theme, colors = {}, position } = configuration()
    const isDark = theme === 'dark' || (theme !== 'light' && dark.matches)
    for (const [name, value] of Object.entries(buttonPalette(colors, isDark)))
      root.style.setProperty(name, value)
    root.style.setProperty('color-scheme', isDark ? 'dark' : 'light')
    root.style.setProperty('--at', String(index))
    root.classList.toggle('left', position === 'bottom-left')
  }

  function label(): void {
    const words = texts()
    const tag = locale()
    set(root, {
      dir: directionOf(tag),
      lang: languageOf(tag) in NAMES ? tag : 'en',
      role: 'region',
      'aria-label': words.title ?? words.open,
    })
    const isOpen = state === 'open'
    const name = (isOpen && words.close) || words.open
    rename(launcher, count && !isOpen ? `${name} (${count})` : name)
    notice.textContent = state === 'failed' ? `⚠ ${words.retry ?? words.open}` : ''
  }

  function draw(): void {
    const isOpen = state === 'open'
    set(launcher, { 'aria-expanded': String(isOpen), 'aria-busy': state === 'loading' && 'true' })
    // A click is lost if its element is replaced, so the icon changes only when it must.
    if (isOpen !== wasOpen) launcher.replaceChildren(icon(isOpen ? DOWN : SPEAK), unread)
    wasOpen = isOpen
    set(unread, { hidden: isOpen || !count })
    unread.textContent = count > 9 ? '9+' : String(count)
    label()
  }

  dark.addEventListener('change', paint)
  draw()
  paint()
  const stay = keepInBody(host, () => afterReturn())

  return {
    host,
    shadow,
    root,
    launcher,
    show(next) {
      state = next
      draw()
    },
    redraw() {
      label()
      paint()
    },
    badge(next) {
      count = next
      draw()
    },
    onReturn(act) {
      afterReturn = act
    },
    hide: () => set(root, { hidden: true }),
    destroy() {
      dark.removeEventListener('change', paint)
      stay.disconnect()
      host.remove()
    },
  }
}

/**
 * Puts the widget into the body, and back when it is gone, up to 10 times on each page of a visit. A
 * page that removes it more often probably does so on purpose. With Turbo and the like, a page of a
 * visit is a new body or a new address.
 * @param onReturn called whenever it has been put into the body
 */
function keepInBody(host: HTMLElement, onReturn: () => void): MutationObserver {
  let page: unknown
  let address: unknown
  let left: number
  const observer = new MutationObserver(attach)
  function attach(): void {
    const { body, URL } = document
    if (host.isConnected || !body) return
    left = page === body && address === URL ? left - 1 : MAX_RETURNS
    page = body
    address = URL
    if (left < 0) return
    body.append(host)
    observer.observe(document.documentElement, { childList: true })
    observer.observe(body, { childList: true })
    onReturn()
  }
  attach()
  return observer
}

const MAX_RETURNS = 10
