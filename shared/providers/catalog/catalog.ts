import { anthropic } from './anthropic.ts'
import { builtin } from './builtin.ts'
import { cohere } from './cohere.ts'
import { jina } from './jina.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import type { Access, Provider } from './provider.ts'
import { tei } from './tei.ts'

const CHAT: readonly Provider[] = [openai, anthropic, ollama, builtin]
const RERANK: readonly Provider[] = [cohere, jina, tei]
const PROVIDERS = [...CHAT, ...RERANK]

export const providerSettings = {
  ...openai.settings,
  ...anthropic.settings,
  ...ollama.settings,
  ...cohere.settings,
  ...jina.settings,
  ...tei.settings,
}

/** The names of the providers of chat models, as they stand before the colon of `provider:model`. */
export const CHAT_PROVIDERS = CHAT.map(({ name }) => name)
/** The names of all providers. */
export const CATALOG_PROVIDERS = PROVIDERS.map(({ name }) => name)
/** The names of the providers that have embedding models. */
export const EMBEDDING_PROVIDERS = PROVIDERS.filter(({ embeddings }) => embeddings).map(({ name }) => name)
/** The names of the providers that have rerankers. */
export const RERANK_PROVIDERS = RERANK.map(({ name }) => name)

/** The names of all providers, which no connection may have. */
export const PROVIDER_NAMES = PROVIDERS.map(({ name }) => name)

/** The names of the providers to which connections can be made. */
export const CONNECTION_PROVIDERS = PROVIDER_NAMES.filter((name) => name !== builtin.name)

/** Finds a provider by its name. */
export const providerOf = (name: string): Provider | undefined => PROVIDERS.find((one) => one.name === name)

/** @param name `provider:model`, whose provider may be unknown */
export function splitModel(name: string): { provider: Provider | undefined; model: string } {
  const colon = name.indexOf(':')
  return { provider: providerOf(name.slice(0, colon)), model: name.slice(colon + 1) }
}

/** The operator's access to a provider. @param settings the settings' values; a provider reads only its own */
export const accessOf = ({ variables }: Provider, settings: object): Access =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([field, name]) => {
      const value = (settings as Record<string, unknown>)[name]
      return value === undefined || value === '' ? [] : [[field, value]]
    }),
  )

/** What an access to a provider lacks. */
export const lacking = ({ needs = [], hasOthers }: Provider, access: Access): (keyof Access)[] =>
  needs.filter((field) => !access[field] && !(field === 'key' && hasOthers && access.baseUrl))

/**
 * Tells the operator why a model cannot be used with these settings; undefined: it can be used.
 * @param wanted the setting that names the model
 * @param name `provider:model`, whose provider may be unknown
 */
export function problemOf(wanted: string, name: string, settings: object): string | undefined {
  const { provider, model } = splitModel(name)
  if (!provider) return undefined
  const { models, variables, hasOthers } = provider
  if (models && !models.includes(model))
    return `${wanted} ${provider.name}: has one model, ${provider.name}:${models[0]}.`
  const [lack] = lacking(provider, accessOf(provider, settings))
  const others = lack === 'key' && hasOthers ? ` (or ${variables.baseUrl} for your own server)` : ''
  return lack && `${variables[lack]} is required for ${wanted} ${provider.name}:…${others}.`
}

/** @param name `provider:model` */
export function takesTemperature(name: string): boolean {
  const { provider, model } = splitModel(name)
  return provider?.takesTemperature?.(model) ?? true
}

/** The most tokens of a prompt and its reply; undefined: more than any prompt needs. @param name `provider:model` */
export const contextOf = (name: string): number | undefined => splitModel(name).provider?.contextTokens
