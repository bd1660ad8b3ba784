import { openAiProtocol, usualServer } from './protocols/openAiProtocol.ts'
import type { Provider } from './protocols/provider.ts'

const { list, chat } = openAiProtocol({ server: usualServer('https://api.x.ai/v1') })

export const xai = {
  name: 'xai',
  settings: {
    XAI_API_KEY: { type: 'string', description: 'Key for xai:… models.' },
    XAI_BASE_URL: {
      type: 'string',
      format: 'uri',
      description:
        "Address of a server that speaks xAI's protocol, without /chat/completions. Unset: xAI.",
    },
  } as const,
  variables: { key: 'XAI_API_KEY', baseUrl: 'XAI_BASE_URL' },
  needs: ['key'],
  hasOthers: true,
  imageTypes: ['image/png', 'image/jpeg'],
  list,
  chat,
} satisfies Provider
