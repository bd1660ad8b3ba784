import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface EmbeddingRequest {
  /** The name of the model, without its provider. */
  model: string
  input: string[]
  path: string
  /** Further options of the request. */
  [option: string]: unknown
}

/** How the provider answers one call. */
export type EmbeddingBehaviour =
  /** Answers after `delayMs` milliseconds, or once `after` resolves. */
  | { vectors: readonly unknown[]; delayMs?: number; after?: Promise<void> }
  | { status: number; body?: string; headers?: Record<string, string> }
  | { raw: string }
  | { hang: true }

export type DecideEmbedding = (request: EmbeddingRequest, index: number) => EmbeddingBehaviour

/**
 * A server that speaks the protocols of OpenAI and Ollama for vectors, so that the real providers'
 * clients run.
 */
export interface FakeEmbeddings {
  /** For OLLAMA_BASE_URL; with `/v1` for OPENAI_BASE_URL. */
  url: string
  /** Every request so far. */
  requests: EmbeddingRequest[]
  /** The headers of every request. */
  headers: IncomingHttpHeaders[]
  behave: (decide: DecideEmbedding) => void
  /** Answers every call well from now on, and forgets the requests. */
  reset(): void
  close(): Promise<void>
}

/** Answers like a working provider. */
export const well = ({ model, input }: EmbeddingRequest) => ({
  vectors: input.map((text) => meaning(text, model)),
})

export async function startFakeEmbeddings(): Promise<FakeEmbeddings> {
  let decide: DecideEmbedding = well
  const server = createServer(async (incoming, response) => {
    const { input, ...options } = JSON.parse(await textOf(incoming))
    const request = { ...options, input: [input].flat(), path: incoming.url! } as EmbeddingRequest
    const behaviour = decide(request, fake.requests.length)
    fake.requests.push(request)
    fake.headers.push(incoming.headers)
    const send = (status: number, body: string, headers = {}) =>
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)
    if ('hang' in behaviour) return
    if ('raw' in behaviour) return send(200, behaviour.raw)
    if ('status' in behaviour)
      return send(
        behaviour.status,
        behaviour.body ?? '{"error":{"message":"no"}}',
        behaviour.headers,
      )
    await behaviour.after
    if (behaviour.delayMs) await new Promise((resolve) => setTimeout(resolve, behaviour.delayMs))
    send(200, JSON.stringify(wrap(request, behaviour.vectors)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const fake: FakeEmbeddings = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    headers: [],
    behave(next) {
      decide = next
    },
    reset() {
      decide = well
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

const wrap = ({ path, model }: EmbeddingRequest, vectors: readonly unknown[]) =>
  path === '/api/embed'
    ? { model, embeddings: vectors }
    : {
        object: 'list',
        model,
        data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
        usage: { prompt_tokens: 1, total_tokens: 1 },
      }

/** The words of each line are synonyms. */
const SYNONYMS = [
  'car automobile vehicle auto',
  'broken defective damaged kaputt',
  'refund reimbursement money back',
  'parcel package shipment',
]
const CONCEPTS = new Map(
  SYNONYMS.flatMap((line) => line.split(' ').map((word) => [word, line] as [string, string])),
)
const DIMENSIONS = 64

/**
 * Returns the vector of a text: the sum of its words' vectors. Synonyms have the same vector, and
 * each model has different vectors.
 */
export function meaning(text: string, model = ''): number[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']
  const sum = Array<number>(DIMENSIONS).fill(0)
  for (const word of words) {
    const bytes = createHash('sha512')
      .update(`${model} ${CONCEPTS.get(word) ?? word}`)
      .digest()
    for (const [at, byte] of bytes.entries()) sum[at]! += byte - 127.5
  }
  return sum
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
