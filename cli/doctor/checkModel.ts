import type { Provider } from '../../shared/lib/catalog/protocols/provider.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import { makeDb } from '../../shared/lib/db/db.ts'
import { readBounded } from '../../shared/lib/egress/boundedRequest.ts'
import {
  type Connections,
  makeConnections,
  type ReachedModel,
} from '../../shared/models/connections.ts'
import { readRefusal } from '../../shared/models/refusal.ts'
import { makeReranker, type Reranker } from '../../shared/models/reranking.ts'
import { modelNamesIn } from '../../shared/models/testConnection.ts'
import { about, type Finding, withoutSecrets } from './finding.ts'

const PATIENCE_MS = 8_000
/** Bytes of a list of models. OpenRouter's has 500 kB. */
const MAX_BYTES = 4 * 1024 * 1024
/** Seconds that reading a connection may take. */
const DATABASE_SECONDS = 5

/**
 * Asks the providers for their lists of models. This costs nothing and shows that key, address and
 * names are right. The reranker gets a real call.
 */
export async function checkModels(config: Config): Promise<Finding[]> {
  const { LLM_MODEL, QUERY_MODEL, EMBEDDING_MODEL } = config
  // Connects only if a model is reached by a connection.
  const db = makeDb(config.DATABASE_URL, 1, DATABASE_SECONDS)
  const connections = makeConnections(db, config)
  const check = (name: keyof typeof MODELS, model: string) => checkModel(name, model, connections)
  try {
    return await Promise.all([
      check('model', LLM_MODEL),
      ...(QUERY_MODEL && QUERY_MODEL !== LLM_MODEL ? [check('queries', QUERY_MODEL)] : []),
      EMBEDDING_MODEL ? check('embedding', EMBEDDING_MODEL) : withoutVectors(QUERY_MODEL),
      ...checkReranker(config, connections),
    ])
  } finally {
    await db.destroy().catch(() => undefined)
  }
}

/** Says how knowledge is found without EMBEDDING_MODEL. */
function withoutVectors(queryModel: string | undefined): Finding {
  const { ok } = about('embedding')
  if (queryModel)
    return ok(
      `EMBEDDING_MODEL is unset: knowledge is found by its words, and by those that ${queryModel} writes.`,
    )
  return {
    ...ok('Neither EMBEDDING_MODEL nor QUERY_MODEL is set: knowledge is found by its words alone.'),
    fix: 'Hint: with openai:text-embedding-3-small, with ollama:bge-m3 or static:/a/folder on your own machine, or with a language model that writes queries, "vehicles" finds "cars"; docs/guide/models.md.',
  }
}

/**
 * Asks the reranker to order two words, because only some providers list their models. This costs a
 * short call.
 */
function checkReranker(config: Config, connections: Connections): Promise<Finding>[] {
  const reranker = makeReranker(config, connections)
  return reranker ? [askReranker(reranker, config.RERANK_TIMEOUT_SECONDS)] : []
}

async function askReranker({ model, rerank }: Reranker, seconds: number): Promise<Finding> {
  const { ok, warning, error } = about('rerank')
  const started = performance.now()
  try {
    await rerank('one', ['one', 'two'], { seconds: PATIENCE_MS / 1000 })
  } catch (cause) {
    return error(
      `${model} orders nothing: ${(cause as Error).message}`,
      'Passages keep the order in which words and vectors find them.',
      'Check the key and the address of its provider, and the name of the model.',
    )
  }
  const took = (performance.now() - started) / 1000
  return took < seconds
    ? ok(`${model} orders passages.`)
    : warning(
        `${model} took ${took.toFixed(1)} s for two words.`,
        `A search waits for ${seconds} s; then passages keep the order in which they are found.`,
        'Run this check again, in case the model was still loading. Otherwise raise RERANK_TIMEOUT_SECONDS, or run it on a faster machine.',
      )
}

