import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { maintainPartitions, partitionNames } from '../../../shared/retention/partitions.ts'
import { deleteOldRows } from '../../../shared/retention/retention.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

describe('tables that are partitioned by month', () => {
  let database: Awaited<ReturnType<typeof makeDatabase>>
  let parley: Parley
  let organization_id: string
  before(async () => {
    // A new database, so that the first row of each partition is at its first place.
    database = await makeDatabase()
    parley = await startParley({ backend: 'postgres', workers: false, databaseUrl: database.url })
    organization_id = parley.client.organizationId
  })
  after(async () => {
    await parley.stop()
    await database.drop()
  })

  const FOR_EVER = { REQUEST_LOG_DAYS: 0, ANALYTICS_DAYS: 0, USAGE_DAYS: 0, EVENT_DAYS: 0 }
  const DAY = 86_400_000
  /** Returns the middle of the month so many months from now. */
  const inMonth = (months: number) => {
    const now = new Date()
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 15))
  }
  const suffix = (time: Date) => time.toISOString().slice(0, 7).replace('-', '_')
  const lastOf = async (table: string) =>
    (await partitionNames(parley.db, table))
      .filter((name) => /\d$/.test(name) && !name.includes('until'))
      .at(-1)
  const partitionOf = async (table: string, where: object) =>
    (
      await parley.db(table).where(where).select(parley.db.raw('tableoid::regclass::text as name'))
    ).map(({ name }: { name: string }) => name)
  const job = (created_at: Date) => ({
    id: randomUUID(),
    organization_id,
    lane: 'reply',
    target_id: randomUUID(),
    request_id: 'r',
    worker: 'w',
    attempt: 1,
    outcome: 'completed',
    wait_ms: 1,
    run_ms: 1,
    created_at,
  })
  const usage = (created_at: Date) => ({
    reply_id: uuid({ msecs: created_at.getTime() }),
    organization_id,
    agent_id: randomUUID(),
    model: 'm',
    attempt: 1,
    outcome: 'completed',
    input_tokens: 1,
    output_tokens: 1,
    model_ms: 1,
    created_at,
  })
  const rolledUp = (until: Date) =>
    parley
      .db('activity_rolled')
      .insert({ organization_id, until })
      .onConflict('organization_id')
      .merge()

  it('hold a row in its month, and rows of a month without a partition in the default, until the month is made', async () => {
    const { db } = parley
    const far = [inMonth(7), inMonth(8)] as const
    const rows = { jobs: far.map(job), usages: far.map(usage) }
    await db('jobs').insert(rows.jobs)
    await db('usages').insert(rows.usages)
    const ofOne = { jobs: { id: rows.jobs[0]!.id }, usages: { reply_id: rows.usages[0]!.reply_id } }
    for (const table of ['jobs', 'usages'] as const)
      expect(await partitionOf(table, ofOne[table])).to.deep.equal([`${table}_rest`])
    const { made } = await maintainPartitions(db, FOR_EVER, inMonth(5))
    expect(made).to.be.above(2)
    for (const table of ['jobs', 'usages', 'request_logs'] as const)
      expect(await lastOf(table)).to.equal(`${table}_${suffix(inMonth(8))}`)
    for (const table of ['jobs', 'usages'] as const) {
      expect(await partitionOf(table, ofOne[table])).to.deep.equal([`${table}_${suffix(far[0])}`])
      expect(await db(`${table}_rest`)).to.deep.equal([])
      expect(await db(table)).to.have.length(2)
    }
    expect(await maintainPartitions(db, FOR_EVER, inMonth(5)), 'again').to.deep.equal({
      made: 0,
      dropped: 0,
    })
    await db('jobs').delete()
    await db('usages').delete()
  })

  it('keep the call of an attempt unique, whichever month it is stored in', async () => {
    const row = usage(inMonth(0))
    await parley.db('usages').insert(row)
    const again = await parley
      .db('usages')
      .insert({ ...row, created_at: inMonth(6) })
      .catch((error) => error.code)
    expect(again).to.equal('23505')
    await parley.db('usages').delete()
  })

  it('lose the rows of organizations with a shorter retention, and no rows in the same place of another partition', async () => {
    const { db } = parley
    const [old, young] = [job(new Date(Date.now() - 40 * DAY)), job(inMonth(4))]
    await db('jobs').insert([old, young])
    const places = await db('jobs').select(db.raw('ctid::text'), db.raw('tableoid'))
    expect(
      new Set(places.map(({ ctid }: { ctid: string }) => ctid)).size,
      'both are the first row',
    ).to.equal(1)
    expect(new Set(places.map(({ tableoid }: { tableoid: number }) => tableoid)).size).to.equal(2)
    const deleted = await deleteOldRows(db, 'analytics_days', 30)
    expect(deleted).to.include({ jobs: 1 })
    expect(await db('jobs').pluck('id')).to.deep.equal([young.id])
    await db('jobs').delete()
  })

  it('are dropped month by month, each after all of it has expired and is rolled up', async () => {
    const { db } = parley
    await db('jobs').insert([job(inMonth(4)), job(inMonth(5))])
    const dropped = async (now: Date, days: object) =>
      (await maintainPartitions(db, { ...FOR_EVER, ...days }, now)).dropped
    await rolledUp(inMonth(3))
    const fortyLater = new Date(inMonth(5).getTime() + 40 * DAY)
    const before = await partitionNames(db, 'jobs')
    await dropped(fortyLater, { ANALYTICS_DAYS: 30 })
    expect(await partitionNames(db, 'jobs')).to.include(`jobs_${suffix(inMonth(4))}`)
    await rolledUp(inMonth(9))
    expect(await dropped(fortyLater, {}), 'kept for ever').to.equal(0)
    expect(await dropped(fortyLater, { ANALYTICS_DAYS: 30 })).to.be.above(0)
    const names = await partitionNames(db, 'jobs')
    expect(names).not.to.include(`jobs_${suffix(inMonth(4))}`)
    expect(names).not.to.include(before.find((name) => name.includes('until')))
    expect(names).to.include.members([`jobs_${suffix(inMonth(5))}`, 'jobs_rest'])
    expect(await db('jobs')).to.have.length(1)
    expect((await partitionNames(db, 'usages')).length, 'others are kept').to.be.above(names.length)
  })
})
