import { expect } from 'chai'
import { KEY_RULES } from '../../../api/auth/scopes.ts'
import {
  createKey,
  findApplication,
  type NewKey,
  SCOPES,
  type Scope,
} from '../../../shared/applications/applications.ts'
import { makeOwn, type Own, type Sample, sampleFor, send } from '../../support/data/samples.ts'
import { bearer, mint, ROUTES, type Route } from '../../support/http/access.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

/**
 * The scopes that a key needs for each route, written by hand: a new route fails until it is
 * listed. Before the bar, one of the scopes is enough, or those that a plus joins. After the bar:
 * `agents` allows keys of single agents; `live` forbids test keys.
 */
const RULES: Record<string, readonly string[]> = {
  'chat read | agents': [
    'GET /api/v1/sessions',
    'GET /api/v1/sessions/:id',
    'GET /api/v1/sessions/:session_id/messages',
    'GET /api/v1/sessions/:session_id/messages/:id',
    'GET /api/v1/sessions/:session_id/messages/:id/trace',
    'GET /api/v1/sessions/:session_id/feedback',
    'GET /api/v1/conversations',
    'GET /api/v1/conversations/:id',
    'GET /api/v1/conversations/:conversation_id/messages',
    'GET /api/v1/conversations/:conversation_id/messages/:id',
    'GET /api/v1/conversations/:conversation_id/messages/:id/trace',
    'GET /api/v1/conversations/:conversation_id/feedback',
    'GET /api/v1/sessions/:session_id/handoffs',
    'GET /api/v1/sessions/:session_id/attachments/:id',
    'GET /api/v1/conversations/:conversation_id/attachments/:id',
    'GET /api/v1/sessions/:session_id/contact',
    'GET /api/v1/conversations/:conversation_id/contact',
    'GET /api/v1/sessions/:session_id/handoff',
    'GET /api/v1/sessions/:session_id/events',
    'GET /api/v1/conversations/:conversation_id/handoffs',
    'GET /api/v1/inbox',
    'GET /api/v1/tool-calls',
    'GET /api/v1/tool-calls/:id',
    'GET /api/v1/inbox/counts',
    'GET /api/v1/conversations/:conversation_id/handoff',
    'GET /api/v1/conversations/:conversation_id/events',
    'GET /api/v1/threads',
    'GET /api/v1/threads/export',
    'GET /api/v1/threads/:id',
    'GET /api/v1/threads/:id/export',
  ],
  'chat read | agents live': ['GET /api/v1/contexts/:id'],
  'chat read | live': ['GET /api/v1/contexts'],
  'chat | agents live': ['POST /api/v1/contexts', 'PATCH /api/v1/contexts/:id'],
  'chat | agents': [
    'POST /api/v1/sessions',
    'PATCH /api/v1/sessions/:id',
    'DELETE /api/v1/sessions/:id',
    'POST /api/v1/sessions/:session_id/messages',
    'DELETE /api/v1/sessions/:session_id/messages/:id',
    'POST /api/v1/sessions/:session_id/messages/:id/decisions',
    'POST /api/v1/tool-calls/:id/settle',
    'POST /api/v1/sessions/:session_id/feedback',
    'POST /api/v1/sessions/:session_id/presence',
    'POST /api/v1/sessions/:session_id/attachments',
    'POST /api/v1/conversations/:conversation_id/attachments',
    'PUT /api/v1/sessions/:session_id/contact',
    'PUT /api/v1/conversations/:conversation_id/contact',
    'POST /api/v1/sessions/:session_id/transcript',
    'POST /api/v1/conversations/:conversation_id/transcript',
    'POST /api/v1/conversations',
    'PATCH /api/v1/conversations/:id',
    'DELETE /api/v1/conversations/:id',
    'POST /api/v1/conversations/:conversation_id/messages',
    'DELETE /api/v1/conversations/:conversation_id/messages/:id',
    'POST /api/v1/conversations/:conversation_id/messages/:id/decisions',
    'POST /api/v1/conversations/:conversation_id/feedback',
    'POST /api/v1/conversations/:conversation_id/presence',
    'POST /api/v1/sessions/:session_id/handoff',
    'POST /api/v1/sessions/:session_id/assign',
    'POST /api/v1/sessions/:session_id/return',
    'POST /api/v1/conversations/:conversation_id/handoff',
    'POST /api/v1/conversations/:conversation_id/assign',
    'POST /api/v1/conversations/:conversation_id/return',
  ],
  'knowledge read | agents': [
    'GET /api/v1/knowledge',
    'GET /api/v1/knowledge/qa',
    'GET /api/v1/knowledge/qa/:id',
    'GET /api/v1/knowledge/qa/:id/chunks',
    'GET /api/v1/knowledge/urls',
    'GET /api/v1/knowledge/urls/:id',
    'GET /api/v1/knowledge/urls/:id/chunks',
    'GET /api/v1/knowledge/files',
    'GET /api/v1/knowledge/files/:id',
    'GET /api/v1/knowledge/files/:id/chunks',
    'GET /api/v1/knowledge/files/:id/content',
    'POST /api/v1/agents/:id/retrieve',
  ],
  'knowledge read |': [
    'GET /api/v1/knowledge/status',
    'GET /api/v1/knowledge/needs',
    'GET /api/v1/knowledge/contradictions',
    'GET /api/v1/knowledge/synonyms',
  ],
  'knowledge | agents': [
    'POST /api/v1/knowledge/qa',
    'PATCH /api/v1/knowledge/qa/:id',
    'DELETE /api/v1/knowledge/qa/:id',
    'POST /api/v1/knowledge/qa/:id/reindex',
    'POST /api/v1/knowledge/urls',
    'PATCH /api/v1/knowledge/urls/:id',
    'DELETE /api/v1/knowledge/urls/:id',
    'POST /api/v1/knowledge/urls/:id/reindex',
    'POST /api/v1/knowledge/files',
    'PATCH /api/v1/knowledge/files/:id',
    'DELETE /api/v1/knowledge/files/:id',
    'POST /api/v1/knowledge/files/:id/reindex',
  ],
  'knowledge |': [
    'POST /api/v1/knowledge/delete',
    'POST /api/v1/knowledge/reindex',
    'DELETE /api/v1/knowledge/contradictions/:id',
    'POST /api/v1/knowledge/synonyms',
    'PATCH /api/v1/knowledge/synonyms/:id',
    'DELETE /api/v1/knowledge/synonyms/:id',
  ],
  'chat knowledge read manage tools | agents': [
    'GET /api/v1/agents',
    'GET /api/v1/agents/:id',
    'GET /api/v1/models',
  ],
  'manage read | agents': ['GET /api/v1/agents/:agent_id/trials/:id'],
  'read | agents': ['GET /api/v1/events', 'GET /api/v1/events/:id'],
  'manage read |': [
    'GET /api/v1/saved-answers',
    'GET /api/v1/agent-activity',
    'GET /api/v1/widget-configurations',
    'GET /api/v1/widget-configurations/:id',
  ],
  'manage | agents': ['PATCH /api/v1/agents/:id', 'POST /api/v1/agents/:agent_id/trials'],
  'manage |': [
    'POST /api/v1/agents',
    'DELETE /api/v1/agents/:id',
    'POST /api/v1/widget-configurations',
    'PATCH /api/v1/widget-configurations/:id',
    'DELETE /api/v1/widget-configurations/:id',
    'POST /api/v1/saved-answers',
    'PATCH /api/v1/saved-answers/:id',
    'DELETE /api/v1/saved-answers/:id',
  ],
  'tools read |': [
    'GET /api/v1/tools',
    'GET /api/v1/tools/:id',
    'GET /api/v1/mcp-servers',
    'GET /api/v1/mcp-servers/:id',
  ],
  'tools | live': [
    'POST /api/v1/tools',
    'PATCH /api/v1/tools/:id',
    'DELETE /api/v1/tools/:id',
    'POST /api/v1/tools/:id/rotate',
    'POST /api/v1/tools/:id/test',
    'POST /api/v1/tools/:id/accept',
    'POST /api/v1/mcp-servers',
    'PATCH /api/v1/mcp-servers/:id',
    'DELETE /api/v1/mcp-servers/:id',
    'POST /api/v1/mcp-servers/:id/refresh',
  ],
  'manage | live': ['DELETE /api/v1/contexts/:id', 'DELETE /api/v1/attention/:id'],
  'manage+read | live': [
    'POST /api/v1/webhook-endpoints',
    'GET /api/v1/webhook-endpoints',
    'GET /api/v1/webhook-endpoints/:id',
    'PATCH /api/v1/webhook-endpoints/:id',
    'DELETE /api/v1/webhook-endpoints/:id',
    'POST /api/v1/webhook-endpoints/:id/rotate',
    'POST /api/v1/webhook-endpoints/:id/test',
    'GET /api/v1/webhook-endpoints/:id/deliveries',
    'POST /api/v1/webhook-endpoints/:id/replay',
    'GET /api/v1/deliveries/:id',
    'POST /api/v1/deliveries/:id/retry',
  ],
  'read |': [
    ...['logs', 'endpoints', 'usage', 'keys', 'rate-limits', 'overview', 'now'].flatMap((name) => [
      `GET /analytics/${name}`,
      `GET /api/v1/analytics/${name}`,
    ]),
    'GET /api/v1/analytics/answers',
    'GET /api/v1/analytics/slices',
    'GET /api/v1/analytics/tools',
  ],
  'read | live': [
    'GET /api/v1/contexts/:id/export',
    'GET /api/v1/analytics/questions',
    'GET /api/v1/attention',
    'GET /api/v1/alerts',
  ],
}

