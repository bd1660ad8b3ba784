import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { addBudget, type Budget, readSpending } from '../../shared/budgets/budgets.ts'
import { makeReserve, type ReservationAsked } from '../../shared/budgets/reserve.ts'
import { deleteOldPeriods, sumUpBudgets } from '../../shared/budgets/settle.ts'
import { recordFailedUsage } from '../../shared/chat/replies.ts'
import { makeTestDb, type TestDb } from '../support/product/testDb.ts'
import { makeDatabase } from '../support/servers/servers.ts'

const USAGE = {
  model: 'openai:m',
  input_tokens: 60,
  output_tokens: 40,
  cost_usd: null,
  model_ms: 1,
}
const PLAIN = {
  application_id: null,
  agent_id: null,
  customer_id: null,
  at_limit: 'refuse',
  fallback_model: null,
} as const

describe('budget reservations', () => {
  let db: TestDb
  let drop: () => Promise<void>
  let organization_id: string
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 10)
  })
  after(async () => {
    await db.destroy()
    await drop()
  })
  beforeEach(async () => {
    organization_id = uuid()
    await db('organizations').insert({ id: organization_id, name: organization_id })
  })

  const add = async (amount: number, more: Partial<Budget> = {}) =>
    (await addBudget(db, organization_id, {
      ...PLAIN,
      scope: 'organization',
      unit: 'tokens',
      period: 'month',
      amount: String(amount),
      ...more,
    }))!.id
  const asking = (
    budgets: readonly string[],
    amount: number,
    more: Partial<ReservationAsked> = {},
  ): ReservationAsked => ({
    organization_id,
    reply_id: uuid(),
    attempt: 1,
    expires_ms: 60_000,
    wanted: budgets.map((id) => ({
      id,
      subject: '',
      period: 'month',
      amount,
      isForced: false,
      begins: undefined,
    })),
    ...more,
  })
  /** Ends an attempt with a reservation, as a worker does. */
  const settle = async ({ reply_id, attempt, wanted }: ReservationAsked, settled: number) => {
    const begins = new Date().toISOString().replace(/-\d\dT.*/, '-01')
    const spent = wanted.map(({ id: budget_id, subject }) => ({
      budget_id,
      subject,
      begins,
      settled,
    }))
    await recordFailedUsage(
      db,
      { id: reply_id, organization_id, attempt } as never,
      uuid(),
      USAGE,
      spent,
    )
  }
  const spentOf = async (id: string) => {
    const { spent, reserved } = (await readSpending(db, organization_id, [id])).get(id)!
    return { spent, reserved }
  }

  it('are made completely, or not at all if they do not fit, for hundreds of replies at a time', async () => {
    const id = await add(200 * 100)
    const workers = [makeReserve(db), makeReserve(db), makeReserve(db)]
    const asked = Array.from({ length: 400 }, () => asking([id], 100))
    const reserved = await Promise.all(asked.map((one, nth) => workers[nth % 3]!(one)))
    expect(reserved.filter(({ begins }) => begins)).to.have.length(200)
    expect(await spentOf(id)).to.deep.equal({ spent: 0, reserved: 20_000 })

    await Promise.all(
      asked.filter((_, nth) => reserved[nth]!.begins).map((one) => settle(one, 100)),
    )
    expect(await spentOf(id)).to.deep.equal({ spent: 20_000, reserved: 0 })
    expect((await workers[0]!(asking([id], 1))).reached).to.deep.equal([id])
  })

  it('start whatever providers have reported before, and hold any sum', async () => {
    await db('usages').insert(
      Array.from({ length: 3 }, () => ({
        reply_id: uuid(),
        organization_id,
        agent_id: uuid(),
        attempt: 1,
        outcome: 'completed',
        model: 'openai:m',
        input_tokens: 2 ** 31 - 1,
        output_tokens: 2 ** 31 - 1,
        model_ms: 1,
        cost_usd: 999_999,
      })),
    )
    const tokens = await add(1e9)
    const money = await add(1e9, { unit: 'usd' })
    const reserve = makeReserve(db)
    expect((await reserve(asking([tokens], 1))).reached).to.deep.equal([tokens])
    expect(await spentOf(tokens)).to.deep.equal({ spent: 6 * (2 ** 31 - 1), reserved: 0 })
    const asked = asking([money], 1)
    expect((await reserve(asked)).begins).to.have.property(money)
    expect(await spentOf(money)).to.deep.equal({ spent: 3 * 999_999, reserved: 1 })
    // The column of a period holds less than two attempts may settle.
    await settle(asked, 999_999_999_999)
    expect((await reserve(asking([money], 1))).reached).to.deep.equal([money])
    expect(await spentOf(money)).to.deep.equal({ spent: 999_999_999_999, reserved: 0 })
    await settle(asking([money], 1), 999_999_999_999)
    await sumUpBudgets(db)
    expect(await spentOf(money)).to.deep.equal({ spent: 999_999_999_999, reserved: 0 })
  })

  it('are made in all budgets or in none', async () => {
    const wide = await add(1_000)
    const narrow = await add(150)
    const reserve = makeReserve(db)
    const asked = [asking([wide, narrow], 100), asking([wide, narrow], 100), asking([wide], 100)]
    const [first, second, third] = await Promise.all(asked.map(reserve))
    expect(third!.begins).to.have.property(wide)
    const both = [first!, second!]
    expect(both.filter(({ begins }) => begins)).to.have.length(1)
    expect(both.find(({ begins }) => !begins)!.reached).to.deep.equal([])
    expect(await spentOf(wide)).to.deep.equal({ spent: 0, reserved: 200 })
    expect(await spentOf(narrow)).to.deep.equal({ spent: 0, reserved: 100 })
  })

  it('distinguish a budget that running replies hold from a budget with too little left', async () => {
    const id = await add(150)
    const reserve = makeReserve(db)
    const first = asking([id], 100)
    await reserve(first)
    expect(await reserve(asking([id], 100))).to.deep.include({ begins: undefined, reached: [] })
    await settle(first, 100)
    expect(await reserve(asking([id], 100))).to.deep.include({ begins: undefined, reached: [id] })
  })

  it('are released by the next attempt of a reply whose worker was killed', async () => {
    const id = await add(100)
    const reserve = makeReserve(db)
    const killed = asking([id], 100)
    await reserve(killed)
    const next = { ...killed, attempt: 2 }
    expect((await reserve(next)).begins).to.have.property(id)
    expect(await spentOf(id)).to.deep.equal({ spent: 0, reserved: 100 })
    // The worker was alive after all, and has paid for its call.
    await settle(killed, 30)
    await settle(next, 60)
    expect(await spentOf(id)).to.deep.equal({ spent: 90, reserved: 0 })
  })

  it('are released once no worker can be at work on the reply', async () => {
    const id = await add(100)
    const reserve = makeReserve(db)
    await sumUpBudgets(db)
    await reserve(asking([id], 100, { expires_ms: -1 }))
    expect((await sumUpBudgets(db)).ended).to.equal(1)
    expect(await spentOf(id)).to.deep.equal({ spent: 0, reserved: 0 })
    expect((await reserve(asking([id], 100))).begins).to.have.property(id)
  })

  it('grow with each call of an attempt', async () => {
    const id = await add(250)
    const reserve = makeReserve(db)
    const first = asking([id], 100)
    await reserve(first)
    const grown = asking([id], 240, { reply_id: first.reply_id })
    expect((await reserve(grown)).begins).to.have.property(id)
    expect(await spentOf(id)).to.deep.equal({ spent: 0, reserved: 240 })
    await settle(grown, 200)
    expect(await spentOf(id)).to.deep.equal({ spent: 200, reserved: 0 })
  })

  it('warn once at 80 %, and announce once that the budget is reached, without a further reply', async () => {
    const id = await add(1_000)
    const reserve = makeReserve(db)
    const first = asking([id], 900)
    await reserve(first)
    await settle(first, 850)
    const announcements = async () =>
      (await sumUpBudgets(db)).events
        .filter((event) => event.organization_id === organization_id)
        .map(({ kind, budget_id }) => [kind, budget_id])
    expect(await announcements()).to.deep.equal([['warned', id]])
    expect(await announcements()).to.deep.equal([])
    const { events } = await reserve(asking([id], 200))
    expect(events.map(({ kind }) => kind)).to.deep.equal(['reached'])
    expect((await reserve(asking([id], 200))).events).to.deep.equal([])
  })

  it('are deleted with their budget', async () => {
    const id = await add(1_000)
    const reserve = makeReserve(db)
    const asked = asking([id], 100)
    await reserve(asked)
    await db('budgets').where({ id }).delete()
    expect((await reserve(asking([id], 100))).begins).to.deep.equal({})
    await settle(asked, 100)
    await sumUpBudgets(db)
    expect(await db('budget_reservations').where({ budget_id: id })).to.deep.equal([])
    expect(await db('budget_periods').where({ budget_id: id })).to.deep.equal([])
  })

  it("start with what the organization's test keys have spent in the period, and with nothing from before", async () => {
    const asked = asking([], 0)
    const claim = { id: asked.reply_id, organization_id, attempt: 1 } as never
    await recordFailedUsage(db, claim, uuid(), USAGE, [], true)
    const old = { id: uuid(), organization_id, attempt: 1 } as never
    await recordFailedUsage(db, old, uuid(), USAGE, [], true)
    await db('usages')
      .where({ reply_id: (old as { id: string }).id })
      .update({
        created_at: db.raw("date_trunc('month', now() at time zone 'utc') - interval '1 day'"),
      })
    const id = await add(1_000)
    await makeReserve(db)(asking([id], 10))
    expect(await spentOf(id)).to.deep.equal({ spent: 100, reserved: 10 })
  })

  it('are deleted 71 days after their period, and not before', async () => {
    const id = await add(1_000)
    const of = { organization_id, budget_id: id, subject: '' }
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
    await db('budget_periods').insert([
      { ...of, begins: day(73) },
      { ...of, begins: day(70) },
    ])
    await deleteOldPeriods(db)
    expect(await db('budget_periods').where({ budget_id: id })).to.have.length(1)
  })
})
