import type { CallHttp } from './provider.ts'

/** A server's address and headers. */
export interface OpenAiServer {
  /** The address without the protocol's path, such as `/chat/completions`. */
  address: string
  /** The query after the path, such as `?api-version=…`. */
  query?: string
  /** The headers that hold the key. */
  headers: Record<string, string>
}

/**
 * Returns the options of OpenAI's client. Its log is off, because it would print pieces that it
 * cannot parse to the console.
 */
export const configurationOf = (server: OpenAiServer, fetch: CallHttp['fetch']) => ({
  baseURL: server.address,
  fetch: toServer(server, fetch),
  logLevel: 'off' as const,
})

export const headersOf = ({ headers }: OpenAiServer): Record<string, string> => ({
  accept: 'application/json',
  'content-type': 'application/json',
  'user-agent': 'Parley',
  ...headers,
})

/**
 * Makes a `fetch` that sends our own headers only. The client would add the operator's
 * OPENAI_ORG_ID, OPENAI_PROJECT_ID and OPENAI_CUSTOM_HEADERS, even for other providers and for
 * servers of organizations.
 */
const toServer =
  (server: OpenAiServer, fetch: CallHttp['fetch']): CallHttp['fetch'] =>
  (address, init) =>
    fetch(`${address}${server.query ?? ''}`, { ...init, headers: headersOf(server) })
