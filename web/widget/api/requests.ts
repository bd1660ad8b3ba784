import type { Answer, Init, Server } from './server.ts'

export interface Asking {
  /** Default: GET, or POST with a body. */
  method?: string
  body?: object
  /** Sent as Idempotency-Key. */
  key?: string
  stream?: boolean
  /** Whether to wait only until the question is accepted. */
  isBrief?: boolean
  lastEventId?: string | undefined
}

export interface Requests {
  /** @throws Failure, or anything after an abort */
  send<Data>(path: string, asking: Asking, signal: AbortSignal): Promise<Answer<Data>>
}

/** Makes the chat's requests, with their bodies and headers. */
export const makeRequests = (server: Pick<Server, 'send'>): Requests => ({
  send(path, { method, body, key, stream, isBrief, lastEventId }, signal) {
    const headers: Record<string, string> = {
      Accept: stream ? 'text/event-stream' : 'application/json',
    }
    if (body) headers['Content-Type'] = 'application/json'
    if (key) headers['Idempotency-Key'] = key
    if (isBrief) headers.Prefer = 'respond-async'
    if (lastEventId) headers['Last-Event-ID'] = lastEventId
    const init: Init = { method: method ?? (body ? 'POST' : 'GET'), headers }
    if (body) init.body = JSON.stringify(body)
    return server.send(path, init, signal, stream)
  },
})
