import { v7 as uuid } from 'uuid'
import { type Check, createBelow, recordsOf } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import { withFreeName } from '../lib/db/freeNames.ts'
import { prepared, sql } from '../lib/db/statements.ts'
import { AppError } from '../lib/errors.ts'
import type { Place } from '../lib/sealing.ts'

/** USD per million tokens. */
export interface OwnPrice {
  input: number
  output: number
  /**
   * Input that the provider has in its cache; undefined: cached input costs as much as other input.
   */
  cached_input?: number
}

export interface ConnectionFields {
  /** The part before the colon of an agent's model. */
  name: string
  /** The name of a provider in the catalog, whose protocol the server speaks. */
  provider: string
  /** null: the provider's own address. */
  base_url: string | null
  /** Further options that the provider needs, such as a region. */
  options: Record<string, string>
  /** Sealed in the row's `connectionPlace`; null: the server needs no key. */
  sealed_key: string | null
  /** The last four characters of the key. */
  key_hint: string | null
  /** The models that the connection offers; empty: any. */
  models: string[]
  /** The prices of its models, which take precedence over the list's. */
  prices: Record<string, OwnPrice>
}

/** Defaults of a connection's fields. */
const DEFAULTS: Omit<ConnectionFields, 'name' | 'provider'> = {
  base_url: null,
  options: {},
  sealed_key: null,
  key_hint: null,
  models: [],
  prices: {},
}

/** How a provider's server is reached, and with which key. */
export interface Connection extends ConnectionFields {
  id: string
  /** null: the connection is the operator's, for every organization. */
  organization_id: string | null
  created_at: Date
  updated_at: Date
  /**
   * null: the connection was not tested since it was made, or since its server, key or models
   * changed.
   */
  last_test: LastTest | null
}

/** What the last test of a connection found. */
export interface LastTest {
  works: boolean
  detail: string
  /** ISO 8601. */
  tested_at: string
}

const records = recordsOf<Connection>({
  table: 'connections',
  name: 'connection',
  defaults: DEFAULTS,
})

/** Returns the place in which a connection's key is sealed. */
export const connectionPlace = ({
  organization_id,
  id,
}: Pick<Connection, 'organization_id' | 'id'>): Place => ({
  organization_id,
  table: 'connections',
  row: id,
})

/** The connections of an organization. */
export const connectionRecords = {
  ...records,

  /**
   * Stores a connection.
   * @throws AppError name_taken if the organization has a connection of this name
   */
  create: (db: Db, organizationId: string, fields: Partial<Connection>): Promise<Connection> =>
    withFreeName(NAMES, `connection ${fields.name}`, () =>
      records.create(db, organizationId, fields),
    ),

  /**
   * @throws AppError not_found; connection_in_use, which names the agents and budgets that use the
   *   connection's models; what `check` throws
   */
  async remove(
    db: Db,
    organizationId: string,
    id: string,
    check?: Check<Connection>,
  ): Promise<Connection> {
    return db.transaction(async (transaction) => {
      const connection = await records.lock(transaction, organizationId, id)
      check?.(connection)
      const { name } = connection
      const agents = await listAgentsOf(transaction, organizationId, name)
      const budgets = await listBudgetsOf(transaction, organizationId, name)
      if (agents.length + budgets.length > 0) throw inUse(agents, budgets)
      return records.remove(transaction, organizationId, id)
    })
  },
}

function inUse(
  agents: readonly { id: string; name: string }[],
  budgets: readonly { id: string }[],
): AppError {
  const shown = agents.slice(0, 5).map((agent) => agent.name)
  const more = agents.length > shown.length ? ` and ${agents.length - shown.length} more` : ''
  const sentences = [
    agents.length > 0 &&
      `Agents use this connection: ${shown.join(', ')}${more}. Give them another model first.`,
    budgets.length > 0 &&
      `Budgets fall back to a model of this connection: ${budgets.length}. Change or delete them first.`,
  ]
  return new AppError('connection_in_use', sentences.filter(Boolean).join(' '), {
    data: { agents, budgets },
  })
}

/** Locks an organization's connections against changes and deletion until the transaction ends. */
export async function lockConnections(
  transaction: Db,
  organizationId: string,
  names: readonly string[],
): Promise<void> {
  await sql(transaction)`
    select 1 from connections where organization_id = ${organizationId} and name = any(${names}::text[])
     order by id for share`
}

/**
 * Stores the result of a test, unless the connection has changed since the test began.
 * @param tested the connection as it was read for the test
 */
export async function keepTest(
  db: Db,
  organizationId: string,
  { id, updated_at }: Connection,
  test: LastTest,
): Promise<void> {
  await sql(db)`
    update connections set last_test = ${test}::jsonb
     where organization_id = ${organizationId} and id = ${id}
       and date_trunc('milliseconds', updated_at) = ${updated_at}`
}

