import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { initChatModel } from 'langchain/chat_models/universal'
import type { Config } from '../../shared/config/config.ts'
import { AppError } from '../../shared/errors.ts'
import type { Exchange } from '../../shared/providers/httpExchange.ts'
import type { ModelParameters } from '../../shared/providers/modelParameters.ts'

export type ProviderSettings = Pick<
  Config,
  'MODEL_TIMEOUT_SECONDS' | 'OPENAI_API_KEY' | 'OPENAI_BASE_URL' | 'ANTHROPIC_API_KEY' | 'OLLAMA_BASE_URL'
>

/**
 * Makes the client of a model, which does its HTTP by the exchange of each call.
 * @param model `provider:model`
 * @throws AppError model_not_configured
 */
export function openModel(
  settings: ProviderSettings,
  model: string,
  { temperature, maxOutputTokens, limitName }: ModelParameters,
  exchange: () => Exchange,
): Promise<BaseChatModel> {
  const provider = model.slice(0, model.indexOf(':'))
  const name = model.slice(provider.length + 1)
  // Retries belong to the row (see run.ts); two layers of them would multiply.
  const common = { temperature, maxRetries: 0 }
  const fields = { ...common, modelProvider: provider }
  const fetch: Exchange['fetch'] = (address, init) => exchange().fetch(address, init)
  switch (provider) {
    case 'openai': {
      // Compatible servers need no key, but the client insists on one.
      const { OPENAI_API_KEY: apiKey = 'none', OPENAI_BASE_URL: baseURL } = settings
      const limit = limitName
        ? { modelKwargs: { [limitName]: maxOutputTokens } }
        : { maxTokens: maxOutputTokens }
      return import('./openAiModel.ts').then(({ openAiModel }) =>
        openAiModel({ ...common, model: name, apiKey, baseURL, ...limit }, exchange),
      )
    }
    case 'anthropic': {
      const apiKey = settings.ANTHROPIC_API_KEY
      return open(name, {
        ...fields,
        apiKey,
        maxTokens: maxOutputTokens ?? 2048,
        clientOptions: { fetch, logLevel: 'off' },
      })
    }
    case 'ollama':
      return open(name, { ...fields, baseUrl: settings.OLLAMA_BASE_URL, numPredict: maxOutputTokens, fetch })
    default:
      return Promise.reject(notConfigured())
  }
}

const open = (name: string, fields: Record<string, unknown>) =>
  initChatModel(name, fields).catch((error) => {
    throw notConfigured(error)
  }) as unknown as Promise<BaseChatModel>

const notConfigured = (cause?: unknown) =>
  new AppError('model_not_configured', 'The agent names a model of a provider that is not configured.', {
    cause,
  })
