import { openAiProtocol, usualServer } from './protocols/openAiProtocol.ts'
import type { Provider } from './protocols/provider.ts'

/** Mistral speaks OpenAI's protocol, and refuses every field that it does not know. */
export const mistral = {
  name: 'mistral',
  settings: {
    MISTRAL_API_KEY: { type: 'string', description: 'Key for mistral:… models.' },
    MISTRAL_BASE_URL: {
      type: 'string',
      format: 'uri',
      description:
        "Address of a server that speaks Mistral's protocol, without /chat/completions. Unset: Mistral.",
    },
  } as const,
  variables: { key: 'MISTRAL_API_KEY', baseUrl: 'MISTRAL_BASE_URL' },
  needs: ['key'],
  hasOthers: true,
  smallModel: 'ministral-8b-2512',
  ...openAiProtocol({ server: usualServer('https://api.mistral.ai/v1'), isUsageAsked: false }),
} satisfies Provider
