import { openAiProtocol, usualServer } from './protocols/openAiProtocol.ts'
import type { Provider } from './protocols/provider.ts'

const { list, chat } = openAiProtocol({ server: usualServer('https://openrouter.ai/api/v1') })

export const openrouter = {
  name: 'openrouter',
  settings: {
    OPENROUTER_API_KEY: { type: 'string', description: 'Key for openrouter:… models.' },
    OPENROUTER_BASE_URL: {
      type: 'string',
      format: 'uri',
      description:
        "Address of a server that speaks OpenRouter's protocol, without /chat/completions. Unset: OpenRouter.",
    },
  } as const,
  variables: { key: 'OPENROUTER_API_KEY', baseUrl: 'OPENROUTER_BASE_URL' },
  needs: ['key'],
  hasOthers: true,
  list,
  chat,
} satisfies Provider
