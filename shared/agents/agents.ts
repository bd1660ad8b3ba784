import { type Check, recordsOf } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import { sql, sqlText } from '../lib/db/statements.ts'
import { AppError } from '../lib/errors.ts'
import { AGENT_DEFAULTS, type AgentFields } from './fields.ts'

export interface Agent extends AgentFields {
  id: string
  created_at: Date
  updated_at: Date
}

const records = recordsOf<Agent>({
  table: 'agents',
  name: 'agent',
  defaults: AGENT_DEFAULTS,
  where: 'agents.deleted_at is null',
  conditions: { agents: () => 'id = any(?::uuid[])' },
})

export const agentRecords = {
  ...records,

  /**
   * Deletes the agent with its sessions, conversations and their messages, and removes it from the
   * knowledge and keys that name it. Knowledge that served only this agent then serves no agent. If
   * its rows do not fit into one batch, the agent is hidden and `purgeDeletedAgents` deletes them.
   * @param withThreads false: only an agent without threads
   * @throws AppError not_found, agent_in_use; the errors of `check`
   */
  async remove(
    db: Db,
    organizationId: string,
    id: string,
    check?: Check<Agent>,
    withThreads = false,
  ): Promise<Agent> {
    return db.transaction(async (transaction) => {
      if (!withThreads) await requireNoThreads(transaction, organizationId, id)
      // Locks its threads first, like posting. The other order could deadlock.
      const hasMore = await deleteFewThreads(transaction, organizationId, id)
      const removed = hasMore
        ? await hide(transaction, organizationId, id, check)
        : await records.remove(transaction, organizationId, id, check)
      await sql(transaction)`
        update knowledge_entries set agent_ids = array_remove(agent_ids, ${id}), updated_at = now()
         where organization_id = ${organizationId} and agent_ids @> array[${id}]::uuid[]`
      await sql(transaction)`
        update application_secrets set agent_ids = array_remove(agent_ids, ${id})
         where organization_id = ${organizationId} and agent_ids @> array[${id}]::uuid[]`
      return removed
    })
  },
}

/**
 * Refuses an agent with sessions or conversations. Until the transaction ends, no thread can be
 * opened, because its row refers to the agent's, which is locked for a deletion. Locks no thread,
 * so it cannot deadlock with a message that is posted.
 * @throws AppError not_found, agent_in_use
 */
async function requireNoThreads(
  transaction: Db,
  organizationId: string,
  id: string,
): Promise<void> {
  await records.get(transaction, organizationId, id)
  // Checked before the lock too, so that no request waits for it while many threads are counted.
  await refuseThreads(transaction, organizationId, id)
  await sql(transaction)`
    select from agents where organization_id = ${organizationId} and id = ${id} for update`
  await refuseThreads(transaction, organizationId, id)
}

/** Throws if the agent has threads. @throws AppError agent_in_use */
async function refuseThreads(db: Db, organizationId: string, id: string): Promise<void> {
  const [found] = await sql<{ conversations: number; sessions: number; messages: number }>(db)`
    select count(*) filter (where kind = 'conversation')::integer as conversations,
           count(*) filter (where kind = 'session')::integer as sessions,
           coalesce(sum(last_seq), 0)::integer as messages
      from threads where organization_id = ${organizationId} and agent_id = ${id}`
  const { conversations, sessions, messages } = found!
  if (conversations + sessions === 0) return
  throw new AppError(
    'agent_in_use',
    `The agent's conversations (${conversations}), sessions (${sessions}) and messages (${messages}) would be deleted with it. To keep them, set is_active to false instead: then it takes no more. To delete all of it, send ?conversations=delete.`,
    { data: { conversations, sessions, messages } },
  )
}

async function hide(
  transaction: Db,
  organizationId: string,
  id: string,
  check: Check<Agent> | undefined,
): Promise<Agent> {
  const agent = await records.lock(transaction, organizationId, id)
  check?.(agent)
  await sql(transaction)`
    update agents set deleted_at = now() where organization_id = ${organizationId} and id = ${id}`
  // The foreign key would do this only after the row is deleted.
  await sql(transaction)`
    update widget_configurations set agent_id = null
     where organization_id = ${organizationId} and agent_id = ${id}`
  return agent
}

/**
 * Deletes one batch of a deleted agent's rows in one transaction, and the agent itself once no rows
 * are left.
 * @returns about how many rows were deleted; 0: nothing is left
 */
