'use client'

import { useEffect, useMemo, useRef } from 'react'
import type { components } from './schema.ts'

type Schemas = components['schemas']

/** Listeners for the chat's events, with the detail of each event. */
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
   * Something failed. The code is a code of the API, or `script_failed`: the script could not be
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
   * A name for this chat, where the page has several. Each name has at most one chat at a time.
   * Default: `default`.
   */
  instanceId?: string | undefined
  /** A language such as `de` or `pt-BR`, which takes precedence over every other setting. */
  locale?: string | undefined
  /** Whether chats are kept for later visits. */
  remember?: boolean | undefined
  /** Whether visitors can ask for a person. */
  people?: boolean | undefined
  /**
   * The identity token that your server has signed for the signed-in user. Removing it signs the
   * visitor out.
   */
  identityToken?: string | null | undefined
  /** The nonce of the page's content security policy. */
  nonce?: string | undefined
}

/** The calls of a chat. */
export interface ParleyChatCalls {
  open(): void
  close(): void
  toggle(): void
  /** Sends a question as the visitor. */
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

/** A chat that is on the page or being loaded. */
interface Place {
  isLoaded: boolean
}

const places = new Map<string, Place>()
/** Calls for chats that are still being loaded. */
const waiting = new Map<string, ((instance: Instance) => void)[]>()
const MAX_WAITING = 20

const find = (id: string) =>
  (window as { Parley?: { instance?: (id: string) => Instance } }).Parley?.instance?.(id)

const findLoaded = (id: string) => (places.get(id)?.isLoaded ? find(id) : undefined)

/** Acts at once, or as soon as the chat is loaded. */
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
 * Adds the script to the page, which makes the chat.
 * @param emit calls the page's listener, if it has one
 * @param onLoaded called with the chat once it is loaded
 * @returns removes both from the page, also while the script is being loaded
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
    // The script runs even after it was removed. If the next script has run first, the chat is the
    // next script's.
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
  // Where effects run twice, the first run ends before this, so no script is loaded in vain.
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
 * the corner of the page. A new `locale`, `identityToken` or listener is passed to the chat; any
 * other new prop replaces the chat.
 */
export function ParleyChat(props: ParleyChatProps): null {
  const { address, clientId, assistantId, configId, instanceId: id = 'default' } = props
  const { locale, remember = false, people = false, identityToken, nonce } = props
  const latest = useRef(props)
  /** The settings that the chat has last received. */
  const passed = useRef<Pick<ParleyChatProps, 'locale' | 'identityToken'>>({})
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
    passed.current = { locale }
    return mount(
      id,
      `${address.replace(/\/$/, '')}/widget.js`,
      Object.fromEntries(attributes),
      (handler, detail) => latest.current[handler]?.(detail as never),
      (instance) => pass(instance, passed, latest.current),
    )
  }, [address, clientId, assistantId, configId, id, remember, people, nonce])

  useEffect(() => {
    const instance = findLoaded(id)
    if (instance) pass(instance, passed, { locale, identityToken })
  }, [id, locale, identityToken])

  return null
}

/** Passes changed settings to a chat. */
function pass(
  instance: Instance,
  passed: { current: Pick<ParleyChatProps, 'locale' | 'identityToken'> },
  { locale, identityToken }: Pick<ParleyChatProps, 'locale' | 'identityToken'>,
): void {
  const before = passed.current
  passed.current = { locale, identityToken }
  if (locale !== before.locale) instance.setLocale(locale)
  if (identityToken === before.identityToken) return
  if (identityToken) void instance.identify(identityToken)
  else if (before.identityToken) instance.logout()
}

/**
 * Returns the calls of a chat, always as the same object. Calls before the chat is loaded wait for
 * it; the last 20 are kept.
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
