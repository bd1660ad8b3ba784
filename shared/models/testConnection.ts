import { lacking } from '../lib/catalog/catalog.ts'
import { AnswerTooLarge, readBounded, UnknownEncoding } from '../lib/egress/boundedRequest.ts'
import { AppError } from '../lib/errors.ts'
import { nameOf } from './connectionFields.ts'
import type { ReachedModel } from './connections.ts'
import { makeExchange } from './httpExchange.ts'
import { ProviderError, readRefusal } from './refusal.ts'

/** The result of a test of a connection. */
export interface ConnectionTest {
  works: boolean
  /** Sentences without secrets: what was found, and what to do if the connection does not work. */
  detail: string
  /** The models that the server lists, at most 200; empty: the server has no list. */
  models: string[]
}

const SECONDS = 10
const MAX_BYTES = 4 * 1024 * 1024
const MAX_MODELS = 200
/** The smallest limit of a reply's tokens that every provider accepts. */
const FEW_TOKENS = 16

/**
 * Asks the server of a connection for its models, and calls one of the models that the connection
 * offers. Takes at most 20 s, reads at most 4 MB, and costs a few tokens.
 * @param reached the connection, with a model to call; an empty name: no model is called
 * @param offered the models that the connection offers; empty: any
 */
export async function testConnection(
  reached: ReachedModel,
  offered: readonly string[],
): Promise<ConnectionTest> {
  const missing = lacking(reached.provider, reached.access).map(nameOf)
  if (missing.length)
    return {
      works: false,
      detail: `The connection has no ${missing.join(' and ')}: change it.`,
      models: [],
    }
  const listed = await listModels(reached)
  if ('problem' in listed) return { works: false, detail: listed.problem, models: [] }
  const { models } = listed
  const shown = { models: models.slice(0, MAX_MODELS) }
  const gone = models.length
    ? offered.filter((name) => !models.includes(name) && !isTagged(name, models))
    : []
  if (gone.length)
    return {
      works: false,
      detail: `The server has no model ${gone.slice(0, 5).join(', ')}. It has ${models.slice(0, 5).join(', ')}${models.length > 5 ? ` and ${models.length - 5} more` : ''}: change the connection's models.`,
      ...shown,
    }
  const problem = await callModel(reached)
  if (problem) return { works: false, detail: problem, ...shown }
  const called = reached.model ? ` ${reached.model} answers.` : ''
  return { works: true, detail: `The server takes the key.${called}`, ...shown }
}

/** Ollama's names end in a tag; `latest` may be left out. */
const isTagged = (name: string, models: readonly string[]) => models.includes(`${name}:latest`)

async function listModels({
  provider,
  access,
  route,
}: ReachedModel): Promise<{ models: string[] } | { problem: string }> {
  const list = provider.list?.(access)
  if (!list) return { models: [] }
  try {
    const { status, bytes } = await readBounded(list.address, {
      headers: list.headers,
      dispatcher: route.dispatcher,
      maxBytes: MAX_BYTES,
      signal: AbortSignal.timeout(SECONDS * 1000),
    })
    const text = bytes.toString()
    // Some compatible servers have no list.
    if ((status === 404 || status === 405) && isJson(text)) return { models: [] }
    // Google answers 400 to a wrong key.
    const isOfKey = status === 400 && readRefusal(status, text).isOfKey
    const problem = problemOf(isOfKey ? 401 : status, access.key)
    if (problem) return { problem }
    return isJson(text)
      ? { models: list.isOfOthers ? [] : modelNamesIn(JSON.parse(text)) }
      : { problem: `The server answers with a web page, not as an API. ${ADDRESS}` }
  } catch (error) {
    return { problem: explainNetwork(error) }
  }
}

/**
 * Calls the model.
 * @returns what is wrong; undefined: the model answers, or there is no model to call
 */
