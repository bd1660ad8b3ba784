import { fetchOf, openChat, type Provider } from './provider.ts'

/** Used for agents without a limit, because Anthropic's API requires one. */
const MAX_OUTPUT_TOKENS = 2048

export const anthropic = {
  name: 'anthropic',
  settings: {
    ANTHROPIC_API_KEY: { type: 'string', description: 'Key for anthropic: models.' },
  } as const,
  variables: { key: 'ANTHROPIC_API_KEY' },
  needs: ['key'],
  prices: {
    'claude-3-5-haiku': [0.8, 4],
    'claude-3-7-sonnet': [3, 15],
    'claude-sonnet-4': [3, 15],
    'claude-sonnet-4-5': [3, 15],
    'claude-haiku-4-5': [1, 5],
    'claude-opus-4': [15, 75],
    'claude-opus-4-1': [15, 75],
    'claude-opus-4-5': [5, 25],
  },
  list: ({ key = '' }) => ({
    address: 'https://api.anthropic.com/v1/models?limit=1000',
    headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
  }),
  chat({ key: apiKey }, model, { temperature, maxOutputTokens }, http) {
    const clientOptions = { fetch: fetchOf(http), logLevel: 'off' }
    const maxTokens = maxOutputTokens ?? MAX_OUTPUT_TOKENS
    return openChat('anthropic', model, { apiKey, temperature, maxTokens, clientOptions })
  },
} satisfies Provider
