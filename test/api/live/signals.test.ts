import { expect } from 'chai'
import { UNSIGNALLED } from '../../../api/middleware/signalThreads.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import {
  makeNotificationReceiver,
  type NotificationReceiver,
} from '../../../shared/lib/queue/notifications.ts'
import { threadsOf } from '../../../shared/lib/queue/threadSignals.ts'
import { makeOwn, type Own, type Sample, sampleFor, send } from '../../support/data/samples.ts'
import { ROUTES, type Route, request, signedIn } from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const CHANGING = ROUTES.filter(({ method, metadata }) => method !== 'GET' && metadata.id)

describe('signals of changed threads', () => {
  let parley: Parley
  let client: Client
  let own: Own
  let receiver: NotificationReceiver
  /** Ids in the signals; `any`: a signal said that any thread may have changed. */
  const heard = new Set<string>()
  /** The statement that reads a hash of every row of each thread. */
  let hashes: string
  /** A conversation whose signal comes after those of all earlier requests. */
  let last: string
  before(async () => {
    const settings = { SIGN_IN_MINUTE_LIMIT: '1000', MINT_MINUTE_LIMIT: '1000' }
    parley = await startParley({ workers: false, settings })
    client = parley.client
    own = await makeOwn(parley, client)
    const config = loadConfig(parley.env)
    receiver = await makeNotificationReceiver(config, makeLog('test', config))
    await receiver.listen(client.organizationId, (signal) => {
      const ids = threadsOf(signal)
      for (const id of ids.length ? ids : ['any']) heard.add(id)
    })
    last = (await client.makeConversation()).id
    hashes = await hashesOfThreads()
  })
  after(async () => {
    await receiver.close()
    await parley.stop()
  })

  /**
   * Reads a hash of every table with a column `thread_id`, so that future tables count as well.
   */
  async function hashesOfThreads(): Promise<string> {
    const { rows } = await parley.db.raw(
      `select table_name as name
         from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'thread_id'`,
    )
    expect(rows.length).to.be.above(8)
    const parts = rows.map(
      ({ name }: any) => `select thread_id, '${name}' || t::text as row from ${name} t`,
    )
    return `select thread_id, md5(string_agg(row, ',' order by row)) as hash
              from (select id as thread_id, t::text as row from threads t
                    union all ${parts.join(' union all ')}) all_rows
             where thread_id is not null group by 1`
  }
  async function read(): Promise<Map<string, string>> {
    const { rows } = await parley.db.raw(hashes)
    return new Map(rows.map(({ thread_id, hash }: any) => [thread_id, hash]))
  }

  /** Waits for the signals of all earlier requests. */
  async function settle(): Promise<void> {
    heard.delete(last)
    const json = { 'Content-Type': 'application/json' }
    await client.send('PATCH', `/api/v1/conversations/${last}`, '{"metadata":{}}', json)
    await eventually(async () => heard.has(last))
  }

  /**
   * Sends the sample of each route, and expects a signal for each thread that it changes. Each
   * sample has its own threads, so a thread shows to which request its signal belongs.
   * @returns the operations that have changed threads
   */
  async function expectSignals(routes: readonly Route[]): Promise<string[]> {
    const samples = new Map<Route, Sample>()
    for (const route of routes) samples.set(route, await sampleFor(route, own))
    await settle()
    heard.clear()
    let before = await read()
    const changed = new Map<string, string[]>()
    for (const [route, sample] of samples) {
      const { headers } = await signedIn(parley, client, 'owner')
      const { status } = await send(
        client.address,
        route,
        sample,
        route.metadata.credentials ? headers : {},
      )
      expect(status, route.name).to.equal(sample.status)
      const after = await read()
      const all = new Set([...before.keys(), ...after.keys()])
      const ids = [...all].filter((id) => before.get(id) !== after.get(id))
      if (ids.length) changed.set(route.metadata.id!, ids)
      before = after
    }
    await settle()
    for (const [id, ids] of changed)
      if (!UNSIGNALLED.includes(id)) expect([...heard], id).to.include.members(ids)
    return [...changed.keys()]
  }

  const OF_KIND = {
    conversation: CHANGING.filter(({ path }) => /^\/api\/v1\/conversations(\/|$)/.test(path)),
    session: CHANGING.filter(({ path }) => /^\/api\/v1\/sessions(\/|$)/.test(path)),
  }
  for (const [kind, Kind, title] of [
    ['conversation', 'Conversation', ''],
    ['session', 'Session', ' @long'],
  ] as const)
    it(`come after each operation that changes something of a ${kind}${title}`, async () => {
      const changed = await expectSignals(OF_KIND[kind])
      expect(changed.filter((id) => !UNSIGNALLED.includes(id))).to.have.members([
        `create${Kind}`,
        `change${Kind}`,
        `delete${Kind}`,
        `cancel${Kind}Reply`,
        `handOff${Kind}`,
        `assign${Kind}`,
        `return${Kind}`,
        `put${Kind}Contact`,
        `put${Kind}Feedback`,
      ])
    })

  it('come after each other operation that changes threads @long', async () => {
    const ofThreads: readonly Route[] = Object.values(OF_KIND).flat()
    const others = CHANGING.filter((route) => !ofThreads.includes(route))
    expect(await expectSignals(others)).to.deep.equal(['mintWidgetToken', 'settleToolCall'])
  })

  it('are left out only for the listed operations, each below a session or conversation', () => {
    const ofThreads = Object.values(OF_KIND).flatMap((routes) =>
      routes.map(({ metadata }) => metadata.id!),
    )
    expect(ofThreads).to.include.members([...UNSIGNALLED])
  })

  it('come when a message is stored, not when its reply has come', async () => {
    const { id } = await client.makeConversation()
    await settle()
    heard.clear()
    // No worker answers, so the request waits for 25 s.
    const leave = new AbortController()
    const posted = fetch(`${client.address}/api/v1/conversations/${id.toUpperCase()}/messages`, {
      method: 'POST',
      headers: { ...client.authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ content: 'Hi' }),
      signal: leave.signal,
    }).catch(() => undefined)
    await eventually(async () => heard.has(id))
    leave.abort()
    await posted
  })

  it('name chats in lower case, and those of a user who can no longer answer', async () => {
    const { id } = await client.makeConversation()
    const { user } = await signedIn(parley, client, 'editor')
    const { headers } = await signedIn(parley, client, 'owner')
    const ask = (method: string, path: string, body: object) =>
      request(client.address, method, `/api/v1/${path}`, headers, body)
    const chat = `conversations/${id.toUpperCase()}`
    await settle()
    for (const [method, path, body] of [
      ['POST', `${chat}/handoff`, {}],
      ['POST', `${chat}/assign`, { user_id: user.id }],
      ['PATCH', `users/${user.id}`, { role: 'viewer' }],
      ['PATCH', chat, { title: 'Done' }],
    ] as const) {
      heard.clear()
      expect((await ask(method, path, body)).status, path).to.be.within(200, 201)
      await eventually(async () => heard.has(id))
    }
  })

  it('say that any thread may have changed after many were deleted at once', async () => {
    const agent = await client.makeAgent()
    await client.makeConversation({ agent_id: agent.id })
    const context = await client.post('/api/v1/contexts', { user_reference: 'erika', traits: {} })
    await settle()
    const { headers } = await signedIn(parley, client, 'owner')
    for (const path of [
      `agents/${agent.id}?conversations=delete`,
      `contexts/${context.body.data.id}?erase=everything`,
    ]) {
      heard.clear()
      expect(
        (await request(client.address, 'DELETE', `/api/v1/${path}`, headers)).status,
        path,
      ).to.equal(200)
      await eventually(async () => heard.has('any'))
    }
  })
})
