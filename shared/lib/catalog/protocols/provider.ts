import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { AttachmentType } from '../../attachmentTypes.ts'
import { AppError } from '../../errors.ts'
import { keepingCalls, type ReadCalls } from './callPieces.ts'

/**
 * What a provider's client needs to reach its server, from the operator's settings or from a
 * connection. Empty values are left out.
 */
export interface Access {
  /** The server's address; undefined: the provider's own. */
  baseUrl?: string
  key?: string
  /** The key's id, if the key is a secret that signs requests. */
  keyId?: string
  /** The version of the provider's protocol, as a date. */
  apiVersion?: string
  /** The organization at the provider that pays, if the key belongs to several. */
  organization?: string
  project?: string
  /** Further headers, such as a gateway's, one `Name: value` per line. */
  headers?: string
  /** The provider's region. */
  region?: string
  /** The tokens of a prompt and its reply for which the server is to make room. */
  contextTokens?: number
}

/** The HTTP half of one call, through which a provider's client sends its requests. */
export interface CallHttp {
  fetch: typeof fetch
  /**
   * Posts JSON and returns the parsed answer, for a protocol that needs no client. Throws
   * unless the status is 2xx.
   */
  post(address: string, headers: Record<string, string>, body: unknown): Promise<unknown>
}

/** The parameters that an agent sets and its model accepts. */
export interface ModelParameters {
  temperature: number | undefined
  maxOutputTokens: number | undefined
  /** The limit's name in OpenAI's protocol; undefined: the client chooses it by the model. */
  limitName: 'max_completion_tokens' | undefined
  /** Whether the server of OpenAI's protocol knows `stream_options`. */
  takesStreamOptions: boolean
}

export interface ModelList {
  address: string
  headers: Record<string, string>
  /** Whether the names in the list differ from the names that agents use. */
  isOfOthers?: boolean
}

/** A provider's client for embeddings. */
export interface VectorClient {
  embedDocuments(texts: string[]): Promise<unknown>
}

/** How a provider's server is called to score texts by how well they answer a question. */
export interface RerankProtocol {
  address: string
  headers: Record<string, string>
  body(question: string, texts: readonly string[]): object
  /** Returns the parts of the answer, unchecked. Throws if the answer lacks them. */
  read(answer: unknown): { rows: unknown; score: 'score' | 'relevance_score'; tokens: unknown }
}

/** A part of a message in LangChain's form. */
export type ContentPart =
  | { type: 'text'; text: string; cache_control?: { type: 'ephemeral' } }
  | { type: 'cachePoint'; cachePoint: { type: 'default' } }

/** A provider of models. Everything specific to a provider is in its file. */
export interface Provider {
  /** The name before the colon of `provider:model`. */
  name: string
  /** Its settings, as JSON schemas. */
  settings: Readonly<Record<string, object>>
  /** The settings that hold the operator's access. */
  variables: Readonly<Partial<Record<keyof Access, string>>>
  /** The fields that its access must have. */
  needs?: readonly (keyof Access)[]
  /**
   * Whether servers at other addresses speak its protocol, too. Such servers may need no key, and
   * have other models.
   */
  hasOthers?: boolean
  /** The names of its models; undefined: any. */
  models?: readonly string[]
  /**
   * A small and fast model at the provider's own address that answers without thinking first, and
   * has a list price. Undefined: it offers none, or its models have names of the operator's choice.
   */
  smallModel?: string
  /** Whether it runs on the operator's own machines, so that calls cost nothing. */
  isFree?: boolean
  takesTemperature?(model: string): boolean
  /**
   * The types of images that its models take. Default: all. Whether a model takes images at all is
   * found out by a call: a model that refuses them is called again without images.
   */
  imageTypes?: readonly AttachmentType[]
  /**
   * Writes a text as parts of a message, with the provider's mark that its cache is to keep the
   * prompt up to there. Absent: the provider caches by itself, or not at all; undefined: this model
   * does not.
   */
  cachedUpTo?(text: string, model: string): ContentPart[] | undefined
  /**
   * The most tokens of a prompt and its reply, unless MODEL_CONTEXT_TOKENS sets another number.
   * Default: more than any prompt needs.
   */
  contextTokens?: number
  /**
   * Returns the request that lists the provider's models, to check address and key; undefined: only
   * a call can check them. A provider without this function needs no network.
   */
  list?(access: Access): ModelList | undefined
  /**
   * Makes a client, which serves one call at a time.
   * @param http returns the HTTP of the current call
   */
  chat?(
    access: Access,
    model: string,
    parameters: ModelParameters,
    http: () => CallHttp,
  ): Promise<BaseChatModel>
  /**
   * Returns a function that makes clients for embeddings. Absent: the provider has no embedding
   * models.
   */
  embeddings?(access: Access, model: string): (fetch: CallHttp['fetch']) => Promise<VectorClient>
  /** Returns its protocol for reranking. Absent: the provider has no rerankers. */
  rerank?(access: Access, model: string): RerankProtocol
}

/** `workers/jobs/runJob.ts` retries jobs. Retries by the client would multiply the attempts. */
export const NO_RETRIES = { maxRetries: 0 }

/**
 * Makes a chat model with LangChain's client for a provider.
 * @param fields the client's options
 * @param read reads the calls of its messages; default: as most clients have them
 * @throws AppError model_not_configured
 */
export async function openChat(
  provider: string,
  model: string,
  fields: Record<string, unknown>,
  read?: ReadCalls,
): Promise<BaseChatModel> {
  const { initChatModel } = await import('langchain/chat_models/universal')
  try {
    const client = await initChatModel(model, { ...NO_RETRIES, ...fields, modelProvider: provider })
    // The client itself: `initChatModel` wraps it, so that each call could choose another one.
    return keepingCalls(await client._getModelInstance(), read)
  } catch (error) {
    throw notConfigured(error)
  }
}

export const bearer = (key: string | undefined): Record<string, string> =>
  key ? { authorization: `Bearer ${key}` } : {}

/** Joins an address of the settings and a path. */
export const at = (base: string, path: string) => `${base.replace(/\/$/, '')}${path}`

/**
 * Refuses a model's name that would change the path of an address: URLs resolve `.` and `..`,
 * encoded or not.
 * @throws AppError model_not_configured
 */
export function checkInPath(model: string): void {
  if (model === '.' || model === '..')
    throw new AppError(
      'model_not_configured',
      `The agent's model ${model} cannot be called: its provider puts models' names into addresses.`,
    )
}

/** Encodes a model's name as one part of a path. @throws AppError model_not_configured */
export function inPath(model: string): string {
  checkInPath(model)
  return encodeURIComponent(model.toWellFormed())
}

/** Parses the further headers of an access. */
export const headersIn = ({ headers = '' }: Access): Record<string, string> =>
  Object.fromEntries(
    headers
      .split('\n')
      .map((line) => line.split(/:(.*)/s))
      .flatMap(([name = '', value]) =>
        value === undefined ? [] : [[name.trim().toLowerCase(), value.trim()]],
      ),
  )

/** The key for clients that require a key although the server needs none. */
export const NO_KEY = 'none'

/** Makes a `fetch` that always uses the HTTP of the client's current call. */
export const fetchOf =
  (http: () => CallHttp): CallHttp['fetch'] =>
  (address, init) =>
    http().fetch(address, init)

export const notConfigured = (cause?: unknown) =>
  new AppError(
    'model_not_configured',
    'The agent names a model of a provider that is not configured.',
    {
      cause,
    },
  )