const FOR_KEYS = ROUTES.filter(({ metadata }) => metadata.credentials?.includes('application'))

const ruleOf = ({ name }: Route): { scopes: string[]; reach: string } => {
  const rule = Object.keys(RULES).find((one) => RULES[one]!.includes(name))!
  const [scopes = '', reach = ''] = rule.split('|').map((part) => part.trim())
  return { scopes: scopes.split(' '), reach }
}

/** Returns whether a key with these scopes may use a route. */
const mayUse = (route: Route, held: readonly string[]) =>
  ruleOf(route).scopes.some((some) => some.split('+').every((scope) => held.includes(scope)))

const FULL: NewKey = { name: 'k', scopes: [...SCOPES], agent_ids: null, is_test: false }

describe('the matrix of routes and key scopes', () => {
  let parley: Parley
  let mine: Own
  before(async () => {
    const settings = { MINT_MINUTE_LIMIT: '100000' }
    parley = await startParley({ workers: false, settings })
    mine = await makeOwn(parley, parley.client)
  })
  after(() => parley.stop())

  /** Makes a key, and returns its header. */
  async function keyWith(rights: Partial<NewKey>): Promise<Record<string, string>> {
    const application = (await findApplication(parley.db, mine.client.credentials.client_id))!
    return bearer((await createKey(parley.db, application, { ...FULL, ...rights })).secret)
  }

  const kept = new Map<Route, Promise<Sample>>()

  /**
   * Returns the same request each time, for those that are refused or only read: they leave the
   * records as they are.
   */
  function keptSample(route: Route): Promise<Sample> {
    const sample = kept.get(route) ?? sampleFor(route, mine)
    kept.set(route, sample)
    return sample
  }

  async function outcome(
    route: Route,
    sample: Sample,
    headers: Record<string, string>,
  ): Promise<string> {
    const { status, body } = await send(mine.client.address, route, sample, headers)
    return [status, ...(status < 400 ? [] : [body.code])].join(' ')
  }

  it('lists every existing route that takes keys, and no other', () => {
    const listed = Object.values(RULES).flat()
    const there = FOR_KEYS.map(({ name }) => name)
    expect(there.filter((name) => !listed.includes(name))).to.deep.equal([])
    expect(listed.filter((name) => !there.includes(name))).to.deep.equal([])
    expect(new Set(listed)).to.have.property('size', listed.length)
  })

  it('is in the reference for every operation that takes keys, and for no other', () => {
    const ids = FOR_KEYS.map(({ metadata }) => metadata.id)
    expect([...KEY_RULES.keys()].sort()).to.deep.equal([...ids].sort())
  })

  describe('allows each key by its scopes:', () => {
    /** Each scope alone, the two that some routes need together, none and all. */
    const HELD: readonly Scope[][] = [
      ...SCOPES.map((scope) => [scope]),
      ['read', 'manage'] satisfies Scope[],
      [],
      [...SCOPES],
    ]
    const keys: Record<string, Record<string, string>> = {}
    before(async () => {
      for (const scopes of HELD) keys[scopes.join(' ')] = await keyWith({ scopes })
    })

    for (const route of FOR_KEYS)
      it(route.name, async () => {
        const seen: Record<string, string> = {}
        const wanted: Record<string, string> = {}
        for (const [name, headers] of Object.entries(keys)) {
          const may = mayUse(route, name.split(' '))
          const changes = may && route.method !== 'GET'
          const sample = changes ? await sampleFor(route, mine) : await keptSample(route)
          wanted[name] = may ? String(sample.status) : '403 scope'
          seen[name] = await outcome(route, sample, headers)
        }
        expect(seen).to.deep.equal(wanted)
      })
  })

  it('makes a refusal name the scope that the key lacks', async () => {
    const lacking = async (scope: Scope, name: string) => {
      const route = FOR_KEYS.find((route) => route.name === name)!
      const headers = await keyWith({ scopes: [scope] })
      return (await send(mine.client.address, route, await sampleFor(route, mine), headers)).body
        .detail
    }
    expect(await lacking('chat', 'POST /api/v1/knowledge/qa')).to.equal(
      'This key lacks the scope `knowledge`, which this request needs. Use a key that has it.',
    )
    expect(await lacking('manage', 'GET /api/v1/conversations')).to.include('`chat` or `read`')
    expect(await lacking('manage', 'POST /api/v1/webhook-endpoints')).to.include(
      'the scope `read`, which',
    )
    expect(await lacking('chat', 'POST /api/v1/webhook-endpoints')).to.include(
      'the scopes `manage` and `read`',
    )
  })

  describe('keeps a key of one agent from another agent:', () => {
    let headers: Record<string, string>
    before(async () => {
      headers = await keyWith({ agent_ids: [(await mine.client.makeAgent()).id] })
    })
    /** Leaves the entry, which served every agent, to another agent. */
    const giveAway = async (id: string) =>
      parley
        .db('knowledge_entries')
        .where({ id })
        .update({ agent_ids: [(await mine.client.makeAgent()).id] })

    /** Routes that name no agent, or that all agents share. */
    const SHARED = ['GET /api/v1/models', 'POST /api/v1/contexts']

    for (const route of FOR_KEYS)
      it(route.name, async () => {
        const { reach } = ruleOf(route)
        const sample = await keptSample(route)
        if (/^GET .+\/knowledge\/\w+\/:id/.test(route.name)) await giveAway(sample.params!.id!)
        const { status, body } = await send(mine.client.address, route, sample, headers)
        if (!reach.includes('agents'))
          return expect([status, body.code]).to.deep.equal([403, 'scope'])
        if (SHARED.includes(route.name)) return expect(status).to.equal(sample.status)
        const isList = route.method === 'GET' && !/:/.test(route.path)
        if (!isList) return expect([status, body.code]).to.deep.equal([404, 'not_found'])
        expect(status).to.equal(200)
        const text = JSON.stringify(body.data ?? body)
        for (const id of Object.values(sample.query ?? {})) expect(text).not.to.include(id)
      })
  })

  describe('keeps a test key from live records:', () => {
    let headers: Record<string, string>
    before(async () => {
      headers = await keyWith({ is_test: true })
    })
    const ofThread = /\/(sessions|conversations|threads|tool-calls)\/:/

    for (const route of FOR_KEYS)
      it(`${route.name}, with live records`, async () => {
        // The sample of a new conversation names a context.
        const refusal =
          ruleOf(route).reach.includes('live') || route.name === 'POST /api/v1/conversations'
            ? '403 scope'
            : ofThread.test(route.path) && '404 not_found'
        const changes = !refusal && route.method !== 'GET'
        const sample = changes ? await sampleFor(route, mine) : await keptSample(route)
        const wanted = refusal || String(sample.status)
        expect(await outcome(route, sample, headers)).to.equal(wanted)
      })
  })

  it('ends with the key, and is not that of a widget token', async () => {
    const { body } = await mint(mine.client)
    const { status } = await send(
      mine.client.address,
      FOR_KEYS.find(({ name }) => name === 'GET /api/v1/agents')!,
      { status: 200 },
      bearer(body.token),
    )
    expect(status).to.equal(403)
  })
})
