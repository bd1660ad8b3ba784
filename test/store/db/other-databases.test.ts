import { expect } from 'chai'
import { isTimezone } from '../../../shared/analytics/buckets.ts'
import { listAuditEvents } from '../../../shared/audit/auditEvents.ts'
import { migrate } from '../../../shared/lib/db/migrations.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { migrateQueue } from '../../../shared/lib/queue/queue.ts'
import { putInvitation } from '../../../shared/people/invitations.ts'
import { createUser, findAccounts, findUserByAddress } from '../../../shared/people/users.ts'
import { makeOwner } from '../../support/data/knowledge.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makePooler } from '../../support/servers/proxy.ts'
import { makeEmptyDatabase } from '../../support/servers/servers.ts'

/** What operators have for a database, besides one in UTF-8 with English rules that is their own. */
describe('a database', () => {
  describe('with the locale tr-TR, in which the small letter of I is ı', () => {
    let db: TestDb
    let drop: () => Promise<void>
    let organization_id: string
    before(async () => {
      const made = await makeEmptyDatabase(
        "locale_provider icu icu_locale 'tr-TR' locale 'C.UTF-8'",
      )
      drop = made.drop
      await migrate(made.url)
      db = makeTestDb(made.url, 2)
      organization_id = (await makeOwner(db, 'FIRMA')).organizationId
      await createUser(db, {
        organization_id,
        email: 'INFO@Firma.Example',
        role: 'owner',
        password_hash: '-',
      })
    })
    after(async () => {
      await db?.destroy()
      await drop?.()
    })

    it('finds a user by their address in any capitals', async () => {
      for (const email of ['info@firma.example', 'INFO@FIRMA.EXAMPLE', 'Info@Firma.Example']) {
        expect((await findUserByAddress(db, organization_id, email))?.email, email).to.equal(
          'INFO@Firma.Example',
        )
        expect(await findAccounts(db, email), email).to.have.length(1)
      }
    })

    it('takes an address once, and an invitation to it once', async () => {
      const other = { organization_id, role: 'viewer', password_hash: '-' } as const
      expect(await createUser(db, { ...other, email: 'info@firma.example' })).to.equal(undefined)
      const invite = (email: string) =>
        putInvitation(db, {
          organization_id,
          email,
          role: 'viewer',
          invited_by: 'INFO@Firma.Example',
          token_hash: Buffer.from(email),
        })
      expect((await invite('IDA@firma.example')).isNew).to.equal(true)
      expect((await invite('ida@firma.example')).isNew).to.equal(false)
    })

    it('finds what a person has done, and the time zone of Istanbul', async () => {
      await db('audit_events').insert({
        id: '01920000-0000-7000-8000-000000000001',
        organization_id,
        actor: 'INFO@Firma.Example',
        actor_kind: 'user',
        action: 'agent.created',
        target_kind: 'agent',
      })
      const page = { limit: 5, order: 'desc' } as const
      const { rows } = await listAuditEvents(
        db,
        organization_id,
        { actor: 'info@firma.example' },
        page,
      )
      expect(rows).to.have.length(1)
      expect(await isTimezone(db, 'Europe/Istanbul')).to.equal(true)
    })
  })

  it('in SQL_ASCII is refused before the first migration, with what to do', async () => {
    const { url, drop } = await makeEmptyDatabase("encoding 'SQL_ASCII' locale 'C'")
    try {
      const error = await migrate(url).catch(String)
      expect(error).to.contain('encoding is SQL_ASCII').and.contain("encoding 'UTF8'")
    } finally {
      await drop()
    }
  })

  describe("for a queue, by the release step's user", () => {
    const log = makeLog('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' })
    const role = `bounded_${process.pid}`
    let db: TestDb
    let url: string
    let drop: () => Promise<void>
    before(async () => {
      ;({ url, drop } = await makeEmptyDatabase())
      db = makeTestDb(url, 1)
      await db.raw(`create role ${role} login password 'secret'`)
    })
    after(async () => {
      await db.raw(`drop owned by ${role}; drop role ${role}`)
      await db.destroy()
      await drop()
    })
    const ofQueue = (DATABASE_URL: string) =>
      migrateQueue({ DATABASE_URL, REDIS_URL: undefined }, log)
    const asRole = () => Object.assign(new URL(url), { username: role, password: 'secret' }).href

    it('without the right to create a schema: refused, with its name and the remedy', async () => {
      const error = await ofQueue(asRole()).catch(String)
      expect(error).to.contain('bullmq').and.contain('grant create on the database')
    })

    it('without this right: does nothing once the tables are there', async () => {
      const name = new URL(url).pathname.slice(1)
      await db.raw(`grant create on database ${name} to ${role}`)
      await ofQueue(asRole())
      await db.raw(`revoke create on database ${name} from ${role}`)
      await ofQueue(asRole())
      const { rows } = await db.raw("select to_regclass('bullmq.migration') is not null as made")
      expect(rows[0].made).to.equal(true)
      await db.raw('drop schema bullmq cascade')
    })

    it('through a pooler that refuses `options`: refused, with the remedy', async () => {
      const pooler = await makePooler(url, false)
      try {
        const error = await ofQueue(pooler.url).catch(String)
        expect(error).to.contain('bypass the pooler').and.contain('REDIS_URL')
      } finally {
        await pooler.close()
      }
    })
  })
})
