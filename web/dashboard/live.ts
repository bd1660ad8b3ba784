import { useSyncExternalStore } from 'preact/compat'
import { useEffect, useRef } from 'preact/hooks'
import { answerOf, api, queries, REFUSED } from './api.ts'

/** Milliseconds in which changes are collected, so that a busy hour is not read anew with each message. */
const COLLECT_MS = 700
/** Milliseconds until a stream that was refused is opened again; up to twice as long, so that not all come at once. */
const REOPEN_MS = 10_000
/** Milliseconds after which a reader is told that the stream is away. */
const LOST_MS = 4_000

/** What somebody does in a thread at this moment. The user's own is not told. */
export interface Presence {
  thread_id: string
  role: 'customer' | 'human_agent'
  state: 'typing' | 'viewing' | 'away'
  /** null: a customer, or somebody for whom a key speaks. */
  user_id: string | null
  name: string | null
}

interface Follower {
  onChange?: (ids: readonly string[]) => void
  onPresence?: (presence: Presence) => void
  /** Whether it is told of changes while the page is out of view as well. */
  inBackground: boolean
}

const followers = new Set<Follower>()
/** The one stream of this page, whoever follows it. */
let source: EventSource | undefined
let isReady = false
let reopening: ReturnType<typeof setTimeout> | undefined
/** Whether the stream is wanted, and has been away for a while. */
let isLost = false
let losing: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<() => void>()
let isCollecting = false
let changed: Set<string> | 'any' = new Set()

const isWanted = () =>
  [...followers].some(({ inBackground }) => inBackground || document.visibilityState === 'visible')

function collect(ids: readonly string[]): void {
  if (ids.length === 0) changed = 'any'
  else if (changed !== 'any') for (const id of ids) changed.add(id)
  if (isCollecting) return
  isCollecting = true
  setTimeout(() => {
    const ids = changed === 'any' ? [] : [...changed]
    changed = new Set()
    isCollecting = false
    for (const { onChange } of followers) onChange?.(ids)
  }, COLLECT_MS)
}

function tellLost(next: boolean): void {
  clearTimeout(losing)
  losing = undefined
  if (isLost === next) return
  isLost = next
  for (const watch of watchers) watch()
}

function close(): void {
  source?.close()
  source = undefined
  isReady = false
  clearTimeout(reopening)
}

/** Opens the stream if it is not open, and closes it if nobody wants it now. */
function adjust(): void {
  if (!isWanted()) {
    close()
    tellLost(false)
  } else if (!source) open()
}

function open(): void {
  close()
  source = new EventSource('/api/v1/thread-events')
  source.addEventListener('ready', () => {
    isReady = true
    tellLost(false)
    collect([])
  })
  source.addEventListener('threads.changed', ({ data }) => collect(JSON.parse(data).thread_ids))
  source.addEventListener('presence', ({ data }) => {
    for (const { onPresence } of followers) onPresence?.(JSON.parse(data))
  })
  source.addEventListener('ended', () => {
    close()
    // Without a session, this asks for a sign-in; with another role, the page shows what it may do.
    answerOf(api.GET('/dashboard/session')).then(
      () => {
        dispatchEvent(new Event(REFUSED))
        adjust()
      },
      () => undefined,
    )
  })
  source.onerror = () => {
    losing ??= setTimeout(() => tellLost(true), LOST_MS)
    // The browser reopens a stream that broke off, but none that was refused.
    if (source?.readyState !== EventSource.CLOSED) return
    close()
    reopening = setTimeout(adjust, REOPEN_MS * (1 + Math.random()))
  }
}

function follow(follower: Follower): () => void {
  if (followers.size === 0) document.addEventListener('visibilitychange', adjust)
  followers.add(follower)
  adjust()
  // It may have missed what came before.
  if (isReady && follower.onChange) collect([])
  return () => {
    followers.delete(follower)
    if (followers.size === 0) document.removeEventListener('visibilitychange', adjust)
    adjust()
  }
}

/**
 * Follows which threads change, while the page is in view.
 * @param onChange called with the threads; with none if any may have changed: at the beginning, and whenever changes
 *   may have been missed
 * @param inBackground whether to follow while the page is out of view as well
 */
export function useThreadEvents(onChange: (ids: readonly string[]) => void, inBackground = false): void {
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => follow({ onChange: (ids) => latest.current(ids), inBackground }), [inBackground])
}

/** Follows what others do in threads, while the page is in view. */
export function usePresenceEvents(onPresence: (presence: Presence) => void): void {
  const latest = useRef(onPresence)
  latest.current = onPresence
  useEffect(() => follow({ onPresence: (one) => latest.current(one), inBackground: false }), [])
}

/** Whether changes do not arrive at present, because the stream cannot be opened. */
export const useIsLost = (): boolean =>
  useSyncExternalStore(
    (watch) => {
      watchers.add(watch)
      return () => watchers.delete(watch)
    },
    () => isLost,
  )

/** Reads again, once a page that is being read is there: that one would be given up otherwise. */
export async function refresh(queryKey: readonly string[]): Promise<void> {
  while (queries.isFetching({ queryKey }) > 0) await new Promise((resolve) => setTimeout(resolve, 200))
  await queries.invalidateQueries({ queryKey })
}
