import type { Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

export type OptionName = 'key_id' | 'api_version' | 'region'

/** A kind of server to which a connection can be made, and the fields that it needs. */
export interface Choice {
  /** The provider in the API, whose protocol the server speaks. */
  provider: Schemas['Connection']['provider']
  /** A proper name, which most languages keep, or a description. */
  brand: string
  /** `own`: the provider's alone, so that no address is asked for. */
  address: 'own' | 'optional' | 'required'
  /** What is particular about its address; undefined: nothing. */
  addressHint?: string
  /** An address of such a server, or the provider's own. */
  example: string
  /** `with-own-address`: servers at other addresses may need none. */
  key: 'required' | 'optional' | 'with-own-address'
  /** Further fields, and whether they are required. */
  options?: Readonly<Partial<Record<OptionName, 'optional' | 'required'>>>
  /** Where the provider's users make keys. */
  keysAt?: string
}

const KEYED = { address: 'optional', key: 'with-own-address' } as const

/** Providers to which only the operator's settings lead: they score passages, and write nothing. */
type Reranker = 'cohere' | 'jina' | 'tei'

const ALL: Readonly<Record<Exclude<Choice['provider'], Reranker> | 'compatible', Choice>> = {
  openai: {
    provider: 'openai',
    brand: t('OpenAI'),
    address: 'own',
    key: 'required',
    example: 'https://api.openai.com/v1',
    keysAt: 'https://platform.openai.com/api-keys',
  },
  compatible: {
    provider: 'openai',
    brand: t('Another server with the protocol of OpenAI'),
    address: 'required',
    key: 'optional',
    example: 'https://models.example.com/v1',
    addressHint: t('Usually ends in /v1. It must be reachable on the internet.'),
  },
  anthropic: {
    provider: 'anthropic',
    brand: t('Anthropic'),
    ...KEYED,
    example: 'https://api.anthropic.com',
    keysAt: 'https://console.anthropic.com/settings/keys',
  },
  gemini: {
    provider: 'gemini',
    brand: t('Google Gemini'),
    ...KEYED,
    example: 'https://generativelanguage.googleapis.com',
    keysAt: 'https://aistudio.google.com/apikey',
  },
  azure: {
    provider: 'azure',
    brand: t('Azure OpenAI'),
    address: 'required',
    key: 'required',
    example: 'https://my-resource.openai.azure.com',
    options: { api_version: 'optional' },
    keysAt: 'https://portal.azure.com',
  },
  bedrock: {
    provider: 'bedrock',
    brand: t('Amazon Bedrock'),
    address: 'optional',
    key: 'required',
    example: 'https://bedrock-runtime.us-east-1.amazonaws.com',
    options: { region: 'required', key_id: 'optional' },
    keysAt: 'https://console.aws.amazon.com/bedrock',
  },
  mistral: {
    provider: 'mistral',
    brand: t('Mistral'),
    ...KEYED,
    example: 'https://api.mistral.ai/v1',
    keysAt: 'https://console.mistral.ai/api-keys',
  },
  groq: {
    provider: 'groq',
    brand: t('Groq'),
    ...KEYED,
    example: 'https://api.groq.com/openai/v1',
    keysAt: 'https://console.groq.com/keys',
  },
  deepseek: {
    provider: 'deepseek',
    brand: t('DeepSeek'),
    ...KEYED,
    example: 'https://api.deepseek.com',
    keysAt: 'https://platform.deepseek.com/api_keys',
  },
  xai: {
    provider: 'xai',
    brand: t('xAI'),
    ...KEYED,
    example: 'https://api.x.ai/v1',
    keysAt: 'https://console.x.ai',
  },
  openrouter: {
    provider: 'openrouter',
    brand: t('OpenRouter'),
    ...KEYED,
    example: 'https://openrouter.ai/api/v1',
    keysAt: 'https://openrouter.ai/settings/keys',
  },
  ollama: {
    provider: 'ollama',
    brand: t('Ollama'),
    address: 'required',
    key: 'optional',
    example: 'https://ollama.example.com',
  },
}

/** The choice that the menu begins with. */
export const FIRST_CHOICE = 'openai'

/** What the menu offers, by its value there. */
export const CHOICES: Readonly<Record<string, Choice>> = ALL

/**
 * The kind of server of a connection; undefined: it serves no agents, and was made by a program.
 */
export const choiceOf = ({ provider, base_url }: { provider: string; base_url: string | null }) =>
  CHOICES[provider === 'openai' && base_url ? 'compatible' : provider]

/** How a provider is called; else its name in the API. */
export const providerName = (provider: string) => CHOICES[provider]?.brand ?? provider

export const OPTION_LABELS: Readonly<Record<OptionName, string>> = {
  key_id: t('Access key ID'),
  api_version: t('API version'),
  region: t('Region'),
}

export const OPTION_HINTS: Readonly<Record<OptionName, string>> = {
  key_id: t(
    'Only for the secret access key of an IAM user. With an API key of Bedrock, leave it empty.',
  ),
  api_version: t('Only for resources without /openai/v1, such as 2024-10-21.'),
  region: t('Such as us-east-1.'),
}
