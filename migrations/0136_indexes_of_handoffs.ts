import type { Knex } from 'knex'

/** PostgreSQL builds an index `concurrently` outside a transaction only. */
export const config = { transaction: false }

/** The index of the inbox before there were targets. */
const BEFORE: Index = [
  'handoffs_waiting',
  `(organization_id, coalesce(waiting_since, 'infinity'), id) where returned_at is null`,
]
const INDEXES: readonly Index[] = [
  [
    'handoffs_unassigned',
    '(organization_id) where returned_at is null and assignee_id is null and assigned_by is null',
  ],
  [
    'handoffs_present_of_assignee',
    '(organization_id, assignee_id) where returned_at is null and assignee_id is not null',
  ],
  [
    'handoffs_by_due',
    `(organization_id, coalesce(due_at, 'infinity'), coalesce(waiting_since, 'infinity'), id)
      where returned_at is null`,
  ],
  ['handoffs_due', '(due_at) where returned_at is null and due_at is not null'],
]

type Index = readonly [name: string, of: string]

/** Adds the indexes of assignment and targets (decision 117). */
export async function up(knex: Knex): Promise<void> {
  for (const index of INDEXES) await build(knex, index)
  await drop(knex, BEFORE)
}

export async function down(knex: Knex): Promise<void> {
  await build(knex, BEFORE)
  for (const index of INDEXES) await drop(knex, index)
}

/** Builds an index anew: a build that was cut leaves one that PostgreSQL does not use. */
async function build(knex: Knex, [name, of]: Index): Promise<void> {
  await drop(knex, [name, of])
  await knex.raw(`create index concurrently ${name} on handoffs ${of}`)
}

const drop = (knex: Knex, [name]: Index) => knex.raw(`drop index concurrently if exists ${name}`)
