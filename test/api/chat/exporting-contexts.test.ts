import { expect } from 'chai'
import { makeWaitingReply } from '../../support/data/toolCalls.ts'
import type { Client } from '../../support/http/client.ts'
import { fetchDocumented } from '../../support/http/contract.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { countStatements } from '../../support/product/statements.ts'

const CONTEXTS = '/api/v1/contexts'
/** The number of records that an export reads at a time. */
const PAGE = 200

describe('the export of a context', () => {
  let parley: Parley
  let client: Client
  let agent: any
  let users = 0
  before(async () => {
    parley = await startParley()
    client = parley.client
    agent = await client.makeAgent()
  })
  after(() => parley.stop())

  const makeContext = async () =>
    (await client.post(CONTEXTS, { user_reference: `user-${++users}`, traits: { name: 'Zoë 😀' } }))
      .body.data
  const talk = (fields: object) => client.makeConversation({ agent_id: agent.id, ...fields })
  const open = (id: string, init: RequestInit = {}) =>
    fetchDocumented(`${client.address}${CONTEXTS}/${id}/export`, {
      headers: client.authorization,
      ...init,
    })
  const linesOf = async (id: string): Promise<any[]> => {
    const text = await (await open(id)).text()
    expect(text.endsWith('\n')).to.equal(true)
    return text
      .slice(0, -1)
      .split('\n')
      .map((line) => JSON.parse(line))
  }

  /** Stores finished messages in a row without the API: a thousand posts would take too long. */
  const fill = (conversationId: string, count: number, characters: number) =>
    parley.db.raw(
      `insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, content, request_id,
                             completed_at)
       select gen_random_uuid(), organization_id, id, agent_id, n, 'user', 'completed', repeat('x', ?), 'filled', now()
         from threads, generate_series(1, ?::int) n where id = ?`,
      [characters, count, conversationId],
    )

  it('has each record as its GET shows it, one a line', async () => {
    const context = await makeContext()
    const first = await talk({ user_context_id: context.id, title: 'First\nof two' })
    const second = await talk({ customer_id: context.user_reference })
    const reply = (await client.say(first.id, 'Hi')).body.data
    await client.post(`/api/v1/conversations/${first.id}/feedback`, { reviewer: 'zoe', rating: 5 })
    await client.post(`/api/v1/conversations/${first.id}/feedback`, {
      reviewer: 'zoe',
      rating: 1,
      message_id: reply.id,
    })
    const of = { organization_id: client.organizationId, thread_id: first.id }
    const answered = { state: 'succeeded', result: JSON.stringify({ refunded: 12.5 }) }
    await makeWaitingReply(parley.db, of, answered, [{ state: 'denied' }])
    await client.say(second.id, 'Hello')
    await client.post(`/api/v1/conversations/${second.id}/handoff`, { note: 'Zoë is waiting.' })
    await client.post(`/api/v1/conversations/${second.id}/return`, { note: 'All is well.' })

    const at = async (path: string) => (await client.get(path)).body.data
    const typed = (type: string, records: any[]) => records.map((record) => ({ type, ...record }))
    const callsOf = async (id: string) => {
      const { data } = (await client.get(`/api/v1/tool-calls?thread_id=${id}&order=asc`)).body
      return Promise.all(data.map(({ id }: { id: string }) => at(`/api/v1/tool-calls/${id}`)))
    }
    expect(await callsOf(first.id)).to.have.length(2)
    const partsOf = async (id: string) => {
      const path = `/api/v1/conversations/${id}`
      return [
        ...typed('conversation', [await at(path)]),
        ...typed('message', await at(`${path}/messages`)),
        ...typed('feedback', await at(`${path}/feedback?order=asc`)),
        ...typed('tool_call', await callsOf(id)),
        ...typed('handoff', await at(`${path}/handoffs`)),
      ]
    }
    expect(await linesOf(context.id)).to.deep.equal([
      { type: 'context', ...context },
      ...(await partsOf(first.id)),
      ...(await partsOf(second.id)),
    ])
  })

  it('contains exactly what erasing would delete', async () => {
    const context = await makeContext()
    const own = await talk({ customer_id: context.user_reference })
    await client.say(own.id, 'Hi')
    await talk({ customer_id: 'somebody else' })
    await client.makeSession({ agent_id: agent.id, visitor_id: context.user_reference })
    await (await parley.another('a namesake')).makeConversation({
      customer_id: context.user_reference,
    })
    const types = (await linesOf(context.id)).map(({ type }) => type)
    expect(types).to.deep.equal(['context', 'conversation', 'message', 'message'])
    const { body } = await client.send('DELETE', `${CONTEXTS}/${context.id}?erase=everything`)
    expect(body.data).to.include({ conversations: 1, messages: 2, feedback: 0 })
  })

  it('has the headers of a file of JSON lines', async () => {
    const { id } = await makeContext()
    const response = await open(id.toUpperCase())
    expect(response.status).to.equal(200)
    expect(response.headers.get('content-type')).to.equal('application/x-ndjson; charset=utf-8')
    expect(response.headers.get('content-disposition')).to.equal(
      `attachment; filename="context-${id}.jsonl"`,
    )
    expect(response.headers.get('x-request-id')).to.be.a('string')
    expect(JSON.parse(await response.text())).to.include({ type: 'context', id })
  })

  it('covers many pages of conversations and messages, each record once and in order @long', async () => {
    const context = await makeContext()
    await parley.db.raw(
      `insert into threads (id, organization_id, kind, status, agent_id, user_context_id)
       select gen_random_uuid(), ?, 'conversation', 'open', ?, ? from generate_series(1, ?::int)`,
      [client.organizationId, agent.id, context.id, 2 * PAGE],
    )
    const long = await talk({ user_context_id: context.id })
    await fill(long.id, 2 * PAGE + 1, 10)
    const lines = await linesOf(context.id)
    const conversations = lines.filter(({ type }) => type === 'conversation').map(({ id }) => id)
    expect(new Set(conversations)).to.have.property('size', 2 * PAGE + 1)
    expect(conversations).to.deep.equal(conversations.toSorted())
    const messages = lines.filter(({ type }) => type === 'message').map(({ id }) => id)
    expect(messages).to.deep.equal(
      await parley.db('messages').where({ thread_id: long.id }).orderBy('seq').pluck('id'),
    )
  })

  it("is refused with 404 and the envelope for another organization's, an unknown and a malformed id", async () => {
    const { id } = await makeContext()
    const other = await parley.another('a reader')
    for (const asked of [id, '01900000-0000-7000-8000-000000000000', 'abc']) {
      const { status, body } = await other.get(`${CONTEXTS}/${asked}/export`)
      expect(status).to.equal(404)
      expect(body.detail).to.equal('There is no context with this id in your organization.')
    }
  })

  it('breaks off when something fails, so that a part never looks complete', async () => {
    const context = await makeContext()
    const conversation = await talk({ user_context_id: context.id })
    await client.say(conversation.id, 'Hi')
    await parley.db.raw('alter table feedback rename to out_of_reach')
    const response = await open(context.id)
    expect(response.status).to.equal(200)
    const failure = await response.text().catch((error) => error)
    await parley.db.raw('alter table out_of_reach rename to feedback')
    expect(failure).to.be.instanceOf(TypeError)
    expect(await linesOf(context.id)).to.have.length(4)
  })

  it('is read no faster than the client reads, and stops when the client disconnects @long', async () => {
    const context = await makeContext()
    const conversation = await talk({ user_context_id: context.id })
    const pages = 6
    await fill(conversation.id, pages * PAGE, 50_000)
    const exportTwice = async () => {
      const gone = new AbortController()
      const response = await open(context.id, { signal: gone.signal })
      await response.body!.getReader().read()
      gone.abort()
      const whole = await open(context.id)
      let bytes = 0
      for await (const chunk of whole.body!) bytes += chunk.length
      expect(bytes).to.be.above(pages * PAGE * 50_000)
    }
    const read = await countStatements(exportTwice, /from messages m.* order by .* limit/s)
    // All of the complete export, and less than all of the other.
    expect(read).to.be.within(pages, 2 * pages - 1)
  })

  it('answers HEAD without a body', async () => {
    const { id } = await makeContext()
    const response = await open(id, { method: 'HEAD' })
    expect(response.status).to.equal(200)
    expect(await response.text()).to.equal('')
  })
})
