import { needsResponses, openAiProtocol } from './protocols/openAiProtocol.ts'
import type { OpenAiServer } from './protocols/openAiServer.ts'
import { type Access, at, inPath, type Provider } from './protocols/provider.ts'

const pathOf = ({ baseUrl = '' }: Access) =>
  at(baseUrl.replace(/\/openai(\/v1)?\/?$/, ''), '/openai')

/**
 * Returns the server of a deployment.
 * @param model the deployment's name. Addresses before API version v1 have it in their path
 */
function serverOf(access: Access, model: string): OpenAiServer {
  const { key = '', apiVersion } = access
  const headers = { 'api-key': key }
  if (!apiVersion) return { address: `${pathOf(access)}/v1`, headers }
  const address = `${pathOf(access)}/deployments/${inPath(model)}`
  return { address, query: `?api-version=${encodeURIComponent(apiVersion)}`, headers }
}

/**
 * OpenAI's models in Microsoft's cloud. A model's name is the name of the operator's own
 * deployment.
 */
export const azure = {
  name: 'azure',
  settings: {
    AZURE_OPENAI_API_KEY: { type: 'string', description: 'Key for azure:… models.' },
    AZURE_OPENAI_BASE_URL: {
      type: 'string',
      format: 'uri',
      description:
        'Address of an Azure OpenAI resource, such as https://NAME.openai.azure.com. Its models are named by their deployments.',
    },
    AZURE_OPENAI_API_VERSION: {
      type: 'string',
      description:
        'Version of a resource without /openai/v1, such as 2024-10-21. Unset: /openai/v1 is used.',
    },
  } as const,
  variables: {
    key: 'AZURE_OPENAI_API_KEY',
    baseUrl: 'AZURE_OPENAI_BASE_URL',
    apiVersion: 'AZURE_OPENAI_API_VERSION',
  },
  needs: ['key', 'baseUrl'],
  ...openAiProtocol({
    server: serverOf,
    responds: (access, model) => !access.apiVersion && needsResponses(access, model),
  }),
  list(access) {
    const { headers, query = '' } = serverOf(access, '')
    // The list names the models that can be deployed, not the deployments.
    return {
      address: `${pathOf(access)}${query ? '' : '/v1'}/models${query}`,
      headers,
      isOfOthers: true,
    }
  },
} satisfies Provider
