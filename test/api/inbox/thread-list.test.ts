import { expect } from 'chai'
import Papa from 'papaparse'
import { v7 as uuid } from 'uuid'
import type { Client } from '../../support/http/client.ts'
import { fetchDocumented } from '../../support/http/contract.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const THREADS = '/api/v1/threads'
const DAY = 86_400_000

describe('the list of threads', () => {
  let parley: Parley
  let client: Client
  let agent: any
  let other: any
  before(async () => {
    parley = await startParley()
    client = await parley.another('With threads')
    agent = await client.makeAgent({ name: 'Ada' })
    other = await client.makeAgent({ name: 'Bob' })
  })
  after(() => parley.stop())
  afterEach(() => parley.model.reset())

  const list = async (query: Record<string, string> = {}, by = client) => {
    const answer = await by.get(`${THREADS}?${new URLSearchParams(query)}`)
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200)
    return answer.body as { data: any[]; pagination: any }
  }
  const ids = async (query: Record<string, string> = {}, by = client) =>
    (await list({ limit: '100', ...query }, by)).data.map(({ id }) => id)
  /** Returns the organization's threads that fulfil the SQL condition, last active first. */
  const sqlIds = async (condition: string, by = client) => {
    const { rows } = await parley.db.raw(
      `select id from threads t where organization_id = ? and ${condition} order by active_at desc, id desc`,
      [by.organizationId],
    )
    return rows.map(({ id }: { id: string }) => id)
  }

  describe('with filters', () => {
    const made: Record<string, any> = {}
    const post = (kind: string, id: string, content: string) =>
      client.post(`/api/v1/${kind}s/${id}/messages`, { content })
    before(async () => {
      await client.post('/api/v1/knowledge/qa', {
        question: 'What does delivery cost?',
        answer: 'Delivery costs 4.90 euros.',
      })
      const context = await client.post('/api/v1/contexts', { user_reference: 'Zoë-1', traits: {} })
      made.context = context.body.data
      made.empty = await client.makeSession({ agent_id: other.id })
      made.session = await client.makeSession({ agent_id: agent.id, visitor_id: 'visitor_7' })
      made.referring = await client.makeConversation({
        agent_id: agent.id,
        user_context_id: made.context.id,
        title: 'A late parcel',
      })
      made.named = await client.makeConversation({ agent_id: other.id, customer_id: 'Zoë-1' })
      made.closed = await client.makeConversation({ agent_id: agent.id, customer_id: 'c-2' })
      made.expired = await client.makeSession({ agent_id: agent.id, visitor_id: 'visitorx7' })
      parley.model.behave(() => ({ text: 'Delivery costs 4.90 euros [1].' }))
      await post('session', made.session.id, 'What does delivery cost?')
      parley.model.behave(() => ({ text: 'Bananas are yellow.' }))
      const ungrounded = await post(
        'conversation',
        made.referring.id,
        'ÄRGER with 100% \\ of_parcels',
      )
      parley.model.behave(() => ({ status: 401 }))
      await post('conversation', made.named.id, 'Fail, please')
      await post('conversation', made.closed.id, 'Fail as well')
      const rate = (path: string, body: object) => client.post(`/api/v1/${path}/feedback`, body)
      await rate(`conversations/${made.closed.id}`, { reviewer: 'zoe', rating: 2, comment: 'No.' })
      await rate(`conversations/${made.closed.id}`, { reviewer: 'ada', rating: 4 })
      await rate(`conversations/${made.referring.id}`, {
        reviewer: 'zoe',
        rating: 3,
        message_id: ungrounded.body.data.id,
      })
      const change = { status: 'closed' }
      await client.send(
        'PATCH',
        `/api/v1/conversations/${made.closed.id}`,
        JSON.stringify(change),
        {
          'Content-Type': 'application/json',
        },
      )
      await parley.db('threads').where({ id: made.expired.id }).update({ status: 'expired' })
      const longAgo = new Date(Date.now() - 9 * DAY)
      await parley.db('threads').where({ id: made.empty.id }).update({ active_at: longAgo })
    })

    const FILTERS: Record<
      string,
      [query: Record<string, string>, condition: string, count: number]
    > = {
      'no filter': [{}, 'true', 6],
      'the kind': [{ kind: 'session' }, `kind = 'session'`, 3],
      'open threads of either kind': [{ status: 'open' }, `status in ('open', 'active')`, 4],
      'closed threads': [{ status: 'closed' }, `status = 'closed'`, 1],
      'expired threads': [{ status: 'expired' }, `status = 'expired'`, 1],
      'a time from': [
        { from: new Date(Date.now() - DAY).toISOString() },
        `active_at > now() - interval '1 day'`,
        5,
      ],
      'a time until': [
        { to: new Date(Date.now() - DAY).toISOString() },
        `active_at < now() - interval '1 day'`,
        1,
      ],
      "a customer, whatever the letters' case": [{ person: 'zOË' }, `customer_id = 'Zoë-1'`, 1],
      'a visitor, whose underscore stands for itself': [
        { person: 'ITOR_7' },
        `visitor_id = 'visitor_7'`,
        1,
      ],
      failures: [
        { has_failures: 'true' },
        `exists (select from messages m where m.thread_id = t.id and m.status = 'failed')`,
        2,
      ],
      'any feedback': [
        { has_feedback: 'true' },
        'exists (select from feedback f where f.thread_id = t.id)',
        2,
      ],
      'negative feedback': [
        { has_negative_feedback: 'true' },
        'exists (select from feedback f where f.thread_id = t.id and rating < 3)',
        1,
      ],
      'positive feedback': [
        { has_positive_feedback: 'true' },
        'exists (select from feedback f where f.thread_id = t.id and rating > 3)',
        1,
      ],
      'replies that no knowledge supports': [
        { has_ungrounded_replies: 'true' },
        `exists (select from messages m where m.thread_id = t.id and m.role = 'assistant'
           and m.status = 'completed' and m.citations = '[]')`,
        1,
      ],
      'a text of a question': [
        { text: 'fail' },
        `exists (select from messages m where m.thread_id = t.id and content like 'Fail%')`,
        2,
      ],
      'a text of a reply': [
        { text: 'banana' },
        `exists (select from messages m where m.thread_id = t.id and content like 'Bananas%')`,
        1,
      ],
      'a text with letters beyond ASCII, in another case': [
        { text: 'ärger' },
        `title = 'A late parcel'`,
        1,
      ],
      'a text with the signs of patterns': [{ text: '100% \\ of_p' }, `title = 'A late parcel'`, 1],
      'a text that would be a pattern': [{ text: 'F_il' }, 'false', 0],
      'several at once': [{ has_failures: 'true', status: 'open' }, `customer_id = 'Zoë-1'`, 1],
      'wishes that are none': [{ has_failures: 'false' }, 'true', 6],
    }
    for (const [name, [query, condition, count]] of Object.entries(FILTERS))
      it(`shows the same threads as SQL by ${name}`, async () => {
        const wanted = await sqlIds(condition)
        expect(wanted).to.have.length(count)
        expect(await ids(query)).to.deep.equal(wanted)
      })

    describe('searched', () => {
      let keller: any
      before(async () => {
        const stored = await client.post('/api/v1/contexts', {
          user_reference: 'cus_9',
          traits: { name: 'Zora Keller', email: 'zora@example.com' },
        })
        keller = await client.makeConversation({ agent_id: agent.id, customer_id: 'cus_9' })
        await client.post('/api/v1/contexts', {
          user_reference: 'cus_10',
          traits: { email: 'no@name.example' },
        })
        made.mailed = await client.makeConversation({ agent_id: agent.id, customer_id: 'cus_10' })
        parley.model.behave(() => ({
          text: `${'Hay. '.repeat(40)}A NEEDLE lies here. ${'Straw. '.repeat(40)}`,
        }))
        await post('conversation', keller.id, 'Is there a needle?')
        await post('conversation', keller.id, '大学はどこですか')
        expect(stored.status).to.equal(201)
      })
      after(async () => {
        for (const { id } of [keller, made.mailed])
          await client.send('DELETE', `/api/v1/conversations/${id}`)
      })

      const SEARCHES: Record<string, string[]> = {
        'zora KELLER': ['keller'],
        'zora@example': ['keller'],
        cus_9: ['keller'],
        'name.example': ['mailed'],
        'late parcel': ['referring'],
        'ZOË-1': ['named', 'referring'],
        visitor_7: ['session'],
        needle: ['keller'],
        大学: ['keller'],
        大: ['keller'],
        '%': ['referring'],
        'nothing of the kind': [],
      }
      for (const [search, names] of Object.entries(SEARCHES))
        it(`finds “${search}” in messages, titles and names`, async () => {
          const of: Record<string, any> = { ...made, keller }
          expect((await ids({ search })).toSorted()).to.deep.equal(
            names.map((name) => of[name].id).toSorted(),
          )
        })

      it('shows the newest message that matches, and the text around the match', async () => {
        const [found] = (await list({ search: 'needle' })).data
        expect(found.match.role).to.equal('assistant')
        expect(found.match.text).to.match(/^….*A NEEDLE lies here\..*…$/)
        expect(found.match.text.length).to.be.below(300)
        const message = await client.get(
          `/api/v1/conversations/${keller.id}/messages/${found.match.message_id}`,
        )
        expect(message.body.data.content).to.contain('A NEEDLE')
        expect((await list({ search: 'Keller' })).data[0].match).to.equal(null)
        expect((await list()).data[0].match).to.equal(null)
      })

      it('names customers by their traits: name, or else email', async () => {
        const { data } = await list()
        const nameOf = (id: string) => data.find((record) => record.id === id).customer_name
        expect(nameOf(keller.id)).to.equal('Zora Keller')
        expect(nameOf(made.mailed.id)).to.equal('no@name.example')
        expect(nameOf(made.named.id)).to.equal(null)
        expect(nameOf(made.session.id)).to.equal(null)
      })
    })

    it('shows the first question and how the thread went', async () => {
      const { data } = await list()
      const of = ({ id }: any) => data.find((record) => record.id === id)
      expect(of(made.session)).to.include({
        first_question: 'What does delivery cost?',
        outcome: 'answered',
      })
      expect(of(made.referring)).to.include({ outcome: 'not_from_knowledge' })
      expect(of(made.named)).to.include({ first_question: 'Fail, please', outcome: 'failed' })
      expect(of(made.closed)).to.include({ first_question: 'Fail as well', outcome: 'rated_low' })
      expect(of(made.empty)).to.include({ first_question: null, outcome: null })
    })

    it("shows an agent's threads, and a context's: by reference and by customer", async () => {
      expect(await ids({ agent_id: other.id })).to.deep.equal([made.named.id, made.empty.id])
      const { id } = made.context
      expect(await ids({ user_context_id: id })).to.deep.equal([made.named.id, made.referring.id])
    })

    it('shows for each thread what it contains', async () => {
      const { data } = await list()
      const of = (id: string) => data.find((record) => record.id === id)
      expect(of(made.closed.id)).to.deep.include({
        kind: 'conversation',
        agent_name: 'Ada',
        status: 'closed',
        customer_id: 'c-2',
        visitor_id: null,
        message_count: 2,
        failed_replies: 1,
        ungrounded_replies: 0,
        is_answering: false,
        feedback_count: 2,
        negative_feedback_count: 1,
        average_rating: 3,
        last_message: { role: 'user', text: 'Fail as well' },
      })
      expect(of(made.referring.id)).to.deep.include({
        ungrounded_replies: 1,
        feedback_count: 1,
        negative_feedback_count: 0,
        last_message: { role: 'assistant', text: 'Bananas are yellow.' },
      })
      expect(of(made.empty.id)).to.deep.include({
        message_count: 0,
        last_message: null,
        average_rating: null,
      })
    })

    it('shows for a single thread what its replies cost in all', async () => {
      const { body } = await client.get(`${THREADS}/${made.referring.id}`)
      const { rows } = await parley.db.raw(
        `select sum(u.input_tokens)::int as input_tokens, sum(u.output_tokens)::int as output_tokens,
                sum(u.cost_usd)::float8 as cost_usd
           from usages u join messages m on m.id = u.reply_id where m.thread_id = ?`,
        [made.referring.id],
      )
      expect(rows[0].cost_usd).to.be.above(0)
      expect(body.data).to.deep.include({ ...rows[0], message_count: 2, agent_name: 'Ada' })
    })

    it('comes beside contexts that are found by a part of their user_reference', async () => {
      const found = async (search: string) =>
        (await client.get(`/api/v1/contexts?search=${search}`)).body.data.map(
          ({ user_reference }: any) => user_reference,
        )
      expect(await found('zO')).to.deep.equal(['Zoë-1'])
      expect(await found('Z_')).to.deep.equal([])
    })

    it('comes beside contexts that are found by a name or an email address', async () => {
      const apart = await parley.another('A shop with names')
      const traits = { name: 'Ines Keller', email: 'ik@mail.example', city: 'Ulm' }
      await apart.post('/api/v1/contexts', { user_reference: 'c-77', traits })
      const count = async (search: string) =>
        (await apart.get(`/api/v1/contexts?search=${search}`)).body.data.length
      expect(await Promise.all(['kELLER', 'ik@mail', 'C-7', 'Ulm'].map(count))).to.deep.equal([
        1, 1, 1, 0,
      ])
    })

    it('is invisible to another organization, whole and in part', async () => {
      const stranger = await parley.another('A stranger')
      expect(await ids({}, stranger)).to.deep.equal([])
      expect(await ids({ text: 'a' }, stranger)).to.deep.equal([])
      expect(await ids({ search: 'Zoë' }, stranger)).to.deep.equal([])
      expect(await ids({ user_context_id: made.context.id }, stranger)).to.deep.equal([])
      expect((await stranger.get(`${THREADS}/${made.closed.id}`)).status).to.equal(404)
    })
  })

  describe('page by page', () => {
    let many: Client
    let thread: () => Promise<any>
    before(async () => {
      many = await parley.another('With many threads')
      const { id: agent_id } = await many.makeAgent()
      thread = () => many.makeConversation({ agent_id })
      await parley.db.raw(
        `insert into threads (id, organization_id, kind, status, agent_id, active_at)
         select gen_random_uuid(), ?, 'conversation', 'open', ?, '2026-01-01'::timestamptz + n / 3 * interval '1 microsecond'
           from generate_series(1, 100) n`,
        [many.organizationId, agent_id],
      )
    })

    /** Reads all pages; `between` runs before each page but the first. */
    async function paged(between: (seen: string[]) => Promise<unknown> = async () => undefined) {
      const seen: string[] = []
      let after: string | null | undefined
      do {
        if (after) await between(seen)
        const { data, pagination } = await list({ limit: '7', ...(after && { after }) }, many)
        seen.push(...data.map(({ id }) => id))
        after = pagination.next_cursor
        expect(pagination.has_more).to.equal(after !== null)
      } while (after)
      return seen
    }

    it('shows each thread once, in order, though several were active in the same microsecond', async () => {
      expect(await paged()).to.deep.equal(await sqlIds('true', many))
    })

    it('shows no thread twice, and every unmoved thread, while others come and move', async () => {
      const before = await sqlIds('true', many)
      const moved = new Set<string>()
      const seen = await paged(async (shown) => {
        await thread()
        const again = shown.at(-1)!
        const next = before.findLast((id: string) => !shown.includes(id) && !moved.has(id))
        if (next) moved.add(next)
        for (const id of [again, next].filter((one) => one !== undefined))
          await parley.db('threads').where({ id }).update({ active_at: parley.db.fn.now() })
      })
      expect(new Set(seen)).to.have.property('size', seen.length)
      expect(seen).to.deep.equal(before.filter((id: string) => !moved.has(id)))
    })

    it('begins with the thread in which a message was posted last', async () => {
      const oldest = (await sqlIds('true', many)).at(-1)!
      await many.say(oldest, 'Hi', { Prefer: 'respond-async' })
      expect((await ids({}, many))[0]).to.equal(oldest)
    })
  })

  it('searches the newest 100,000 messages, and says from when on @long', async () => {
    const wordy = await parley.another('With many messages')
    const conversation = await wordy.makeConversation()
    const fill = (content: string, from: number, to: number) =>
      parley.db.raw(
        `insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, content, request_id, completed_at)
         select lpad(to_hex(n), 32, '0')::uuid, organization_id, id, agent_id, n, 'user', 'completed', ?, 'filled', now()
           from threads, generate_series(?::int, ?::int) n where id = ?`,
        [content, from, to, conversation.id],
      )
    await fill('needle', 1, 1)
    for (let from = 2; from < 100_000; from += 20_000)
      await fill('hay', from, Math.min(from + 19_999, 100_000))
    const found = await list({ text: 'needle' }, wordy)
    expect(found.data).to.have.length(1)
    expect(found.pagination.searched_since).to.equal(null)
    await fill('hay', 100_001, 100_001)
    const later = await list({ text: 'needle' }, wordy)
    expect(later.data).to.deep.equal([])
    expect(later.pagination.searched_since).to.be.a('string')
    expect((await list({}, wordy)).pagination.searched_since).to.equal(null)
  })

  for (const [field, value] of Object.entries({
    after: uuid(),
    from: '2026-02-30',
    to: 'yesterday',
    text: '',
    person: 'x'.repeat(201),
    has_failures: 'perhaps',
    status: 'active',
    order: 'asc',
  }))
    it(`refuses ${field}=${value.slice(0, 40)} with 422`, async () => {
      const { status, body } = await client.get(
        `${THREADS}?${new URLSearchParams({ [field]: value })}`,
      )
      expect(status).to.equal(422)
      expect(body.data.errors[0].field).to.equal(field)
    })

  describe('as a file', () => {
    const download = async (path: string, by = client) => {
      const response = await fetchDocumented(by.address + THREADS + path, {
        headers: by.authorization,
      })
      return { status: response.status, headers: response.headers, text: await response.text() }
    }
    const linesOf = (text: string) =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
    const at = async (path: string) => (await client.get(path)).body.data
    const typed = (type: string, records: any[]) => records.map((record) => ({ type, ...record }))

    it('has every record of every thread as it is read elsewhere', async () => {
      const { rows } = await parley.db.raw(
        'select id, kind from threads where organization_id = ? order by id',
        [client.organizationId],
      )
      const wanted: any[] = []
      for (const { id, kind } of rows) {
        const path = `/api/v1/${kind}s/${id}`
        wanted.push(
          ...typed(kind, [await at(path)]),
          ...typed('message', await at(`${path}/messages?limit=100`)),
          ...typed('feedback', await at(`${path}/feedback?order=asc`)),
        )
      }
      expect(wanted.length).to.be.above(10)
      const { text, headers } = await download('/export')
      expect(linesOf(text)).to.deep.equal(wanted)
      expect(headers.get('content-type')).to.equal('application/x-ndjson; charset=utf-8')
      expect(headers.get('content-disposition')).to.match(
        /^attachment; filename="conversations-\d{4}-\d\d-\d\d\.jsonl"$/,
      )
    })

    it('has the threads that the filter chooses, or a single thread', async () => {
      const chosen = linesOf((await download('/export?has_failures=true')).text)
      const threads = chosen
        .filter(({ type }) => /session|conversation/.test(type))
        .map(({ id }) => id)
      expect(threads.toSorted()).to.deep.equal((await ids({ has_failures: 'true' })).toSorted())
      const one = linesOf((await download(`/${threads[0]}/export`)).text)
      expect(one[0]).to.include({ type: 'conversation', id: threads[0] })
      expect(one).to.deep.equal(chosen.slice(0, one.length))
      expect(await download(`/${threads[0]}/export`, await parley.another('A reader'))).to.include({
        status: 404,
      })
    })

    it('has each message once, even with more messages than fit on a page', async () => {
      const { id } = await client.makeConversation({ agent_id: agent.id })
      await parley.db.raw(
        `insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, content, request_id, completed_at)
         select gen_random_uuid(), organization_id, id, agent_id, n, 'user', 'completed', n::text, 'filled', now()
           from threads, generate_series(1, 401) n where id = ?`,
        [id],
      )
      const contents = linesOf((await download(`/${id}/export`)).text).slice(1)
      expect(contents.map(({ content }) => content)).to.deep.equal(
        Array.from({ length: 401 }, (_, index) => String(index + 1)),
      )
    })

    it('is available as a table, with the cost of messages, and with formulas made harmless', async () => {
      const { id } = await client.makeConversation({ agent_id: agent.id, customer_id: '=1+1' })
      parley.model.behave(() => ({ text: '@SUM(1)' }))
      const reply = (await client.say(id, '=cmd|"/c calc"!A1\nand "more"; Zoë')).body.data
      await client.post(`/api/v1/conversations/${id}/feedback`, {
        reviewer: 'zoe',
        rating: 1,
        comment: '-2',
        message_id: reply.id,
      })
      const { text, headers } = await download(`/${id}/export?format=csv`)
      expect(headers.get('content-type')).to.equal('text/csv; charset=utf-8')
      const { data } = Papa.parse<any>(text, { header: true, skipEmptyLines: true })
      expect(data.map(({ type }) => type)).to.deep.equal([
        'conversation',
        'message',
        'message',
        'feedback',
      ])
      for (const row of data) expect(row).to.include({ thread_id: id, customer_id: `'=1+1` })
      expect(data[1].content).to.equal(`'=cmd|"/c calc"!A1\nand "more"; Zoë`)
      expect(data[2]).to.include({
        id: reply.id,
        content: `'@SUM(1)`,
        model: reply.model,
        cost_usd: String(reply.usage.cost_usd),
        input_tokens: String(reply.usage.input_tokens),
        latency_ms: String(reply.latency_ms),
        request_id: reply.request_id,
      })
      expect(data[3]).to.include({ message_id: reply.id, rating: '1', comment: `'-2` })
    })
  })
})
