import type { Knex } from 'knex'

/**
 * The tables that only grow become partitioned by month, so that retention drops a month instead of
 * deleting its rows. Nothing is copied: what there is becomes the first partition, up to a month
 * that nobody writes to yet. So each table is locked for some milliseconds, and read once, for the
 * check of that bound, while others read and write it.
 *
 * `usages` goes by the reply's id, whose first 48 bits are its time (UUIDv7): so `(reply_id, attempt)` stays unique in all of it.
 */
export const contract =
  'Old code works on as it does. Only the expiry of rows (15 minutes after a worker began) goes by ctid there, which is unique in one partition alone: code from before may run until the first month after the bound begins, at least a month after this migration'

/**
 * A statement that waits for a lock ends the migration, which is then tried again: what is done
 * already, is left.
 */
export const config = { transaction: false }

const TABLES = [
  {
    ...{ name: 'jobs', key: 'created_at', primaryKey: '' },
    indexes: { jobs_by_time: '(organization_id, created_at) include (lane, wait_ms)' },
    // No statement looks for a job by its id.
    unused: ['drop constraint jobs_pkey'],
    comment:
      'one row an attempt that ended, successful or not; target_id is a message or a knowledge entry; a partition a month',
  },
  {
    ...{ name: 'usages', key: 'reply_id', primaryKey: 'reply_id, attempt' },
    indexes: {
      usages_by_time:
        '(organization_id, created_at) include (agent_id, model, outcome, input_tokens, output_tokens, cost_usd, model_ms)',
    },
    unused: [],
    comment:
      'one row a call of a model, also of one that came to nothing; outlives the reply, so that deleting a conversation does not change the bill; a partition a month',
  },
  {
    ...{ name: 'request_logs', key: 'created_at', primaryKey: 'organization_id, created_at, id' },
    indexes: {},
    unused: [],
    comment: 'one row a request; a partition a month',
  },
]
type Table = (typeof TABLES)[number]

/** Months that have a partition from the start; the workers' chores make the later ones. */
const MONTHS = 3

export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists jobs_target_id_idx')
  for (const table of TABLES)
    if (!(await isPartitioned(knex, table.name))) await partition(knex, table)
}

async function partition(knex: Knex, table: Table): Promise<void> {
  const { name, key, primaryKey, indexes, unused, comment } = table
  // The month after the next one begins more than a month from now.
  const bound = monthFrom(new Date(), 2)
  const first = `${name}_until_${nameOf(bound)}`
  await knex.raw(`drop table if exists ${name}_by_month`)
  if (await hasConstraint(knex, `${name}_until`))
    await knex.raw(`alter table ${name} drop constraint ${name}_until`)
  await knex.raw(`
    create table ${name}_by_month (like ${name} including defaults including constraints including comments)
      partition by range (${key});
    ${primaryKey && `alter table ${name}_by_month add primary key (${primaryKey});`}
    ${Object.entries(indexes)
      .map(([index, on]) => `create index ${index} on ${name}_by_month ${on};`)
      .join('\n')}
    alter table ${name}_by_month add constraint ${name}_organization_id_fkey
      foreign key (organization_id) references organizations on delete cascade;
    ${comment && `comment on table ${name}_by_month is '${comment}'`}`)
  await knex.raw(
    `alter table ${name} add constraint ${name}_until check (${key} < '${keyAt(table, bound)}') not valid`,
  )
  await knex.raw(`alter table ${name} validate constraint ${name}_until`)
  const months = Array.from({ length: MONTHS }, (_, nth) => monthFrom(bound, nth))
  // Statements of one query are one transaction.
  await knex.raw(`
    alter table ${name} rename to ${first};
    alter table ${name}_by_month rename to ${name};
    alter table ${name} attach partition ${first} for values from (minvalue) to ('${keyAt(table, bound)}');
    alter table ${first} drop constraint ${name}_until;
    ${unused.map((what) => `alter table ${first} ${what};`).join('\n')}
    ${months
      .map(
        (month) => `create table ${name}_${nameOf(month)} partition of ${name}
          for values from ('${keyAt(table, month)}') to ('${keyAt(table, monthFrom(month, 1))}');`,
      )
      .join('\n')}
    create table ${name}_rest partition of ${name} default;
    comment on table ${name}_rest is 'rows of months that have no partition: none, while workers run';
    ${name === 'jobs' ? JOB_ROW : ''}
    ${name === 'request_logs' ? STATISTICS : ''}
    ${primaryKey && `alter index ${name}_pkey rename to ${first}_pkey; alter index ${name}_by_month_pkey rename to ${name}_pkey;`}`)
  // Autovacuum analyzes the partitions, but not the whole.
  await knex.raw(`analyze ${name}`)
}

/** The type of the table's rows is another one now. */
const JOB_ROW = `
    drop function job_row;
    create function job_row(job jsonb) returns jobs language sql stable as $$
      select jsonb_populate_record(null::jobs, job || jsonb_build_object('created_at', now()))
    $$;
    comment on function job_row is 'the row of a job that is given as JSON, for statements that store an outcome and its job';`

/** Of all partitions together; the one that the table had stays its first partition's. See 0012. */
const STATISTICS =
  'create statistics request_logs_buckets on (duration_bucket(duration_ms::double precision)) from request_logs;'

/** @returns the first moment of the month `months` after the one of `time`, in UTC */
const monthFrom = (time: Date, months: number) =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months, 1))

/** As in `2027_01`. */
const nameOf = (month: Date) => month.toISOString().slice(0, 7).replace('-', '_')

/** The least key of a month. The first 48 bits of a UUIDv7 are its time. */
function keyAt({ key }: Table, month: Date): string {
  const hex = month.getTime().toString(16).padStart(12, '0')
  return key === 'created_at'
    ? month.toISOString()
    : `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

async function isPartitioned(knex: Knex, name: string): Promise<boolean> {
  const { rows } = await knex.raw(
    "select relkind = 'p' as is from pg_class where oid = ?::regclass",
    [name],
  )
  return rows[0].is
}

async function hasConstraint(knex: Knex, name: string): Promise<boolean> {
  const { rows } = await knex.raw('select from pg_constraint where conname = ?', [name])
  return rows.length > 0
}

export async function down(knex: Knex): Promise<void> {
  for (const { name, primaryKey, indexes } of TABLES) {
    const replaced = name === 'jobs' ? 'drop function job_row;' : ''
    const old = { jobs_by_time: 'jobs_ended', usages_by_time: 'usages_called' } as Record<
      string,
      string
    >
    await knex.raw(`
      ${replaced}
      create table ${name}_whole (like ${name} including defaults including constraints including comments);
      insert into ${name}_whole select * from ${name};
      drop table ${name};
      alter table ${name}_whole rename to ${name};
      alter table ${name} add constraint ${name}_pkey primary key (${primaryKey || 'id'});
      ${Object.entries(indexes)
        .map(([index, on]) => `create index ${old[index]} on ${name} ${on};`)
        .join('\n')}
      alter table ${name} add foreign key (organization_id) references organizations on delete cascade;
      ${name === 'jobs' ? `create index on jobs (target_id);${JOB_ROW.replace('drop function job_row;', '')}` : ''}
      ${name === 'request_logs' ? STATISTICS.replace('request_logs_buckets', 'request_logs_duration_bucket') : ''}`)
  }
}
