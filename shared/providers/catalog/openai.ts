import { needsResponses, openAiProtocol } from './protocols/openAiProtocol.ts'
import type { OpenAiServer } from './protocols/openAiServer.ts'
import { type Access, bearer, headersIn, type Provider } from './protocols/provider.ts'

/** Models that are known to accept no temperature. For others, a first refusal is remembered. */
const WITHOUT_TEMPERATURE = /^(o\d|gpt-5(-mini|-nano|-pro)?(-\d{4}|$))/

function serverOf(access: Access): OpenAiServer {
  const { baseUrl: address = 'https://api.openai.com/v1', key, organization, project } = access
  const payer = {
    ...(organization && { 'openai-organization': organization }),
    ...(project && { 'openai-project': project }),
  }
  return { address, headers: { ...bearer(key), ...payer, ...headersIn(access) } }
}

/** OpenAI, and every server that speaks its protocol. */
export const openai = {
  name: 'openai',
  settings: {
    OPENAI_API_KEY: { type: 'string', description: 'Key for openai: models.' },
    OPENAI_BASE_URL: {
      type: 'string',
      format: 'uri',
      description: 'Address of a server that speaks the OpenAI protocol. Unset: OpenAI.',
    },
    OPENAI_ORG_ID: { type: 'string', description: 'Organization that OpenAI bills, for a key of several.' },
    OPENAI_PROJECT_ID: { type: 'string', description: 'Project that OpenAI bills, for a key of several.' },
    OPENAI_CUSTOM_HEADERS: {
      type: 'string',
      description: 'Further headers for openai: models, such as those of a gateway: a `Name: value` a line.',
    },
  } as const,
  variables: {
    key: 'OPENAI_API_KEY',
    baseUrl: 'OPENAI_BASE_URL',
    organization: 'OPENAI_ORG_ID',
    project: 'OPENAI_PROJECT_ID',
    headers: 'OPENAI_CUSTOM_HEADERS',
  },
  needs: ['key'],
  hasOthers: true,
  prices: {
    'gpt-5.1': [1.25, 10],
    'gpt-5': [1.25, 10],
    'gpt-5-mini': [0.25, 2],
    'gpt-5-nano': [0.05, 0.4],
    o3: [2, 8],
    'o4-mini': [1.1, 4.4],
    'gpt-4o-mini': [0.15, 0.6],
    'gpt-4o': [2.5, 10],
    'gpt-4.1-nano': [0.1, 0.4],
    'gpt-4.1-mini': [0.4, 1.6],
    'gpt-4.1': [2, 8],
  },
  takesTemperature: (model) => !WITHOUT_TEMPERATURE.test(model),
  ...openAiProtocol({ server: serverOf, responds: needsResponses }),
} satisfies Provider
