import { Failure } from './api/failure.ts'
import { makeKeeper } from './api/memory.ts'
import type { Configuration } from './api/records.ts'
import { makeServer } from './api/server.ts'
import type { Embed } from './embed.ts'
import type { Emit, Events, Listener } from './events.ts'
import { hint } from './hints.ts'
import type { Room } from './kit.ts'
import { type Frame, makeFrame } from './launcher/frame.ts'
import { loadChat, Outdated } from './launcher/load.ts'
import { NAMES } from './launcher/names.ts'
import { chooseLocale, languageOf, type Texts, withOwn } from './locales.ts'

/** Milliseconds for which a tab keeps its widget's configuration. */
const CONFIGURATION_MS = 5 * 60_000
/** Milliseconds that the launcher waits for its colours and texts. */
const LATEST_MS = 3_000
/** The same condition as in style.css. */
const FULL = '(max-width: 480px), (max-height: 420px)'

export interface Widget {
  instanceId: string
  open(): void
  close(): void
  toggle(): void
  send(content: string): void
  /** @returns a function that removes the listener */
  on<Name extends keyof Events>(name: Name, listener: Listener<Name>): () => void
  off<Name extends keyof Events>(name: Name, listener: Listener<Name>): void
  /**
   * Makes the visitor a known customer.
   * @param token the identity token, signed by the company's server
   */
  identify(token: string): Promise<void>
  logout(): void
  /** Keeps the chat for later visits, or for this tab alone. */
  remember(mayRemember?: boolean): void
  setLocale(locale: string): void
  destroy(): void
  /** The page's listeners, for the widget that replaces this widget. */
  listeners: ReadonlyMap<keyof Events, ReadonlySet<Listener<never>>>
}

export interface WidgetOptions {
  embed: Embed
  /** How many widgets the page already has. */
  index: number
  onDestroy(): void
  /** Replaces all widgets of the page by those of the server's present version. */
  renew(): void
}

