import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AppError } from '../../errors.ts'

/** USD per million tokens. */
export type Price = readonly [input: number, output: number]

/** The values of a provider's own settings, and of no other's. */
type ProviderValues = object

/** The HTTP of one call, which a provider's client does its requests by. */
export interface CallHttp {
  fetch: typeof fetch
  /** For a protocol that needs no client: JSON there and back. */
  post(address: string, headers: Record<string, string>, body: unknown): Promise<unknown>
}

/** What an agent asks of its model, as far as the model takes it. */
export interface ModelParameters {
  temperature: number | undefined
  maxOutputTokens: number | undefined
  /** The name of the limit in OpenAI's protocol; undefined: as its client has it for the model. */
  limitName: 'max_completion_tokens' | undefined
}

/** A provider's client that gives texts vectors. */
export interface VectorClient {
  embedDocuments(texts: string[]): Promise<unknown>
}

/** A provider of models: all that is particular about one, in one file. */
export interface Provider {
  /** The name before the colon of `provider:model`. */
  name: string
  /** Its settings, as JSON schemas. */
  settings: Readonly<Record<string, object>>
  /** Why its models cannot be used with these settings, for the operator; undefined: they can. @param wanted by which setting */
  problem?(settings: ProviderValues, wanted: string, model: string): string | undefined
  /** List prices by a model's name without its date; of a free provider none. */
  prices: Readonly<Record<string, Price>>
  /** It runs on the operator's own machines, and costs nothing for each call. */
  isFree?: boolean
  /** Whether the prices name the models that it has with these settings. */
  isListed?(settings: ProviderValues): boolean
  takesTemperature?(model: string): boolean
  /** The request that lists its models, to check key and address; undefined: it needs no network. */
  list?(settings: ProviderValues): { address: string; headers: Record<string, string>; key: string }
  /** Makes a client, which is used for one call at a time. @param http that of the call that it is used for */
  chat?(
    settings: ProviderValues,
    model: string,
    parameters: ModelParameters,
    http: () => CallHttp,
  ): Promise<BaseChatModel>
  /** Makes the maker of clients that give vectors; undefined: it has no such models. */
  embeddings?(settings: ProviderValues, model: string): (fetch: CallHttp['fetch']) => Promise<VectorClient>
}

/** Retries belong to the row (`workers/runtime/runJob.ts`); two layers of them would multiply. */
export const NO_RETRIES = { maxRetries: 0 }

/**
 * A chat model by LangChain's own client of a provider.
 * @param fields as the client takes them
 * @throws AppError model_not_configured
 */
export async function openChat(
  provider: string,
  model: string,
  fields: Record<string, unknown>,
): Promise<BaseChatModel> {
  const { initChatModel } = await import('langchain/chat_models/universal')
  try {
    const client = await initChatModel(model, { ...NO_RETRIES, ...fields, modelProvider: provider })
    return client as unknown as BaseChatModel
  } catch (error) {
    throw notConfigured(error)
  }
}

/** The `fetch` of whichever call a client is used for at the moment. */
export const fetchOf =
  (http: () => CallHttp): CallHttp['fetch'] =>
  (address, init) =>
    http().fetch(address, init)

export const notConfigured = (cause?: unknown) =>
  new AppError('model_not_configured', 'The agent names a model of a provider that is not configured.', {
    cause,
  })
