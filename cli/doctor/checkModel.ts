import type { Config } from '../../shared/config/config.ts'
import { accessOf, splitModel } from '../../shared/providers/catalog/catalog.ts'
import { readRefusal } from '../../shared/providers/refusal.ts'
import { makeReranker, type Reranker } from '../../shared/providers/reranking.ts'
import { about, type Finding, withoutSecrets } from './finding.ts'

const PATIENCE_MS = 8_000

/**
 * Asks the providers for their lists of models, which costs nothing and shows that key, address and names are right.
 * The reranker is asked itself.
 */
export async function checkModels(config: Config): Promise<Finding[]> {
  const { LLM_MODEL, QUERY_MODEL, EMBEDDING_MODEL } = config
  return Promise.all([
    checkModel('model', LLM_MODEL, config),
    ...(QUERY_MODEL && QUERY_MODEL !== LLM_MODEL ? [checkModel('queries', QUERY_MODEL, config)] : []),
    EMBEDDING_MODEL ? checkModel('embedding', EMBEDDING_MODEL, config) : WORDS_ALONE,
    ...checkReranker(config),
  ])
}

const WORDS_ALONE: Finding = {
  ...about('embedding').ok('EMBEDDING_MODEL is unset: knowledge is found by its words alone.'),
  fix: 'Hint: with openai:text-embedding-3-small, or ollama:bge-m3 on your own machine, "vehicles" finds "cars"; docs/guide/models.md.',
}

/** Has the reranker order two words, because only some providers list their models. It costs one short call. */
function checkReranker(config: Config): Promise<Finding>[] {
  const reranker = makeReranker(config)
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
        'Ask again, in case it was only loading; else raise RERANK_TIMEOUT_SECONDS, or give it a faster machine.',
      )
}

/** The settings that name the models, and what happens without them. */
const MODELS = {
  model: { setting: 'LLM_MODEL', why: 'Replies fail, each after three tries.' },
  queries: { setting: 'QUERY_MODEL', why: 'Questions are searched for as they are, after a failed call.' },
  embedding: {
    setting: 'EMBEDDING_MODEL',
    why: 'Knowledge is found by its words alone, and not by its meaning.',
  },
}

async function checkModel(check: keyof typeof MODELS, model: string, config: Config): Promise<Finding> {
  const { ok, warning, error } = about(check)
  const { provider, model: name } = splitModel(model)
  if (!provider?.list) return ok(`${model}, which needs no key and no network.`)
  const list = provider.list(accessOf(provider, config))
  if (!list)
    return ok(`${model}, whose key only a call can check: send a message in the dashboard's playground.`)
  const place = withoutSecrets(list.address)
  const { setting, why } = MODELS[check]
  const { variables } = provider
  try {
    const { headers, address } = list
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(PATIENCE_MS) })
    const { status } = response
    // Google answers 400.
    if (status === 401 || (status === 400 && readRefusal(status, await response.text()).isOfKey))
      return error(`${place} refuses the key.`, why, `Set a valid ${variables.key ?? variables.baseUrl}.`)
    if (!response.ok)
      return warning(
        `${place} answers ${status}, so ${model} could not be looked for.`,
        'Some compatible servers have no list of models, and some keys may not read it; others are out of order.',
        'Send a message in the playground of the dashboard.',
      )
    if (list.isOfOthers)
      return ok(
        `${place} takes the key. Whether it has ${model}, a message in the dashboard's playground tells.`,
      )
    const there = namesIn(await response.json())
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

/** Reads OpenAI's and Anthropic's lists (`data` of `id`s), and Ollama's and Google's (`models` of `name`s). */
function namesIn(list: unknown): string[] {
  const { data, models } = (list ?? {}) as { data?: { id?: string }[]; models?: { name?: string }[] }
  const named = [...(data ?? []).map(({ id }) => id), ...(models ?? []).map(({ name }) => name)]
  return named.filter((name) => typeof name === 'string').map((name) => name.replace(/^models\//, ''))
}
