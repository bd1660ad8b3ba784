import { needsResponses, openAiProtocol } from './protocols/openAiProtocol.ts'
import type { OpenAiServer } from './protocols/openAiServer.ts'
import { type Access, bearer, headersIn, type Provider } from './protocols/provider.ts'

/**
 * Models that are known to accept no temperature. For other models, the first refusal is
 * remembered.
 */
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
    OPENAI_API_KEY: { type: 'string', matters: true, description: 'Key for openai:… models.' },
    OPENAI_BASE_URL: {
      type: 'string',
      format: 'uri',
      description: 'Address of a server that speaks the OpenAI protocol. Unset: OpenAI.',
    },
    OPENAI_ORG_ID: {
      type: 'string',
      description: 'Organization that OpenAI bills, if the key belongs to several.',
    },
    OPENAI_PROJECT_ID: {
      type: 'string',
      description: 'Project that OpenAI bills, if the key belongs to several.',
    },
    OPENAI_CUSTOM_HEADERS: {
      type: 'string',
      description:
        'Further headers for openai:… models, such as those of a gateway: a `Name: value` a line.',
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
  smallModel: 'gpt-5.4-nano',
  takesTemperature: (model) => !WITHOUT_TEMPERATURE.test(model),
  ...openAiProtocol({ server: serverOf, responds: needsResponses }),
} satisfies Provider
