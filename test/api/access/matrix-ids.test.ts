import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import {
  idAt,
  makeOwn,
  type Own,
  type Sample,
  type Slot,
  sampleFor,
  send,
  withAt,
} from '../../support/data/samples.ts'
import { lasting, ROUTES, type Route, type SignedIn, signedIn } from '../../support/http/access.ts'
import type { Answer } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { RUNS_ALL } from '../../support/run/runsAll.ts'

type Slots = Partial<Record<Slot, 200 | 404 | 410 | 422>>

/**
 * The answer to another organization's id, and to an unknown id: 404, an empty part of a list, 410
 * of a feed, or 422 that names the id.
 */
const PAGE: Slots = { 'query after': 200 }
/** A page of messages continues after a message of the same thread. */
const PAGE_OF_THREAD: Slots = { 'query after': 404 }
const KEY: Slots = { 'query key_id': 200 }
const ID: Slots = { 'path id': 404 }
const AGENTS: Slots = { 'body agent_id': 404, 'body agent_ids': 404 }

/**
 * Every id that a route can carry, written by hand: a new id in path, query or body fails until it
 * is listed.
 */
const IDS: Record<string, Slots> = {
  'GET /api/v1/agents': PAGE,
  'GET /api/v1/agents/:id': ID,
  'POST /api/v1/agents': { 'body tool_ids': 422 },
  'PATCH /api/v1/agents/:id': { 'body tool_ids': 422, ...ID },
  'DELETE /api/v1/agents/:id': ID,
  'POST /api/v1/agents/:id/retrieve': ID,
  'POST /api/v1/agents/:agent_id/trials': { 'path agent_id': 404 },
  'GET /api/v1/agents/:agent_id/trials/:id': { 'path agent_id': 404, ...ID },
  'GET /api/v1/agent-activity': { 'query agent_id': 200, ...PAGE },
  'POST /api/v1/sessions': { 'body agent_id': 404 },
  'GET /api/v1/sessions': { 'query agent_id': 200, ...PAGE },
  'GET /api/v1/sessions/:id': ID,
  'PATCH /api/v1/sessions/:id': ID,
  'DELETE /api/v1/sessions/:id': ID,
  'POST /api/v1/sessions/:session_id/messages': { 'path session_id': 404, 'body attachments': 422 },
  'GET /api/v1/sessions/:session_id/messages': { 'path session_id': 404, ...PAGE_OF_THREAD },
  'GET /api/v1/tool-calls': {
    'query thread_id': 200,
    'query tool_id': 200,
    ...PAGE,
  },
  'GET /api/v1/tool-calls/:id': ID,
  'POST /api/v1/tool-calls/:id/settle': ID,
  'GET /api/v1/sessions/:session_id/messages/:id': { 'path session_id': 404, ...ID },
  'DELETE /api/v1/sessions/:session_id/messages/:id': { 'path session_id': 404, ...ID },
  'POST /api/v1/sessions/:session_id/messages/:id/decisions': {
    'path session_id': 404,
    ...ID,
    'body call_id': 404,
  },
  'POST /api/v1/sessions/:session_id/attachments': { 'path session_id': 404 },
  'GET /api/v1/sessions/:session_id/attachments/:id': { 'path session_id': 404, ...ID },
  'POST /api/v1/conversations/:conversation_id/attachments': { 'path conversation_id': 404 },
  'GET /api/v1/conversations/:conversation_id/attachments/:id': {
    'path conversation_id': 404,
    ...ID,
  },
  'PUT /api/v1/sessions/:session_id/contact': { 'path session_id': 404 },
  'POST /api/v1/sessions/:session_id/transcript': { 'path session_id': 404 },
  'GET /api/v1/sessions/:session_id/contact': { 'path session_id': 404 },
  'PUT /api/v1/conversations/:conversation_id/contact': { 'path conversation_id': 404 },
  'POST /api/v1/conversations/:conversation_id/transcript': { 'path conversation_id': 404 },
  'GET /api/v1/conversations/:conversation_id/contact': { 'path conversation_id': 404 },
  'POST /api/v1/sessions/:session_id/handoff': { 'path session_id': 404 },
  'POST /api/v1/sessions/:session_id/assign': { 'path session_id': 404, 'body user_id': 404 },
  'GET /api/v1/sessions/:session_id/handoff': { 'path session_id': 404 },
  'GET /api/v1/sessions/:session_id/events': { 'path session_id': 404 },
  'POST /api/v1/sessions/:session_id/presence': { 'path session_id': 404 },
  'POST /api/v1/sessions/:session_id/return': { 'path session_id': 404 },
  'GET /api/v1/sessions/:session_id/handoffs': { 'path session_id': 404, ...PAGE },
  'POST /api/v1/sessions/:session_id/feedback': { 'path session_id': 404, 'body message_id': 404 },
  'GET /api/v1/sessions/:session_id/feedback': { 'path session_id': 404, ...PAGE },
  'POST /api/v1/conversations': { 'body agent_id': 404, 'body user_context_id': 404 },
  'GET /api/v1/conversations': { 'query agent_id': 200, 'query user_context_id': 200, ...PAGE },
  'GET /api/v1/conversations/:id': ID,
  'PATCH /api/v1/conversations/:id': { 'body user_context_id': 404, ...ID },
  'DELETE /api/v1/conversations/:id': ID,
  'POST /api/v1/conversations/:conversation_id/messages': {
    'path conversation_id': 404,
    'body attachments': 422,
  },
  'GET /api/v1/conversations/:conversation_id/messages': {
    'path conversation_id': 404,
    ...PAGE_OF_THREAD,
  },
  'GET /api/v1/conversations/:conversation_id/messages/:id': { 'path conversation_id': 404, ...ID },
  'POST /api/v1/conversations/:conversation_id/messages/:id/decisions': {
    'path conversation_id': 404,
    ...ID,
    'body call_id': 404,
  },
  'DELETE /api/v1/conversations/:conversation_id/messages/:id': {
    'path conversation_id': 404,
    ...ID,
  },
  'POST /api/v1/conversations/:conversation_id/handoff': { 'path conversation_id': 404 },
  'POST /api/v1/conversations/:conversation_id/assign': {
    'path conversation_id': 404,
    'body user_id': 404,
  },
  'GET /api/v1/conversations/:conversation_id/handoff': { 'path conversation_id': 404 },
  'GET /api/v1/conversations/:conversation_id/events': { 'path conversation_id': 404 },
  'POST /api/v1/conversations/:conversation_id/presence': { 'path conversation_id': 404 },
  'POST /api/v1/conversations/:conversation_id/return': { 'path conversation_id': 404 },
  'GET /api/v1/conversations/:conversation_id/handoffs': { 'path conversation_id': 404, ...PAGE },
  'POST /api/v1/conversations/:conversation_id/feedback': {
    'path conversation_id': 404,
    'body message_id': 404,
  },
  'GET /api/v1/conversations/:conversation_id/feedback': { 'path conversation_id': 404, ...PAGE },
  'GET /api/v1/threads': { 'query agent_id': 200, 'query user_context_id': 200 },
  'GET /api/v1/threads/export': { 'query agent_id': 200, 'query user_context_id': 200 },
  'GET /api/v1/threads/:id': ID,
  'GET /api/v1/threads/:id/export': ID,
  'GET /api/v1/sessions/:session_id/messages/:id/trace': { 'path session_id': 404, ...ID },
  'GET /api/v1/conversations/:conversation_id/messages/:id/trace': {
    'path conversation_id': 404,
    ...ID,
  },
  'GET /api/v1/contexts': PAGE,
  'GET /api/v1/contexts/:id': ID,
  'PATCH /api/v1/contexts/:id': ID,
  'DELETE /api/v1/contexts/:id': ID,
  'GET /api/v1/contexts/:id/export': ID,
  'POST /api/v1/knowledge/files': AGENTS,
  'GET /api/v1/knowledge/files': { 'query agent_id': 200, ...PAGE },
  'GET /api/v1/knowledge/files/:id': ID,
  'PATCH /api/v1/knowledge/files/:id': { ...AGENTS, ...ID },
  'DELETE /api/v1/knowledge/files/:id': ID,
  'POST /api/v1/knowledge/qa': AGENTS,
  'GET /api/v1/knowledge/qa': { 'query agent_id': 200, ...PAGE },
  'GET /api/v1/knowledge/qa/:id': ID,
  'PATCH /api/v1/knowledge/qa/:id': { ...AGENTS, ...ID },
  'DELETE /api/v1/knowledge/qa/:id': ID,
  'POST /api/v1/knowledge/urls': AGENTS,
  'GET /api/v1/knowledge/urls': { 'query agent_id': 200, ...PAGE },
  'GET /api/v1/knowledge/urls/:id': ID,
  'PATCH /api/v1/knowledge/urls/:id': { ...AGENTS, ...ID },
  'DELETE /api/v1/knowledge/urls/:id': ID,
  'GET /api/v1/knowledge': { 'query agent_id': 200, ...PAGE },
  'POST /api/v1/knowledge/delete': { 'body ids': 200 },
  'POST /api/v1/knowledge/reindex': { 'body ids': 200 },
  'GET /api/v1/knowledge/contradictions': PAGE,
  'DELETE /api/v1/knowledge/contradictions/:id': ID,
  'GET /api/v1/saved-answers': PAGE,
  'PATCH /api/v1/saved-answers/:id': ID,
  'DELETE /api/v1/saved-answers/:id': ID,
  'PUT /api/v1/sessions/:session_id/read': { 'path session_id': 404, 'body message_id': 404 },
  'PUT /api/v1/conversations/:conversation_id/read': {
    'path conversation_id': 404,
    'body message_id': 404,
  },
  'POST /api/v1/sessions/:session_id/suggestion': { 'path session_id': 404 },
  'POST /api/v1/conversations/:conversation_id/suggestion': { 'path conversation_id': 404 },
  'GET /api/v1/knowledge/synonyms': PAGE,
  'PATCH /api/v1/knowledge/synonyms/:id': ID,
  'DELETE /api/v1/knowledge/synonyms/:id': ID,
  'GET /api/v1/knowledge/files/:id/content': ID,
  'POST /api/v1/knowledge/files/:id/reindex': ID,
  'GET /api/v1/knowledge/files/:id/chunks': ID,
  'POST /api/v1/knowledge/qa/:id/reindex': ID,
  'GET /api/v1/knowledge/qa/:id/chunks': ID,
  'POST /api/v1/knowledge/urls/:id/reindex': ID,
  'GET /api/v1/knowledge/urls/:id/chunks': ID,
  'POST /knowledge-base': { 'body agent_ids': 404, 'body knowledge_id': 404 },
  'POST /api/v1/widget-configurations': { 'body agent_id': 404 },
  'GET /api/v1/widget-configurations': { 'query agent_id': 200, ...PAGE },
  'GET /api/v1/widget-configurations/:id': ID,
  'PATCH /api/v1/widget-configurations/:id': { 'body agent_id': 404, ...ID },
  'DELETE /api/v1/widget-configurations/:id': ID,
  'GET /api/v1/users': PAGE,
  'PATCH /api/v1/users/:id': ID,
  'DELETE /api/v1/users/:id': ID,
  'DELETE /api/v1/users/:id/sessions': ID,
  'DELETE /api/v1/users/:id/authenticator': ID,
  'GET /api/v1/invitations': PAGE,
  'DELETE /api/v1/invitations/:id': ID,
  'DELETE /api/v1/account/sessions/:id': { 'path id': 200 },
  'DELETE /api/v1/account/passkeys/:id': { 'path id': 200 },
  'POST /api/v1/budgets': { 'body agent_id': 404, 'body application_id': 404 },
  'GET /api/v1/budgets': PAGE,
  'GET /api/v1/budgets/:id': ID,
  'PATCH /api/v1/budgets/:id': ID,
  'DELETE /api/v1/budgets/:id': ID,
  'GET /api/v1/webhook-endpoints': PAGE,
  'GET /api/v1/webhook-endpoints/:id': ID,
  'PATCH /api/v1/webhook-endpoints/:id': ID,
  'DELETE /api/v1/webhook-endpoints/:id': ID,
  'POST /api/v1/webhook-endpoints/:id/rotate': ID,
  'POST /api/v1/webhook-endpoints/:id/test': ID,
  'POST /api/v1/webhook-endpoints/:id/replay': ID,
  'GET /api/v1/deliveries/:id': ID,
  'POST /api/v1/deliveries/:id/retry': ID,
  'GET /api/v1/webhook-endpoints/:id/deliveries': {
    ...ID,
    'query event_id': 200,
    'query after': 410,
  },
  // Starting from the beginning instead would repeat events.
  'GET /api/v1/events': { 'query after': 410, 'query target_id': 200, 'query thread_id': 200 },
  'GET /api/v1/events/:id': ID,
  'GET /api/v1/audit-events': { 'query id': 200, 'query target_id': 200, ...PAGE },
  'GET /api/v1/connections': PAGE,
  'GET /api/v1/connections/:id': ID,
  'PATCH /api/v1/connections/:id': ID,
  'DELETE /api/v1/connections/:id': ID,
  'POST /api/v1/connections/:id/test': ID,
  'GET /api/v1/tools': PAGE,
  'GET /api/v1/tools/:id': ID,
  'PATCH /api/v1/tools/:id': ID,
  'DELETE /api/v1/tools/:id': ID,
  'POST /api/v1/tools/:id/rotate': ID,
  'POST /api/v1/tools/:id/test': ID,
  'POST /api/v1/tools/:id/accept': ID,
  'GET /api/v1/mcp-servers': PAGE,
  'GET /api/v1/mcp-servers/:id': ID,
  'PATCH /api/v1/mcp-servers/:id': ID,
  'DELETE /api/v1/mcp-servers/:id': ID,
  'POST /api/v1/mcp-servers/:id/refresh': ID,
  'GET /api/v1/applications': PAGE,
  'POST /api/v1/applications': { 'body agent_ids': 404 },
  'GET /api/v1/applications/:id': ID,
  'PATCH /api/v1/applications/:id': { 'body agent_ids': 404, ...ID },
  'DELETE /api/v1/applications/:id': ID,
  'GET /api/v1/applications/:id/limits': ID,
  'POST /api/v1/applications/:application_id/secrets': { 'path application_id': 404 },
  'POST /api/v1/applications/:application_id/keys': {
    'path application_id': 404,
    'body agent_ids': 404,
  },
  'DELETE /api/v1/applications/:application_id/secrets/:id': { 'path application_id': 404, ...ID },
  'POST /api/v1/applications/:application_id/identity-secrets': { 'path application_id': 404 },
  'DELETE /api/v1/applications/:application_id/identity-secrets/:id': {
    'path application_id': 404,
    ...ID,
  },
  // An unknown session is ignored.
  'POST /api/v1/auth/widget-token': { 'body session_id': 200 },
  'GET /analytics/logs': KEY,
  'GET /analytics/endpoints': KEY,
  'GET /analytics/usage': KEY,
  'GET /analytics/keys': KEY,
  'GET /analytics/rate-limits': KEY,
  'GET /analytics/overview': { 'query agent_id': 200 },
  'GET /api/v1/analytics/logs': KEY,
  'GET /api/v1/analytics/endpoints': KEY,
  'GET /api/v1/analytics/usage': KEY,
  'GET /api/v1/analytics/keys': KEY,
  'GET /api/v1/analytics/rate-limits': KEY,
  'GET /api/v1/analytics/answers': { 'query agent_id': 200 },
  'GET /api/v1/analytics/questions': { 'query agent_id': 200 },
  'GET /api/v1/analytics/slices': { 'query agent_id': 200 },
  'GET /api/v1/alerts': PAGE,
  'GET /api/v1/attention': { 'query agent_id': 200 },
  'DELETE /api/v1/attention/:id': ID,
  'GET /api/v1/analytics/overview': { 'query agent_id': 200 },
}

