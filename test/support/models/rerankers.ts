import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { overlapOf } from './ngrams.ts'

export interface RerankRequest {
  query: string
  /** The texts, whichever name the protocol has for them. */
  texts: string[]
  path: string
  /** Further fields of the request. */
  [field: string]: unknown
}

/** How the provider answers one call. */
type RerankBehaviour =
  | { scores: readonly unknown[]; usage?: object }
  /** The rows of the answer, in the form of the protocol. */
  | { rows: readonly unknown[] }
  | { status: number; headers?: Record<string, string> }
  | { raw: string }
  | { hang: true }

type DecideRerank = (request: RerankRequest, index: number) => RerankBehaviour

/**
 * A server that speaks the rerank protocols of Cohere (`/v2/rerank`), Jina (`/v1/rerank`) and TEI
 * (`/rerank`).
 */
export interface FakeReranker {
  /** For COHERE_BASE_URL and TEI_BASE_URL; with `/v1` for JINA_BASE_URL. */
  url: string
  /** Every request so far. */
  requests: RerankRequest[]
  /** The headers of every request. */
  headers: IncomingHttpHeaders[]
  behave: (decide: DecideRerank) => void
  /** Answers every call well from now on, and forgets the requests. */
  reset(): void
  close(): Promise<void>
}

/** Answers like a working provider: the share of the question's n-grams that each text has. */
export const byOverlap: DecideRerank = ({ query, texts }) => ({
  scores: texts.map((text) => overlapOf(query, text)),
})

export async function startFakeReranker(): Promise<FakeReranker> {
  let decide = byOverlap
  const server = createServer(async (incoming, response) => {
    const { documents, texts = documents, ...fields } = JSON.parse(await textOf(incoming))
    const request = { ...fields, texts, path: incoming.url! } as RerankRequest
    const behaviour = decide(request, fake.requests.length)
    fake.requests.push(request)
    fake.headers.push(incoming.headers)
    const send = (status: number, body: string, headers = {}) =>
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)
    if ('hang' in behaviour) return
    if ('raw' in behaviour) return send(200, behaviour.raw)
    if ('status' in behaviour) return send(behaviour.status, '{"message":"no"}', behaviour.headers)
    send(200, JSON.stringify(wrap(request.path, behaviour)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const fake: FakeReranker = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    headers: [],
    behave(next) {
      decide = next
    },
    reset() {
      decide = byOverlap
      fake.requests = []
      fake.headers = []
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return fake
}

/** The body of an answer, with the best text first, as the real servers send it. */
function wrap(
  path: string,
  behaviour: Extract<RerankBehaviour, { scores: unknown } | { rows: unknown }>,
) {
  const name = path === '/rerank' ? 'score' : 'relevance_score'
  const rows =
    'rows' in behaviour
      ? behaviour.rows
      : behaviour.scores
          .map((score, index) => ({ index, [name]: score }))
          .sort((one, other) => Number(other[name]) - Number(one[name]))
  if (path === '/rerank') return rows
  const usage = 'usage' in behaviour ? { usage: behaviour.usage } : {}
  if (path === '/v1/rerank') return { model: 'any', object: 'list', results: rows, ...usage }
  return { id: 'any', results: rows, meta: { billed_units: { search_units: 1 } } }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
