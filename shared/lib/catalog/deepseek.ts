import { openAiProtocol, usualServer } from './protocols/openAiProtocol.ts'
import type { Provider } from './protocols/provider.ts'

const { list, chat } = openAiProtocol({
  server: usualServer('https://api.deepseek.com'),
  // https://api-docs.deepseek.com/guides/thinking_mode
  echoesThoughts: true,
})

export const deepseek = {
  name: 'deepseek',
  settings: {
    DEEPSEEK_API_KEY: { type: 'string', description: 'Key for deepseek:… models.' },
    DEEPSEEK_BASE_URL: {
      type: 'string',
      format: 'uri',
      description:
        "Address of a server that speaks DeepSeek's protocol, without /chat/completions. Unset: DeepSeek.",
    },
  } as const,
  variables: { key: 'DEEPSEEK_API_KEY', baseUrl: 'DEEPSEEK_BASE_URL' },
  needs: ['key'],
  hasOthers: true,
  // The reasoner ignores a temperature.
  takesTemperature: (model) => model !== 'deepseek-reasoner',
  // DeepSeek refuses messages with anything but text.
  imageTypes: [],
  list,
  chat,
} satisfies Provider
