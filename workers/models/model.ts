import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { LRUCache } from 'lru-cache'
import { ATTACHMENT_TYPES } from '../../shared/lib/attachmentTypes.ts'
import { BUILTIN_MODEL } from '../../shared/lib/catalog/builtin.ts'
import { lacking, type providerSettings } from '../../shared/lib/catalog/catalog.ts'
import { type ModelParameters, notConfigured } from '../../shared/lib/catalog/protocols/provider.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import { AppError } from '../../shared/lib/errors.ts'
import { estimateTokens } from '../../shared/lib/text/tokens.ts'
import {
  type Connections,
  onlySettings,
  type ReachedModel,
} from '../../shared/models/connections.ts'
import { type Exchange, makeExchange } from '../../shared/models/httpExchange.ts'
import { makeParameters } from '../../shared/models/modelParameters.ts'
import { type CallTokens, costOf, tokenCount } from '../../shared/models/prices.ts'
import { ProviderError } from '../../shared/models/refusal.ts'
import type { Refusable } from '../../shared/models/unsupported.ts'
import { extractAnswer } from '../extractive/extractive.ts'
import type { ModelMessage, OfferedTool, Prompt, PromptFacts } from '../prompt/prompt.ts'
import type { Ask, ModelTraits, Reported } from './askClient.ts'
import { hasImagesOf, mayBeOfImages } from './images.ts'
import { cacheTokensOf, replyOf, type UnpricedReply } from './modelReply.ts'
import { hasCalls, mayBeOfCalls, tokensOfRequest, withTools } from './tools.ts'

export type ProviderSettings = Pick<Config, 'MODEL_TIMEOUT_SECONDS'> &
  Partial<Pick<Config, 'LLM_PRICES' | 'MODEL_CONTEXT_TOKENS' | keyof typeof providerSettings>>

export interface ModelRequest {
  /** The organization whose connections `model` may name; default: only the operator's. */
  organization_id?: string
  /** `provider:model` or `connection:model` */
  model: string
  temperature: number | null
  max_output_tokens: number | null
  messages: readonly ModelMessage[]
  /** The tools that the model may call; default: none. */
  tools?: readonly OfferedTool[] | undefined
  /** The contents of the messages as fields, for `builtin:extractive`. */
  facts?: Prompt['facts']
  /** Sent to the provider, for its own logs. */
  request_id?: string
  /** The most seconds of the call; default: MODEL_TIMEOUT_SECONDS. */
  seconds?: number
  /** Ends the call: at the deadline, after a lost lease, or at a shutdown. */
  signal: AbortSignal
  /**
   * Called with the whole text so far whenever it changes. It grows, but begins anew if it turns
   * out to have been thoughts. Undefined: the provider sends the reply as a whole.
   */
  onText?: ((text: string) => void) | undefined
  /**
   * Called if a call fails for which the provider may bill: it has reported tokens, or the call ran
   * out of time or was stopped after its request was sent. Then the tokens are estimated.
   */
  onSpent?: ((spent: Spent) => void) | undefined
}

/** A call's tokens, and its cost by the prices of the connection or the list; null: not known. */
export type Spent = CallTokens & { cost_usd: number | null }

export interface ModelReply extends UnpricedReply {
  /** In USD, by the prices of the connection or the list; null: they are not known. */
  cost_usd: number | null
  /** Whether the model was asked without the request's tools, because it takes none. */
  takesNoTools?: boolean
}

/** Calls a model. @throws AppError model_…, or the signal's reason if it was aborted */
export type CallModel = (request: ModelRequest) => Promise<ModelReply>

/** A provider's client. Its HTTP requests go through the exchange of its current call. */
interface ModelClient {
  model: BaseChatModel
  ask: Ask
  exchange?: Exchange
}

/**
 * The most idle clients of a kind (a connection's model with its parameters), and the most kinds.
 */
const MAX_IDLE = 100
const MAX_KINDS = 50

/** The most models of which it is remembered whether their thoughts have no opening mark. */
const MAX_MODELS = 200

/**
 * Makes the function that calls every provider through LangChain. Making a client takes 2 ms, so
 * idle clients are kept. A client serves one call at a time and is dropped after a failure, so that
 * ending a call ends no other call. If a model refuses a parameter, tools or the role `system`, the
 * call is repeated without it. If it may have refused images, the call is repeated without images;
 * if it may have refused tool calls of earlier rounds, with these calls as texts.
 */
