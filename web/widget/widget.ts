import { makeKeeper } from './api/memory.ts'
import type { Configuration } from './api/records.ts'
import { Failure, makeServer } from './api/server.ts'
import { type Emit, type Events, makeChat } from './chat.ts'
import type { Embed } from './embed.ts'
import { hint } from './hints.ts'
import { chooseLocale, type Texts, textsOf } from './texts.ts'
import { makeView, type View } from './view.ts'

/** Milliseconds for which a tab keeps its widget's configuration. */
const CONFIGURATION_MS = 5 * 60_000
/** Milliseconds that the launcher waits for its colours and texts. */
const LATEST_MS = 3_000

type Listener<Name extends keyof Events> = (detail: Events[Name]) => void

export interface Widget {
  instanceId: string
  open(): void
  close(): void
  toggle(): void
  send(content: string): void
  /** @returns a function that removes the listener */
  on<Name extends keyof Events>(name: Name, listener: Listener<Name>): () => void
  off<Name extends keyof Events>(name: Name, listener: Listener<Name>): void
  logout(): void
  setLocale(locale: string): void
  destroy(): void
}

/** @param index how many widgets the page already has */
export function mount(embed: Embed, onDestroy: () => void, index: number): Widget {
  const { clientId, assistantId = '', configId = '', instanceId } = embed
  const keeper = makeKeeper([clientId, assistantId, configId, instanceId].join(':'))
  const life = new AbortController()
  const listeners = new Map<string, Set<Listener<never>>>()
  let chosen: string | undefined
  const kept = keeper.memory.configuration
  // With an old Prototype.js on the page, arrays come back from storage as strings.
  let configuration: Partial<Configuration> = kept && Array.isArray(kept.suggested_questions) ? kept : {}
  let banner: keyof Texts | undefined
  let view: View | undefined
  let isReady = false

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
    view?.status()
  }

  function fail(error: unknown): Failure {
    const failure = error instanceof Failure ? error : new Failure('failed', String(error))
    hint(failure.code, clientId)
    if (failure.code === 'origin_not_allowed' || failure.code === 'widget_not_configured') show('unavailable')
    emit('error', { code: failure.code, detail: failure.message })
    return failure
  }

  const server = makeServer(embed.src, clientId, keeper, life.signal, (isThere) => {
    const isBack = isThere && banner === 'offline'
    show(isThere ? undefined : 'offline')
    // The configuration may not be read yet, if the server was down from the start.
    if (isBack) configure().catch(() => {})
  })
  const settings = {
    configuration: () => configuration,
    locale,
    texts: () => textsOf(locale(), configuration),
  }

  /** Reads the owner's texts and colours, unless this tab has just done so. */
  async function configure(): Promise<Partial<Configuration>> {
    const { configured = 0 } = keeper.memory
    if (!configId || (configuration.id && Date.now() - configured < CONFIGURATION_MS)) return configuration
    try {
      const { data } = await server.send<Configuration>(
        `widget-configurations/${encodeURIComponent(configId)}`,
        {},
        life.signal,
      )
      configuration = data
      keeper.memory.configuration = data
      keeper.memory.configured = Date.now()
      keeper.save()
      view?.redraw()
    } catch (error) {
      if (error instanceof Failure && error.code === 'not_found') hint('configuration_missing')
      else throw error
    }
    return configuration
  }

  const screen = {
    entry: (entry: Parameters<View['entry']>[0]) => view?.entry(entry),
    all: () => view?.redraw(),
  }
  const chat = makeChat(embed, keeper, server, configure, locale, emit, fail, screen)

  let wantsOpen: boolean | undefined
  function appear(): void {
    if (view || life.signal.aborted) return
    view = makeView({
      ...settings,
      embed,
      index,
      chat,
      banner: () => banner,
      onToggle(isOpen) {
        keeper.memory.open = isOpen
        keeper.save()
        emit(isOpen ? 'open' : 'close', {})
        // Shows messages that could not be read while the server was down.
        if (isOpen && isReady) chat.resume()
      },
    })
    if (wantsOpen) view.open(true)
    // On a small screen the chat would cover the page that the visitor opened.
    else if (wantsOpen === undefined && keeper.memory.open && !view.isFull()) view.open(false)
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
      if (!life.signal.aborted) fail(error)
    }
    clearTimeout(late)
    if (life.signal.aborted) return
    appear()
    isReady = true
    emit('ready', {})
    await chat.resume()
  }
  const started = start()

  const onShow = ({ persisted }: PageTransitionEvent) => persisted && chat.reload()
  const onNetwork = () => {
    show(navigator.onLine ? undefined : 'offline')
    const last = chat.entries[chat.entries.length - 1]
    if (navigator.onLine && last?.code === 'offline' && last.state === 'failed') chat.retry(last)
  }
  addEventListener('pageshow', onShow)
  addEventListener('online', onNetwork)
  addEventListener('offline', onNetwork)

  function logout(): void {
    const { configuration: kept, configured } = keeper.memory
    chat.restart()
    keeper.forget()
    // The configuration says nothing about the visitor, so it stays.
    Object.assign(keeper.memory, { configuration: kept, configured, open: view?.isOpen() })
    view?.forget()
  }
  const widget: Widget = {
    instanceId,
    open() {
      wantsOpen = true
      view?.open(true)
    },
    close() {
      wantsOpen = false
      view?.close()
    },
    toggle: () => ((view ? view.isOpen() : wantsOpen) ? widget.close() : widget.open()),
    send(content) {
      const text = String(content).trim().slice(0, 8000)
      if (text) started.then(() => !life.signal.aborted && chat.send(text))
    },
    on(name, listener) {
      if (!listeners.has(name)) listeners.set(name, new Set())
      listeners.get(name)!.add(listener)
      if (name === 'ready' && isReady) queueMicrotask(() => (listener as Listener<'ready'>)({}))
      return () => widget.off(name, listener)
    },
    off: (name, listener) => void listeners.get(name)?.delete(listener),
    logout,
    setLocale(wish) {
      chosen = wish
      view?.redraw()
    },
    destroy() {
      life.abort()
      chat.stop()
      server.stop()
      keeper.stop()
      removeEventListener('pageshow', onShow)
      removeEventListener('online', onNetwork)
      removeEventListener('offline', onNetwork)
      listeners.clear()
      view?.destroy()
      onDestroy()
    },
  }
  return widget
}
