import { Failure } from './failure.ts'
import type { Asked } from './memory.ts'
import type { Action, Reply } from './records.ts'
import type { Requests } from './requests.ts'
import type { Answer } from './server.ts'
import { eventsOf } from './stream.ts'

/** Milliseconds of silence after which a stream counts as broken. The server pings every 10 s. */
const SILENT_MS = 25_000
/**
 * Milliseconds without progress after which a reply is given up. The server's own deadline is 120
 * s.
 */
const LIFELESS_MS = 150_000
const POLL_MS = 1_000
/** Pauses before retries, in ms. Progress starts them from the beginning. */
const WAITS = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]
/**
 * The longest Retry-After that the widget waits for, in seconds. A longer value ends in an error.
 */
const PATIENCE_SECONDS = 5
/** The code of a reply that no agent writes, because people have the session. */
export const HANDED_OFF = 'handed_off'
const TRANSIENT = ['offline', 'silent', 'unavailable', 'queue_full']

/**
 * Whether streams arrive. Set to false for the rest of the page's life when a proxy holds them
 * back.
 */
export interface Way {
  streams: boolean
}

/**
 * Follows a reply while it is written: gets its id once it is accepted, and its whole text at each
 * change.
 */
export interface Watch {
  accepted(id: string): void
  text(text: string): void
  /** A tool is at work, or has ended. */
  tool(call: ToolPiece): void
}

export interface ToolPiece {
  call_id: string
  title: string
  /** undefined: it is at work */
  state?: Action['state'] | undefined
}

/**
 * Posts a question and follows its reply to the end, across broken connections. Reads a stream, or
 * polls where streams do not arrive. A question that is sent again with its key joins the same
 * reply.
 * @param findPath returns the path of the session's messages, and is retried as well
 * @throws Failure
 */
export async function ask(
  server: Requests,
  findPath: () => Promise<string>,
  asked: Asked,
  way: Way,
  watch: Watch,
  signal: AbortSignal,
): Promise<Reply> {
  let text = ''
  let lastEventId: string | undefined
  let tries = 0
  let lifeless = Date.now() + LIFELESS_MS

  const accept = (id: string) => {
    if (asked.replyId === id) return
    asked.replyId = id
    watch.accepted(id)
  }
  const show = (next: string) => {
    text = next
    tries = 0
    lifeless = Date.now() + LIFELESS_MS
    watch.text(text)
  }

  /** @returns the finished reply; undefined: the stream ended early */
  async function follow(stream: ReadableStream<Uint8Array>): Promise<Reply | undefined> {
    let isHeard = false
    try {
      for await (const { name, id, data } of eventsOf(stream, SILENT_MS)) {
        isHeard = true
        if (name === 'message.started') accept(data.id!)
        else if (name === 'delta') {
          // A gap. The missing text comes when the stream is joined again.
          const { offset = 0 } = data
          if (offset > text.length) return undefined
          lastEventId = id ?? lastEventId
          show(text.slice(0, offset) + data.text)
        } else if (name === 'tool.started' || name === 'tool.ended') {
          const { call_id = '', title = '', state } = data
          watch.tool({ call_id, title, state: name === 'tool.ended' ? state : undefined })
          lifeless = Date.now() + LIFELESS_MS
        } else if (name === 'message.restarted') {
          lastEventId = id
          show('')
        } else if (name === 'message.completed') return data as Reply
        else if (name === 'error')
          throw new Failure(data.code ?? 'failed', data.detail, { isFinal: true })
        if (Date.now() > lifeless) throw new Failure('deadline_exceeded')
      }
    } catch (error) {
      // The server is reachable, so only this connection is dead.
      if (isHeard && error instanceof Failure && error.code === 'silent')
        throw new Failure('offline')
      throw error
    }
    return undefined
  }

  async function send(): Promise<Answer<Reply>> {
    const path = await findPath()
    const { key, replyId } = asked
    if (!replyId)
      return server.send(
        placeOf(path, asked),
        { body: questionOf(asked), key, stream: way.streams },
        signal,
      )
    const wait = way.streams ? '' : '?wait=20'
    return server.send(`${path}/${replyId}${wait}`, { stream: way.streams, lastEventId }, signal)
  }

  for (;;) {
    let failure = new Failure('offline')
    try {
      const { data, stream } = await send()
      if (!stream) {
        // If people have the session, the answer holds a handoff and no reply.
        if (!('handled_by' in data)) accept(data.id)
        if (data.status === 'processing') tries = 0
        const reply = finished(data)
        if (reply) return reply
        if (Date.now() > lifeless) throw new Failure('deadline_exceeded')
        await pause(POLL_MS, signal)
        continue
      }
      const reply = await follow(stream)
      if (reply) return finished(reply)!
    } catch (error) {
      if (signal.aborted) throw error
      // Every other error is a broken connection.
      if (error instanceof Failure) failure = error
      if (!isTransient(failure)) throw failure
      if (failure.code === 'silent') way.streams = false
    }
    if (tries === WAITS.length) throw failure
    await pause(Math.max(WAITS[tries++]!, failure.seconds * 1000), signal)
  }
}

/**
 * Returns the body of a question or a decision. Every repetition with the same key sends the same
 * body.
 */
export function questionOf({ content, attachments, decides }: Asked) {
  if (!decides) return { content, attachments }
  const { call_id, digest, decision } = decides
  return { call_id, digest, decision }
}

/** Returns the path to which a question or a decision is sent. @param path of the messages */
export const placeOf = (path: string, { decides }: Asked) =>
  decides ? `${path}/${decides.message_id}/decisions` : path

function isTransient({ code, seconds, isFinal }: Failure): boolean {
  if (isFinal || seconds > PATIENCE_SECONDS) return false
  return TRANSIENT.includes(code) || (code === 'rate_limited' && seconds > 0)
}

/** Whether a reply has its text. It may ask for a decision, after which another reply follows. */
export const isEnded = ({ status }: { status: string }) =>
  status === 'completed' || status === 'requires_action'

function finished(reply: Reply): Reply | undefined {
  // People have the session, and no agent replies.
  if ('handled_by' in reply) throw new Failure(HANDED_OFF, undefined, { isFinal: true })
  if (isEnded(reply)) return reply
  if (reply.status === 'processing') return undefined
  throw new Failure(reply.error?.code ?? 'reply_cancelled', reply.error?.detail, { isFinal: true })
}

/** Waits `ms`, or until the browser is back online. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(new Failure('aborted'))
      else resolve()
    }
    const timer = navigator.onLine === false ? undefined : setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
