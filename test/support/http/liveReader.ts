import { expect } from 'chai'
import type { Client } from './client.ts'
import { type EventStream, openStream } from './stream.ts'

/**
 * A client that follows a chat, loses its connection now and then, and returns with its last
 * cursor.
 */
export interface LiveReader {
  /** The messages that it has received, by id. */
  seen: Map<string, { id: string; role: string; status: string; content: string | null }>
  /** The last news of who answers. */
  handledBy(): string | undefined
  /** Opens a stream. */
  connect(): Promise<void>
  /** Cuts the connection, at any place. */
  leave(): void
  /** Asks once, without a stream. */
  ask(): Promise<void>
}

/**
 * @param clients of the processes to which it connects in turn @param path of the session or
 *   conversation
 */
export function makeLiveReader(clients: readonly Client[], path: string): LiveReader {
  const seen: LiveReader['seen'] = new Map()
  let cursor = '0'
  let handledBy: string | undefined
  let stream: EventStream | undefined
  let taken = 0
  let turn = 0
  const next = () => clients[turn++ % clients.length]!

  /** Stores what the stream has sent since the last call. */
  function take(): void {
    for (const { event, id, data } of stream?.events.slice(taken) ?? []) {
      if (event === 'message') seen.set(data.id, data)
      if (event === 'handoff') handledBy = data.handled_by
      cursor = id ?? cursor
    }
    taken = stream?.events.length ?? 0
  }

  return {
    get seen() {
      take()
      return seen
    },
    handledBy() {
      take()
      return handledBy
    },
    async connect() {
      taken = 0
      stream = await openStream(next(), `${path}/events`, { headers: { 'Last-Event-ID': cursor } })
      expect(stream.status).to.equal(200)
    },
    leave() {
      take()
      stream?.leave()
      stream = undefined
    },
    async ask() {
      const look = () => next().get(`${path}/events?after=${cursor}`)
      // Retries as clients do: a connection that was unused for 95 s may end as the request is
      // sent.
      const { status, body } = await look().catch(look)
      expect(status, JSON.stringify(body)).to.equal(200)
      for (const message of body.data.messages) seen.set(message.id, message)
      cursor = body.data.cursor
    },
  }
}
