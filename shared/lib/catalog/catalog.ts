import { anthropic } from './anthropic.ts'
import { azure } from './azure.ts'
import { bedrock } from './bedrock.ts'
import { builtin } from './builtin.ts'
import { deepseek } from './deepseek.ts'
import { gemini } from './gemini.ts'
import { groq } from './groq.ts'
import { mistral } from './mistral.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import { openrouter } from './openrouter.ts'
import type { Access, Provider } from './protocols/provider.ts'
import { cohere } from './rerankers/cohere.ts'
import { jina } from './rerankers/jina.ts'
import { tei } from './rerankers/tei.ts'
import { staticTables } from './static.ts'
import { xai } from './xai.ts'

const CHAT: readonly Provider[] = [
  openai,
  anthropic,
  gemini,
  azure,
  bedrock,
  mistral,
  groq,
  deepseek,
  xai,
  openrouter,
  ollama,
  builtin,
]
const RERANK: readonly Provider[] = [cohere, jina, tei]
const PROVIDERS = [...CHAT, ...RERANK, staticTables]

export const providerSettings = {
  ...openai.settings,
  ...anthropic.settings,
  ...gemini.settings,
  ...azure.settings,
  ...bedrock.settings,
  ...mistral.settings,
  ...groq.settings,
  ...deepseek.settings,
  ...xai.settings,
  ...openrouter.settings,
  ...ollama.settings,
  ...cohere.settings,
  ...jina.settings,
  ...tei.settings,
}

/**
 * The names of the providers of chat models, as they stand before the colon of `provider:model`.
 */
export const CHAT_PROVIDERS = CHAT.map(({ name }) => name)
/** The names of all providers. */
export const CATALOG_PROVIDERS = PROVIDERS.map(({ name }) => name)
/** The names of the providers that have embedding models. */
export const EMBEDDING_PROVIDERS = PROVIDERS.filter(({ embeddings }) => embeddings).map(
  ({ name }) => name,
)
/** The names of the providers that have rerankers. */
export const RERANK_PROVIDERS = RERANK.map(({ name }) => name)

/** The names of all providers, which no connection may have. */
export const PROVIDER_NAMES = PROVIDERS.map(({ name }) => name)

/** The names of the providers to which connections can be made. */
export const CONNECTION_PROVIDERS = PROVIDER_NAMES.filter(
  (name) => name !== builtin.name && name !== staticTables.name,
)

/** Returns the provider of this name; undefined: unknown. */
export const providerOf = (name: string): Provider | undefined =>
  PROVIDERS.find((provider) => provider.name === name)

/** Splits a model's name. @param name `provider:model`, whose provider may be unknown */
export function splitModel(name: string): { provider: Provider | undefined; model: string } {
  const colon = name.indexOf(':')
  return { provider: providerOf(name.slice(0, colon)), model: name.slice(colon + 1) }
}

/**
 * Returns the operator's access to a provider.
 * @param settings the values of all settings; a provider reads only its own
 */
export const accessOf = ({ variables }: Provider, settings: object): Access =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([field, name]) => {
      const given = (settings as Record<string, unknown>)[name]
      // A key that was read from a file may end in a line break.
      const value = typeof given === 'string' ? given.trim() : given
      return value === undefined || value === '' ? [] : [[field, value]]
    }),
  )

const NOT_IN_KEYS = /\s|\p{Cc}/u

/** Returns the fields that the provider needs and the access lacks. */
export const lacking = ({ needs = [], hasOthers }: Provider, access: Access): (keyof Access)[] =>
  needs.filter((field) => !access[field] && !(field === 'key' && hasOthers && access.baseUrl))

/**
 * Returns a sentence for the operator that says why a model cannot be used with these settings;
 * undefined: it can be used.
 * @param wanted the setting that names the model
 * @param name `provider:model`, whose provider may be unknown
 */
export function problemOf(wanted: string, name: string, settings: object): string | undefined {
  const { provider, model } = splitModel(name)
  if (!provider) return undefined
  const { models, variables, hasOthers } = provider
  if (models && !models.includes(model))
    return `${wanted} ${provider.name}: has one model, ${provider.name}:${models[0]}.`
  const access = accessOf(provider, settings)
  const [lack] = lacking(provider, access)
  if (access.key && NOT_IN_KEYS.test(access.key))
    return `${variables.key} has a space, a line break or another character that no key has.`
  const others = lack === 'key' && hasOthers ? ` (or ${variables.baseUrl} for your own server)` : ''
  return lack && `${variables[lack]} is required for ${wanted} ${provider.name}:…${others}.`
}

/** Whether the model accepts a temperature. @param name `provider:model` */
export function takesTemperature(name: string): boolean {
  const { provider, model } = splitModel(name)
  return provider?.takesTemperature?.(model) ?? true
}

/**
 * Returns the most tokens of a prompt and its reply together; undefined: more than any prompt
 * needs.
 * @param name `provider:model`
 */
export const contextOf = (name: string): number | undefined =>
  splitModel(name).provider?.contextTokens
