import type { Knex } from 'knex'
import { ACCOUNTS } from './baseline/accounts.ts'
import { AGENTS } from './baseline/agents.ts'
import { ANALYTICS } from './baseline/analytics.ts'
import { BASELINE, runBeforeBaseline, UPGRADE_FIRST } from './baseline/before.ts'
import { BUDGETS } from './baseline/budgets.ts'
import { CHAT } from './baseline/chat.ts'
import { EVENTS } from './baseline/events.ts'
import { HANDOFFS } from './baseline/handoffs.ts'
import { JOBS } from './baseline/jobs.ts'
import { KNOWLEDGE } from './baseline/knowledge.ts'
import { partitions } from './baseline/partitions.ts'
import { REPEATED } from './baseline/repeated.ts'

/** All tables, in the order of their references. */
const SUBJECTS = [
  REPEATED,
  ACCOUNTS,
  AGENTS,
  CHAT,
  HANDOFFS,
  KNOWLEDGE,
  EVENTS,
  JOBS,
  BUDGETS,
  ANALYTICS,
]

/**
 * Creates all tables. A database in which all migrations before the baseline have run has them
 * already.
 */
export async function up(knex: Knex): Promise<void> {
  const before = runBeforeBaseline(await knex('knex_migrations').pluck('name'))
  if (before === 'some') throw new Error(UPGRADE_FIRST)
  if (before === 'all') {
    await knex.raw(REPEATED)
    await knex('repeatable_migrations').insert(OBSOLETE)
    return
  }
  for (const subject of SUBJECTS) await knex.raw(subject)
  await knex.raw(partitions(new Date()))
}

export async function down(knex: Knex): Promise<void> {
  const made = SUBJECTS.flatMap((text) => [
    ...text.matchAll(/^create (?:unlogged )?(table|function) (\w+)/gm),
  ])
  for (const kind of ['table', 'function']) {
    const names = made.filter(([, what]) => what === kind).map(([, , name]) => name)
    await knex.raw(`drop ${kind} ${names.join(', ')} cascade`)
  }
  // Forgets the migrations before the baseline, and the earlier functions.
  await knex('knex_migrations').whereNot({ name: BASELINE }).delete()
}

/**
 * Functions and triggers from before the baseline that no code uses. The repeatable migration drops
 * them.
 */
const OBSOLETE = [
  { name: 'trigger write_release_event on handoffs', on_table: 'handoffs' },
  { name: 'function write_release_event', on_table: 'handoffs' },
  { name: 'trigger write_endpoint_event on webhook_endpoints', on_table: 'webhook_endpoints' },
  { name: 'function write_endpoint_event', on_table: 'webhook_endpoints' },
  // These triggers served code from before the table open_jobs.
  { name: 'trigger claim_by_old_code on messages', on_table: 'messages' },
  { name: 'trigger write_by_old_code on messages', on_table: 'messages' },
  { name: 'trigger change_by_old_code on messages', on_table: 'messages' },
  { name: 'trigger a_fill_for_old_code on knowledge_entries', on_table: 'knowledge_entries' },
  { name: 'trigger claim_by_old_code on knowledge_entries', on_table: 'knowledge_entries' },
  { name: 'trigger write_by_old_code on knowledge_entries', on_table: 'knowledge_entries' },
  { name: 'trigger show_to_old_code on open_jobs', on_table: 'open_jobs' },
  { name: 'function claim_by_old_code', on_table: '' },
  { name: 'function show_to_old_code', on_table: '' },
  { name: 'function reply_of_old_code', on_table: '' },
  { name: 'function fill_for_old_code', on_table: '' },
  { name: 'function entry_of_old_code', on_table: '' },
].map((object) => ({ ...object, hash: 'obsolete' }))
