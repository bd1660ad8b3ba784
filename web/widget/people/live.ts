import { Failure } from '../api/failure.ts'
import type { HumanMessage, Question, Reply } from '../api/records.ts'
import type { Requests } from '../api/requests.ts'
import { eventsOf } from '../api/stream.ts'

/** Milliseconds of silence after which a stream counts as broken. The server pings every 10 s. */
const SILENT_MS = 25_000
const POLL_MS = 5_000
/**
 * Streams that may fail without any data before it polls, and polls before it tries a stream again.
 */
const MOST_FAILED = 2
const POLLS = 12
/** Pauses before a stream is opened again, in ms. */
const WAITS = [500, 1_000, 2_000, 5_000, 10_000, 20_000]
/** Errors after which the session cannot be followed. */
const FINAL = [401, 403, 404]

export type Message = Question | Reply | HumanMessage

/** Who answers now. The last fields depend on the server's version. */
export interface Handoff {
  handled_by: 'agent' | 'human'
  assignee: { name: string | null; photo?: string | null } | null
  expected_wait_seconds?: number | null
  is_open?: boolean | null
  opens_at?: string | null
  asks_for_email?: boolean
  mails_transcripts?: boolean
}

export interface Presence {
  role: 'customer' | 'human_agent'
  state: 'typing' | 'viewing' | 'away'
  name?: string | null
}

export interface Heard {
  message(message: Message): void
  handoff(state: Handoff): void
  presence(presence: Presence): void
}

interface News {
  messages: Message[]
  handoff: Handoff
  cursor: string
  has_more: boolean
}

/** A session, and the cursor up to which its events have been read. */
export interface Place {
  session: string
  cursor: string
}

/**
 * Follows a session until the signal aborts: by stream, or by polling where streams do not arrive.
 * After a broken connection it resumes at its last place, so it may report a message twice.
 * @param place where to begin; updated as events arrive
 */
export async function follow(
  server: Requests,
  place: Place,
  heard: Heard,
  signal: AbortSignal,
): Promise<void> {
  const path = `sessions/${place.session}/events`
  /** Streams that failed without any data. */
  let failed = 0
  let polls = 0
  let tries = 0

  async function stream(): Promise<void> {
    const { stream } = await server.send(`${path}?after=${place.cursor}`, { stream: true }, signal)
    if (!stream) return
    let isHeard = false
    try {
      for await (const { name, id, data } of eventsOf(stream, SILENT_MS)) {
        isHeard = true
        tries = 0
        failed = 0
        if (id) place.cursor = id
        if (name === 'message') heard.message(data as unknown as Message)
        else if (name === 'handoff') heard.handoff(data as unknown as Handoff)
        else if (name === 'presence') heard.presence(data as unknown as Presence)
        // The token or the session has ended. Opening the session again gets a new token, or is
        // refused.
        else if (name === 'ended') return
      }
    } catch (error) {
      // The connection is dead, but streams do arrive.
      if (isHeard && error instanceof Failure && error.code === 'silent') return
      throw error
    }
  }

  async function poll(): Promise<void> {
    const { data } = await server.send<News>(`${path}?after=${place.cursor}`, {}, signal)
    place.cursor = data.cursor
    tries = 0
    if (++polls % POLLS === 0) failed = MOST_FAILED - 1
    data.messages.forEach(heard.message)
    heard.handoff(data.handoff)
    if (!data.has_more) await pause(POLL_MS, signal)
  }

  while (!signal.aborted)
    try {
      if (failed >= MOST_FAILED) await poll()
      else {
        await stream()
        await pause(WAITS[0]!, signal)
      }
    } catch (error) {
      if (signal.aborted || (error instanceof Failure && FINAL.includes(error.status))) return
      failed++
      const seconds = error instanceof Failure ? error.seconds : 0
      await pause(Math.max(WAITS[Math.min(tries++, WAITS.length - 1)]!, seconds * 1000), signal)
    }
}

/** Waits `ms`, or until the browser is back online, or the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
