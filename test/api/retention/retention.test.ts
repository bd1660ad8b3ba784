import { expect } from 'chai'
import { rollUpActivity } from '../../../shared/analytics/activityRollups.ts'
import { listChores } from '../../../shared/jobs/chores.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { changeRetention, deleteOldThreads } from '../../../shared/retention/retention.ts'
import { doChores, startHousekeeping } from '../../../workers/jobs/housekeeping.ts'
import { request, signedIn } from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { interceptStatements, waitsForLock } from '../../support/product/statements.ts'

const PATH = '/api/v1/organization'

describe('the retained data of an organization', () => {
  let parley: Parley
  let client: Client
  let count = 0
  before(async () => {
    parley = await startParley({ settings: { SESSION_IDLE_DAYS: '1000' } })
  })
  after(() => parley.stop())
  beforeEach(async () => {
    client = await parley.another(`Kept ${++count}`)
  })

  const rowsOf = async (text: string, organization = client.organizationId) =>
    (await parley.db.raw(text, { organization } as any)).rows
  const keep = (days: Record<string, number | null>, of = client) =>
    changeRetention(parley.db, of.organizationId, days)
  const rollUp = () => rollUpActivity(parley.db, 60_000)
  const doAll = (settings: Record<string, string> = {}) => {
    const config = loadConfig({ ...parley.env, ...settings })
    return doChores(parley.db, config, makeLog('test', config))
  }

  /** Makes a conversation with an answered message, all of it so many days old. */
  async function talk(days: number, of = client): Promise<string> {
    const { id } = await of.makeConversation()
    const { status } = await of.post(`/api/v1/conversations/${id}/messages`, {
      content: 'Hi',
      trace: true,
    })
    expect(status).to.equal(201)
    await age(id, days)
    return id
  }
  async function age(id: string, days: number) {
    const past = `now() - make_interval(days => ${days})`
    await parley.db.raw(
      `update threads set created_at = ${past}, active_at = ${past}, updated_at = ${past} where id = ?`,
      [id],
    )
    await parley.db.raw(
      `update messages set created_at = ${past}, completed_at = case when completed_at is not null then ${past} end where thread_id = ?`,
      [id],
    )
  }
  const threads = async (of = client) =>
    (
      await rowsOf(
        'select id from threads where organization_id = :organization order by id',
        of.organizationId,
      )
    ).map(({ id }: { id: string }) => id)
  const remove = () => deleteOldThreads(parley.db, 0)

  describe('in messages', () => {
    it('is deleted a set number of days after the last message of its thread, and nothing younger is', async () => {
      await keep({ message_days: 30 })
      const [old, young] = [await talk(31), await talk(29)]
      await client.post(`/api/v1/conversations/${old}/feedback`, { rating: 5, reviewer: 'Ada' })
      await rollUp()
      expect(await remove()).to.deep.equal({ threads: 1, messages: 2 })
      expect(await threads()).to.deep.equal([young])
      expect((await client.get(`/api/v1/conversations/${old}`)).status).to.equal(404)
      for (const table of ['messages', 'reply_traces', 'feedback'])
        expect(
          await rowsOf(`select from ${table} where organization_id = :organization`),
          table,
        ).to.have.length({ messages: 2, reply_traces: 1, feedback: 0 }[table]!)
    })

    it('is deleted, but its cost and counts stay', async () => {
      await keep({ message_days: 30 })
      await talk(31)
      await rollUp()
      // By agent: requests, which are counted a second later, belong to no agent.
      const from = new Date(Date.now() - 40 * 86_400_000).toISOString()
      const window = new URLSearchParams({ from, group_by: 'agent' })
      const usage = async () => (await client.get(`/analytics/usage?${window}`)).body.totals
      const before = await usage()
      expect(before.messages).to.equal(1)
      expect((await remove()).threads).to.equal(1)
      expect(await usage()).to.deep.equal(before)
      expect(
        await rowsOf('select from usages where organization_id = :organization'),
      ).to.have.length(1)
    })

    it('stays while its thread continues: a new message keeps the old ones', async () => {
      await keep({ message_days: 30 })
      const id = await talk(31)
      await client.post(`/api/v1/conversations/${id}/messages`, { content: 'Again' })
      await rollUp()
      expect(await remove()).to.deep.equal({ threads: 0, messages: 0 })
      expect((await client.get(`/api/v1/conversations/${id}/messages`)).body.data).to.have.length(4)
    })

    it('stays while a reply is unfinished', async () => {
      await keep({ message_days: 30 })
      const id = await talk(31)
      await rollUp()
      await rowsOf(
        `insert into open_jobs (lane, id, organization_id, thread_id, position, request_id, sweep_at, deadline_at)
         select 'reply', gen_random_uuid(), organization_id, id, last_seq, 'r', now(), now() from threads
          where organization_id = :organization and id = '${id}'`,
      )
      expect((await remove()).threads).to.equal(0)
      await rowsOf('delete from open_jobs where organization_id = :organization')
      expect((await remove()).threads).to.equal(1)
      expect(await threads()).not.to.include(id)
    })

    it('stays until its figures are summed up', async () => {
      await keep({ message_days: 30 })
      await talk(31)
      await parley.db('activity_rolled').where('organization_id', client.organizationId).delete()
      expect((await remove()).threads).to.equal(0)
      await rollUp()
      expect((await remove()).threads).to.equal(1)
    })

    it("stays if it is another organization's, with other days or none", async () => {
      const [longer, forever] = [
        await parley.another(`Longer ${count}`),
        await parley.another(`For ever ${count}`),
      ]
      await keep({ message_days: 30 })
      await keep({ message_days: 60 }, longer)
      await talk(31)
      await talk(31, longer)
      await talk(3_000, forever)
      await rollUp()
      expect((await remove()).threads).to.equal(1)
      expect(
        [await threads(), await threads(longer), await threads(forever)].map(
          ({ length }) => length,
        ),
      ).to.deep.equal([0, 1, 1])
    })

    it("is deleted after MESSAGE_DAYS at the latest, whatever the organization's setting", async () => {
      await keep({ message_days: 3_000 })
      const young = await talk(9)
      await talk(11)
      await rollUp()
      // Applies to all organizations without a figure of their own.
      expect((await deleteOldThreads(parley.db, 10)).threads).to.be.at.least(1)
      expect(await threads()).to.deep.equal([young])
    })

    it('is deleted in batches, and the next batch continues after an interruption', async () => {
      await keep({ message_days: 30 })
      const ids = [await talk(33), await talk(32), await talk(31)]
      await parley.db('threads').where('id', ids[0]!).update({ last_seq: 6_000 })
      await rollUp()
      expect((await remove()).threads).to.equal(1)
      expect(await threads()).to.have.members(ids.slice(1))
      expect((await remove()).threads).to.equal(2)
      expect((await remove()).threads).to.equal(0)
    })

    it('is deleted no further when the worker is asked to stop', async () => {
      const config = loadConfig(parley.env)
      const stop = new AbortController()
      const end = interceptStatements((text, pass) => {
        if (text.includes('activity_rolled')) stop.abort()
        return pass()
      })
      await parley.db('chores').delete()
      await doChores(parley.db, config, makeLog('test', config), { stop: stop.signal })
      end()
      expect(await parley.db('chores').pluck('name')).to.deep.equal(['roll_up_activity'])
    })

    it('is deleted once, though two workers look at once', async () => {
      await keep({ message_days: 30 })
      for (let n = 0; n < 6; n++) await talk(31 + n)
      await rollUp()
      const both = await Promise.all([remove(), remove()])
      expect(both[0].threads + both[1].threads + (await remove()).threads).to.equal(6)
      expect(await threads()).to.deep.equal([])
    })

    it('stays while a transaction posts to its thread', async () => {
      await keep({ message_days: 30 })
      const id = await talk(31)
      await rollUp()
      const transaction = await parley.db.knexTransaction()
      await transaction('threads').where('id', id).update({ active_at: transaction.fn.now() })
      expect((await remove()).threads).to.equal(0)
      await transaction.commit()
      expect((await remove()).threads).to.equal(0)
      expect(await threads()).to.deep.equal([id])
    })
  })

  it('of other kinds is deleted by its own days, too, and is counted', async () => {
    const other = await parley.another(`Default ${count}`)
    await keep({ trace_days: 2, request_log_days: 3, analytics_days: 20, audit_days: 5 })
    for (const of of [client, other]) {
      await talk(0, of)
      const past = (days: number) => parley.db.raw(`now() - make_interval(days => ${days})`)
      const { organizationId: organization_id } = of
      await parley
        .db('reply_traces')
        .where({ organization_id })
        .update({ created_at: past(4) })
      const log = {
        organization_id,
        credential: 'application',
        method: 'GET',
        endpoint: '/',
        status_code: 200,
      }
      const id = parley.db.raw('gen_random_uuid()')
      const logged = { id, ...log, duration_ms: 1, request_id: 'r', created_at: past(4) }
      await parley.db('request_logs').insert(logged)
      const { status_code: _, ...timed } = log
      const { credential, ...summed } = timed
      expect(credential).to.equal('application')
      await parley
        .db('endpoint_durations')
        .insert({ ...summed, hour: past(30), duration_bucket: 1, count: 1, errors: 0, total_ms: 1 })
      const event = { organization_id, actor_kind: 'unknown', action: 'x', target_kind: 'x' }
      await parley.db('audit_events').insert({ id, ...event, created_at: past(9) })
    }
    await doAll()
    for (const [table, old] of [
      ['reply_traces', 'created_at'],
      ['request_logs', 'created_at'],
      ['endpoint_durations', 'hour'],
      ['audit_events', 'created_at'],
    ]) {
      const left = `select from ${table} where organization_id = :organization and ${old} < now() - interval '3 days'`
      expect(await rowsOf(left), table).to.have.length(0)
      expect(await rowsOf(left, other.organizationId), table).to.have.length(1)
    }
    const chores = await listChores(parley.db)
    const done = chores.find(({ name }) => name === 'delete_old_traces')!
    expect(done).to.include({ rows: 1, error: null })
    expect(done.total_rows).to.be.at.least(1)
  })

  it("is counted by whole hours if its requests are deleted earlier than others'", async () => {
    await keep({ request_log_days: 2 })
    const hour = Math.floor(Date.now() / 3_600_000 - 24 * 5) * 3_600_000
    await rowsOf(
      `insert into request_rollups (organization_id, hour, method, endpoint, status_code, count)
       values (:organization, to_timestamp(${hour / 1000}), 'GET', '/', 200, 7)`,
    )
    const window = new URLSearchParams({
      from: new Date(hour + 600_000).toISOString(),
      to: new Date(hour + 1_200_000).toISOString(),
    })
    expect((await client.get(`/analytics/usage?${window}`)).body.totals.requests).to.equal(7)
    expect((await client.get(`/analytics/overview?${window}`)).body.data.current.requests).to.equal(
      7,
    )
    await keep({ request_log_days: null })
    expect((await client.get(`/analytics/usage?${window}`)).body.totals.requests).to.equal(0)
  })

  describe('has limits that owners choose', () => {
    const as = async (role: 'owner' | 'editor' | 'viewer') => {
      const { headers } = await signedIn(parley, client, role)
      return (method: string, body?: object) => request(client.address, method, PATH, headers, body)
    }

    it("up to the service's own, and that all users see", async () => {
      const owner = await as('owner')
      const { retention } = (await owner('GET')).body.data
      expect(retention.message_days).to.deep.equal({ own: null, most: null, days: null })
      expect(retention.request_log_days).to.deep.equal({ own: null, most: 30, days: 30 })
      const changed = await owner('PATCH', {
        retention: { message_days: 90, request_log_days: 10 },
      })
      expect(changed.status).to.equal(200)
      expect(changed.body.data.retention.message_days).to.deep.equal({
        own: 90,
        most: null,
        days: 90,
      })
      await owner('PATCH', { retention: { request_log_days: null } })
      const viewer = await as('viewer')
      const seen = (await viewer('GET')).body.data.retention
      expect(seen.message_days.days).to.equal(90)
      expect(seen.request_log_days).to.deep.equal({ own: null, most: 30, days: 30 })
    })

    it('but not longer ones, zero, or those that are not theirs to choose', async () => {
      const owner = await as('owner')
      for (const [retention, field] of [
        [{ request_log_days: 31 }, 'retention.request_log_days'],
        [{ message_days: 0 }, 'retention.message_days'],
        [{ audit_days: 1 }, 'retention.audit_days'],
        [{}, 'retention'],
      ] as const) {
        const { status, body } = await owner('PATCH', { retention })
        expect([status, body.data.errors[0].field]).to.deep.equal([422, field])
      }
      expect(
        await parley.db('retentions').where('organization_id', client.organizationId),
      ).to.deep.equal([])
      for (const role of ['editor', 'viewer'] as const)
        expect(
          (await (await as(role))('PATCH', { retention: { message_days: 90 } })).status,
        ).to.equal(403)
    })

    it('and that are audited', async () => {
      await (await as('owner'))('PATCH', { retention: { message_days: 90 } })
      const event = await parley
        .db('audit_events')
        .where({ organization_id: client.organizationId, action: 'organization.changed' })
        .first()
      expect(event).to.include({ target_id: client.organizationId, actor_kind: 'user' })
      expect(event.changes.retention.before.message_days).to.equal(null)
      expect(event.changes.retention.after.message_days).to.equal(90)
    })
  })

  it('is deleted by chores that do not delay a shutdown, though a statement hangs @long', async () => {
    const config = loadConfig(parley.env)
    const others = () =>
      parley
        .db('pg_stat_activity')
        .whereRaw("datname = current_database() and query ~ 'delete from invitations'")
    await parley.db.knexTransaction(async (transaction) => {
      await transaction.raw('lock table invitations in access exclusive mode')
      const stop = startHousekeeping(
        config,
        makeLog('test', config),
        { threads: { changed() {} } },
        50,
      )
      await waitsForLock(parley.db)
      await stop()
      expect(await others().where({ wait_event_type: 'Lock' }), 'it hangs still').to.have.length(1)
    })
    await eventually(
      async () =>
        (await others().whereNot({ pid: parley.db.raw('pg_backend_pid()') })).length === 0,
    )
  })
})
