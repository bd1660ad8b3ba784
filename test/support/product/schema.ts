import type { TestDb } from './testDb.ts'

interface Table {
  name: string
  comment: string | null
  /** null: it is not partitioned. */
  partitioned: string | null
  columns: { name: string; type: string; rules: string; comment: string | null }[]
  /** Constraints, indexes and triggers, as PostgreSQL writes them. */
  rules: string[]
}

/** Describes the tables of a migrated database as a page of the documentation, in Markdown. */
export async function describeSchema(db: TestDb): Promise<string> {
  const { rows: tables } = await db.raw(TABLES)
  const { rows: functions } = await db.raw(FUNCTIONS)
  return `${[
    HEAD,
    ...tables.map(describeTable),
    '## Functions',
    ...functions.map(describeFunction),
  ].join('\n\n')}\n`
}

const HEAD = `# Tables

What the migrations of this version make: the tables by \`migrations/baseline\`, functions and triggers by \`migrations/repeatable\`. \`npm run schema\` writes this page, and a test compares it with a migrated
database. [Architecture](architecture.md) says which room owns which table, and [Retention](retention.md) how long rows are kept.`

const describeTable = ({ name, comment, partitioned, columns, rules }: Table) =>
  [
    `## ${name}`,
    ...[comment && sentence(comment), partitioned && `Partitioned by \`${partitioned}\`.`].filter(
      Boolean,
    ),
    ['| column | type | about |', '|---|---|---|', ...columns.map(describeColumn)].join('\n'),
    ...(rules.length ? [fenced(rules.join('\n'))] : []),
  ].join('\n\n')

const describeFunction = ({ definition, comment }: { definition: string; comment: string }) =>
  `${sentence(comment)}\n\n${fenced(definition)}`

const describeColumn = ({ name, type, rules, comment }: Table['columns'][number]) => {
  const parts = [rules && `\`${inCell(rules)}\``, comment && inCell(comment)].filter(Boolean)
  return `| \`${name}\` | ${type} | ${parts.join(' · ')} |`
}

const fenced = (code: string) => `\`\`\`sql\n${code.trim()}\n\`\`\``
/** Escapes a bar, which would begin another cell, and \`<\`, which the site reads as markup. */
const inCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
const sentence = (text: string) =>
  `${text[0]!.toUpperCase()}${inCell(text.slice(1)).replace(/\.$/, '')}.`

const OURS = `relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname not like 'knex\\_%'`

/** Leaves out not-null constraints: only newer versions of PostgreSQL list them. */
const TABLES = `
  select c.relname as name, obj_description(c.oid) as comment, pg_get_partkeydef(c.oid) as partitioned,
         (select json_agg(json_build_object(
                   'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
                   'comment', col_description(c.oid, a.attnum),
                   'rules', concat_ws(' ', case when a.attnotnull then 'not null' end,
                     case when a.attidentity <> '' then 'generated as identity' end,
                     case when a.attgenerated <> '' then 'generated as ' || pg_get_expr(d.adbin, d.adrelid)
                          when d.adbin is not null then 'default ' || pg_get_expr(d.adbin, d.adrelid) end))
                 order by a.attnum)
            from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
         (select coalesce(json_agg(rule order by kind, rule collate "C"), '[]') from (
            select 1 as kind, conname || ': ' || pg_get_constraintdef(oid) as rule
              from pg_constraint where conrelid = c.oid and contype in ('p', 'u', 'f', 'c', 'x')
            union all
            select 2, pg_get_indexdef(i.indexrelid) || case when i.indisvalid then '' else ' -- invalid' end
              from pg_index i where i.indrelid = c.oid
               and not exists (select from pg_constraint where conindid = i.indexrelid and conrelid = c.oid)
            union all
            select 3, pg_get_triggerdef(oid) from pg_trigger where tgrelid = c.oid and not tgisinternal
          ) rules) as rules
    from pg_class c where ${OURS} order by c.relname`

const FUNCTIONS = `
  select pg_get_functiondef(oid) as definition, obj_description(oid, 'pg_proc') as comment from pg_proc
   where pronamespace = 'public'::regnamespace and prokind = 'f'
     and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
   order by proname, pg_get_function_identity_arguments(oid)`
