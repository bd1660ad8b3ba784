import { v7 as uuid } from 'uuid'
import { type Db, sql } from '../db.ts'
import { AppError } from '../errors.ts'
import { recordsOf } from './records.ts'

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
  /** A reply that no knowledge supports is replaced by the fallback message. */
  require_grounding: boolean
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
  require_grounding: false,
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
                        instructions, model, temperature, max_output_tokens, fallback_message, greeting,
                        require_grounding)
    values (${uuid()}, ${organizationId}, ${agent.name}, ${agent.description}, ${agent.tone}, ${agent.language},
            ${agent.default_tasks}, ${agent.is_active}, ${agent.instructions}, ${agent.model}, ${agent.temperature},
            ${agent.max_output_tokens}, ${agent.fallback_message}, ${agent.greeting},
            ${agent.require_grounding})
    returning *`
  return created!
}

const records = recordsOf<Agent>({ table: 'agents', name: 'agent', defaults: { ...DEFAULTS } })

export const agentRecords = {
  ...records,

  /**
   * Deletes the agent with its sessions, conversations and their messages, which may be too many for one statement, and takes it
   * out of the knowledge that names it. What served it alone serves nobody from then on.
   */
  async remove(db: Db, organizationId: string, id: string): Promise<Agent> {
    return db.transaction(async (transaction) => {
      // Its threads first, as whoever posts to one locks it before its agent: the other way round they wait for each other.
      // Again for those that were opened meanwhile.
      let threads: ThreadSize[]
      do {
        threads = await lockThreads(transaction, organizationId, id)
        for (const ids of inBatches(threads))
          await sql(transaction)`
            delete from threads where organization_id = ${organizationId} and id = any(${ids}::uuid[])`
      } while (threads.length)
      const removed = await records.remove(transaction, organizationId, id)
      await sql(transaction)`
        update knowledge_entries set agent_ids = array_remove(agent_ids, ${id}), updated_at = now()
         where organization_id = ${organizationId} and agent_ids @> array[${id}]::uuid[]`
      return removed
    })
  },
}

type ThreadSize = { id: string; last_seq: number }

const lockThreads = (transaction: Db, organizationId: string, agentId: string) =>
  sql<ThreadSize>(transaction)`
    select id, last_seq from threads where organization_id = ${organizationId} and agent_id = ${agentId}
     order by id for update`

/** Of threads that one statement deletes: so many messages, and one thread more. */
const BATCH_MESSAGES = 5_000

/** @returns the ids, in their order */
function inBatches(threads: readonly ThreadSize[]): string[][] {
  const batches: string[][] = []
  let messages = Infinity
  for (const { id, last_seq } of threads) {
    if (messages > BATCH_MESSAGES) {
      batches.push([])
      messages = 0
    }
    batches.at(-1)!.push(id)
    // Its own row counts, too.
    messages += last_seq + 1
  }
  return batches
}

/** @throws AppError not_found where one of them is no agent of the organization */
export async function requireAgents(db: Db, organizationId: string, ids: readonly string[]): Promise<void> {
  const rows = await sql<{ id: string }>(db)`
    select id from agents where organization_id = ${organizationId} and id = any(${ids}::uuid[])`
  const known = new Set(rows.map(({ id }) => id))
  if (ids.some((id) => !known.has(id.toLowerCase())))
    throw new AppError('not_found', 'One of these agents is not an agent of your organization.')
}

/**
 * The language, as BCP 47, of all those of the agents that have one.
 * @param ids null: every agent of the organization
 * @returns null when they have several, or none
 */
export async function findSharedLanguage(
  db: Db,
  organizationId: string,
  ids: readonly string[] | null,
): Promise<string | null> {
  const [row] = await sql<{ language: string | null }>(db)`
    select case when count(distinct lower(left(language, 2))) = 1 then min(language) end as language
      from agents
     where organization_id = ${organizationId} and (${ids}::uuid[] is null or id = any(${ids}::uuid[]))`
  return row!.language
}
