import { useSyncExternalStore } from 'preact/compat'
import { useEffect, useRef } from 'preact/hooks'
import { queries } from '../api.ts'
import { keepStream } from './stream.ts'

/**
 * Milliseconds in which changes are collected, so that a busy hour does not cause a read for each
 * message.
 */
const COLLECT_MS = 700
/** Milliseconds after which a reader is shown that the stream is away. */
const LOST_MS = 4_000

/** What a colleague or customer does in a thread now. The user's own presence is left out. */
export interface Presence {
  thread_id: string
  role: 'customer' | 'human_agent'
  state: 'typing' | 'viewing' | 'away'
  /** null: a customer, or a person on whose behalf an API key acts. */
  user_id: string | null
  name: string | null
}

interface Follower {
  onChange?: (ids: readonly string[]) => void
  onPresence?: (presence: Presence) => void
  /** Whether it follows changes also while the page is out of view. */
  inBackground: boolean
}

const followers = new Set<Follower>()
/** The page's only stream, shared by all followers. */
let stream: ReturnType<typeof keepStream> | undefined
let isReady = false
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

function setLost(next: boolean): void {
  clearTimeout(losing)
  losing = undefined
  if (isLost === next) return
  isLost = next
  notifyWatchers()
}

function notifyWatchers(): void {
  for (const onChange of watchers) onChange()
}

const openStream = () =>
  keepStream({
    address: () => '/api/v1/thread-events',
    isWanted,
    listeners: {
      'threads.changed': ({ data }) => collect(JSON.parse(data).thread_ids),
      presence({ data }) {
        for (const { onPresence } of followers) onPresence?.(JSON.parse(data))
      },
    },
    onLive(isLive) {
      if (isReady !== isLive) {
        isReady = isLive
        notifyWatchers()
      }
      if (isLive) collect([])
      if (isLive || !isWanted()) setLost(false)
      else losing ??= setTimeout(() => setLost(true), LOST_MS)
    },
  })

function follow(follower: Follower): () => void {
  followers.add(follower)
  stream ??= openStream()
  stream.adjust()
  // The new follower may have missed earlier changes.
  if (isReady && follower.onChange) collect([])
  return () => {
    followers.delete(follower)
    stream?.adjust()
  }
}

/**
 * Follows which threads change, while the page is in view.
 * @param onChange called with the threads; with none if any may have changed: at the beginning,
 *   and whenever changes
 *   may have been missed
 * @param inBackground whether to follow while the page is out of view as well
 */
export function useThreadEvents(
  onChange: (ids: readonly string[]) => void,
  inBackground = false,
): void {
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => follow({ onChange: (ids) => latest.current(ids), inBackground }), [inBackground])
}

/** Follows the presence of others in threads, while the page is in view. */
export function usePresenceEvents(onPresence: (presence: Presence) => void): void {
  const latest = useRef(onPresence)
  latest.current = onPresence
  useEffect(
    () => follow({ onPresence: (presence) => latest.current(presence), inBackground: false }),
    [],
  )
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

/**
 * Whether the stream reports changes now. It does not while the page is out of view, unless a part
 * of the page follows it there.
 */
export const useIsLive = (): boolean => useSyncExternalStore(watch, () => isReady)

/** Whether to show the reader that no changes arrive, because the stream cannot be opened. */
export const useIsLost = (): boolean => useSyncExternalStore(watch, () => isLost)

/**
 * Reads again, after a read that is still running has ended. Otherwise that read would be
 * cancelled.
 */
export async function refresh(queryKey: readonly string[]): Promise<void> {
  while (queries.isFetching({ queryKey }) > 0)
    await new Promise((resolve) => setTimeout(resolve, 200))
  await queries.invalidateQueries({ queryKey })
}
