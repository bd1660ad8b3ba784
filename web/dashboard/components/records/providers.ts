import type { Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

export type OptionName = 'key_id' | 'api_version' | 'region'

/** A kind of server that a connection can lead to, and the fields that it needs. */
export interface Choice {
  /** The provider's name in the API. The server speaks its protocol. */
  provider: Schemas['Connection']['provider']
  /** A proper name, which most languages keep, or a description. */
  brand: string
  /** `own`: only the provider's own address is possible, so the form does not ask for it. */
  address: 'own' | 'optional' | 'required'
  /** A hint about the address; undefined: none. */
  addressHint?: string
  /** An address of such a server, or the provider's own. */
  example: string
  /** `with-own-address`: servers at other addresses may need none. */
  key: 'required' | 'optional' | 'with-own-address'
  /** Further fields, and whether they are required. */
  options?: Readonly<Partial<Record<OptionName, 'optional' | 'required'>>>
  /** The page on which the provider's users create keys. */
  keysAt?: string
}

const KEYED = { address: 'optional', key: 'with-own-address' } as const

/** Providers that only the operator's settings can name: they score passages and write no text. */
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

/** The first choice in the menu. */
export const FIRST_CHOICE = 'openai'

/** The choices of the menu, by their values. */
export const CHOICES: Readonly<Record<string, Choice>> = ALL

/**
 * Returns the kind of a connection's server; undefined: no agent can use it, and a program made it.
 */
export const choiceOf = ({ provider, base_url }: { provider: string; base_url: string | null }) =>
  CHOICES[provider === 'openai' && base_url ? 'compatible' : provider]

/** Returns a provider's brand, or else its name in the API. */
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
