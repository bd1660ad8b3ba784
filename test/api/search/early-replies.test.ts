import { expect } from 'chai'
import { request, signedIn } from '../../support/http/access.ts'
import type { Client } from '../../support/http/client.ts'
import { openStream, textOf } from '../../support/http/stream.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { type Behaviour, type ChatRequest, makeMoment } from '../../support/servers/model.ts'

const QA = '/api/v1/knowledge/qa'
/** Many more pairs than a prompt has room for, of which the words find some. */
const PAIRS = 30
const PET = 'May I bring my dog on board?'
const ASKED = 'Which parcels can I send by the ferry with a discount for members?'

async function addParcels(client: Client) {
  for (let nth = 0; nth < PAIRS; nth++)
    await client.post(QA, {
      question: `Can I send parcel type ${nth} by ferry ${nth}?`,
      answer: `Parcels of type ${nth} go by ferry ${nth} at a price of ${nth} euros.`,
    })
}

onOneQueue('a reply that begins while its queries are written', (backend) => {
  let parley: Parley
  let client: Client
  before(async () => {
    parley = await startParley({
      backend,
      settings: {
        QUERY_MODEL: 'openai:writer',
        LLM_PRICES: '{"test-model":[1,2],"writer":[10,20]}',
        // The writer has 20 s, because these tests do not measure a busy machine.
        TIME_SCALE: '10',
      },
    })
    client = parley.client
    await addParcels(client)
    await client.post(QA, { question: PET, answer: 'Dogs travel free of charge.' })
  })
  after(() => parley.stop())
  beforeEach(() => parley.model.reset())

  const isWriter = ({ model }: ChatRequest) => model === 'writer'
  const queries = (...list: string[]) => ({ text: JSON.stringify({ queries: list }) })
  const promptOf = ({ messages }: ChatRequest) => JSON.stringify(messages)
  const replyCalls = () => parley.model.requests.filter((chat) => !isWriter(chat))

  /**
   * Has the writer answer once the reply's own call has begun, and a reply's n-th call behave in
   * the n-th way.
   */
  function behave(writer: { text: string }, ...ways: Behaviour[]) {
    const begun = makeMoment()
    let nth = 0
    parley.model.behave((chat) => {
      if (isWriter(chat)) return { ...writer, after: begun.promise }
      begun.come()
      return ways[nth++] ?? ways.at(-1)!
    })
  }

  async function ask(content = ASKED, from = client) {
    const { id } = await from.makeConversation()
    const path = `/api/v1/conversations/${id}/messages`
    const { status, body } = await from.post(path, { content, trace: true })
    expect(status, JSON.stringify(body)).to.equal(201)
    const trace = (await from.get(`${path}/${body.data.id}/trace`)).body.data
    return { reply: body.data, trace, path }
  }

  it('is kept if its prompt has the first passages of the queries', async () => {
    behave(queries('send parcels by the ferry'), { text: 'By each ferry.' })
    const { reply, trace } = await ask()
    expect(reply.content).to.equal('By each ferry.')
    expect(replyCalls()).to.have.length(1)
    expect(trace.rewriting).to.include({ outcome: 'used', restarted: false })
    expect(trace.passages.every(({ number }: any) => number > 0)).to.equal(true)
    expect(reply.usage).to.include({ input_tokens: 22, output_tokens: 14 })
  })

  it('begins anew if they find a first passage that its prompt lacks, and both calls count', async () => {
    behave(queries('bring a dog on board'), { hang: true }, { text: 'Dogs travel free.' })
    const { reply, trace } = await ask()
    expect(reply.content).to.equal('Dogs travel free.')
    const [first, second] = replyCalls()
    expect(promptOf(first!)).not.to.contain('Dogs travel')
    expect(promptOf(second!)).to.contain('Dogs travel')
    expect(parley.model.aborted).to.equal(1)
    expect(trace.rewriting).to.include({ outcome: 'used', restarted: true })
    expect(trace.tried).to.deep.equal([])
    // 11 tokens each for the writer and the second call; the first call's prompt is estimated.
    expect(reply.usage.input_tokens).to.be.above(22 + 300)
    const usage = await parley.db('usages').where({ reply_id: reply.id }).first()
    expect(usage.input_tokens).to.equal(reply.usage.input_tokens)
    const estimated = reply.usage.input_tokens - 22
    expect(Number(usage.cost_usd)).to.be.closeTo(
      (estimated + 11 + 7 * 2 + 11 * 10 + 7 * 20) / 1e6,
      1e-8,
    )
  })

  it('is thrown away also when it is finished before the queries come', async () => {
    const finished = makeMoment()
    parley.model.behave((chat) => {
      if (isWriter(chat)) return { ...queries('bring a dog on board'), after: finished.promise }
      if (replyCalls().length > 0) return { text: 'Dogs travel free.' }
      setImmediate(finished.come)
      return { text: 'I do not know.' }
    })
    const { reply, trace } = await ask()
    expect(reply.content).to.equal('Dogs travel free.')
    expect(trace.answer).to.equal('Dogs travel free.')
    expect(replyCalls()).to.have.length(2)
  })

  it('is kept when the writer fails', async () => {
    for (const text of ['I would search for dogs.', '']) {
      parley.model.reset()
      behave({ text }, { text: 'By each ferry.' })
      const { reply, trace } = await ask()
      expect(reply.content).to.equal('By each ferry.')
      expect(replyCalls()).to.have.length(1)
      expect(trace.rewriting).to.include({ reason: 'no_queries', restarted: false })
    }
  })

  it('goes on to the next model with what the queries found, if its call fails', async () => {
    const agent = await client.makeAgent({
      model: 'openai:down',
      fallback_models: ['openai:test-model'],
    })
    behave(queries('bring a dog on board'), { status: 503 }, { text: 'Dogs travel free.' })
    const { id } = await client.makeConversation({ agent_id: agent.id })
    const path = `/api/v1/conversations/${id}/messages`
    const { body } = await client.post(path, { content: ASKED, trace: true })
    expect(body.data).to.include({ content: 'Dogs travel free.', fallback_for: 'openai:down' })
    expect(replyCalls().map(({ model }) => model)).to.deep.equal(['down', 'test-model'])
    expect(promptOf(replyCalls()[1]!)).to.contain('Dogs travel')
  })

  it('does not begin early in another language than the knowledge, which it would hardly find', async () => {
    const written = makeMoment()
    parley.model.behave((chat) => {
      if (isWriter(chat)) {
        setImmediate(written.come)
        return queries('bring a dog on board')
      }
      return { text: 'Ja.', after: written.promise }
    })
    await ask('Darf ich meinen Hund mit auf das Schiff nehmen?')
    expect(replyCalls()).to.have.length(1)
    expect(promptOf(replyCalls()[0]!)).to.contain('Dogs travel')
  })

  it('shows no reader anything of a call that is given up', async () => {
    const never = new Promise<void>(() => undefined)
    behave(
      queries('bring a dog on board'),
      { pieces: ['I do not know. ', 'Sorry.'], everyMs: 0, after: never },
      { pieces: ['Dogs ', 'travel ', 'free.'], everyMs: 0 },
    )
    const { id } = await client.makeConversation()
    const path = `/api/v1/conversations/${id}/messages`
    const events = await (await openStream(client, path, { body: { content: ASKED } })).end()
    expect(JSON.stringify(events)).not.to.contain('I do not know')
    expect(events.map(({ event }) => event)).not.to.include('message.restarted')
    expect(textOf(events)).to.equal('Dogs travel free.')
    expect(events.at(-1)!.data).to.include({ content: 'Dogs travel free.' })
  })

  it('is streamed from its beginning once it is kept', async () => {
    behave(queries('send parcels by the ferry'), {
      pieces: ['By ', 'each ', 'ferry.'],
      everyMs: 5,
    })
    const { id } = await client.makeConversation()
    const path = `/api/v1/conversations/${id}/messages`
    const events = await (await openStream(client, path, { body: { content: ASKED } })).end()
    expect(textOf(events)).to.equal('By each ferry.')
    expect(replyCalls()).to.have.length(1)
  })

  /** Makes an organization with the same knowledge and a budget of so many tokens. */
  async function withBudget(amount: number) {
    const own = await parley.another(`With a budget of ${amount}`)
    const owner = await signedIn(parley, own, 'owner')
    const by = async (method: string, path: string, body?: object) =>
      (await request(own.address, method, path, owner.headers, body)).body.data
    await own.post(QA, { question: PET, answer: 'Dogs travel free of charge.' })
    await addParcels(own)
    const fields = { scope: 'organization', unit: 'tokens', period: 'month', at_limit: 'refuse' }
    const budget = await by('POST', '/api/v1/budgets', { ...fields, amount })
    return { own, by, budget }
  }

  it('stays if its budgets have no room for another call', async () => {
    // A call reserves its prompt of about 2,000 tokens and 4,096 for its answer.
    const { own } = await withBudget(10_000)
    behave(queries('bring a dog on board'), { text: 'By each ferry.' })
    const { reply, trace } = await ask(ASKED, own)
    expect(reply.content).to.equal('By each ferry.')
    expect(replyCalls()).to.have.length(1)
    expect(trace.rewriting).to.include({ outcome: 'used', restarted: false })
  })

  it('settles its budgets at what all its calls cost', async () => {
    const { own, by, budget } = await withBudget(1_000_000)
    behave(queries('bring a dog on board'), { hang: true }, { text: 'Dogs travel free.' })
    const { reply } = await ask(ASKED, own)
    const { input_tokens, output_tokens } = reply.usage
    const { spending } = await by('GET', `/api/v1/budgets/${budget.id}`)
    expect(spending).to.include({ spent: input_tokens + output_tokens, reserved: 0 })
    expect(input_tokens).to.be.above(22 + 300)
  })
})
