import { expect } from 'chai'
import {
  createKey,
  findApplication,
  type Scope,
} from '../../../shared/applications/applications.ts'
import { relayAll } from '../../support/data/events.ts'
import { makeOwn, type Own, type Sample, sampleFor, send } from '../../support/data/samples.ts'
import { bearer, ROUTES, type Route, request } from '../../support/http/access.ts'
import { type Answer, eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts'

/** The columns with texts of customers, and of the people who answer them. */
const PLANTED: Record<string, readonly string[]> = {
  messages: ['content', 'metadata'],
  threads: ['title', 'metadata', 'customer_id'],
  contexts: ['traits'],
  handoffs: ['note', 'return_note'],
  feedback: ['reviewer', 'comment'],
}
const IN_JSON = ['metadata', 'traits']
const canaryOf = (table: string, column: string) => `canary-of-${table}-${column}`
const CANARY = /canary-of-\w+-\w+/g

/** These streams have no end. */
const isStream = ({ name }: Route) => name.endsWith('_id/events')
const FOR_KEYS = ROUTES.filter(
  (route) => route.metadata.credentials?.includes('application') && !isStream(route),
)

describe('the payloads of customers', () => {
  let parley: Parley
  let mine: Own
  let receiver: Receiver
  /** The request of each route, about records that contain the words. */
  const samples = new Map<Route, Sample>()
  before(async () => {
    receiver = await startReceiver()
    const settings = { WIDGET_IP_HOURLY_LIMIT: '100000', EGRESS_ALLOWED_HOSTS: receiver.host }
    parley = await startParley({ workers: false, settings })
    mine = await makeOwn(parley, parley.client)
    for (const route of FOR_KEYS) {
      const sample = await sampleFor(route, mine)
      // A list after its newest record would be empty.
      delete sample.query?.after
      samples.set(route, sample)
    }
    await plant()
  })
  after(async () => {
    await parley.stop()
    await receiver.close()
  })

  async function keyWith(...scopes: Scope[]): Promise<Record<string, string>> {
    const application = (await findApplication(parley.db, mine.client.credentials.client_id))!
    const rights = { name: 'k', scopes, agent_ids: null, is_test: false }
    return bearer((await createKey(parley.db, application, rights)).secret)
  }

  /** Puts a unique word into each column of the organization's rows. */
  async function plant() {
    for (const [table, columns] of Object.entries(PLANTED))
      for (const column of columns) {
        const word = canaryOf(table, column)
        const value = IN_JSON.includes(column) ? JSON.stringify({ word }) : word
        await parley
          .db(table)
          .where({ organization_id: mine.client.organizationId })
          .update(column, value)
      }
    await relayAll(parley.db)
  }

  const ask = (route: Route, headers: Record<string, string>, sample = samples.get(route)!) =>
    send(mine.client.address, route, sample, headers)

  /** Returns the words in an answer. */
  const wordsIn = ({ body }: Answer): string[] => [
    ...new Set((typeof body === 'string' ? body : JSON.stringify(body)).match(CANARY)),
  ]

  it('are in the answers to a key with the scope `read`, each column in one of them', async () => {
    const headers = await keyWith('read')
    const seen = new Set<string>()
    for (const route of FOR_KEYS.filter(({ method }) => method === 'GET'))
      for (const word of wordsIn(await ask(route, headers))) seen.add(word)
    const all = Object.entries(PLANTED).flatMap(([table, some]) =>
      some.map((one) => canaryOf(table, one)),
    )
    expect([...seen].sort()).to.deep.equal(all.sort())
    const events = FOR_KEYS.find(({ name }) => name === 'GET /api/v1/events')!
    const requested = { status: 200, query: { type: 'handoff.requested' } }
    const { body } = await ask(events, headers, requested)
    expect(JSON.stringify(body)).to.contain(canaryOf('handoffs', 'note'))
  })

  describe('are in no answer to a key with the scopes `manage` and `knowledge`:', () => {
    let headers: Record<string, string>
    before(async () => {
      headers = await keyWith('manage', 'knowledge')
    })
    for (const route of FOR_KEYS)
      it(route.name, async () => {
        const answer = await ask(route, headers)
        // A request for a missing record would prove nothing.
        expect([samples.get(route)!.status, 403]).to.include(answer.status)
        expect(wordsIn(answer)).to.deep.equal([])
      })
  })

  it('reach a receiver only by an endpoint of a key with `manage` and `read`', async () => {
    // Answering the samples' messages and sending their events would take most of the file's time.
    for (const table of ['open_jobs', 'webhook_endpoints'])
      await parley.db(table).where({ organization_id: mine.client.organizationId }).delete()
    parley.startWorkers()
    const make = (name: string, headers: Record<string, string>) => {
      const body = { url: `${receiver.url}/${name}`, events: ['*'] }
      return request(mine.client.address, 'POST', '/api/v1/webhook-endpoints', headers, body)
    }
    for (const scope of ['manage', 'read'] as const)
      expect((await make(scope, await keyWith(scope))).status).to.equal(403)
    expect((await make('both', await keyWith('manage', 'read'))).status).to.equal(201)
    const { id } = await mine.client.makeConversation()
    await mine.client.post(`/api/v1/conversations/${id}/handoff`, { note: 'canary-of-a-note' })
    const got = await eventually(async () =>
      receiver.received.find(({ body }) => body.includes('canary-of-a-note')),
    )
    expect(got.path).to.equal('/hook/both')
    expect(new Set(receiver.received.map(({ path }) => path))).to.deep.equal(
      new Set(['/hook/both']),
    )
  })

  it('cannot be read by a trial of a suggestion without the scope `read`', async () => {
    const { id: thread_id, agent_id } = await mine.client.makeConversation()
    const [trial] = await parley
      .db('agent_trials')
      .insert({
        id: thread_id,
        organization_id: mine.client.organizationId,
        agent_id,
        thread_id,
        asked: JSON.stringify({ question: 'canary-of-a-thread' }),
        outcome: JSON.stringify({
          status: 'failed',
          error: { code: 'x', detail: 'canary-of-a-thread' },
        }),
      })
      .returning('id')
    const path = `/api/v1/agents/${agent_id}/trials/${trial.id}`
    const read = async (scope: Scope) =>
      (await request(mine.client.address, 'GET', path, await keyWith(scope))).status
    expect([await read('manage'), await read('read')]).to.deep.equal([404, 200])
  })
})
