import { LRUCache } from 'lru-cache'
import { accessOf, providerOf, splitModel } from '../lib/catalog/catalog.ts'
import { type Access, notConfigured, type Provider } from '../lib/catalog/protocols/provider.ts'
import type { Config } from '../lib/config/config.ts'
import type { Db } from '../lib/db/db.ts'
import { lazyGuardedAgent } from '../lib/egress/guardedAgent.ts'
import { parseHosts } from '../lib/egress/publicAddresses.ts'
import { AppError } from '../lib/errors.ts'
import { makeSealer, type Sealer } from '../lib/sealing.ts'
import { accessIn } from './connectionFields.ts'
import { type CallRoute, NO_LIMITS } from './httpExchange.ts'
import type { Price, Prices } from './prices.ts'
import {
  type Connection,
  connectionPlace,
  findConnection,
  type OwnPrice,
} from './storedConnections.ts'

/** A model, and how it is reached: by the operator's settings, or by a connection. */
export interface ReachedModel {
  provider: Provider
  access: Access
  /** The model's name at its provider. */
  model: string
  route: CallRoute
  /**
   * Identifies the connection and its present state. Clients that were made for the same source can
   * be reused.
   */
  source: string
  /**
   * `provider:model`, the key of the model's price, context and parameters. List prices do not hold
   * for addresses other than the provider's own: see `prices`.
   */
  listName: string
  /** Prices by model name, which take precedence over the list's. */
  prices: Prices
}

/** Resolves the names of models to their servers. */
export interface Connections {
  /**
   * Finds out how a model is reached.
   * @param organizationId the organization whose connections count, beside the operator's; null:
   *   only the operator's count
   * @param name `provider:model`, reached by the operator's settings, or `connection:model`
   * @throws AppError model_not_configured, secret_key_missing
   */
  resolve(organizationId: string | null, name: string): Promise<ReachedModel>
}

/** Resolves models by the connections in the database, too. */
export interface StoredConnections extends Connections {
  /** Returns how a connection reaches a model. @throws AppError as `resolve` does */
  reach(connection: Connection, model: string): ReachedModel
}

/** The most connections that a process remembers. Each takes less than 1 kB. */
const MAX_CONNECTIONS = 1_000

type ConnectionSettings = Pick<
  Config,
  | 'SECRET_KEYS'
  | 'EGRESS_ALLOWED_HOSTS'
  | 'LLM_PRICES'
  | 'HISTORY_TOKENS'
  | 'KNOWLEDGE_TOKENS'
  | 'MODEL_CONTEXT_TOKENS'
  | 'times'
>

/** The most tokens of a prompt's other parts, beside history and knowledge, and of its reply. */
const OTHER_TOKENS = 5_000

/**
 * Makes the connections of this process. It notices a changed or deleted connection within
 * `connectionsTtlMs`. Servers that an organization has chosen are reached at public addresses only;
 * see `guardedAgent`.
 */
export function makeConnections(db: Db, settings: ConnectionSettings): StoredConnections {
  const own = onlySettings(settings)
  const sealer = makeSealer(settings.SECRET_KEYS)
  const guarded = lazyGuardedAgent(parseHosts(settings.EGRESS_ALLOWED_HOSTS), NO_LIMITS)
  const found = new LRUCache<string, Promise<Connection | undefined>>({
    max: MAX_CONNECTIONS,
    ttl: settings.times.connectionsTtlMs,
  })

  function find(organizationId: string | null, name: string): Promise<Connection | undefined> {
    const key = `${organizationId} ${name}`
    const known = found.get(key)
    if (known) return known
    const finding = findConnection(db, organizationId, name)
    found.set(key, finding)
    // Failures and missing connections are not cached, because the connection may be made at any
    // moment.
    const forget = () => void (found.peek(key) === finding && found.delete(key))
    finding.then((connection) => connection ?? forget(), forget)
    return finding
  }

  return {
    async resolve(organizationId, name) {
      const { provider, model } = splitModel(name)
      if (provider) return own.resolve(organizationId, name)
      const connection = await find(organizationId, name.slice(0, name.indexOf(':')))
      if (!connection) throw notConfigured()
      return offer(connection, model)
    },
    reach,
  }

  function offer(connection: Connection, model: string): ReachedModel {
    const { name, models } = connection
    if (models.length === 0 || models.includes(model)) return reach(connection, model)
    throw new AppError(
      'model_not_configured',
      `The connection ${name} does not offer ${model}. Name another model, or change the connection's models.`,
    )
  }

  function reach(connection: Connection, model: string): ReachedModel {
    const { id, organization_id, name, base_url, updated_at } = connection
    const provider = providerOf(connection.provider)
    // A newer version may have stored a provider that this version does not know.
    if (!provider) throw notConfigured()
    const access = accessBy(connection, sealer, provider, settings)
    const isOwn = !base_url || provider.isFree
    return {
      provider,
      access,
      model,
      route: { dispatcher: organization_id === null ? undefined : guarded(), key: access.key },
      source: `${id} ${updated_at.getTime()}`,
      listName: `${isOwn ? provider.name : name}:${model}`,
      prices: {
        ...(organization_id === null && settings.LLM_PRICES),
        ...pricesOf(connection.prices),
      },
    }
  }
}

/** Resolves models by the operator's settings alone. */
export function onlySettings(settings: object & Partial<Pick<Config, 'LLM_PRICES'>>): Connections {
  return {
    async resolve(_, name) {
      const { provider, model } = splitModel(name)
      if (!provider) throw notConfigured()
      const access = accessOf(provider, settings)
      const { LLM_PRICES: prices = {} } = settings
      return {
        provider,
        access,
        model,
        route: { key: access.key },
        source: '',
        listName: name,
        prices,
      }
    },
  }
}

/** Returns the access that a connection gives. @throws AppError secret_key_missing */
function accessBy(
  connection: Connection,
  sealer: Sealer,
  provider: Provider,
  { HISTORY_TOKENS, KNOWLEDGE_TOKENS, MODEL_CONTEXT_TOKENS }: ConnectionSettings,
): Access {
  const { sealed_key } = connection
  // A prompt is written before its connection is looked up, so every server must have room for the
  // longest prompt.
  const longest = HISTORY_TOKENS + KNOWLEDGE_TOKENS + OTHER_TOKENS
  const contextTokens = provider.contextTokens && (MODEL_CONTEXT_TOKENS ?? longest)
  const key = sealed_key && sealer.open(sealed_key, connectionPlace(connection))
  return { ...accessIn(connection, key), ...(contextTokens !== undefined && { contextTokens }) }
}

/** Returns the prices in the form of the price list. */
export const pricesOf = (prices: Record<string, OwnPrice>): Record<string, Price> =>
  Object.fromEntries(
    Object.entries(prices).map(([model, { input, output, cached_input = input }]) => [
      model,
      [input, output, cached_input],
    ]),
  )
