import type { CallHttp } from './provider.ts'

/** Where and how a server is asked. */
export interface OpenAiServer {
  /** Its address up to the path of the protocol, such as `/chat/completions`. */
  address: string
  /** What follows the path, such as `?api-version=…`. */
  query?: string
  /** The headers that hold the key. */
  headers: Record<string, string>
}

/** The options of OpenAI's client. It logs to the console, with any piece that it cannot parse. */
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
 * A `fetch` with our own headers. The client itself adds the operator's OPENAI_ORG_ID,
 * OPENAI_PROJECT_ID and OPENAI_CUSTOM_HEADERS, also for other providers and for other owners'
 * servers.
 */
const toServer =
  (server: OpenAiServer, fetch: CallHttp['fetch']): CallHttp['fetch'] =>
  (address, init) =>
    fetch(`${address}${server.query ?? ''}`, { ...init, headers: headersOf(server) })
