import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Client } from 'openapi-fetch'
import type { components, operations, paths } from './schema.ts'

/** An event of the feed. Its `type` says what has happened, and its `data` has the record. */
export type FeedEvent = components['schemas']['Event']

type Query = NonNullable<operations['listEvents']['parameters']['query']>

/** Which events to read, and after which event to begin. */
export type EventsOptions = Pick<Query, 'after' | 'type' | 'target_id' | 'thread_id'> & {
  /** Ends the loop. */
  signal?: AbortSignal
}

/**
 * Why events cannot be read: `cursor_expired`, if the event of `after` is no longer kept, or
 * another code of the API.
 */
export class EventsError extends Error {
  readonly code: string

  constructor(code: string, detail: string) {
    super(`${code}: ${detail}`)
    this.name = 'EventsError'
    this.code = code
  }
}

const PAGE = 100
const FIRST_WAIT_MS = 1_000
const MOST_WAIT_MS = 30_000
/** Parley sends a ping every 10 seconds: a stream that is silent for so long is broken. */
const SILENCE_MS = 35_000
/** Statuses of temporary errors, after which another try may help. */
const PASSING = [429, 500, 502, 503, 504]

/**
 * Reads the events after `after`, or from the oldest that is kept, up to the newest: `for await
 * (const event of readEvents(parley))`. Keep the `id` of the last event to go on after it another
 * time.
 * @throws EventsError
 */
export async function* readEvents(
  client: Client<paths>,
  { signal, ...options }: EventsOptions = {},
): AsyncGenerator<FeedEvent, void, undefined> {
  for (let query: Query = { ...options, limit: PAGE }; ; ) {
    const { data, error } = await client.GET('/api/v1/events', {
      params: { query },
      ...(signal && { signal }),
    })
    if (error) throw new EventsError(error.code, error.detail)
    yield* data.data
    if (!data.pagination.has_more) return
    query = { ...query, after: data.pagination.next_cursor }
  }
}

/**
 * Follows the events after `after`, or new events if it is left out. Opens a lost stream again
 * after its last event, so each event comes once. Ends only when `signal` aborts, which is no
 * error. Keep the `id` of the last event to go on after it in another process.
 * @throws EventsError if trying again cannot help
 */
export async function* followEvents(
  client: Client<paths>,
  { signal, ...query }: EventsOptions = {},
): AsyncGenerator<FeedEvent, void, undefined> {
  let last: string | undefined
  for (let waitMs = FIRST_WAIT_MS; !signal?.aborted; waitMs = Math.min(2 * waitMs, MOST_WAIT_MS)) {
    const silence = new AbortController()
    const expect = () => setTimeout(() => silence.abort(), SILENCE_MS)
    let timer = expect()
    try {
      const { data, error, response } = await client.GET('/api/v1/events', {
        params: { query },
        headers: { Accept: 'text/event-stream', ...(last && { 'Last-Event-ID': last }) },
        parseAs: 'stream',
        signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
      })
      if (error && !PASSING.includes(response.status))
        throw new EventsError(error.code, error.detail)
      for await (const { id, event, data: text } of eventsOf(data)) {
        clearTimeout(timer)
        waitMs = FIRST_WAIT_MS
        if (event === 'message') yield JSON.parse(text)
        // Set after the yield, because a caller that leaves the loop has not dealt with the event.
        last = id ?? last
        timer = expect()
      }
    } catch (error) {
      if (error instanceof EventsError) throw error
    } finally {
      clearTimeout(timer)
      silence.abort()
    }
    await wait(waitMs, signal)
  }
}

/** Yields the server-sent events of a body. Older browsers cannot iterate over a body. */
async function* eventsOf(body: ReadableStream<Uint8Array> | null | undefined) {
  const found: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => found.push(event) })
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) return
    parser.feed(decoder.decode(value, { stream: true }))
    yield* found.splice(0)
  }
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    signal?.addEventListener('abort', done)
  })
}
