import { useSyncExternalStore } from 'preact/compat'
import { useEffect } from 'preact/hooks'
import { type Place, renew, say } from '../../../components/threads/cases.ts'
import { ApiError } from '../../../lib/api.ts'
import { useThreadEvents } from '../../../lib/live/threads.ts'
import type { Attached } from './files.ts'

/** A message that is being sent. All tries with its key store one message. */
export interface Outgoing {
  key: string
  content: string
  visibility: 'public' | 'internal'
  /** The uploaded files of the message. */
  files?: readonly Attached[]
  /** Why the last try failed; undefined: it is being sent, or waits for an earlier message. */
  problem?: string
  /** Whether the service refused it, so that another try cannot help. */
  isRefused?: boolean
}

/**
 * Messages by thread. They are kept in the tab, so that after a reload they are sent with the same
 * keys.
 */
const boxes = new Map<string, readonly Outgoing[]>()
const sending = new Set<string>()
const watchers = new Set<() => void>()
const NONE: readonly Outgoing[] = []

const keptAt = (of: string) => `parley-outbox:${of}`

function boxOf(of: string): readonly Outgoing[] {
  if (!boxes.has(of)) boxes.set(of, readKept(of))
  return boxes.get(of)!
}

function readKept(of: string): readonly Outgoing[] {
  try {
    return JSON.parse(sessionStorage.getItem(keptAt(of)) ?? '[]')
  } catch {
    return NONE
  }
}

function put(of: string, box: readonly Outgoing[]): void {
  boxes.set(of, box.length ? box : NONE)
  try {
    if (box.length) sessionStorage.setItem(keptAt(of), JSON.stringify(box))
    else sessionStorage.removeItem(keptAt(of))
  } catch {
    // Storage is blocked or full, so the messages are kept only until the page is left.
  }
  for (const watch of watchers) watch()
}

/**
 * Sends the messages of a thread one after the other. A failed message stops the later messages, so
 * that their order stays.
 */
async function run(of: string, place: Place): Promise<void> {
  if (sending.has(of)) return
  sending.add(of)
  for (let next = boxOf(of)[0]; next && !next.problem; next = boxOf(of)[0]) {
    const { key, content, visibility, files = [] } = next
    try {
      await say(
        place,
        content,
        visibility,
        files.map(({ id }) => id),
        key,
      )
      await renew(place).catch(() => undefined)
      put(
        of,
        boxOf(of).filter((message) => message.key !== key),
      )
    } catch (error) {
      const isRefused = error instanceof ApiError && [403, 404, 409, 422].includes(error.status)
      const problem = error instanceof Error ? error.message : String(error)
      put(
        of,
        boxOf(of).map((message) =>
          message.key === key ? { ...message, problem, isRefused } : message,
        ),
      )
      if (isRefused) await renew(place).catch(() => undefined)
    }
  }
  sending.delete(of)
}

/** Keeps a user's messages in a thread that are not stored yet, and the actions for them. */
export function useOutbox(userId: string, place: Place) {
  const of = `${userId}:${place.id}`
  const outgoing = useSyncExternalStore(
    (watch) => {
      watchers.add(watch)
      // After a reload, it is unknown which messages were stored. Sending them with the same keys
      // stores none twice.
      void run(of, place)
      return () => watchers.delete(watch)
    },
    () => boxOf(of),
  )
  const again = () => {
    put(
      of,
      boxOf(of).map(({ problem: _, isRefused: __, ...message }) => message),
    )
    void run(of, place)
  }
  const onBack = () => boxOf(of)[0]?.isRefused === false && again()
  useEffect(() => {
    addEventListener('online', onBack)
    return () => removeEventListener('online', onBack)
  }, [of])
  // Browsers do not report every loss of the connection, but the page's stream notices it.
  useThreadEvents((ids) => {
    if (ids.length === 0) onBack()
  })
  const without = (key: string) => boxOf(of).filter((message) => message.key !== key)
  return {
    outgoing,
    send(content: string, visibility: Outgoing['visibility'], files: readonly Attached[]) {
      put(of, [...boxOf(of), { key: crypto.randomUUID(), content, visibility, files }])
      void run(of, place)
    },
    retry: again,
    discard(key: string) {
      put(of, without(key))
      void run(of, place)
    },
  }
}
