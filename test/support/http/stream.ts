import { expect } from 'chai'
import { createParser } from 'eventsource-parser'
import type { Client } from './client.ts'

export interface StreamEvent {
  event: string
  id?: string
  data: any
}

/** A stream of server-sent events, read by a standard parser. */
export interface EventStream {
  status: number
  headers: Headers
  events: StreamEvent[]
  /**
   * Resolves with the first event of this name, past or future. Rejects at the end of the stream.
   */
  until(event: string): Promise<StreamEvent>
  /** Resolves when the stream has ended. */
  end(): Promise<StreamEvent[]>
  /** Disconnects. */
  leave(): void
}

export const TYPE = 'text/event-stream'

export async function openStream(
  { address, authorization }: Client,
  path: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
): Promise<EventStream> {
  const away = new AbortController()
  const response = await fetch(address + path, {
    method: body ? 'POST' : 'GET',
    headers: { ...authorization, Accept: TYPE, 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
    signal: away.signal,
  })
  const events: StreamEvent[] = []
  const waiting = new Set<() => void>()
  let ended = false
  const parser = createParser({
    onEvent: ({ event = '', id, data }) => {
      events.push({ event, ...(id && { id }), data: JSON.parse(data) })
      for (const look of waiting) look()
    },
  })
  const reading = read().catch((error) => {
    if (!away.signal.aborted) throw error
  })

  async function read() {
    const decoder = new TextDecoder()
    for await (const chunk of response.body!) parser.feed(decoder.decode(chunk, { stream: true }))
  }
  reading
    .catch(() => undefined)
    .finally(() => {
      ended = true
      for (const look of waiting) look()
    })

  return {
    status: response.status,
    headers: response.headers,
    events,
    until: (name) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = events.find(({ event }) => event === name)
          if (found) resolve(found)
          else if (ended)
            reject(new Error(`no ${name} among ${events.map(({ event }) => event).join(', ')}`))
          else return
          waiting.delete(look)
        }
        waiting.add(look)
        look()
      }),
    async end() {
      await reading
      return events
    },
    leave: () => away.abort(),
  }
}

/** Joins the pieces of a reply, as a client does. */
export function textOf(events: readonly StreamEvent[], before = ''): string {
  let text = before
  for (const { event, data } of events) {
    if (event === 'message.restarted') text = ''
    if (event !== 'delta') continue
    expect(data.offset, 'each piece begins where the one before ended').to.equal(text.length)
    text += data.text
  }
  return text
}
