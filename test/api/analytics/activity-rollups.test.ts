import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { readRolledUntil } from '../../../shared/analytics/activity.ts'
import { rollUpActivity } from '../../../shared/analytics/activityRollups.ts'
import { fillWithActivity } from '../../support/data/activity.ts'
import type { Client } from '../../support/http/client.ts'
import { DAY_MS, HOUR_MS, makeRandom } from '../../support/http/requests.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const BASE = Math.floor(Date.now() / DAY_MS - 10) * DAY_MS
const at = (hours: number) => new Date(BASE + hours * HOUR_MS)

describe('the roll-ups of activity', () => {
  let parley: Parley
  let client: Client
  before(async () => {
    parley = await startParley({ workers: false })
  })
  after(() => parley.stop())
  beforeEach(async () => {
    client = await parley.another(`Organization ${uuid()}`)
  })

  const rollUp = (ms = 60_000) => rollUpActivity(parley.db, ms)
  const until = () => readRolledUntil(parley.db, client.organizationId)
  const rowsOf = async (text: string) =>
    (await parley.db.raw(text, { organization: client.organizationId } as any)).rows
  const get = async (path: string) => {
    const { status, body } = await client.get(path)
    expect(status, JSON.stringify(body)).to.equal(200)
    return body
  }

  /**
   * Stores rows whose replies are all finished: an unfinished reply would keep its hour from being
   * rolled up.
   */
  async function fill(from: number, to: number, count?: number) {
    const made = await fillWithActivity(parley, client, at(from), at(to), count)
    await finish()
    return made
  }
  const finish = () =>
    rowsOf(
      `with ended as (delete from open_jobs where organization_id = :organization returning *)
       insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, in_reply_to, request_id, created_at, completed_at)
       select id, organization_id, thread_id, agent_id, position, 'assistant', 'cancelled', question_id, request_id, created_at, created_at
         from ended`,
    )

  it('store the highest counts of providers, and costs at configured prices, up to what a row can hold', async () => {
    await fill(0, 1, 3)
    const [{ id, thread_id, agent_id }] = await rowsOf(
      "select id, thread_id, agent_id from messages where organization_id = :organization and role = 'assistant' limit 1",
    )
    await parley.db('usages').insert(
      Array.from({ length: 150 }, (_, attempt) => ({
        reply_id: id,
        organization_id: client.organizationId,
        agent_id,
        attempt: attempt + 100,
        outcome: 'completed',
        model: 'own:m',
        input_tokens: 2 ** 31 - 1,
        output_tokens: 2 ** 31 - 1,
        cost_usd: 999_999,
        model_ms: 1,
        created_at: at(0.5),
      })),
    )
    const tokens = 150 * (2 ** 31 - 1)
    const look = () =>
      get(`/analytics/usage?bucket=hour&group_by=model&from=${at(0).toJSON()}&to=${at(1).toJSON()}`)
    const of = ({ data }: any) => data.find(({ model }: any) => model === 'own:m')
    expect(of(await look())).to.include({
      input_tokens: tokens,
      total_tokens: 2 * tokens,
      cost_usd: 149_999_850,
    })
    await rollUp()
    expect(of(await look())).to.include({
      input_tokens: tokens,
      total_tokens: 2 * tokens,
      cost_usd: 99_999_999,
    })
    const { data: thread } = await get(`/api/v1/threads/${thread_id}`)
    expect(thread.input_tokens).to.be.at.least(tokens)
    expect(thread.cost_usd).to.be.at.least(149_999_850)
  })

  const VIEWS = (agent: string) => [
    '/analytics/overview?',
    '/analytics/overview?bucket=day&',
    `/analytics/overview?agent_id=${agent}&`,
    '/analytics/usage?page_size=200&',
    '/analytics/usage?bucket=day&group_by=agent&',
    '/analytics/usage?group_by=model&page_size=200&',
  ]
  /** Reads random windows of all views, in the same order each time. */
  async function allViews(agent: string) {
    const random = makeRandom(7)
    const answers: unknown[] = []
    for (let n = 0; n < 8; n++) {
      const from = random() * 40 - 20
      const to = from + 0.1 + random() * (n % 2 ? 3 : 40)
      const window = new URLSearchParams({ from: at(from).toISOString(), to: at(to).toISOString() })
      for (const view of VIEWS(agent)) answers.push(rounded((await get(`${view}${window}`)).data))
    }
    return answers
  }
  /** Rounds, because sums of fractions depend on their order in the last digits. */
  const rounded = (value: unknown) =>
    JSON.parse(JSON.stringify(value), (_, one) =>
      typeof one === 'number' ? Number(one.toFixed(6)) : one,
    )

  it('give the same figures as the rows, for any window, also while they are incomplete @long', async () => {
    const { agents } = await fill(-20, 30, 400)
    const fromRows = await allViews(agents[0]!)
    await rollUp()
    expect((await until()).getTime()).to.be.above(at(30).getTime())
    expect(await allViews(agents[0]!)).to.deep.equal(fromRows)
    for (const hour of [-19, 3, 29]) {
      await parley
        .db('activity_rolled')
        .update({ until: at(hour) })
        .where('organization_id', client.organizationId)
      expect(await allViews(agents[0]!)).to.deep.equal(fromRows)
    }
  })

  it('keep counting what is deleted after its hour was summed up', async () => {
    await fill(0, 24)
    await rollUp()
    const window = `from=${at(0).toISOString()}&to=${at(24).toISOString()}`
    const before = [
      await get(`/analytics/overview?${window}`),
      await get(`/analytics/usage?${window}`),
    ]
    await rowsOf('delete from feedback where organization_id = :organization')
    const [overview, usage] = before.map(({ data }) => data)
    await rowsOf('delete from threads where organization_id = :organization')
    const { current } = (await get(`/analytics/overview?${window}`)).data
    expect(current).to.deep.equal({
      ...overview.current,
      feedback_count: 0,
      feedback_average: null,
    })
    expect(current.messages).to.equal(150)
    expect(current.failures).to.have.length(2)
    expect((await get(`/analytics/usage?${window}`)).data).to.deep.equal(usage)
  })

  it('skip the hour of an unfinished reply, and all later hours, until it is finished', async () => {
    await fillWithActivity(parley, client, at(0), at(24))
    const [{ oldest }] = await rowsOf(
      'select min(created_at) as oldest from open_jobs where organization_id = :organization',
    )
    await rollUp()
    expect((await until()).getTime()).to.equal(Math.floor(oldest.getTime() / HOUR_MS) * HOUR_MS)
    expect(await rollUp()).to.equal(0)
    await finish()
    await rollUp()
    expect((await until()).getTime()).to.be.above(at(24).getTime())
  })

  it('skip the current hour, and what has just ended', async () => {
    await fill(-1, 0)
    const conversation = await client.makeConversation()
    await client.post(
      `/api/v1/conversations/${conversation.id}/messages`,
      { content: 'Hi' },
      { Prefer: 'respond-async' },
    )
    await finish()
    await rollUp()
    const settled = Math.floor((Date.now() - 10 * 60_000) / HOUR_MS) * HOUR_MS
    expect((await until()).getTime()).to.equal(settled)
    const { current } = (await get('/analytics/overview?')).data
    expect([current.messages, current.conversations]).to.deep.equal([1, 1])
  })

  it('count each hour once, though several workers make them at once, are interrupted, and start again @long', async () => {
    const { agents } = await fill(-20, 30, 400)
    const fromRows = await allViews(agents[0]!)
    expect(await rollUp(-1)).to.equal(0)
    const steps = await Promise.all([1, 2, 3].map(() => rollUp()))
    expect(steps.reduce((all, some) => all + some)).to.be.above(2)
    expect(await rollUp()).to.equal(0)
    expect(await allViews(agents[0]!)).to.deep.equal(fromRows)
  })

  it('belong to one organization each, and are deleted with it @long', async () => {
    await fill(0, 24)
    const mine = client
    client = await parley.another(`Organization ${uuid()}`)
    await fill(0, 24)
    await rollUp()
    const tables = [
      'activity_rollups',
      'activity_durations',
      'activity_failures',
      'activity_rolled',
    ]
    const counts = () =>
      Promise.all(
        tables.map(
          async (table) =>
            (await rowsOf(`select from ${table} where organization_id = :organization`)).length,
        ),
      )
    const theirs = await counts()
    expect(theirs.every((count) => count > 0)).to.equal(true)
    const { current } = (
      await get(`/analytics/overview?from=${at(0).toISOString()}&to=${at(24).toISOString()}`)
    ).data
    expect(current.messages).to.equal(150)
    await parley.db('organizations').delete().where('id', mine.organizationId)
    expect(await counts()).to.deep.equal(theirs)
    client = mine
    expect(await counts()).to.deep.equal([0, 0, 0, 0])
  })
})
