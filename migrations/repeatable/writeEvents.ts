import { WRITERS, type Writer } from './eventWriters.ts'
import { type SqlFunction, triggerFunction, unlessSwitchedOff } from './sqlFunction.ts'

const INTO = `insert into event_outbox
        (organization_id, type, target_kind, target_id, thread_id, agent_id, facts, is_test)`

/**
 * Returns the functions that write events: one function for each table and kind of change, with its
 * trigger.
 */
export const eventFunctions = (): SqlFunction[] =>
  [...new Set(WRITERS.map(nameOf))].map((name) =>
    functionOf(
      name,
      WRITERS.filter((writer) => nameOf(writer) === name),
    ),
  )

function nameOf({ on, of: { noun } }: Writer): string {
  if (on === 'delete') return `write_${noun}_deletions`
  return `write_${noun}_event${on === 'insert' ? '' : '_of_change'}`
}

function functionOf(name: string, writers: Writer[]): SqlFunction {
  const { table } = writers[0]!.of
  const types = [...new Set(writers.map(({ type }) => type))]
  return {
    name,
    table,
    about: `writes ${types.join(', ')}`,
    sql: triggerFunction(name, unlessSwitchedOff(writers.map(statementOf).join('\n    '))),
    triggers: { [name]: triggerOf(table, writers) },
  }
}

function triggerOf(table: string, writers: Writer[]): string {
  const { on } = writers[0]!
  if (on === 'delete')
    return `after delete on ${table} referencing old table as gone for each statement`
  const conditions = writers.flatMap(({ when }) => when ?? [])
  const isConditional = conditions.length === writers.length
  const when = conditions.map((condition) => `(${condition})`).join('\n        or ')
  return `after ${on} on ${table} for each row${isConditional ? `\n  when (${when})` : ''}`
}

function statementOf(writer: Writer): string {
  const { on, when, of } = writer
  const joined = writer.with ?? of.with
  const lines = [
    `select row.organization_id, '${writer.type}', '${of.kind}',`,
    `       ${of.id}, ${of.thread}, ${of.agent},`,
    `       ${factsOf(writer)}, ${of.isTest}`,
  ]
  if (on === 'delete') {
    // The row of an organization that is being deleted does not exist any more, so its records
    // write no events.
    lines.push('  from gone join organizations o on o.id = row.organization_id')
    if (joined) lines.push(`  join ${joined.table} on ${joined.on}`)
    if (when) lines.push(` where ${when}`)
  } else if (joined) lines.push(`  from ${joined.table}`, ` where ${joined.on}`)
  const insert = [INTO, ...lines]
    .join('\n      ')
    .replaceAll(/\brow\./g, on === 'delete' ? 'gone.' : 'new.')
  return when && on !== 'delete' ? `if ${when} then\n      ${insert};\n    end if;` : `${insert};`
}

function factsOf({ facts }: Writer): string {
  if (!facts) return `'{}'`
  const pairs = Object.entries(facts).map(([name, value]) => `'${name}', ${value}`)
  return `jsonb_strip_nulls(jsonb_build_object(\n         ${pairs.join(',\n         ')}))`.replaceAll(
    '\n',
    '\n      ',
  )
}
