import Router from '@koa/router'
import {
  accessOf,
  providerOf,
  splitModel,
  takesTemperature,
} from '../../../shared/lib/catalog/catalog.ts'
import type { Config } from '../../../shared/lib/config/settings.ts'
import { lookUp } from '../../../shared/lib/lookUp.ts'
import { pricesOf } from '../../../shared/models/connections.ts'
import { listPricesOf, type Prices, priceOf } from '../../../shared/models/prices.ts'
import { type Connection, listConnections } from '../../../shared/models/storedConnections.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { amount, flag, object, one, orNull, text } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'

const model = object('Model', 'A model that an agent may name.', {
  name: {
    ...text('The model as `provider:model` or `connection:model`, for the `model` of an agent.'),
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
  "The models that the service knows: the default first, then those of your connections and the operator's. An agent may also name another model of the same provider, or of a connection without `models`, because the service does not ask the provider for its list."

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
        description:
          'The default model first, then models with a known price, then models of connections.',
      }),
    },
    WHAT,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  getModels,
)

async function getModels(ctx: Ctx) {
  const { LLM_MODEL } = ctx.config
  const connections = await listConnections(ctx.db, ctx.state.caller.organization_id)
  // A name refers to the organization's own connection first, and its connections come first here.
  const reachable = connections.filter(
    ({ name }, at) => connections.findIndex((earlier) => earlier.name === name) === at,
  )
  const all = [...modelsOf(ctx.config), ...reachable.flatMap(modelsOfConnection)].map((model) => ({
    ...model,
    is_default: model.name === LLM_MODEL,
  }))
  const found = all.toSorted((left, right) => Number(right.is_default) - Number(left.is_default))
  answer(ctx, 200, `${found.length} found.`, found)
}

/** Returns the models of the provider that the operator's settings name. */
function modelsOf(config: Config) {
  const { LLM_MODEL, LLM_PRICES } = config
  const { provider } = splitModel(LLM_MODEL)
  if (!provider) return []
  // Other servers that speak a provider's protocol have other models.
  const isElsewhere = provider.hasOthers && accessOf(provider, config).baseUrl
  const listed = isElsewhere ? [] : Object.keys(listPricesOf(provider.name))
  const others = provider.chat ? [...Object.keys(LLM_PRICES), ...listed] : []
  const names = [...new Set([LLM_MODEL, ...others.map((model) => `${provider.name}:${model}`)])]
  return names.map((name) => modelOf(name, name, LLM_PRICES))
}

/** Returns the models that a connection names, or else those with a known price. */
function modelsOfConnection({
  name,
  provider: providerName,
  base_url,
  models,
  prices,
}: Connection) {
  const provider = providerOf(providerName)
  if (!provider?.chat) return []
  const own = pricesOf(prices)
  const isElsewhere = base_url !== null && !provider.isFree
  const known = [
    ...Object.keys(prices),
    ...(isElsewhere ? [] : Object.keys(listPricesOf(provider.name))),
  ]
  return [...new Set(models.length ? models : known)].map((model) => {
    const { price, ...rest } = modelOf(`${name}:${model}`, `${providerName}:${model}`, own)
    return { ...rest, price: isElsewhere && !lookUp(own, model) ? null : price }
  })
}

/**
 * Describes a model.
 * @param name by which agents refer to it
 * @param listName `provider:model`, its name in price lists
 */
function modelOf(name: string, listName: string, prices: Prices) {
  const [input, output, cached] = priceOf(listName, prices) ?? []
  return {
    name,
    takes_temperature: takesTemperature(listName),
    takes_max_output_tokens: splitModel(listName).provider?.chat !== undefined,
    price: input === undefined ? null : { input, output, cached: cached ?? input },
  }
}