async function callModel({
  provider,
  access,
  model,
  route,
}: ReachedModel): Promise<string | undefined> {
  if (!model) return undefined
  const exchange = makeExchange({ signal: new AbortController().signal, seconds: SECONDS, route })
  try {
    if (provider.embeddings && LIKELY_EMBEDDING.test(model)) {
      const client = await provider.embeddings(access, model)(exchange.fetch)
      await client.embedDocuments(['Hi'])
    } else if (provider.chat) {
      const parameters = {
        temperature: undefined,
        maxOutputTokens: FEW_TOKENS,
        limitName: undefined,
        takesStreamOptions: true,
      }
      const client = await provider.chat(access, model, parameters, () => exchange)
      await client.invoke('Hi')
    } else if (provider.rerank) {
      const { address, headers, body } = provider.rerank(access, model)
      await exchange.post(
        address,
        { 'content-type': 'application/json', ...headers },
        body('one', ['one', 'two']),
      )
    }
    return undefined
  } catch (error) {
    const explained = exchange.explain(error)
    if (!(explained instanceof ProviderError)) return explained.message
    const { status, unsupported, isOfKey } = explained.refusal
    // A model that refuses the limit exists, and its provider accepts the key.
    if (unsupported) return undefined
    if (isOfKey) return problemOf(401, access.key)
    return status === 404 || status === 400
      ? `The server does not answer with ${model}: it has no such model, the key may not use it, or base_url is wrong. ${ADDRESS}`
      : problemOf(status, access.key)
  }
}

const LIKELY_EMBEDDING = /embed|(^|[/-])(bge|e5)-/i

const ADDRESS = "Check base_url: for most servers with OpenAI's protocol, it ends in /v1."

/** Returns what an answer of this status means; undefined: success. */
function problemOf(status: number, key: string | undefined): string | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status === 401 || status === 403)
    return key
      ? `The server refuses the key (${status}): it was revoked, or may not do this. Make a new key at the provider, and change the connection's key.`
      : `The server asks for a key (${status}): change the connection's key.`
  if (status < 400)
    return `The server redirects (${status}), which is not followed. Set base_url to the address that it redirects to.`
  if (status === 404 || status === 405)
    return `The server has no API at this address (${status}). ${ADDRESS}`
  if (status === 429)
    return 'The server limits the key, or its credit is used up: check the account.'
  if (status >= 500) return `The server is out of order (${status}): try again later.`
  return `The server answers ${status}. ${ADDRESS}`
}

/** Returns what went wrong on the network, by the codes of Node and undici. */
function explainNetwork(error: unknown): string {
  if (error instanceof AppError)
    return `base_url is refused: ${error.message} The operator can list its host in EGRESS_ALLOWED_HOSTS.`
  if (error instanceof AnswerTooLarge)
    return `The server answers with more than ${MAX_BYTES / 1024 / 1024} MB. ${ADDRESS}`
  const { name = '', code } = error as { name?: string; code?: unknown }
  if (name === 'TimeoutError') return `The server did not answer within ${SECONDS} s.`
  if (error instanceof UnknownEncoding || /^(Z_|ERR_BROTLI)/.test(String(code)))
    return `The server answers with an encoding that cannot be unpacked. ${ADDRESS}`
  if (/ENOTFOUND|EAI_AGAIN|ENODATA/.test(String(code)))
    return 'The host in base_url does not exist.'
  if (/CERT|_TLS_|SSL/.test(String(code))) return "The server's certificate is not valid."
  return 'The server cannot be reached. Check host and port of base_url.'
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/**
 * Reads the names in the lists of OpenAI and Anthropic (`data` of `id`s), and of Ollama and Gemini
 * (`models` of `name`s).
 */
export function modelNamesIn(list: unknown): string[] {
  const { data, models } = (list ?? {}) as { data?: unknown; models?: unknown }
  const named = [...fieldOf(data, 'id'), ...fieldOf(models, 'name')]
  return named
    .filter((name) => typeof name === 'string')
    .map((name) => name.replace(/^models\//, ''))
}

const fieldOf = (rows: unknown, field: string): unknown[] =>
  Array.isArray(rows) ? rows.map((row) => Object(row)[field]) : []