/** The most connections of an organization. */
export const MAX_CONNECTIONS = 50

/**
 * Stores a connection.
 * @returns undefined: the organization has `MAX_CONNECTIONS` already
 * @throws AppError name_taken
 */
export const addConnection = (
  db: Db,
  organizationId: string,
  fields: Connection,
): Promise<Connection | undefined> =>
  createBelow(db, organizationId, { table: 'connections', most: MAX_CONNECTIONS }, (transaction) =>
    connectionRecords.create(transaction, organizationId, fields),
  )

const NAMES = 'connections_organization_id_name_key'

/** The most agents that a refused deletion names. */
const MAX_AGENTS = 100

function listAgentsOf(
  db: Db,
  organizationId: string,
  name: string,
): Promise<{ id: string; name: string }[]> {
  return sql<{ id: string; name: string }>(db)`
    select id, name from agents
     where organization_id = ${organizationId} and deleted_at is null
       and exists (select from unnest(array[model, grounding_model] || fallback_models) m where starts_with(m, ${`${name}:`}))
     order by name, id limit ${MAX_AGENTS}`
}

/**
 * Lists the budgets that fall back to a model of the connection. They need no limit, because an
 * organization has at most MAX_BUDGETS.
 */
function listBudgetsOf(db: Db, organizationId: string, name: string): Promise<{ id: string }[]> {
  return sql<{ id: string }>(db)`
    select id from budgets
     where organization_id = ${organizationId} and split_part(fallback_model, ':', 1) = ${name} order by id`
}

/**
 * Finds a connection by its name: the organization's own, else the operator's.
 * @param organizationId null: only the operator's
 */
export async function findConnection(
  db: Db,
  organizationId: string | null,
  name: string,
): Promise<Connection | undefined> {
  const [row] = await prepared<Connection>(db)`
    select * from connections
     where name = ${name} and (organization_id = ${organizationId}::uuid or organization_id is null)
     order by organization_id nulls last limit 1`
  return row
}

/** Lists the connections whose models an organization's agents may name, its own first. */
export function listConnections(db: Db, organizationId: string): Promise<Connection[]> {
  return sql<Connection>(db)`
    select * from connections where organization_id = ${organizationId} or organization_id is null
     order by organization_id nulls last, name`
}

/** Lists the operator's connections by name. */
export function listOperatorConnections(db: Db): Promise<Connection[]> {
  return sql<Connection>(db)`select * from connections where organization_id is null order by name`
}

/**
 * Stores a connection of the operator, and replaces an earlier connection of the same name.
 * @param fieldsOf returns the fields to write, by the row's id and the earlier connection
 */
export function putOperatorConnection(
  db: Db,
  name: string,
  fieldsOf: (id: string, before: Connection | undefined) => Omit<ConnectionFields, 'name'>,
): Promise<Connection> {
  return db.transaction(async (transaction) => {
    const [before] = await sql<Connection>(transaction)`
      select * from connections where name = ${name} and organization_id is null for update`
    const id = before?.id ?? uuid()
    const { provider, base_url, options, sealed_key, key_hint, models, prices } = fieldsOf(
      id,
      before,
    )
    const [row] = await sql<Connection>(transaction)`
      insert into connections (id, organization_id, name, provider, base_url, options, sealed_key, key_hint, models, prices)
      values (${id}, null, ${name}, ${provider}, ${base_url}, ${options}::jsonb, ${sealed_key}, ${key_hint}, ${models}::text[],
              ${prices}::jsonb)
      on conflict (id) do update
        set provider = excluded.provider, base_url = excluded.base_url, options = excluded.options,
            sealed_key = excluded.sealed_key, key_hint = excluded.key_hint, models = excluded.models,
            prices = excluded.prices, updated_at = now()
      returning *`
    return row!
  })
}

/**
 * Lists the agents of any organization that use models of a connection of the operator; at most
 * five.
 */
export function listAgentsOfOperator(
  db: Db,
  name: string,
): Promise<{ name: string; organization: string }[]> {
  return sql<{ name: string; organization: string }>(db)`
    select a.name, o.name as organization from agents a join organizations o on o.id = a.organization_id
     where a.deleted_at is null
       and exists (select from unnest(array[a.model, a.grounding_model] || a.fallback_models) m where starts_with(m, ${`${name}:`}))
       and not exists (select from connections c where c.organization_id = a.organization_id and c.name = ${name})
     order by o.name, a.name limit 5`
}

/**
 * Deletes a connection of the operator.
 * @returns whether the operator had a connection of this name
 */
export async function removeOperatorConnection(db: Db, name: string): Promise<boolean> {
  const rows = await sql(db)`
    delete from connections where name = ${name} and organization_id is null returning id`
  return rows.length > 0
}
