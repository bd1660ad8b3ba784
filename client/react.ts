'use client'

import { useEffect, useMemo, useRef } from 'react'
import type { components } from './schema.ts'

type Schemas = components['schemas']

/** What the page is told, with the detail of each event. */
export interface ParleyChatEvents {
  /** The chat can be used. */
  onReady?: (() => void) | undefined
  onOpen?: (() => void) | undefined
  onClose?: (() => void) | undefined
  /** The visitor has asked something. */
  onMessage?: ((message: { content: string }) => void) | undefined
  /** The agent has answered. */
  onReply?: ((reply: Schemas['SessionReply']) => void) | undefined
  /** A person has answered. */
  onPerson?: ((message: Schemas['SessionHumanMessage']) => void) | undefined
  /**
   * Something failed. The code is one of the API's, or `script_failed`: the script could not be
   * loaded.
   */
  onError?: ((error: { code: string; detail: string }) => void) | undefined
  /** A session was opened. */
  onSession?: ((session: { id: string }) => void) | undefined
  /** The identity token has ended, and the visitor is anonymous again. */
  onIdentityExpired?: (() => void) | undefined
}

export interface ParleyChatProps extends ParleyChatEvents {
  /** The address of the Parley server, such as `https://chat.example.com`. */
  address: string
  /** The application's client id. It is no secret. */
  clientId: string
  /** The agent's id. Default: that of the widget configuration. */
  assistantId?: string | undefined
  /** The id of a widget configuration. */
  configId?: string | undefined
  /**
   * A name for this chat, where the page has several. One chat has it at a time. Default:
   * `default`.
   */
  instanceId?: string | undefined
  /** A language such as `de` or `pt-BR`, before any other wish. */
  locale?: string | undefined
  /** Whether chats are kept for later visits. */
  remember?: boolean | undefined
  /** Whether visitors can ask for a person. */
  people?: boolean | undefined
  /**
   * What your server has signed for the user who is signed in. When it goes away, the visitor is
   * signed out.
   */
  identityToken?: string | null | undefined
  /** The nonce of a policy that allows scripts by it. */
  nonce?: string | undefined
}

/** What a page can do with a chat. */
export interface ParleyChatCalls {
  open(): void
  close(): void
  toggle(): void
  /** Asks, as if the visitor had. */
  send(content: string): void
  /** Keeps the chat for later visits, or for this tab alone. Default: true. */
  remember(mayRemember?: boolean): void
  /** Forgets the visitor and the chat. */
  logout(): void
}

/** The calls of a widget on the page, as `docs/widget.md` describes them. */
interface Instance extends ParleyChatCalls {
  on(name: string, listener: (detail: never) => void): unknown
  identify(token: string): Promise<void>
  setLocale(locale: string | undefined): void
  destroy(): void
}

/** A chat on the page, or on its way there. */
interface Place {
  isLoaded: boolean
}

const places = new Map<string, Place>()
/** Calls for chats that are not there yet. */
const waiting = new Map<string, ((instance: Instance) => void)[]>()
const MAX_WAITING = 20

const find = (id: string) =>
  (window as { Parley?: { instance?: (id: string) => Instance } }).Parley?.instance?.(id)

const findLoaded = (id: string) => (places.get(id)?.isLoaded ? find(id) : undefined)

/** Acts at once, or as soon as the chat is there. */
function when(id: string, act: (instance: Instance) => void): void {
  const instance = findLoaded(id)
  if (instance) act(instance)
  else waiting.set(id, [...(waiting.get(id) ?? []), act].slice(-MAX_WAITING))
}

const EVENTS = {
  ready: 'onReady',
  open: 'onOpen',
  close: 'onClose',
  message: 'onMessage',
  reply: 'onReply',
  person: 'onPerson',
  error: 'onError',
  session: 'onSession',
  identity_expired: 'onIdentityExpired',
} as const satisfies Record<string, keyof ParleyChatEvents>

/**
 * Puts the script on the page, which makes the chat.
 * @param emit calls the page's listener, if it has one
 * @param onLoaded called with the chat, once it is there
 * @returns takes both off the page, also while the script is being loaded
 */
