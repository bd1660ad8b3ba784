import { makeThrottle } from '../async/throttle.ts'

/**
 * The address of the signals about threads that clients may follow. All threads share it, so that
 * many changes cost one message.
 */
export const LIVE_ADDRESS = 'live'

/**
 * The most threads in one signal, so that PostgreSQL can carry it: an id takes 39 of 8,000 bytes.
 */
const MAX_THREADS = 150
/**
 * The most presences in one signal. Each takes up to 950 of the 8,000 bytes: three ids, a path, and
 * a name of 120 characters.
 */
const MAX_PRESENCES = 8

export const PRESENCE_STATES = ['typing', 'viewing', 'away'] as const
export const PRESENT_ROLES = ['customer', 'human_agent'] as const

/** What a person is doing in a thread at this moment, such as typing. It is not stored. */
export interface Presence {
  organization_id: string
  thread_id: string
  role: (typeof PRESENT_ROLES)[number]
  state: (typeof PRESENCE_STATES)[number]
  /** The user of the dashboard; null: a visitor, or the person for whom a key acts. */
  user_id: string | null
  /** The person's name; null: not known. */
  name: string | null
  /**
   * The path of the user's photo; null: the user has no photo; undefined: a process of the previous
   * version sent the presence.
   */
  photo?: string | null | undefined
}

/**
 * The contents of a signal. It is only a hint: a process whose clients follow a thread reads the
 * thread itself.
 */
export interface LiveSignal {
  threads: readonly string[]
  presences: readonly Presence[]
}

/** Signals for clients that follow single threads. */
export interface LiveSignals {
  /** Signals that a thread has changed. Never throws and does not wait. */
  changed(threadId: string): void
  /**
   * Signals a person's presence in a thread. If a person has several waiting presences, only the
   * last is sent. Never throws and does not wait.
   */
  presenceChanged(presence: Presence): void
  /** Sends the signals that still wait. */
  close(): Promise<void>
}

/**
 * Makes signals about threads. The first signal is sent at once, and then at most one batch every
 * `everyMs` milliseconds.
 */
export function makeLiveSignals(
  send: (address: string, signal: string) => Promise<void>,
  everyMs: number,
): LiveSignals {
  let threads = new Set<string>()
  let presences = new Map<string, Presence>()

  function take(): LiveSignal | undefined {
    if (threads.size + presences.size === 0) return undefined
    const all = { threads: [...threads], presences: [...presences.values()] }
    threads = new Set()
    presences = new Map()
    return all
  }
  const throttle = makeThrottle(
    take,
    async (all) => {
      for (const some of inParts(all.threads, MAX_THREADS))
        await sendSignal({ threads: some, presences: [] })
      for (const some of inParts(all.presences, MAX_PRESENCES))
        await sendSignal({ threads: [], presences: some })
    },
    everyMs,
  )
  const sendSignal = (signal: LiveSignal) => send(LIVE_ADDRESS, JSON.stringify(signal))

  return {
    changed(threadId) {
      threads.add(threadId)
      throttle.request()
    },
    presenceChanged(presence) {
      const { thread_id, role, user_id, name } = presence
      presences.set(JSON.stringify([thread_id, role, user_id, name]), presence)
      throttle.request()
    },
    close: throttle.close,
  }
}

const inParts = <T>(all: readonly T[], most: number): (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, at) =>
    all.slice(at * most, (at + 1) * most),
  )

/** Parses a signal. Never throws, because others may send to the channel, too. */
export function liveSignalOf(signal: string): LiveSignal {
  try {
    const { threads, presences } = JSON.parse(signal)
    return { threads: threads.filter(isText), presences: presences.filter(isPresence) }
  } catch {
    return { threads: [], presences: [] }
  }
}

const isText = (value: unknown) => typeof value === 'string'
const isTextOrNull = (value: unknown) => value === null || isText(value)
const isPresence = (value: Partial<Presence> | null) =>
  isText(value?.organization_id) &&
  isText(value?.thread_id) &&
  PRESENT_ROLES.includes(value?.role as Presence['role']) &&
  PRESENCE_STATES.includes(value?.state as Presence['state']) &&
  isTextOrNull(value?.user_id) &&
  isTextOrNull(value?.name) &&
  isTextOrNull(value?.photo ?? null)