/** Ids that no schema calls a UUID, because an application has two. Any text may be an id. */
const ALSO_IDS: Slot[] = ['query key_id']
/** Parameters of a path that are not ids. */
const NO_IDS = [
  'GET /docs/assets/:file',
  'GET /dashboard/assets/:file',
  'GET /widget/:file',
  'GET /photos/:file',
]

const MALFORMED = [
  'x',
  '0',
  'null',
  '../agents',
  "' or ''='",
  '%',
  '\u0000',
  '\u{1f600}',
  '01900000-0000-7000-8000-00000000000',
  '01900000-0000-7000-8000-0000000000000',
  '01900000-0000-7000-8000-00000000000g',
  '01900000000070008000000000000000',
  '{01900000-0000-7000-8000-000000000000}',
  'urn:uuid:01900000-0000-7000-8000-000000000000',
  ' 01900000-0000-7000-8000-000000000000',
  'a'.repeat(5_000),
]
const SOME_MALFORMED = RUNS_ALL ? ['x', '../agents', '\u0000', 'a'.repeat(5_000)] : ['x']
/** A body may have other types than text. */
const MALFORMED_JSON = ['', 1, true, {}, [], ['x']]

describe('an id in a request', () => {
  let parley: Parley
  let mine: Own
  let theirs: Own
  before(async () => {
    parley = await startParley({
      workers: false,
      settings: { MINT_MINUTE_LIMIT: '1000' },
    })
    mine = await makeOwn(parley, parley.client)
    theirs = await makeOwn(parley, await parley.another('Their organization'))
  })
  after(() => parley.stop())

  /** Places where all malformed values were tried: path, query, body, form. */
  const triedWhole = new Set<string>()
  /** Authenticates by the organization's key, or by its dashboard user for routes without keys. */
  const owners = new Map<string, Promise<SignedIn>>()
  async function sendAs({ client }: Own, route: Route, sample: Sample) {
    const byKey = route.metadata.credentials?.includes('application')
    // Reuses the user: another would be one more in the list of users.
    const owner = owners.get(client.organizationId) ?? signedIn(parley, client, 'owner')
    owners.set(client.organizationId, owner)
    const credentials = byKey ? client.authorization : (await owner).headers
    return send(client.address, route, sample, credentials)
  }

  it('is in the list of ids for each route that takes it', () => {
    const found = ROUTES.filter(({ name }) => !NO_IDS.includes(name))
      .map((route) => [route.name, slotsOf(route).sort()] as const)
      .filter(([, slots]) => slots.length)
    for (const [name, slots] of found)
      expect(Object.keys(IDS[name] ?? {}).sort(), name).to.deep.equal(slots)
    expect(Object.keys(IDS)).to.have.members(found.map(([name]) => name))
  })

  for (const route of ROUTES.filter(({ name }) => IDS[name]))
    describe(`of ${route.name}`, () => {
      const slots = Object.entries(IDS[route.name]!) as [Slot, number][]
      let sample: Sample
      let theirSample: Sample
      before(async () => {
        // In this order: another organization's ids are younger than all records here, on which a
        // list that continues after them depends. So is an id that does not exist.
        sample = await sampleFor(route, mine)
        theirSample = await sampleFor(route, theirs)
      })

      for (const [slot, status] of slots)
        describe(slot, () => {
          it("gets the same answer if it is another organization's as if it did not exist", async () => {
            const id = idAt(theirSample, slot)!
            // The first request would delete the entry of the sample, and the second would miss it.
            const deletes = route.name === 'POST /api/v1/knowledge/delete'
            const beside = deletes ? { ...sample, body: { ids: [] } } : sample
            const none = slot === 'query key_id' ? 'app_nothing' : uuid()
            const [there, nowhere] = [
              await sendAs(mine, route, withAt(beside, slot, id)),
              await sendAs(mine, route, withAt(beside, slot, none)),
            ] as const
            expect(there.status).to.equal(status)
            expect(nowhere.status).to.equal(status)
            if (status === 404) expect(there.body.code).to.equal('not_found')
            // Some answers list what is missing.
            const withoutId = (answer: Answer, sent: string) =>
              JSON.parse(JSON.stringify(lasting(answer)).replaceAll(sent, 'the id'))
            expect(withoutId(there, id)).to.deep.equal(withoutId(nowhere, none))
          })

          it('is refused if it is malformed', async () => {
            const [at] = slot.split(' ') as ['path' | 'query' | 'body']
            const place = at === 'body' && sample.file ? 'form' : at
            const refusals = ALSO_IDS.includes(slot) ? [200, ...REFUSALS[place]] : REFUSALS[place]
            const all = place === 'body' ? [...MALFORMED, ...MALFORMED_JSON] : MALFORMED
            // All routes check ids alike, so after the first route of a place, a few values show that
            // it checks at all.
            const values = triedWhole.has(place) ? SOME_MALFORMED : all
            triedWhole.add(place)
            const seen: Record<string, number> = {}
            for (const value of values)
              seen[JSON.stringify(value)] = (
                await sendAs(mine, route, withAt(sample, slot, value))
              ).status
            for (const [value, given] of Object.entries(seen))
              expect(refusals, value).to.include(given)
          })
        })

      // Runs last, because it may use up the sample's records.
      describe('of its own organization', () => {
        it('works', async () => {
          expect((await sendAs(mine, route, sample)).status).to.equal(sample.status)
          // An id that the body of the sample excludes goes with another body.
          const [excluded] = slots.find(([slot]) => !idAt({ ...sample, otherBody: {} }, slot)) ?? []
          if (!excluded) return
          const another = await sampleFor(route, mine)
          const own = withAt(another, excluded, idAt(another, excluded))
          expect((await sendAs(mine, route, own)).status).to.equal(sample.status)
        })
      })
    })

  it('of a dashboard user is checked like that of a key', async () => {
    const { headers } = await signedIn(parley, mine.client, 'owner')
    for (const route of ROUTES.filter(({ name }) => /conversation_id\/feedback$/.test(name))) {
      const sample = await sampleFor(route, mine)
      const their = idAt(await sampleFor(route, theirs), 'path conversation_id')
      const ask = (id?: string) =>
        send(
          mine.client.address,
          route,
          id ? withAt(sample, 'path conversation_id', id) : sample,
          headers,
        )
      expect((await ask()).status).to.equal(sample.status)
      const there = await ask(their)
      expect(there.status).to.equal(404)
      expect(lasting(there)).to.deep.equal(lasting(await ask(uuid())))
    }
  })

  describe('that belongs to one organization', () => {
    /** Returns another organization's ids and names. */
    async function namesOfTheirs(): Promise<string[]> {
      const { organizationId: organization_id, credentials } = theirs.client
      const tables = ['agents', 'threads', 'messages', 'feedback', 'contexts', 'knowledge_entries']
      const rows = await Promise.all(
        [...tables, 'widget_configurations', 'applications'].map((table) =>
          parley.db(table).where({ organization_id }).select('id'),
        ),
      )
      for (const [index, found] of rows.entries())
        expect(found, tables[index]).not.to.have.length(0)
      return [organization_id, credentials.client_id, ...rows.flat().map(({ id }) => id)]
    }

    it('is in no list of another organization', async () => {
      const lists = ROUTES.filter(
        ({ method, path, metadata }) => method === 'GET' && !path.includes(':') && metadata.query,
      )
      expect(lists).to.have.length.of.at.least(15)
      const names = await namesOfTheirs()
      for (const list of lists) {
        const { status, body } = await sendAs(mine, list, { status: 200 })
        expect(status).to.equal(200)
        const text = JSON.stringify(body)
        expect(
          names.filter((name) => text.includes(name)),
          list.name,
        ).to.deep.equal([])
      }
    })

    it("leaves another organization's records unchanged, whoever used it", async () => {
      const { organizationId: organization_id } = theirs.client
      for (const table of [
        'agents',
        'contexts',
        'widget_configurations',
        'applications',
        'organizations',
      ]) {
        const of = table === 'organizations' ? { id: organization_id } : { organization_id }
        const rows = await parley.db(table).where(of)
        expect(rows, table).not.to.have.length(0)
        for (const { created_at, updated_at } of rows)
          expect(updated_at, table).to.deep.equal(created_at)
      }
    })
  })
})

/**
 * The answer to a malformed id. NUL is refused before the id is looked up, and a form's blanks are
 * left out.
 */
const REFUSALS = { path: [404], query: [422, 400], body: [422, 400], form: [422, 400, 404] }

/** Returns every place where the route takes a UUID, as its guards say. */
function slotsOf({ path, metadata }: Route): Slot[] {
  const params = [...path.matchAll(/:(\w+)/g)].map(([, name]) => `path ${name}` as Slot)
  const ids = (place: 'query' | 'body'): Slot[] =>
    Object.entries((metadata[place]?.properties ?? {}) as Record<string, any>)
      .filter(([name, schema]) => isUuid(schema) || ALSO_IDS.includes(`${place} ${name}` as Slot))
      .map(([name]) => `${place} ${name}` as Slot)
  return [...params, ...ids('query'), ...ids('body')]
}

/** Returns whether the schema is a UUID, also within a list, an object, or a nullable value. */
const isUuid = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  ((schema as any).format === 'uuid' || Object.values(schema).some(isUuid))
