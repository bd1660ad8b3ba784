import { v7 as uuid } from 'uuid'
import { type Db, sql } from '../db.ts'
import { notFound } from '../errors.ts'
import { type Page, type Paged, toPage } from './paging.ts'

export interface AgentFields {
  name: string
  description: string | null
  tone: string | null
  /** BCP 47. */
  language: string | null
  default_tasks: string[]
  is_active: boolean
  instructions: string | null
  /** `provider:model`; null: the service's LLM_MODEL. */
  model: string | null
  temperature: number | null
  max_output_tokens: number | null
  fallback_message: string | null
  greeting: string | null
}

/** What an agent is where nothing else is said. */
const DEFAULTS: Omit<AgentFields, 'name'> = {
  description: null,
  tone: null,
  language: null,
  default_tasks: [],
  is_active: true,
  instructions: null,
  model: null,
  temperature: null,
  max_output_tokens: null,
  fallback_message: null,
  greeting: null,
}

export interface Agent extends AgentFields {
  id: string
  created_at: Date
  updated_at: Date
}

export async function createAgent(
  db: Db,
  organizationId: string,
  fields: Pick<AgentFields, 'name'> & Partial<AgentFields>,
): Promise<Agent> {
  const agent = { ...DEFAULTS, ...fields }
  const [created] = await sql<Agent>(db)`
    insert into agents (id, organization_id, name, description, tone, language, default_tasks, is_active,
                        instructions, model, temperature, max_output_tokens, fallback_message, greeting)
    values (${uuid()}, ${organizationId}, ${agent.name}, ${agent.description}, ${agent.tone}, ${agent.language},
            ${agent.default_tasks}, ${agent.is_active}, ${agent.instructions}, ${agent.model}, ${agent.temperature},
            ${agent.max_output_tokens}, ${agent.fallback_message}, ${agent.greeting})
    returning *`
  return created!
}

/** @throws AppError not_found */
export async function getAgent(db: Db, organizationId: string, id: string): Promise<Agent> {
  const [agent] = await sql<Agent>(db)`
    select * from agents where organization_id = ${organizationId} and id = ${id}`
  if (!agent) throw notFound('agent')
  return agent
}

export async function listAgents(db: Db, organizationId: string, page: Page): Promise<Paged<Agent>> {
  const rows = await db<Agent & { organization_id: string }>('agents')
    .where('organization_id', organizationId)
    .modify((query) => {
      if (page.after) query.where('id', page.order === 'asc' ? '>' : '<', page.after)
    })
    .orderBy('id', page.order)
    .limit(page.limit + 1)
  return toPage(rows, page)
}

/** @returns those of `ids` that are agents of the organization */
export async function findAgentIds(
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }>(db)`
    select id from agents where organization_id = ${organizationId} and id = any(${ids}::uuid[])`
  return rows.map(({ id }) => id)
}
