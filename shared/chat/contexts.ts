import { isDeepStrictEqual } from 'node:util'
import { v7 as uuid } from 'uuid'
import { eraseCustomerSpending } from '../budgets/budgets.ts'
import { builder, run } from '../lib/db/builder.ts'
import { type Check, type Filter, recordsOf } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import { type Page, type Paged, toPage } from '../lib/db/paging.ts'
import { sql, sqlText } from '../lib/db/statements.ts'
import { notFound } from '../lib/errors.ts'
import { noteErasure } from '../retention/erasures.ts'
import { isPersonWith } from './threadSearch.ts'
import type { Thread } from './threads.ts'

export interface Context {
  id: string
  user_reference: string
  traits: Record<string, unknown>
  created_at: Date
  updated_at: Date
}

/**
 * SQL for whether a context's user has a chat with one of these agents: the chat refers to the
 * context, or its customer is the user.
 */
const CHATS_WITH = `exists (
  select from threads t
   where t.organization_id = contexts.organization_id and t.agent_id = any(:agents::uuid[])
     and (t.user_context_id = contexts.id or t.customer_id = contexts.user_reference))`

/**
 * Stores a context, or replaces the traits of the organization's context with this user reference.
 * @param agents replaces the traits only if the user has a chat with one of these agents;
 *   undefined: always
 * @returns undefined: the user has a context, but no chat with these agents
 */
export async function putContext(
  db: Db,
  organizationId: string,
  { user_reference, traits }: Pick<Context, 'user_reference' | 'traits'>,
  agents?: string,
): Promise<{ context: Context; isNew: boolean } | undefined> {
  const id = uuid()
  const [context] = await sqlText<Context>(
    db,
    `insert into contexts (id, organization_id, user_reference, traits)
     values (:id, :organizationId, :user_reference, :traits::jsonb)
     on conflict (organization_id, user_reference) do update set traits = excluded.traits, updated_at = now()
       where :agents::uuid[] is null or ${CHATS_WITH}
     returning id, user_reference, traits, created_at, updated_at`,
    { id, organizationId, user_reference, traits: JSON.stringify(traits), agents: agents ?? null },
  )
  return context && { context, isNew: context.id === id }
}

export const contextRecords = recordsOf<Context>({
  table: 'contexts',
  name: 'context',
  conditions: { search: isPersonWith, agents: () => CHATS_WITH.replace(':agents', '?') },
})

/**
 * Merges `changes` into the traits as RFC 7396 says: objects are merged key by key, null deletes a
 * key, and any other value replaces the old value.
 * @param reach the contexts that the caller may change
 * @param requireStorable receives the merged traits, and throws if they must not be stored
 * @throws AppError not_found; the errors of `check`
 */
export async function mergeTraits(
  db: Db,
  organizationId: string,
  id: string,
  changes: Traits,
  requireStorable: (traits: Traits) => void,
  reach: Filter,
  check?: Check<Context>,
): Promise<Context> {
  return db.transaction(async (transaction) => {
    // Two concurrent merges must both take effect.
    const before = await contextRecords.lock(transaction, organizationId, id, reach)
    check?.(before)
    const traits = mergedWith(before.traits, changes)
    if (isDeepStrictEqual(traits, before.traits)) return before
    requireStorable(traits)
    return contextRecords.change(transaction, organizationId, id, { traits })
  })
}

export type Traits = Record<string, unknown>

/** Merges `changes` into traits as RFC 7396 says. */
export const mergedWith = (traits: Traits, changes: Traits): Traits =>
  merge(traits, changes) as Traits

function merge(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged: Traits = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else merged[key] = merge(merged[key], value)
  }
  return merged
}

const isObject = (value: unknown): value is Traits =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the query of a user's threads: those that refer to the context, and those whose customer
 * is the user. Sessions count only if their visitor was verified. Other visitors choose their label
 * freely, so it proves nothing.
 */
const threadsOf = (organizationId: string, { id, user_reference }: Context) =>
  builder('threads')
    .where({ organization_id: organizationId })
    .where((its) => its.where({ user_context_id: id }).orWhere({ customer_id: user_reference }))

/**
 * Lists the user's conversations, and the sessions that they had as a verified visitor, oldest
 * first.
 */
export async function listThreadsOf(
  db: Db,
  organizationId: string,
  context: Context,
  page: Omit<Page, 'order'>,
): Promise<Paged<Thread>> {
  const query = threadsOf(organizationId, context)
    .modify((query) => {
      if (page.after) query.where('id', '>', page.after)
    })
    .orderBy('id')
    .limit(page.limit + 1)
  return toPage((await run<Thread>(db, query)).rows, page)
}

/** How many records were deleted with a context. */
export interface Erased {
  /** Includes the sessions that the user had as a verified visitor. */
  conversations: number
  messages: number
  feedback: number
}

/**
 * Deletes the context with the user's conversations and sessions, their messages and feedback, in
 * one transaction. A worker that writes a reply in such a thread finds the row deleted and stores
 * nothing.
 * @throws AppError not_found; the errors of `check`
 */
export async function eraseContext(
  db: Db,
  organizationId: string,
  id: string,
  check?: Check<Context>,
): Promise<Erased> {
  return db.transaction(async (transaction) => {
    // These locks keep new rows from referring to the context and new messages out of the
    // conversations, so the counts are exact.
    const [context] = await sql<Context>(transaction)`
      select * from contexts where organization_id = ${organizationId} and id = ${id} for update`
    if (!context) throw notFound('context')
    check?.(context)
    const rows = threadsOf(organizationId, context).select('id').orderBy('id').forUpdate()
    const threads = (await run<{ id: string }>(transaction, rows)).rows.map(({ id }) => id)
    const remove = async (table: string, column: string) => {
      const query = builder(table)
        .where({ organization_id: organizationId })
        .whereRaw('?? = any(?::uuid[])', [column, threads])
        .delete()
      return (await run(transaction, query)).rowCount
    }
    const feedback = await remove('feedback', 'thread_id')
    const messages =
      (await remove('messages', 'thread_id')) + (await remove('open_jobs', 'thread_id'))
    const conversations = await remove('threads', 'id')
    await contextRecords.remove(transaction, organizationId, id)
    await noteErasure(transaction, organizationId, context.user_reference)
    await eraseCustomerSpending(transaction, organizationId, context.user_reference)
    return { conversations, messages, feedback }
  })
}