export function makeCallModel(
  settings: ProviderSettings,
  connections: Connections = onlySettings(settings),
): CallModel {
  const idle = new LRUCache<string, ModelClient[]>({ max: MAX_KINDS })
  const parameters = makeParameters()
  const unopened = new LRUCache<string, boolean>({ max: MAX_MODELS })
  const idleOf = ({ source, listName }: ReachedModel, chosen: ModelParameters) => {
    const kind = JSON.stringify([source, listName, chosen])
    const clients = idle.get(kind) ?? []
    idle.set(kind, clients)
    return clients
  }

  async function call(
    request: ModelRequest,
    reached: ReachedModel,
    chosen: ModelParameters,
    traits: ModelTraits,
  ): Promise<ModelReply> {
    const {
      signal,
      onText,
      request_id: requestId,
      seconds = settings.MODEL_TIMEOUT_SECONDS,
    } = request
    const { route, listName, prices } = reached
    const exchange = makeExchange({ signal, seconds, inPieces: !!onText, requestId, route })
    const clients = idleOf(reached, chosen)
    const client = clients.pop() ?? (await openClient(reached, chosen))
    client.exchange = exchange
    const reported: Reported = {}
    try {
      const answer = await client.ask(client.model, exchange, request, traits, reported)
      if (clients.length < MAX_IDLE) clients.push(client)
      const key = `${reached.source} ${listName}`
      if (reported.isUnopened) unopened.set(key, true)
      else if (!unopened.has(key) && answer.text && answer.finish_reason !== 'length')
        unopened.set(key, false)
      return { ...answer, cost_usd: costOf(listName, answer, prices) }
    } catch (error) {
      exchange.end()
      const spent = exchange.isCutShort() ? estimateOf(reported, request) : spentOf(reported)
      if (spent) request.onSpent?.({ ...spent, cost_usd: costOf(listName, spent, prices) })
      signal.throwIfAborted()
      throw exchange.explain(error)
    }
  }

  return async function callModel(request) {
    if (request.model === BUILTIN_MODEL) return askBuiltin(request)
    const { organization_id = null, temperature, max_output_tokens } = request
    const reached = await connections.resolve(organization_id, request.model)
    const { source, listName: model } = reached
    const wanted = { source, model, temperature, max_output_tokens }
    let imageTypes = reached.provider.imageTypes ?? ATTACHMENT_TYPES
    let areCallsTexts = false
    const leftOut = new Set<Refusable>()
    // Ends, because nothing is left out twice, and refused images or calls are not sent again.
    for (;;) {
      const asked = withTools(request, parameters.takesTools(wanted), areCallsTexts)
      try {
        const traits = {
          imageTypes,
          takesSystem: parameters.takesSystem(wanted),
          cachedUpTo: (text: string) => reached.provider.cachedUpTo?.(text, reached.model),
          isUnopened: unopened.get(`${source} ${model}`),
        }
        const answer = await call(asked, reached, parameters.of(wanted), traits)
        return request.tools?.length && !asked.tools ? { ...answer, takesNoTools: true } : answer
      } catch (error) {
        const refused = refusedIn(error, asked)
        if (refused && !leftOut.has(refused)) {
          leftOut.add(refused)
          parameters.refuse(wanted, refused)
        } else if (hasImagesOf(asked.messages, imageTypes) && mayBeOfImages(error)) imageTypes = []
        else if (hasCalls(asked.messages) && mayBeOfCalls(error)) areCallsTexts = true
        else {
          // The refusal was of something else: the words for a refused role vary.
          if (leftOut.has('system')) parameters.allow(wanted, 'system')
          throw error
        }
      }
    }
  }
}

/** Returns what the model refuses of a request; null: nothing that it has. */
function refusedIn(error: unknown, { tools }: ModelRequest): Refusable | null {
  const refused = error instanceof ProviderError ? error.refusal.unsupported : null
  return refused === 'tools' && !tools ? null : refused
}

/** @throws AppError model_not_configured if the request has no facts to answer from */
async function askBuiltin(request: ModelRequest): Promise<ModelReply> {
  const { facts } = request
  if (!facts)
    throw new AppError('model_not_configured', `${BUILTIN_MODEL} answers messages of agents only.`)
  const toolCalls = facts.tools?.length ? await planOf(facts) : []
  const text = toolCalls.length ? '' : extractAnswer(facts)
  request.onText?.(text)
  const reply = replyOf({ text, facts: {}, usage: {} }, request)
  return {
    ...reply,
    ...(toolCalls.length && { toolCalls, finish_reason: 'tool_calls' }),
    cost_usd: 0,
  }
}

/** Loads the planner with the first tool: most workers never need it. */
async function planOf(facts: PromptFacts) {
  const { planCalls } = await import('../extractive/planCalls.ts')
  return planCalls(facts)
}

async function openClient(
  { provider, access, model }: ReachedModel,
  chosen: ModelParameters,
): Promise<ModelClient> {
  if (!provider.chat || lacking(provider, access).length) throw notConfigured()
  // LangChain takes 7 MB, which a worker does not need before its first call.
  const { ask } = await import('./askClient.ts')
  const client: Partial<ModelClient> = { ask }
  client.model = await provider.chat(access, model, chosen, () => client.exchange!)
  return client as ModelClient
}

/**
 * Estimates the tokens of a call that was ended before its answer was: all that the model was to
 * read, and what it has written so far. Providers report tokens only at the end.
 */
function estimateOf(reported: Reported, request: ModelRequest): CallTokens {
  const spent = spentOf(reported)
  const written = estimateTokens(reported.text ?? '')
  return {
    input_tokens: spent?.input_tokens || tokensOfRequest(request),
    output_tokens: Math.max(spent?.output_tokens ?? 0, written),
    cached_tokens: spent?.cached_tokens ?? 0,
  }
}

function spentOf({ usage }: Reported): CallTokens | undefined {
  const input_tokens = tokenCount(usage?.input_tokens) ?? 0
  const output_tokens = tokenCount(usage?.output_tokens) ?? 0
  if (input_tokens + output_tokens === 0) return undefined
  return { input_tokens, output_tokens, ...cacheTokensOf(usage, input_tokens) }
}
