import type { IncomingHttpHeaders } from 'node:http'
import { anthropicMessages } from './anthropic.ts'
import { converse } from './bedrock.ts'
import { completions, usual } from './completions.ts'
import { KEY, type Stand } from './fixture.ts'
import { generateContent } from './gemini.ts'
import { ollamaChat } from './ollama.ts'
import { responses } from './responses.ts'

/** The settings of a provider with a key and an address. */
const keyAndUrl = (name: string) => (url: string) => ({
  [`${name}_API_KEY`]: KEY,
  [`${name}_BASE_URL`]: url,
})
const azure = keyAndUrl('AZURE_OPENAI')
const apiKeyOf = (headers: IncomingHttpHeaders) => headers['api-key'] as string

/** Azure's filter refuses a prompt with 400, in OpenAI's form. */
const filtered = {
  status: 400,
  body: {
    error: {
      message: 'The response was filtered',
      type: null,
      param: 'prompt',
      code: 'content_filter',
    },
  },
}
const refused = (status: number, message: string) => ({
  status,
  body: { error: { message, code: status } },
})

/** Every provider of chat models, with the protocol that its documentation describes. */
export const STANDS: Record<string, Stand> = {
  openai: { model: 'openai:m', settings: keyAndUrl('OPENAI'), protocol: completions() },
  'openai, by responses': {
    model: 'openai:codex-m',
    settings: keyAndUrl('OPENAI'),
    protocol: responses,
  },
  anthropic: {
    model: 'anthropic:m',
    settings: keyAndUrl('ANTHROPIC'),
    protocol: anthropicMessages,
  },
  gemini: { model: 'gemini:m', settings: keyAndUrl('GEMINI'), protocol: generateContent },
  azure: {
    model: 'azure:m',
    settings: azure,
    protocol: completions({
      path: () => '/openai/v1/chat/completions',
      key: apiKeyOf,
      errors: { blocked: filtered },
    }),
  },
  'azure, before its first version': {
    model: 'azure:m',
    settings: (url) => ({ ...azure(url), AZURE_OPENAI_API_VERSION: '2024-10-21' }),
    protocol: completions({
      path: (model) => `/openai/deployments/${model}/chat/completions?api-version=2024-10-21`,
      key: apiKeyOf,
      errors: { blocked: filtered },
    }),
  },
  bedrock: {
    model: 'bedrock:m',
    settings: (url) => ({ ...keyAndUrl('BEDROCK')(url), BEDROCK_REGION: 'eu-central-1' }),
    protocol: converse,
  },
  mistral: {
    model: 'mistral:m',
    settings: keyAndUrl('MISTRAL'),
    protocol: completions({
      // The form of its reasoning models.
      content: (text) => [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
        { type: 'text', text },
      ],
      isUsageInEnd: true,
      ends: { length: 'model_length' },
      errors: {
        tooLong: {
          status: 400,
          body: {
            object: 'error',
            type: 'invalid_request_prompt',
            param: null,
            code: '3051',
            message:
              'Prompt contains 65673 tokens, too large for model with 32768 maximum context length',
          },
        },
        wrongKey: { status: 401, body: { detail: 'Unauthorized' } },
        temperature: {
          status: 422,
          body: {
            detail: [
              {
                type: 'extra_forbidden',
                loc: ['body', 'temperature'],
                msg: 'Extra inputs are not permitted',
              },
            ],
          },
        },
      },
    }),
  },
  groq: {
    model: 'groq:m',
    settings: keyAndUrl('GROQ'),
    protocol: completions({
      errors: {
        tooLong: {
          status: 413,
          body: {
            error: {
              message:
                'Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 12000',
              type: 'tokens',
              code: 'rate_limit_exceeded',
            },
          },
        },
      },
    }),
  },
  deepseek: {
    model: 'deepseek:m',
    settings: keyAndUrl('DEEPSEEK'),
    protocol: completions({
      usage({ input, cached, output }) {
        const { prompt_tokens_details, ...counts } = usual({ input, cached, output })
        return {
          ...counts,
          prompt_cache_hit_tokens: cached,
          prompt_cache_miss_tokens: input - cached,
        }
      },
    }),
  },
  xai: {
    model: 'xai:m',
    settings: keyAndUrl('XAI'),
    protocol: completions({
      errors: {
        tooLong: {
          status: 400,
          body: {
            code: 'Client specified an invalid argument',
            error:
              "This model's maximum prompt length is 131072 but the request contains 145021 tokens.",
          },
        },
        wrongKey: {
          status: 400,
          body: {
            code: 'Client specified an invalid argument',
            error:
              'Incorrect API key provided: sk***. You can obtain an API key from https://console.x.ai.',
          },
        },
        temperature: {
          status: 400,
          body: {
            code: 'Client specified an invalid argument',
            error: 'Argument not supported on this model: temperature',
          },
        },
        blocked: {
          status: 403,
          body: {
            code: 'The caller does not have permission to execute the specified operation',
            error: 'Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO',
          },
        },
      },
    }),
  },
  openrouter: {
    model: 'openrouter:owner/m:free',
    settings: keyAndUrl('OPENROUTER'),
    protocol: completions({
      errors: {
        wrongKey: refused(401, 'No auth credentials found'),
        gone: refused(404, 'No endpoints found for owner/m.'),
        blocked: refused(
          403,
          'm requires moderation on Together. Your input was flagged for "violence"',
        ),
      },
    }),
  },
  ollama: {
    model: 'ollama:m',
    settings: (url) => ({ OLLAMA_BASE_URL: url }),
    protocol: ollamaChat,
  },
}

/** Providers whose calls differ from those of `openai` by an address and a key alone. */
const LIKE_OPENAI = [
  'azure, before its first version',
  'mistral',
  'groq',
  'deepseek',
  'xai',
  'openrouter',
]

/**
 * Returns a provider's name for the title of a test of connections, which does not depend on what
 * the provider sends. Those that connect like `openai` are tested each night.
 */
export const byConnection = (name: string) =>
  LIKE_OPENAI.includes(name) ? `(${name}) @long` : `(${name})`
