import { expect } from 'chai'
import {
  DEMO_MONTH,
  DEMO_MONTH_OWNER,
  type DemoMonth,
  makeDemoMonth,
  untilDemoMonthIsIndexed,
} from '../../../cli/demo/month.ts'
import { rollUpActivity } from '../../../shared/analytics/activityRollups.ts'
import { findUserByAddress } from '../../../shared/people/users.ts'
import { readTopics } from '../../../workers/questions/readTopics.ts'
import {
  lasting,
  ROUTES,
  request,
  type SignedIn,
  signedIn,
  signedInAs,
} from '../../support/http/access.ts'
import { type Answer, eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'

const DAY_MS = 86_400_000
/** Requests of the other organization: its agent, conversation, message, feedback and pair. */
const REQUESTS = 5

/** Removes the times that a present answer has. */
const steady = (answer: Answer) =>
  JSON.parse(
    JSON.stringify(lasting(answer), (name, value) =>
      name === 'resets_at' ||
      name === 'workers' ||
      (name === 'timestamp' && answer.body.detail === 'As of now.')
        ? undefined
        : value,
    ),
  )

onOneQueue('the demo month', (backend) => {
  let parley: Parley
  let month: DemoMonth
  let others: unknown
  const until = Date.now()
  const make = (seed: number) => makeDemoMonth(parley.db, { seed, until, passwordHash: 'none' })

  /** The first row of a query, in which `:month` is the organization. */
  async function read(query: string): Promise<any> {
    return (await parley.db.raw(query, { month: DEMO_MONTH.id })).rows[0]
  }
  /** Returns a sum over all rows of every table of other organizations. */
  async function readOthers() {
    const sums = []
    for (const table of [
      'agents',
      'threads',
      'messages',
      'jobs',
      'usages',
      'knowledge_entries',
      'applications',
    ])
      sums.push(
        await read(
          `select md5(string_agg(r::text, '' order by r::text)) as ${table} from ${table} r where organization_id <> :month`,
        ),
      )
    return sums
  }

  /** What every list, figure and search of another organization shows, by its path. */
  let shown: Record<string, unknown>
  let owner: SignedIn
  let asOf: number
  async function showOther(): Promise<Record<string, unknown>> {
    const [from, to] = [asOf - 31 * DAY_MS, asOf].map((time) => new Date(time).toISOString())
    const lists = ROUTES.filter(({ name }) => /^GET \/(api\/v1|analytics)\/[^:]+$/.test(name))
    const paths = lists.map(
      ({ path, metadata }) =>
        path +
        ((metadata.query?.properties as Record<string, unknown> | undefined)?.to
          ? `?from=${from}&to=${to}`
          : ''),
    )
    const { address } = parley.client
    const answers: [string, unknown][] = []
    const searches = ['threads', 'contexts', 'knowledge'].map((list) => `/api/v1/${list}?search=e`)
    for (const path of [...paths, ...searches]) {
      const answer = await request(address, 'GET', path, owner.headers)
      expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).to.equal(200)
      answers.push([path, typeof answer.body === 'string' ? answer.body : steady(answer)])
    }
    const [agent] = await parley
      .db('agents')
      .where({ organization_id: parley.client.organizationId })
    const body = { question: 'How much does delivery of a plant cost?' }
    const found = await request(
      address,
      'POST',
      `/api/v1/agents/${agent.id}/retrieve`,
      owner.headers,
      body,
    )
    expect(found.status).to.equal(200)
    return Object.fromEntries([...answers, ['retrieve', found.body.data]])
  }

  /** Does the workers' background work for figures. */
  async function sumUp(): Promise<void> {
    await rollUpActivity(parley.db, 60_000)
    await readTopics(parley.db, { milliseconds: 60_000, settledMs: 0 })
  }

  before(async function () {
    this.timeout(120_000)
    parley = await startParley({ backend })
    const conversation = await parley.client.makeConversation()
    const asked = await parley.client.post(`/api/v1/conversations/${conversation.id}/messages`, {
      content: 'Hello?',
    })
    await parley.client.post(`/api/v1/conversations/${conversation.id}/feedback`, {
      message_id: asked.body.data.id,
      reviewer: 'Ada',
      rating: 1,
    })
    await parley.client.post('/api/v1/knowledge/qa', { question: 'Who?', answer: 'We.' })
    await eventually(
      async () => (await parley.db('knowledge_entries').where({ status: 'ready' })).length === 1,
    )
    owner = await signedIn(parley, parley.client, 'owner')
    // The process places events and stores requests a moment later.
    await eventually(async () => (await parley.db('event_outbox')).length === 0)
    await eventually(async () => (await parley.db('request_logs')).length >= REQUESTS)
    await sumUp()
    asOf = Date.now()
    shown = await showOther()
    others = await readOthers()
    month = await make(7)
    expect(await untilDemoMonthIsIndexed(parley.db, month, 30_000)).to.equal(true)
    await sumUp()
  })
  after(() => parley?.stop())

  it('appears in nothing that another organization is shown', async () => {
    const now = await showOther()
    for (const [path, answer] of Object.entries(now))
      expect(answer, path).to.deep.equal(shown[path])
  })

  it('has six agents, questions in six languages, good days and bad days', async () => {
    const { agents, locales, codes, messages } = await read(`
      select count(distinct m.agent_id)::int as agents, count(distinct t.locale)::int as locales, count(*)::int as messages,
             count(distinct m.error ->> 'code')::int as codes
        from messages m join threads t on t.id = m.thread_id where m.organization_id = :month`)
    expect({ agents, locales }).to.deep.equal({ agents: 6, locales: 6 })
    expect(messages).to.equal(month.counts.messages).and.to.be.within(1_500, 3_500)
    expect(codes).to.be.at.least(4)
    const { known, worst } = await read(`
      select avg(grounded::int)::float8 as known,
             (select max(count) from (select count(*)::int from messages where organization_id = :month and status = 'failed'
               group by created_at::date) days) as worst
        from messages where organization_id = :month and role = 'assistant'`)
    expect(known).to.be.within(0.7, 0.95)
    expect(worst).to.be.above(8)
  })

  it('has chats that went to people, of which some wait, and answers ready for them', async () => {
    const figures = await read(`
      select count(*)::int as handoffs, (count(*) filter (where waiting_since is not null))::int as waiting,
             (count(*) filter (where returned_at is null))::int as present, count(distinct assignee_id)::int as colleagues,
             (select count(*)::int from saved_answers where organization_id = :month) as saved,
             (select (count(*) filter (where handoff_id is not null))::int from threads where organization_id = :month) as with_people
        from handoffs where organization_id = :month`)
    expect(figures).to.deep.equal({
      handoffs: 40,
      waiting: 4,
      present: 8,
      colleagues: 3,
      saved: 6,
      with_people: 8,
    })
    const { wrong } = await read(`
      select count(*)::int as wrong from threads t
       where organization_id = :month and last_seq <> (select count(*) from messages m where m.thread_id = t.id)`)
    expect(wrong).to.equal(0)
  })

  it('answers in the words of its knowledge', async () => {
    const { cited, wrong, unlike } = await read(`
      select count(*)::int as cited,
             (count(*) filter (where position(c ->> 'quote' in coalesce(e.answer, convert_from(f.bytes, 'UTF8'))) = 0
                                  or e.id is null))::int as wrong,
             (count(*) filter (where not m.grounded or c ->> 'quote' <> m.content))::int as unlike
        from messages m cross join jsonb_array_elements(m.citations) c
        left join knowledge_entries e on e.organization_id = m.organization_id and e.id = (c ->> 'knowledge_id')::uuid
        left join knowledge_files f on f.entry_id = e.id
       where m.organization_id = :month`)
    expect(cited).to.be.above(700)
    expect({ wrong, unlike }).to.deep.equal({ wrong: 0, unlike: 0 })
    const { failed, chunks } = await read(`
      select (count(*) filter (where status <> 'ready'))::int as failed, sum(chunk_count)::int as chunks
        from knowledge_entries where organization_id = :month`)
    expect({ failed, chunks: chunks >= month.counts.entries }).to.deep.equal({
      failed: 0,
      chunks: true,
    })
    expect(
      (
        await read(
          'select count(*)::int from knowledge_contradictions where organization_id = :month',
        )
      ).count,
    ).to.equal(2)
  })

  it('gives the dashboard the same figures as its rows', async () => {
    const owner = await findUserByAddress(parley.db, DEMO_MONTH.id, DEMO_MONTH_OWNER)
    const { headers } = await signedInAs(parley, owner!)
    const [from, to] = [new Date(until - 31 * DAY_MS), new Date(until + 1000)].map((time) =>
      time.toISOString(),
    )
    const path = `/api/v1/analytics/overview?from=${from}&to=${to}`
    const { status, body } = await request(parley.client.address, 'GET', path, headers)
    expect(status).to.equal(200)
    const rows = await read(`
      select count(*)::int as messages, (count(*) filter (where status = 'completed'))::int as replies,
             (count(*) filter (where status = 'failed'))::int as failed_replies,
             (count(*) filter (where status = 'cancelled'))::int as cancelled_replies,
             (select (count(*) filter (where kind = 'session'))::int from threads where organization_id = :month) as sessions,
             (select (count(*) filter (where kind = 'conversation'))::int from threads where organization_id = :month) as conversations,
             (select count(*)::int from feedback where organization_id = :month) as feedback_count,
             (select sum(input_tokens)::int from usages where organization_id = :month) as input_tokens,
             (select (count(*) filter (where cost_usd is null))::int from usages where organization_id = :month) as unpriced_calls,
             (select count(*)::int from limit_blocks where organization_id = :month) as blocked
        from messages where organization_id = :month and role = 'assistant'`)
    expect(body.data.current).to.include(rows)
    const { cost, requests, rolled } = await read(`
      select (select sum(cost_usd)::float8 from usages where organization_id = :month) as cost,
             (select count(*)::int from request_logs where organization_id = :month and credential <> 'dashboard') as requests,
             (select sum(messages)::int from activity_rollups where organization_id = :month) as rolled`)
    expect(body.data.current.cost_usd).to.be.closeTo(cost, 1e-6)
    expect(body.data.current.requests - body.data.current.dashboard_requests).to.equal(requests)
    expect(rolled).to.be.within(rows.messages * 0.9, rows.messages)
  })

  it('is reproduced by its seed, replaces itself, and changes no other organization @long', async () => {
    const sum = `select md5(string_agg(r::text, '' order by r::text)) as sum from (
      select id, thread_id, seq, content, citations, created_at, completed_at from messages where organization_id = :month) r`
    const first = await read(sum)
    await make(8)
    expect(await read(sum)).not.to.deep.equal(first)
    await make(7)
    expect(await read(sum)).to.deep.equal(first)
    expect((await read('select count(*)::int from organizations')).count).to.equal(2)
    expect(await readOthers()).to.deep.equal(others)
  })
})