/** Mounts a widget: its button, and the chat once a visitor opens it. */
export function mount({ embed, index, onDestroy, renew }: WidgetOptions): Widget {
  const { clientId, assistantId = '', configId = '', instanceId } = embed
  const life = new AbortController()
  const { signal } = life
  const keeper = makeKeeper([clientId, assistantId, configId, instanceId].join(':'), signal, () => {
    showUnread()
    room?.onShared()
  })
  const listeners = new Map<keyof Events, Set<Listener<never>>>()
  let chosen: string | undefined
  const kept = keeper.tab.configuration
  // With an old Prototype.js on the page, arrays come back from storage as strings.
  let configuration: Partial<Configuration> =
    kept && Array.isArray(kept.suggested_questions) ? kept : {}
  let banner: keyof Texts | undefined
  let frame: Frame | undefined
  let room: Room | undefined
  let loading: Promise<Room> | undefined
  let isReady = false
  /** What the page has last passed to `remember`. */
  let mayRemember: boolean | undefined
  /** The text that the widget has put before the page's title. */
  let mark = ''
  let isOpen = false
  let wantsOpen: boolean | undefined

  const emit: Emit = (name, detail) => {
    for (const listener of listeners.get(name) ?? [])
      try {
        ;(listener as Listener<typeof name>)(detail)
      } catch (error) {
        // The error is the page's own. The page gets it, and the chat goes on.
        setTimeout(() => {
          throw error
        })
      }
  }

  const locale = () =>
    chooseLocale([
      chosen,
      embed.locale,
      configuration.locale,
      document.documentElement.lang,
      ...navigator.languages,
    ])

  function show(next: keyof Texts | undefined): void {
    if (banner === next) return
    banner = next
    room?.status()
  }

  function fail(error: unknown): Failure {
    const failure = error instanceof Failure ? error : new Failure('failed', String(error))
    hint(failure.code, clientId)
    if (failure.code === 'origin_not_allowed' || failure.code === 'widget_not_configured') {
      show('unavailable')
      // A chat that cannot be used is hidden, unless a visitor is reading in it.
      if (!isOpen) frame?.hide()
    }
    emit('error', { code: failure.code, detail: failure.message })
    return failure
  }

  const server = makeServer(
    embed.src,
    clientId,
    keeper,
    signal,
    (isThere) => {
      const isBack = isThere && banner === 'offline'
      show(isThere ? undefined : 'offline')
      // The configuration may not be read yet, if the server was down from the start.
      if (isBack) configure().catch(() => {})
    },
    () => {
      logout()
      emit('identity_expired', {})
    },
  )

  function redraw(): void {
    frame?.redraw()
    room?.redraw()
  }

  /** Reads the owner's texts and colours, unless this tab has just done so. */
  async function configure(): Promise<Partial<Configuration>> {
    const { configured = 0 } = keeper.tab
    if (!configId || (configuration.id && Date.now() - configured < CONFIGURATION_MS))
      return configuration
    try {
      const { data } = await server.send<Configuration>(
        `widget-configurations/${encodeURIComponent(configId)}`,
        {},
        signal,
      )
      configuration = data
      Object.assign(keeper.tab, { configuration, configured: Date.now() })
      keeper.save()
      remember()
      redraw()
    } catch (error) {
      if (error instanceof Failure && error.code === 'not_found') hint('configuration_missing')
      else throw error
    }
    return configuration
  }

  /**
   * Keeps the visitor's chat for all tabs and later visits, if the page or the owner allows that.
   */
  function remember(): void {
    const { memory } = keeper
    // The owner's decision may not be known yet.
    if (mayRemember === undefined && configId && !configuration.id && !embed.remember) return
    keeper.share(
      mayRemember ?? Boolean(embed.remember || configuration.remember || memory.isAllowed),
    )
  }

  const unread = () => (Array.isArray(keeper.memory.unread) ? keeper.memory.unread : [])

  /** Shows the number of unread messages on the button, and before the page's title. */
  function showUnread(): void {
    const { length } = unread()
    frame?.badge(length)
    markTitle(length ? `(${length}) ` : '')
  }

  /** Puts a mark before the page's title, in place of the last mark. */
  function markTitle(next: string): void {
    if (next === mark) return
    const { title } = document
    document.title = next + (title.startsWith(mark) ? title.slice(mark.length) : title)
    mark = next
  }

  /** Counts all messages as read. */
  function read(): void {
    if (!unread().length) return
    keeper.memory.unread = []
    keeper.save()
    showUnread()
  }

  function onMessage(id: string): void {
    if ((isOpen && !document.hidden) || unread().includes(id)) return
    keeper.memory.unread = [...unread(), id].slice(-99)
    keeper.save()
    showUnread()
  }

  const onToggle = (next: boolean) => {
    isOpen = next
    keeper.tab.open = next
    keeper.save()
    if (next) read()
    emit(next ? 'open' : 'close', {})
    // Shows messages that could not be read while the server was down.
    if (next && isReady) room?.resume()
  }

  /** Loads the chat, once. */
  function enter(): Promise<Room> {
    loading ??= loadChat(embed.src, (makeRoom) =>
      makeRoom({
        embed,
        index,
        keeper,
        server,
        frame: frame!,
        configure,
        locale,
        emit,
        fail,
        onToggle,
        onMessage,
        configuration: () => configuration,
        banner: () => banner,
      }),
    )
      .then((made) => {
        room = made
        if (signal.aborted) {
          room.stop()
          throw new Failure('aborted')
        }
        frame?.redraw()
        if (isReady) room.resume()
        return room
      })
      .catch((error) => {
        loading = undefined
        throw error
      })
    return loading
  }

  /** Loads the chat before it is asked for. A failure is shown when it is. */
  const prepare = () => void enter().catch(() => {})

  async function open(takesFocus: boolean): Promise<void> {
    if (!frame || isOpen) return
    if (!room) frame.show('loading')
    try {
      const entered = await enter()
      if (wantsOpen) entered.open(takesFocus)
      else frame.show('closed')
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof Outdated) return renew()
      frame.show('failed')
      fail(error)
    }
  }

  function appear(): void {
    if (frame || signal.aborted || banner === 'unavailable') return
    frame = makeFrame({
      embed,
      index,
      configuration: () => configuration,
      locale,
      texts: () =>
        room?.texts() ?? withOwn({ open: NAMES[languageOf(locale())] ?? NAMES.en! }, configuration),
      onPress: () => widget.toggle(),
      onNear: prepare,
    })
    // On a small screen the chat would cover the page that the visitor opened.
    const wasOpen = wantsOpen === undefined && keeper.tab.open && !matchMedia(FULL).matches
    if (wasOpen || wantsOpen) {
      const takesFocus = wantsOpen === true
      wantsOpen = true
      open(takesFocus)
      // The visitor waits for a reply, which comes whether the chat is open or not.
    } else if (keeper.memory.asked || keeper.memory.isWithPeople) prepare()
    showUnread()
  }

  async function start(): Promise<void> {
    if (document.readyState === 'loading')
      await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve, { once: true }))
    if (configuration.id) appear()
    const late = setTimeout(appear, LATEST_MS)
    try {
      await server.enter()
      await configure()
    } catch (error) {
      if (!signal.aborted) fail(error)
    }
    clearTimeout(late)
    if (signal.aborted) return
    appear()
    isReady = true
    emit('ready', {})
    await room?.resume()
  }
  remember()
  const started = start()

  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    keeper.reread()
    room?.reload()
  }
  const onVisible = () => isOpen && !document.hidden && read()
  const onNetwork = () => {
    show(navigator.onLine ? undefined : 'offline')
    if (navigator.onLine) room?.onOnline()
  }
  addEventListener('pageshow', onShow, { signal })
  document.addEventListener('visibilitychange', onVisible, { signal })
  addEventListener('online', onNetwork, { signal })
  addEventListener('offline', onNetwork, { signal })

  function logout(): void {
    room?.forget()
    keeper.forget()
    remember()
    showUnread()
  }
  const widget: Widget = {
    instanceId,
    listeners,
    open() {
      wantsOpen = true
      open(true)
    },
    close() {
      wantsOpen = false
      room?.close()
    },
    toggle: () => (isOpen || (wantsOpen && !room && loading) ? widget.close() : widget.open()),
    async send(content) {
      const text = String(content).trim().slice(0, 8000)
      if (!text) return
      await started
      if (!signal.aborted && frame)
        enter().then(
          (entered) => entered.send(text),
          () => {},
        )
    },
    on(name, listener) {
      if (!listeners.has(name)) listeners.set(name, new Set())
      listeners.get(name)!.add(listener)
      if (name === 'ready' && isReady) queueMicrotask(() => (listener as Listener<'ready'>)({}))
      return () => widget.off(name, listener)
    },
    off: (name, listener) => void listeners.get(name)?.delete(listener),
    async identify(token) {
      const customer = customerOf(token)
      // The chat so far is another customer's.
      if (keeper.memory.customer && keeper.memory.customer !== customer) logout()
      try {
        await server.identify(token)
        keeper.memory.customer = customer
        keeper.save()
        await room?.onIdentified()
      } catch (error) {
        if (!signal.aborted) fail(error)
      }
    },
    logout,
    remember(wish = true) {
      mayRemember = Boolean(wish)
      keeper.memory.isAllowed = mayRemember
      remember()
    },
    setLocale(wish) {
      chosen = wish
      redraw()
    },
    destroy() {
      life.abort()
      room?.stop()
      keeper.stop()
      listeners.clear()
      markTitle('')
      frame?.destroy()
      onDestroy()
    },
  }
  return widget
}

/** Returns the customer of a JWT without checking it. Only the server checks it. */
function customerOf(token: string): string {
  try {
    return String(JSON.parse(atob(token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/'))).sub)
  } catch {
    return ''
  }
}
