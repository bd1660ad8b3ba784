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