/** The settings that name models, and what happens without each model. */
const MODELS = {
  model: { setting: 'LLM_MODEL', why: 'Replies fail, each after three tries.' },
  queries: {
    setting: 'QUERY_MODEL',
    why: 'Questions are searched for as they are, after a failed call.',
  },
  embedding: {
    setting: 'EMBEDDING_MODEL',
    why: 'Knowledge is found by its words alone, and not by its meaning.',
  },
}

async function checkModel(
  check: keyof typeof MODELS,
  model: string,
  connections: Connections,
): Promise<Finding> {
  const { setting, why } = MODELS[check]
  try {
    return await checkReached(check, model, await connections.resolve(null, model))
  } catch (cause) {
    return about(check).error(
      `${model} cannot be reached: ${(cause as Error).message}`,
      why,
      `Make the connection by \`admin put-connection\`, or correct ${setting}.`,
    )
  }
}

/** Embeds a word, because a model on this machine has no list to look at. */
async function tryEmbedding(
  check: keyof typeof MODELS,
  model: string,
  makeClient: ReturnType<NonNullable<Provider['embeddings']>>,
): Promise<Finding> {
  const { ok, error } = about(check)
  try {
    await (await makeClient(fetch)).embedDocuments(['word'])
    return ok(`${model} is read, without a service.`)
  } catch (cause) {
    return error(
      `${model}: ${(cause as Error).message}`,
      MODELS[check].why,
      'The folder needs model.safetensors and tokenizer.json, readable for every process; docs/guide/models.md.',
    )
  }
}

async function checkReached(
  check: keyof typeof MODELS,
  model: string,
  { provider, access, model: name, source }: ReachedModel,
): Promise<Finding> {
  const { ok, warning, error } = about(check)
  if (!provider.list)
    return provider.embeddings
      ? tryEmbedding(check, model, provider.embeddings(access, name))
      : ok(`${model}, which needs no key and no network.`)
  const list = provider.list(access)
  if (!list)
    return ok(
      `${model}, whose key only a call can check: send a message in the dashboard's playground.`,
    )
  const place = withoutSecrets(list.address)
  const { setting, why } = MODELS[check]
  const { variables } = provider
  const key = source ? 'key of the connection' : (variables.key ?? variables.baseUrl)
  try {
    const { headers, address } = list
    const { status, bytes } = await readBounded(address, {
      headers,
      maxBytes: MAX_BYTES,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    // Google answers 400 to a wrong key.
    if (status === 401 || (status === 400 && readRefusal(status, bytes.toString()).isOfKey))
      return error(`${place} refuses the key.`, why, `Set a valid ${key}.`)
    if (status < 200 || status >= 300)
      return warning(
        `${place} answers ${status}, so ${model} could not be checked.`,
        'Some compatible servers have no list of models, and some keys may not read it. The server may also be out of order.',
        'Send a message in the playground of the dashboard.',
      )
    if (list.isOfOthers)
      return ok(
        `${place} takes the key. Send a message in the dashboard's playground to see whether it has ${model}.`,
      )
    const there = modelNamesIn(JSON.parse(bytes.toString()))
    // Ollama's names end in a tag; `latest` may be left out.
    if (there.length === 0 || there.includes(name) || there.includes(`${name}:latest`))
      return ok(`${model} is at ${place}.`)
    return warning(
      `${model} is not among the ${there.length} models at ${place}.`,
      why,
      `Set ${setting} to one of these, such as ${there.slice(0, 3).join(', ')}; with Ollama, pull it.`,
    )
  } catch (cause) {
    const { name: kind, message, cause: inner } = cause as Error & { cause?: Error }
    const words =
      kind === 'TimeoutError' ? `no answer in ${PATIENCE_MS / 1000} s` : (inner?.message ?? message)
    return error(
      `${place} cannot be reached: ${words}.`,
      why,
      'Check its address, and that this machine may connect to it.',
    )
  }
}
