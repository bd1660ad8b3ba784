import {
  at,
  bearer,
  checkInPath,
  fetchOf,
  NO_RETRIES,
  type Provider,
} from './protocols/provider.ts'

/** Claude from 3.7 on. Other models refuse a mark of the cache, or need none. */
const CACHING = /claude-(?:3-7|opus|sonnet|haiku)-/

/** Models in Amazon's cloud, called by the Converse API. */
export const bedrock = {
  name: 'bedrock',
  settings: {
    BEDROCK_API_KEY: {
      type: 'string',
      description:
        'Key for bedrock:… models: an API key of Bedrock, or with BEDROCK_ACCESS_KEY_ID its secret access key.',
    },
    BEDROCK_ACCESS_KEY_ID: {
      type: 'string',
      description: 'Access key of an IAM user, whose secret access key is then BEDROCK_API_KEY.',
    },
    BEDROCK_REGION: {
      type: 'string',
      pattern: '^[a-z0-9-]+$',
      description: 'Region of bedrock:… models, such as us-east-1.',
    },
    BEDROCK_BASE_URL: {
      type: 'string',
      format: 'uri',
      description: "Address of an endpoint of your own for Bedrock's runtime. Unset: the region's.",
    },
  } as const,
  variables: {
    key: 'BEDROCK_API_KEY',
    keyId: 'BEDROCK_ACCESS_KEY_ID',
    region: 'BEDROCK_REGION',
    baseUrl: 'BEDROCK_BASE_URL',
  },
  needs: ['key', 'region'],
  // https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html
  cachedUpTo: (text, model) =>
    CACHING.test(model)
      ? [
          { type: 'text', text },
          { type: 'cachePoint', cachePoint: { type: 'default' } },
        ]
      : undefined,
  list({ key, keyId, region, baseUrl = `https://bedrock.${region}.amazonaws.com` }) {
    // With an access key, the request for the list would need a signature.
    if (keyId) return undefined
    // The list lacks inference profiles, whose names many calls use.
    return { address: at(baseUrl, '/foundation-models'), headers: bearer(key), isOfOthers: true }
  },
  async chat(
    { key = '', keyId, region = '', baseUrl },
    model,
    { temperature, maxOutputTokens },
    http,
  ) {
    // Amazon's client encodes the name itself.
    checkInPath(model)
    const { bedrockChat } = await import('./protocols/bedrockChat.ts')
    const fields = { ...NO_RETRIES, model, temperature, maxTokens: maxOutputTokens, region }
    const address = baseUrl ?? `https://bedrock-runtime.${region}.amazonaws.com`
    return bedrockChat(fields, { key, keyId, address }, fetchOf(http))
  },
} satisfies Provider