function mount(
  id: string,
  src: string,
  attributes: Record<string, string>,
  emit: Emit,
  onLoaded: (instance: Instance) => void,
): () => void {
  const place: Place = { isLoaded: false }
  let isGone = false
  const script = document.createElement('script')
  script.async = true
  script.src = src
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value)
  script.onload = () => {
    const instance = find(id)
    // The script runs although it was taken away. If the next one has run before, the chat is that
    // one's.
    if (isGone && !places.get(id)?.isLoaded) instance?.destroy()
    if (isGone || !instance) return
    place.isLoaded = true
    for (const [name, handler] of Object.entries(EVENTS))
      instance.on(name, (detail: never) => emit(handler, detail))
    onLoaded(instance)
    for (const act of waiting.get(id) ?? []) act(instance)
    waiting.delete(id)
  }
  script.onerror = () => {
    if (!isGone) emit('onError', { code: 'script_failed', detail: `${src} could not be loaded.` })
  }
  places.set(id, place)
  // Effects that run twice end the first time before this, and no script is loaded for nothing.
  queueMicrotask(() => isGone || document.head.append(script))
  return () => {
    isGone = true
    if (places.get(id) === place) places.delete(id)
    if (place.isLoaded) find(id)?.destroy()
    script.remove()
  }
}

type Emit = (handler: keyof ParleyChatEvents, detail: unknown) => void

/**
 * Puts a chat on the page while it is rendered. It draws nothing itself: the chat is a button in
 * the corner of the page. A new
 * `locale`, `identityToken` or listener is passed to the chat; any other new prop replaces the chat.
 */
export function ParleyChat(props: ParleyChatProps): null {
  const { address, clientId, assistantId, configId, instanceId: id = 'default' } = props
  const { locale, remember = false, people = false, identityToken, nonce } = props
  const latest = useRef(props)
  /** What the chat knows. */
  const told = useRef<Pick<ParleyChatProps, 'locale' | 'identityToken'>>({})
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const { locale } = latest.current
    const attributes = Object.entries({
      'data-client-id': clientId,
      'data-assistant-id': assistantId,
      'data-config-id': configId,
      'data-instance-id': id,
      'data-locale': locale,
      'data-remember': remember ? 'true' : undefined,
      'data-people': people ? 'true' : undefined,
      nonce,
    }).filter((pair): pair is [string, string] => Boolean(pair[1]))
    told.current = { locale }
    return mount(
      id,
      `${address.replace(/\/$/, '')}/widget.js`,
      Object.fromEntries(attributes),
      (handler, detail) => latest.current[handler]?.(detail as never),
      (instance) => tell(instance, told, latest.current),
    )
  }, [address, clientId, assistantId, configId, id, remember, people, nonce])

  useEffect(() => {
    const instance = findLoaded(id)
    if (instance) tell(instance, told, { locale, identityToken })
  }, [id, locale, identityToken])

  return null
}

/** Tells a chat what it does not know yet. */
function tell(
  instance: Instance,
  told: { current: Pick<ParleyChatProps, 'locale' | 'identityToken'> },
  { locale, identityToken }: Pick<ParleyChatProps, 'locale' | 'identityToken'>,
): void {
  const before = told.current
  told.current = { locale, identityToken }
  if (locale !== before.locale) instance.setLocale(locale)
  if (identityToken === before.identityToken) return
  if (identityToken) void instance.identify(identityToken)
  else if (before.identityToken) instance.logout()
}

/**
 * Returns the calls of a chat, always the same object. They may be called before the chat is there:
 * then they wait for it, the last 20 of them.
 * @param instanceId that of `ParleyChat`
 */
export function useParley(instanceId = 'default'): ParleyChatCalls {
  return useMemo(
    () => ({
      open: () => when(instanceId, (instance) => instance.open()),
      close: () => when(instanceId, (instance) => instance.close()),
      toggle: () => when(instanceId, (instance) => instance.toggle()),
      send: (content) => when(instanceId, (instance) => instance.send(content)),
      remember: (mayRemember) => when(instanceId, (instance) => instance.remember(mayRemember)),
      logout: () => when(instanceId, (instance) => instance.logout()),
    }),
    [instanceId],
  )
}
