import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { UPGRADE_FIRST } from '../../../migrations/baseline/before.ts'
import { REPEATABLE, REPEATABLE_NAME } from '../../../migrations/repeatable/index.ts'
import { FOLDER, files, nameOf, readState } from '../../../shared/lib/db/migrationState.ts'
import { migrate } from '../../../shared/lib/db/migrations.ts'
import { makeOwner } from '../../support/data/knowledge.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

describe('migrations', () => {
  let db: TestDb
  let url: string
  let drop: () => Promise<void>
  beforeEach(async () => {
    const database = await makeDatabase()
    ;({ url, drop } = database)
    db = makeTestDb(url, 2)
  })
  afterEach(async () => {
    await db.destroy()
    await drop()
  })

  it("let no row of one organization refer to another organization's row", async () => {
    const keys = await db.raw(`
      select conrelid::regclass::text as "table", confrelid::regclass::text as target, array_length(conkey, 1) as columns
        from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace and confrelid <> 'organizations'::regclass`)
    const loose = keys.rows.filter(
      ({ columns, table, target }: any) => columns < 2 && table !== target,
    )
    expect(keys.rows).to.have.length.above(5)
    expect(loose).to.deep.equal([])
  })

  it('are known by their names without an extension, for source and build alike', async () => {
    const names = await db('knex_migrations').pluck('name')
    expect(names).to.deep.equal(files().map(nameOf))
  })

  describe('of a version before the baseline', () => {
    const row = (name: string) => ({ name, batch: 1, migration_time: new Date() })
    /** Makes the database look as after the last of the 92 migrations before the baseline. */
    async function stepBackBeforeBaseline(): Promise<void> {
      for (const file of files().slice(1, -1).reverse())
        await (await import(new URL(file, FOLDER).href)).down(db)
      await db.raw(`
        drop table repeatable_migrations;
        create function write_release_event() returns trigger language plpgsql as 'begin return null; end';
        create trigger write_release_event after update on handoffs
          for each row execute function write_release_event()`)
      await db('knex_migrations').delete()
      const names = Array.from(
        { length: 91 },
        (_, nth) => `${String(nth + 1).padStart(4, '0')}_of_old`,
      )
      await db('knex_migrations').insert([...names, '0112_due_jobs_and_event_times'].map(row))
    }
    const triggers = () => db('pg_trigger').where({ tgname: 'write_release_event' }).pluck('tgname')

    it('are replaced by the baseline once all have run: nothing is lost, and their version keeps working', async () => {
      const { organizationId } = await makeOwner(db, 'Of 0.2.0')
      await stepBackBeforeBaseline()
      expect(await triggers()).to.have.length(1)
      expect(await migrate(url)).to.deep.equal(files().map(nameOf))
      expect(await readState(db)).to.deep.include({ pending: [], unknown: [], isTooOld: false })
      expect(await db('organizations').where({ id: organizationId })).to.have.length(1)
      expect(await triggers()).to.deep.equal([])
      expect(await db('knex_migrations').pluck('name')).to.include('0112_due_jobs_and_event_times')
    })

    for (const missing of ['0050_of_old', '0112_due_jobs_and_event_times'])
      it(`are refused with instructions if ${missing} has not run`, async () => {
        await stepBackBeforeBaseline()
        await db('knex_migrations').where({ name: missing }).delete()
        const refused = await migrate(url).catch((error) => error)
        expect(refused.message).to.equal(UPGRADE_FIRST)
        expect(await readState(db)).to.include({ isTooOld: true })
        expect(await triggers(), 'left as it was').to.have.length(1)
      })
  })

  describe('that are repeated', () => {
    const ofDatabase = async () => {
      const { rows } = await db.raw(`
        select 'function ' || proname as name from pg_proc
         where pronamespace = 'public'::regnamespace
           and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
        union all
        select format('trigger %s on %s', tgname, tgrelid::regclass) from pg_trigger
         where not tgisinternal and tgparentid = 0
           and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`)
      return rows.map(({ name }: { name: string }) => name).sort()
    }

    it('create all functions and triggers of the database, except those that a table needs', async () => {
      const repeated = REPEATABLE.flatMap(({ name, table, triggers = {} }) => [
        `function ${name}`,
        ...Object.keys(triggers).map((trigger) => `trigger ${trigger} on ${table}`),
      ])
      const folder = 'migrations/baseline'
      const baseline = readdirSync(folder).flatMap((file) =>
        [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/^create (function \w+)/gm)].map(
          ([, it]) => it!,
        ),
      )
      expect(await ofDatabase()).to.deep.equal([...repeated, ...baseline].sort())
      expect(await db('repeatable_migrations').pluck('name')).to.have.members(repeated)
    })

    it('replace what has changed, drop what is gone, and leave the rest alone', async () => {
      const before = await ofDatabase()
      const oids = () => db('pg_trigger').where({ tgname: 'threads_opened' }).pluck('oid')
      const [threadsOpened] = await oids()
      await db.raw(`
        create or replace function order_threads() returns trigger language plpgsql as 'begin return null; end';
        drop trigger knowledge_counted on knowledge_changes;
        create function of_yesterday() returns trigger language plpgsql as 'begin return null; end';
        create trigger of_yesterday after insert on threads for each row execute function of_yesterday();
        create function of_the_operator() returns integer language sql as 'select 1';
        update repeatable_migrations set hash = 'of yesterday'
         where name in ('function order_threads', 'trigger knowledge_counted on knowledge_changes');
        insert into repeatable_migrations values
          ('function of_yesterday', 'threads', ''), ('trigger of_yesterday on threads', 'threads', '')`)
      await db('knex_migrations')
        .where({ name: REPEATABLE_NAME })
        .update({ name: 'repeatable_of_yesterday' })

      expect(await migrate(url)).to.deep.equal([REPEATABLE_NAME])
      expect(await ofDatabase()).to.deep.equal([...before, 'function of_the_operator'].sort())
      const { rows } = await db.raw("select prosrc from pg_proc where proname = 'order_threads'")
      expect(rows[0].prosrc).to.contain('threads_by_activity')
      expect(await oids(), 'not made again').to.deep.equal([threadsOpened])
    })

    it("return to the older code's functions, unless a newer migration has run", async () => {
      const row = (name: string) => ({ name, batch: 9, migration_time: new Date() })
      await db('knex_migrations').insert(row('repeatable_of_tomorrow'))
      expect(await readState(db)).to.deep.include({ pending: [], isReplaced: true })
      expect(await migrate(url)).to.deep.equal([REPEATABLE_NAME])
      expect(await readState(db)).to.include({ isReplaced: false })
      await db('knex_migrations').insert([
        row('9999_of_tomorrow'),
        row('repeatable_of_the_day_after'),
      ])
      expect(await migrate(url)).to.deep.equal([])
    })
  })
})
