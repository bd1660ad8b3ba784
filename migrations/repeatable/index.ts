import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { FUNCTIONS } from './functions.ts'
import type { SqlFunction } from './sqlFunction.ts'
import { eventFunctions } from './writeEvents.ts'

/** All functions and triggers that this code needs. */
export const REPEATABLE: readonly SqlFunction[] = [...FUNCTIONS, ...eventFunctions()]

/** A function or trigger as `repeatable_migrations` records it. */
interface SqlObject {
  /** The name in the form that `drop` takes, such as `trigger threads_opened on threads`. */
  name: string
  /** The table that its statements lock; empty: no table. */
  on_table: string
  hash: string
  statements: readonly string[]
}

const OBJECTS: readonly SqlObject[] = REPEATABLE.flatMap((sqlFunction) => {
  const comment = `comment on function ${sqlFunction.name} is '${sqlFunction.about.replaceAll("'", "''")}'`
  return [
    objectOf(`function ${sqlFunction.name}`, sqlFunction.table, [sqlFunction.sql, comment]),
    ...Object.entries(sqlFunction.triggers ?? {}).map(([trigger, when]) =>
      objectOf(
        `trigger ${trigger} on ${sqlFunction.table}`,
        sqlFunction.table,
        triggerStatements(sqlFunction, trigger, when),
      ),
    ),
  ]
})

function objectOf(name: string, table: string | null, statements: readonly string[]): SqlObject {
  return { name, on_table: table ?? '', hash: hashOf(statements.join(';')), statements }
}

/**
 * Returns the statements that make a trigger. A deferred trigger is dropped first, because
 * PostgreSQL cannot replace it.
 */
function triggerStatements({ name, table }: SqlFunction, trigger: string, when: string): string[] {
  return when.includes('deferrable')
    ? [
        `drop trigger if exists ${trigger} on ${table}`,
        `create constraint trigger ${trigger} ${when} execute function ${name}()`,
      ]
    : [`create or replace trigger ${trigger} ${when} execute function ${name}()`]
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/**
 * The name of the migration that follows all others and is repeated when a function or trigger
 * changes. It ends in a hash of all functions and triggers, so that knex finds it pending after a
 * change. `migrate` handles the return to an earlier text.
 */
export const REPEATABLE_NAME = `repeatable_${hashOf(OBJECTS.map(({ hash }) => hash).join())}`

/**
 * No transaction around the whole migration: the functions and triggers of each table change in a
 * transaction of their own, which locks no other table.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  const recorded: Pick<SqlObject, 'name' | 'on_table' | 'hash'>[] =
    await knex('repeatable_migrations')
  const changed = OBJECTS.filter(
    ({ name, hash }) => !recorded.some((row) => row.name === name && row.hash === hash),
  )
  const gone = recorded.filter(({ name }) => !OBJECTS.some((object) => object.name === name))
  const goneTriggers = gone.filter(({ name }) => name.startsWith('trigger '))
  for (const table of new Set([...changed, ...goneTriggers].map(({ on_table }) => on_table))) {
    const isOfTable = ({ on_table }: { on_table: string }) => on_table === table
    await knex.transaction(async (transaction) => {
      await make(transaction, changed.filter(isOfTable))
      await drop(transaction, goneTriggers.filter(isOfTable))
    })
  }
  // Functions are dropped after all triggers that call them.
  await drop(
    knex,
    gone.filter((object) => !goneTriggers.includes(object)),
  )
}

export async function down(knex: Knex): Promise<void> {
  const recorded: SqlObject[] = await knex('repeatable_migrations').orderBy('name', 'desc')
  await knex.transaction((transaction) => drop(transaction, recorded))
}

async function make(knex: Knex, objects: readonly SqlObject[]): Promise<void> {
  if (objects.length === 0) return
  await knex.raw(objects.flatMap(({ statements }) => statements).join(';\n'))
  const records = objects.map(({ statements, ...record }) => record)
  await knex('repeatable_migrations').insert(records).onConflict('name').merge()
}

async function drop(knex: Knex, objects: readonly Pick<SqlObject, 'name'>[]): Promise<void> {
  for (const { name } of objects) {
    await knex.raw(`drop ${name.replace(' ', ' if exists ')}`)
    await knex('repeatable_migrations').where({ name }).delete()
  }
}
