import { openAiProtocol, usualServer } from './protocols/openAiProtocol.ts'
import type { Provider } from './protocols/provider.ts'

const { list, chat } = openAiProtocol({ server: usualServer('https://api.groq.com/openai/v1') })

export const groq = {
  name: 'groq',
  settings: {
    GROQ_API_KEY: { type: 'string', description: 'Key for groq:… models.' },
    GROQ_BASE_URL: {
      type: 'string',
      format: 'uri',
      description:
        "Address of a server that speaks Groq's protocol, without /chat/completions. Unset: Groq.",
    },
  } as const,
  variables: { key: 'GROQ_API_KEY', baseUrl: 'GROQ_BASE_URL' },
  needs: ['key'],
  hasOthers: true,
  list,
  chat,
} satisfies Provider
