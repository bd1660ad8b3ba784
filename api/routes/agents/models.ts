import Router from '@koa/router'
import type { Config } from '../../../shared/config/settings.ts'
import { accessOf, splitModel, takesTemperature } from '../../../shared/providers/catalog/catalog.ts'
import { listPricesOf, priceOf } from '../../../shared/providers/prices.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { amount, flag, object, one, orNull, text } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'

const model = object('Model', 'A model that an agent may name.', {
  name: {
    ...text('The model as `provider:model`, for the `model` of an agent.'),
    examples: ['openai:gpt-4o-mini'],
  },
  is_default: flag('Whether agents that name no model use this one.'),
  takes_temperature: flag('Whether the `temperature` of an agent has an effect on it.'),
  takes_max_output_tokens: flag('Whether the `max_output_tokens` of an agent has an effect on it.'),
  price: orNull(
    object('ModelPrice', 'What the provider charges for tokens.', {
      input: amount('USD for a million tokens that the model reads.'),
      output: amount('USD for a million tokens that the model writes.'),
      cached: amount("USD for a million tokens that the model reads from its provider's cache."),
    }),
    'not known, so that its replies have no `cost_usd`',
  ),
})

const WHAT =
  'The models that the service knows of, the default first. An agent may also name another model of the same provider, for the service does not ask the provider which ones it has.'

export const models = new Router<State, Services>()
models.get(
  '/api/v1/models',
  operation(
    'listModels',
    'List the models that an agent may name',
    {
      200: one({
        type: 'array',
        items: model,
        description: 'The default model first, then those with a known price.',
      }),
    },
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
  const isElsewhere = provider.hasOthers && accessOf(provider, config).baseUrl
  const listed = isElsewhere ? [] : Object.keys(listPricesOf(provider.name))
  const others = provider.chat ? [...Object.keys(LLM_PRICES), ...listed] : []
  const names = [...new Set([LLM_MODEL, ...others.map((model) => `${provider.name}:${model}`)])]
  return names.map((name) => {
    const [input, output, cached] = priceOf(name, LLM_PRICES) ?? []
    return {
      name,
      is_default: name === LLM_MODEL,
      takes_temperature: takesTemperature(name),
      takes_max_output_tokens: provider.chat !== undefined,
      price: input === undefined ? null : { input, output, cached: cached ?? input },
    }
  })
}