export const purgeDeletedAgents = (db: Db): Promise<number> =>
  db.transaction(async (transaction) => {
    const [agent] = await sql<{ id: string; organization_id: string }>(transaction)`
      select id, organization_id from agents where deleted_at is not null
       order by deleted_at limit 1 for no key update skip locked`
    if (!agent) return 0
    const { organization_id, id } = agent
    const [first, ...others] = await lockThreads(transaction, organization_id, id)
    if (!first) {
      await sql(
        transaction,
      )`delete from agents where organization_id = ${organization_id} and id = ${id}`
      return 1
    }
    if (first.rows > BATCH_ROWS) {
      const messages = await deleteOldestMessages(transaction, organization_id, first.id)
      if (messages) return messages
    }
    const batch = [first, ...others.filter(({ total }) => total <= BATCH_ROWS)]
    await deleteThreads(transaction, organization_id, batch)
    return batch.reduce((sum, { rows }) => sum + rows, 0)
  })

/**
 * Deletes the threads of an agent if they fit into one batch.
 * @returns true if they do not fit, and stay
 */
async function deleteFewThreads(
  transaction: Db,
  organizationId: string,
  agentId: string,
): Promise<boolean> {
  // Repeated for threads that were opened since.
  for (;;) {
    const threads = await lockThreads(transaction, organizationId, agentId)
    if (threads.length === 0) return false
    if (threads.at(-1)!.total > BATCH_ROWS) return true
    await deleteThreads(transaction, organizationId, threads)
  }
}

interface ThreadSize {
  id: string
  /** Rows of the thread: its own and its messages'. */
  rows: number
  /** Rows of this and all earlier threads. */
  total: number
}

/** The most rows deleted in one transaction, which takes half a second. */
const BATCH_ROWS = 5_000

/**
 * Locks the first threads of an agent. `BATCH_ROWS + 1` threads always exceed a batch, because each
 * has a row.
 */
async function lockThreads(
  transaction: Db,
  organizationId: string,
  agentId: string,
): Promise<ThreadSize[]> {
  const threads = await sql<{ id: string; last_seq: number }>(transaction)`
    select id, last_seq from threads where organization_id = ${organizationId} and agent_id = ${agentId}
     order by id limit ${BATCH_ROWS + 1} for update`
  let total = 0
  return threads.map(({ id, last_seq }) => {
    total += last_seq + 1
    return { id, rows: last_seq + 1, total }
  })
}

const deleteThreads = (transaction: Db, organizationId: string, threads: readonly ThreadSize[]) =>
  sql(transaction)`
    delete from threads
     where organization_id = ${organizationId} and id = any(${threads.map(({ id }) => id)}::uuid[])`

/** Deletes a batch of the oldest messages of a thread that exceeds a batch. @returns how many */
async function deleteOldestMessages(
  transaction: Db,
  organizationId: string,
  threadId: string,
): Promise<number> {
  const rows = await sql(transaction)`
    delete from messages
     where organization_id = ${organizationId} and thread_id = ${threadId}
       and seq < (select min(seq) from messages
                   where organization_id = ${organizationId} and thread_id = ${threadId}) + ${BATCH_ROWS}
    returning id`
  return rows.length
}

/** Throws if any of the ids is no agent of the organization. @throws AppError not_found */
export async function requireAgents(
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  const rows = await sql<{ id: string }>(db)`
    select id from agents
     where organization_id = ${organizationId} and id = any(${ids}::uuid[]) and deleted_at is null`
  const known = new Set(rows.map(({ id }) => id))
  if (ids.some((id) => !known.has(id.toLowerCase())))
    throw new AppError(
      'not_found',
      'agent_ids: your organization does not have all of these agents.',
    )
}

/**
 * Returns SQL for the language, as BCP 47, that agents share; null: they have several, or none.
 * Agents without a language are left out.
 * @param ids SQL for their ids; null: every agent of the organization
 */
export const sharedLanguage = (organizationId: string, ids: string) => `(
  select case when count(distinct lower(left(language, 2) collate "C")) = 1 then min(language) end
    from agents
   where organization_id = ${organizationId} and deleted_at is null
     and (${ids} is null or id = any(${ids})))`

/** Finds the language that agents share, as `sharedLanguage` does. */
export async function findSharedLanguage(
  db: Db,
  organizationId: string,
  ids: readonly string[] | null,
): Promise<string | null> {
  const [row] = await sqlText<{ language: string | null }>(
    db,
    `select ${sharedLanguage(':organizationId', ':ids::uuid[]')} as language`,
    { organizationId, ids },
  )
  return row!.language
}
