import { withStopReason } from './protocols/anthropicStream.ts'
import {
  type Access,
  at,
  type CallHttp,
  headersIn,
  NO_KEY,
  openChat,
  type Provider,
} from './protocols/provider.ts'

const ADDRESS = 'https://api.anthropic.com'
const headersOf = ({ key, ...access }: Access) => ({
  ...(key && { 'x-api-key': key }),
  'anthropic-version': '2023-06-01',
  ...headersIn(access),
})

/** The limit for agents that set none, because Anthropic's API requires a limit. */
const MAX_OUTPUT_TOKENS = 2048

export const anthropic = {
  name: 'anthropic',
  settings: {
    ANTHROPIC_API_KEY: {
      type: 'string',
      matters: true,
      description: 'Key for anthropic:… models.',
    },
    ANTHROPIC_BASE_URL: {
      type: 'string',
      format: 'uri',
      description:
        "Address of a server that speaks Anthropic's protocol, without /v1/messages. Unset: Anthropic.",
    },
    ANTHROPIC_CUSTOM_HEADERS: {
      type: 'string',
      description:
        'Further headers for anthropic:… models, such as those of a gateway: a `Name: value` a line.',
    },
  } as const,
  variables: {
    key: 'ANTHROPIC_API_KEY',
    baseUrl: 'ANTHROPIC_BASE_URL',
    headers: 'ANTHROPIC_CUSTOM_HEADERS',
  },
  needs: ['key'],
  hasOthers: true,
  // https://docs.claude.com/en/docs/build-with-claude/prompt-caching
  cachedUpTo: (text) => [{ type: 'text', text, cache_control: { type: 'ephemeral' } }],
  smallModel: 'claude-haiku-4-5',
  list: (access) => ({
    address: at(access.baseUrl ?? ADDRESS, '/v1/models?limit=1000'),
    headers: headersOf(access),
  }),
  chat(access, model, { temperature, maxOutputTokens }, http) {
    const baseURL = access.baseUrl ?? ADDRESS
    const headers = { 'content-type': 'application/json', ...headersOf(access) }
    // Replaces the client's headers, which include the operator's ANTHROPIC_AUTH_TOKEN and
    // ANTHROPIC_CUSTOM_HEADERS, even for servers of others.
    const fetch: CallHttp['fetch'] = async (address, init) =>
      withStopReason(await http().fetch(address, { ...init, headers }))
    const clientOptions = { baseURL, fetch, logLevel: 'off' }
    const maxTokens = maxOutputTokens ?? MAX_OUTPUT_TOKENS
    return openChat('anthropic', model, { apiKey: NO_KEY, temperature, maxTokens, clientOptions })
  },
} satisfies Provider
