import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { hashPassword, isPassword } from '../../../shared/lib/secrets.ts'
import { createUser } from '../../../shared/people/users.ts'
import { makeOwner } from '../../support/data/knowledge.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

describe('migrations', () => {
  let db: TestDb
  let drop: () => Promise<void>
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 2)
  })
  after(async () => {
    await db.destroy()
    await drop()
  })

  const tables = async () => {
    const rows = await db('pg_tables')
      .where({ schemaname: 'public' })
      .orderBy('tablename')
      .pluck('tablename')
    return rows.filter((name: string) => !name.startsWith('knex_'))
  }

  it("let no row of one organization point to another's", async () => {
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

  it('keep out who was deactivated, of whom the version before knows nothing', async () => {
    const { organizationId: organization_id } = await makeOwner(db, 'Of two people')
    const password_hash = await hashPassword('a good password', 4)
    const [stays, left] = ['stays@example.com', 'left@example.com']
    for (const email of [stays, left])
      await createUser(db, { organization_id, email, role: 'owner', password_hash })
    await db('users').where({ email: left }).update({ deactivated_at: new Date() })
    while ((await tables()).includes('passkeys')) await db.migrate.down()
    const comesIn = async (email: string) =>
      isPassword('a good password', (await db('users').where({ email }).first()).password_hash, 4)
    expect([await comesIn(stays), await comesIn(left)]).to.deep.equal([true, false])
    await db.migrate.latest()
  })

  it('take ids of customers out of what the audit has of budgets, and nothing else', async () => {
    while ((await db('knex_migrations').pluck('name')).includes('0106_audit_of_budgets'))
      await db.migrate.down()
    const customer_id = { after: 'anna@example.com' }
    const rows = []
    for (const name of ['One', 'Another']) {
      const { organizationId: organization_id } = await makeOwner(db, name)
      for (const action of ['budget.created', 'budget.deleted', 'agent.changed'])
        rows.push({
          id: randomUUID(),
          organization_id,
          actor_kind: 'unknown',
          action,
          target_kind: action.split('.')[0],
          changes: { amount: { after: 5 }, customer_id },
        })
    }
    await db('audit_events').insert(rows)
    await db.migrate.latest()
    for (const { id, action } of rows) {
      const { changes } = await db('audit_events').where({ id }).first()
      const kept = action === 'agent.changed' ? { customer_id } : {}
      expect(changes, action).to.deep.equal({ amount: { after: 5 }, ...kept })
    }
  })

  it('are known by their names without an extension, for source and build alike', async () => {
    const names = await db('knex_migrations').pluck('name')
    for (const name of names) expect(name).to.match(/^\d{4}_\w+$/)
  })
})
