import Router from '@koa/router'
import type { Config } from '../../../shared/config/settings.ts'
import { priceOf, splitModel, takesTemperature } from '../../../shared/providers/catalog/catalog.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { object, one, orNull, text } from '../../http/plainSchemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'

const usd = { type: 'number', minimum: 0, description: 'USD per million tokens.' }

const model = object('Model', {
  name: { ...text, description: 'For `model` of an agent.', examples: ['openai:gpt-4o-mini'] },
  is_default: { type: 'boolean', description: 'Of agents that name none.' },
  takes_temperature: {
    type: 'boolean',
    description: 'False: `temperature` of an agent does nothing.',
  },
  takes_max_output_tokens: {
    type: 'boolean',
    description: 'False: `max_output_tokens` of an agent does nothing.',
  },
  price: orNull(object('ModelPrice', { input: usd, output: usd })),
})

const WHAT =
  'What the service is set up with, first the default. An agent may name any other model of the same provider: the service does not ask the provider what it has.'

export const models = new Router<State, Services>()
models.get(
  '/api/v1/models',
  operation(
    'listModels',
    'Which models an agent may name',
    { 200: one({ type: 'array', items: model }) },
    WHAT,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  getModels,
)

function getModels(ctx: Ctx) {
  const found = modelsOf(ctx.config)
  answer(ctx, 200, `${found.length} found.`, found)
}

function modelsOf(config: Config) {
  const { LLM_MODEL, LLM_PRICES } = config
  const provider = splitModel(LLM_MODEL).provider!
  // Other servers that speak a provider's protocol have other models.
  const listed = (provider.isListed?.(config) ?? true) ? Object.keys(provider.prices) : []
  const others = provider.chat ? [...Object.keys(LLM_PRICES), ...listed] : []
  const names = [...new Set([LLM_MODEL, ...others.map((model) => `${provider.name}:${model}`)])]
  return names.map((name) => {
    const [input, output] = priceOf(name, LLM_PRICES) ?? []
    return {
      name,
      is_default: name === LLM_MODEL,
      takes_temperature: takesTemperature(name),
      takes_max_output_tokens: provider.chat !== undefined,
      price: input === undefined ? null : { input, output },
    }
  })
}
