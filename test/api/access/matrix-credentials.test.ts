import { expect } from 'chai'
import { findApplication, revokeSecrets } from '../../../shared/applications/applications.ts'
import type { Role } from '../../../shared/people/users.ts'
import { makeOwn, type Own, type Sample, sampleFor, send } from '../../support/data/samples.ts'
import {
  bearer,
  COOKIE,
  claimsFor,
  forge,
  mintToken,
  now,
  ROUTES,
  type Route,
  readToken,
  request,
  signedIn,
  tamper,
  withoutSignature,
} from '../../support/http/access.ts'
import type { Answer, Client } from '../../support/http/client.ts'
import {
  makeApplication,
  type Parley,
  startParley,
  TEST_ORIGIN,
} from '../../support/product/parley.ts'
import { RUNS_ALL } from '../../support/run/runsAll.ts'

/**
 * Who may use which route, written by hand: a new route fails until it is listed. The answer and
 * ids of each sample request are in support/samples.ts.
 */
const ROUTES_OF: Record<string, readonly string[]> = {
  anybody: [
    'GET /health',
    'GET /ready',
    'GET /openapi.json',
    'GET /postman.json',
    'GET /docs',
    'GET /docs/assets/:file',
    'GET /widget.js',
    'GET /widget/:file',
    'GET /photos/:file',
    'GET /',
    'GET /favicon.ico',
    'GET /dashboard/icon.svg',
    'GET /dashboard{/*page}',
    'GET /dashboard/assets/:file',
    'GET /dashboard/preview',
    'POST /api/v1/auth/widget-token',
    'POST /dashboard/session',
    'GET /dashboard/sign-in-ways',
    'POST /dashboard/passkey',
    'POST /dashboard/passkey/finish',
    'POST /dashboard/single-sign-on',
    'POST /dashboard/single-sign-on/finish',
    'POST /api/v1/password-resets',
    'POST /api/v1/password-resets/redeem',
    'POST /api/v1/invitations/read',
    'POST /api/v1/invitations/accept',
  ],
  'application or widget or dashboard': [
    'POST /api/v1/sessions',
    'GET /api/v1/sessions/:id',
    'POST /api/v1/sessions/:session_id/messages',
    'GET /api/v1/sessions/:session_id/messages',
    'GET /api/v1/sessions/:session_id/messages/:id',
    'DELETE /api/v1/sessions/:session_id/messages/:id',
    'POST /api/v1/sessions/:session_id/messages/:id/decisions',
    'POST /api/v1/sessions/:session_id/handoff',
    'POST /api/v1/sessions/:session_id/attachments',
    'GET /api/v1/sessions/:session_id/attachments/:id',
    'PUT /api/v1/sessions/:session_id/contact',
    'POST /api/v1/sessions/:session_id/transcript',
    'GET /api/v1/sessions/:session_id/handoff',
    'GET /api/v1/sessions/:session_id/events',
    'POST /api/v1/sessions/:session_id/presence',
    'POST /api/v1/sessions/:session_id/feedback',
    'GET /api/v1/sessions/:session_id/feedback',
    'GET /api/v1/widget-configurations/:id',
    'GET /api/v1/sessions',
  ],
  'application or dashboard': [
    'POST /api/v1/agents',
    'GET /api/v1/agents',
    'GET /api/v1/agents/:id',
    'PATCH /api/v1/agents/:id',
    'DELETE /api/v1/agents/:id',
    'POST /api/v1/agents/:agent_id/trials',
    'GET /api/v1/agents/:agent_id/trials/:id',
    'GET /api/v1/agent-activity',
    'GET /api/v1/models',
    'GET /api/v1/tools',
    'GET /api/v1/tools/:id',
    'GET /api/v1/mcp-servers',
    'GET /api/v1/mcp-servers/:id',
    'PATCH /api/v1/sessions/:id',
    'DELETE /api/v1/sessions/:id',
    'POST /api/v1/sessions/:session_id/assign',
    'POST /api/v1/sessions/:session_id/return',
    'GET /api/v1/sessions/:session_id/handoffs',
    'GET /api/v1/sessions/:session_id/contact',
    'POST /api/v1/conversations/:conversation_id/attachments',
    'GET /api/v1/conversations/:conversation_id/attachments/:id',
    'PUT /api/v1/conversations/:conversation_id/contact',
    'POST /api/v1/conversations/:conversation_id/transcript',
    'GET /api/v1/conversations/:conversation_id/contact',
    'POST /api/v1/conversations/:conversation_id/handoff',
    'GET /api/v1/conversations/:conversation_id/handoff',
    'GET /api/v1/conversations/:conversation_id/events',
    'POST /api/v1/conversations/:conversation_id/presence',
    'POST /api/v1/conversations/:conversation_id/assign',
    'POST /api/v1/conversations/:conversation_id/return',
    'GET /api/v1/conversations/:conversation_id/handoffs',
    'POST /api/v1/conversations',
    'GET /api/v1/conversations',
    'GET /api/v1/conversations/:id',
    'PATCH /api/v1/conversations/:id',
    'DELETE /api/v1/conversations/:id',
    'POST /api/v1/conversations/:conversation_id/messages',
    'GET /api/v1/conversations/:conversation_id/messages',
    'GET /api/v1/conversations/:conversation_id/messages/:id',
    'DELETE /api/v1/conversations/:conversation_id/messages/:id',
    'POST /api/v1/conversations/:conversation_id/messages/:id/decisions',
    'GET /api/v1/inbox',
    'GET /api/v1/tool-calls',
    'GET /api/v1/tool-calls/:id',
    'POST /api/v1/tool-calls/:id/settle',
    'GET /api/v1/inbox/counts',
    'POST /api/v1/saved-answers',
    'GET /api/v1/saved-answers',
    'PATCH /api/v1/saved-answers/:id',
    'DELETE /api/v1/saved-answers/:id',
    'GET /api/v1/threads',
    'GET /api/v1/threads/export',
    'GET /api/v1/threads/:id',
    'GET /api/v1/threads/:id/export',
    'GET /api/v1/sessions/:session_id/messages/:id/trace',
    'GET /api/v1/conversations/:conversation_id/messages/:id/trace',
    'POST /api/v1/contexts',
    'GET /api/v1/contexts',
    'GET /api/v1/contexts/:id',
    'PATCH /api/v1/contexts/:id',
    'DELETE /api/v1/contexts/:id',
    'GET /api/v1/contexts/:id/export',
    'POST /api/v1/knowledge/files',
    'GET /api/v1/knowledge/files',
    'GET /api/v1/knowledge/files/:id',
    'PATCH /api/v1/knowledge/files/:id',
    'DELETE /api/v1/knowledge/files/:id',
    'POST /api/v1/knowledge/qa',
    'GET /api/v1/knowledge/qa',
    'GET /api/v1/knowledge/qa/:id',
    'PATCH /api/v1/knowledge/qa/:id',
    'DELETE /api/v1/knowledge/qa/:id',
    'POST /api/v1/knowledge/urls',
    'GET /api/v1/knowledge/urls',
    'GET /api/v1/knowledge/urls/:id',
    'PATCH /api/v1/knowledge/urls/:id',
    'DELETE /api/v1/knowledge/urls/:id',
    'GET /api/v1/knowledge',
    'GET /api/v1/knowledge/needs',
    'POST /api/v1/knowledge/delete',
    'POST /api/v1/knowledge/reindex',
    'GET /api/v1/knowledge/contradictions',
    'DELETE /api/v1/knowledge/contradictions/:id',
    'POST /api/v1/knowledge/synonyms',
    'GET /api/v1/knowledge/synonyms',
    'PATCH /api/v1/knowledge/synonyms/:id',
    'DELETE /api/v1/knowledge/synonyms/:id',
    'GET /api/v1/knowledge/files/:id/content',
    'POST /api/v1/knowledge/files/:id/reindex',
    'GET /api/v1/knowledge/files/:id/chunks',
    'POST /api/v1/knowledge/qa/:id/reindex',
    'GET /api/v1/knowledge/qa/:id/chunks',
    'POST /api/v1/knowledge/urls/:id/reindex',
    'GET /api/v1/knowledge/urls/:id/chunks',
    'POST /api/v1/widget-configurations',
    'GET /api/v1/widget-configurations',
    'PATCH /api/v1/widget-configurations/:id',
    'DELETE /api/v1/widget-configurations/:id',
    'GET /api/v1/knowledge/status',
    'POST /api/v1/conversations/:conversation_id/feedback',
    'GET /api/v1/conversations/:conversation_id/feedback',
    'GET /analytics/logs',
    'GET /analytics/endpoints',
    'GET /analytics/usage',
    'GET /analytics/keys',
    'GET /analytics/rate-limits',
    'GET /analytics/overview',
    'GET /analytics/now',
    'GET /api/v1/analytics/logs',
    'GET /api/v1/analytics/endpoints',
    'GET /api/v1/analytics/usage',
    'GET /api/v1/analytics/keys',
    'GET /api/v1/analytics/rate-limits',
    'GET /api/v1/analytics/overview',
    'GET /api/v1/analytics/now',
    'GET /api/v1/analytics/answers',
    'GET /api/v1/analytics/tools',
    'GET /api/v1/analytics/questions',
    'GET /api/v1/analytics/slices',
    'GET /api/v1/alerts',
    'GET /api/v1/attention',
    'GET /api/v1/events',
    'GET /api/v1/events/:id',
    'DELETE /api/v1/attention/:id',
  ],
  'application or owner': [
    'POST /api/v1/webhook-endpoints',
    'GET /api/v1/webhook-endpoints',
    'GET /api/v1/webhook-endpoints/:id',
    'PATCH /api/v1/webhook-endpoints/:id',
    'DELETE /api/v1/webhook-endpoints/:id',
    'POST /api/v1/webhook-endpoints/:id/rotate',
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
    'POST /api/v1/webhook-endpoints/:id/test',
    'GET /api/v1/webhook-endpoints/:id/deliveries',
    'POST /api/v1/webhook-endpoints/:id/replay',
    'GET /api/v1/deliveries/:id',
    'POST /api/v1/deliveries/:id/retry',
  ],
  'application or viewer': ['POST /api/v1/agents/:id/retrieve'],
  dashboard: [
    'POST /knowledge-base',
    'GET /api/v1/users',
    'GET /api/v1/audit-events',
    'GET /api/v1/applications',
    'GET /api/v1/applications/:id',
    'GET /api/v1/applications/:id/limits',
    'GET /api/v1/connections',
    'GET /api/v1/connections/:id',
    'GET /api/v1/organization',
    'GET /api/v1/budgets',
    'GET /api/v1/budgets/:id',
    'POST /api/v1/sessions/:session_id/suggestion',
    'POST /api/v1/conversations/:conversation_id/suggestion',
    'GET /api/v1/thread-events',
    'GET /api/v1/organization/first-steps',
  ],
  /** Allowed for every role, also to change something. */
  viewer: [
    'PUT /api/v1/sessions/:session_id/read',
    'PUT /api/v1/conversations/:conversation_id/read',
    'GET /dashboard/session',
    'DELETE /dashboard/session',
    'PATCH /api/v1/account',
    'GET /api/v1/account/notifications',
    'PATCH /api/v1/account/notifications',
    'GET /api/v1/account/availability',
    'PATCH /api/v1/account/availability',
    'PUT /api/v1/account/photo',
    'DELETE /api/v1/account/photo',
    'POST /api/v1/account/password',
    'GET /api/v1/account/sessions',
    'DELETE /api/v1/account/sessions',
    'DELETE /api/v1/account/sessions/:id',
    'GET /api/v1/account/passkeys',
    'POST /api/v1/account/passkeys/options',
    'POST /api/v1/account/passkeys',
    'DELETE /api/v1/account/passkeys/:id',
    'GET /api/v1/account/authenticator',
    'POST /api/v1/account/authenticator/secret',
    'POST /api/v1/account/authenticator',
    'POST /api/v1/account/authenticator/remove',
  ],
  owner: [
    'PATCH /api/v1/users/:id',
    'DELETE /api/v1/users/:id',
    'DELETE /api/v1/users/:id/sessions',
    'DELETE /api/v1/users/:id/authenticator',
    'POST /api/v1/invitations',
    'GET /api/v1/invitations',
    'DELETE /api/v1/invitations/:id',
    'PATCH /api/v1/organization',
    'GET /api/v1/single-sign-on',
    'POST /api/v1/single-sign-on',
    'DELETE /api/v1/single-sign-on',
    'POST /api/v1/budgets',
    'PATCH /api/v1/budgets/:id',
    'DELETE /api/v1/budgets/:id',
    'POST /api/v1/applications',
    'PATCH /api/v1/applications/:id',
    'DELETE /api/v1/applications/:id',
    'POST /api/v1/connections',
    'PATCH /api/v1/connections/:id',
    'DELETE /api/v1/connections/:id',
    'POST /api/v1/connections/:id/test',
    'POST /api/v1/applications/:application_id/secrets',
    'POST /api/v1/applications/:application_id/keys',
    'DELETE /api/v1/applications/:application_id/secrets/:id',
    'POST /api/v1/applications/:application_id/identity-secrets',
    'DELETE /api/v1/applications/:application_id/identity-secrets/:id',
  ],
}

/** What users with the role `agent` may do, beside the routes of `viewer`. */
const FOR_AGENTS: readonly string[] = [
  'GET /api/v1/inbox',
  'GET /api/v1/inbox/counts',
  'GET /api/v1/thread-events',
  'GET /api/v1/users',
  'GET /api/v1/saved-answers',
  'GET /api/v1/threads',
  'GET /api/v1/threads/:id',
  'GET /api/v1/contexts',
  'GET /api/v1/contexts/:id',
  'GET /api/v1/agents/:agent_id/trials/:id',
  'GET /api/v1/tool-calls',
  'GET /api/v1/tool-calls/:id',
  'POST /api/v1/tool-calls/:id/settle',
  ...['sessions', 'conversations'].flatMap((kind) => [
    `GET /api/v1/${kind}`,
    ...[
      'GET',
      'PATCH',
      'GET /messages',
      'POST /messages',
      'GET /messages/:id',
      'DELETE /messages/:id',
      'POST /messages/:id/decisions',
      'GET /feedback',
      'GET /events',
      'POST /presence',
      'PUT /read',
      'POST /attachments',
      'GET /attachments/:id',
      'GET /handoff',
      'POST /handoff',
      'GET /handoffs',
      'POST /assign',
      'POST /return',
      'POST /suggestion',
      'GET /contact',
      'PUT /contact',
      'POST /transcript',
    ].map((route) => {
      const [method, rest = ''] = route.split(' ')
      return `${method} /api/v1/${kind}/:${rest ? `${kind.slice(0, -1)}_` : ''}id${rest}`
    }),
  ]),
]

type Kind = 'application' | 'widget' | 'dashboard'

/**
 * The headers, their kind, and their restriction; without a kind: 401 wherever credentials are
 * required.
 */
interface Sent {
  name: string
  headers: () => Record<string, string> | Promise<Record<string, string>>
  kind?: Kind
  but?:
    | 'reaches no session here'
    | 'reaches nothing here'
    | 'changes nothing: csrf_failed'
    | 'changes nothing: scope'
    | 'answers customers alone: scope'
}

interface Kept extends Sent {
  /**
   * The same headers each time, for requests that change nothing: making them takes longer than the
   * request.
   */
  kept: Sent['headers']
}

/**
 * One of each kind, and a refused one: a route that is found with a slash at its end has the same
 * guards.
 */
const WITH_SLASH = [
  'none',
  'key and secret',
  "the visitor's token",
  "an owner's cookie",
  "a viewer's cookie",
]

/**
 * Credentials that every correct route treats alike. In `npm test`, each route meets one entry of
 * each list.
 */
const TURNS = [
  ['key and secret', 'the secret as a bearer token', 'the secret as the user name of basic'],
  ['a cookie without the CSRF token', "a cookie with another session's CSRF token"],
]

/** Cookies that a route treats alike unless it is for owners only: by turns, too. */
const ROLES_IN_TURN = ["an owner's cookie", "an editor's cookie"]

/** Makes credentials of the client's organization; `theirs` are of another organization. */
const credentials = (parley: Parley, mine: Own, theirs: Own): Sent[] => {
  const { client, token } = mine
  const both = client.authorization
  const { client_id: key, secret } = client.credentials
  const cookie = async (role: Role = 'owner') => (await signedIn(parley, client, role)).headers
  return [
    { name: 'none', headers: () => ({}) },
    {
      name: 'junk as key and secret',
      headers: () => ({ 'X-API-Key': 'junk', 'X-API-Secret': 'junk' }),
    },
    { name: 'junk as a token', headers: () => bearer('junk') },
    {
      name: 'junk as a cookie',
      headers: () => ({ Cookie: `${COOKIE}=junk`, 'X-CSRF-Token': 'junk' }),
    },
    { name: 'the key alone', headers: () => ({ 'X-API-Key': key }) },
    { name: 'the secret alone', headers: () => ({ 'X-API-Secret': client.credentials.secret }) },
    { name: 'a wrong secret', headers: () => ({ ...both, 'X-API-Secret': 'sk_wrong' }) },
    {
      name: 'the secret of another organization',
      headers: () => ({ ...both, 'X-API-Secret': theirs.client.credentials.secret }),
    },
    { name: 'the secret of another application', headers: () => secretOfAnother(parley, client) },
    { name: 'a revoked secret', headers: () => revoked(parley, client) },
    { name: 'an expired secret', headers: () => expired(parley, client) },
    {
      name: 'a token that has ended',
      headers: () => bearer(forge(claims(mine, { iat: now() - 3660, exp: now() - 60 }))),
    },
    {
      name: 'a token that was changed',
      headers: () => bearer(tamper(token, { exp: now() + 100 })),
    },
    { name: 'a token without a signature', headers: () => bearer(withoutSignature(token)) },
    { name: 'a session that has ended', headers: () => endedSession(parley, client) },
    { name: 'a wrong secret as a bearer token', headers: () => bearer('sk_wrong') },
    {
      name: 'the secret as a bearer token, and again',
      headers: () => ({ ...both, ...bearer(secret) }),
    },
    {
      name: 'the secret as a bearer token, and cookie',
      headers: async () => ({ ...bearer(secret), ...(await cookie()) }),
    },
    { name: 'key and token', headers: () => ({ ...both, ...bearer(token) }) },
    { name: 'key and cookie', headers: async () => ({ ...both, ...(await cookie()) }) },
    { name: 'token and cookie', headers: async () => ({ ...bearer(token), ...(await cookie()) }) },
    {
      name: 'all three',
      headers: async () => ({ ...both, ...bearer(token), ...(await cookie()) }),
    },

    { name: 'key and secret', headers: () => both, kind: 'application' },
    { name: 'the secret as a bearer token', headers: () => bearer(secret), kind: 'application' },
    {
      name: 'the secret as the user name of basic',
      headers: () => basic(secret),
      kind: 'application',
    },
    { name: "the visitor's token", headers: () => bearer(token), kind: 'widget' },
    {
      name: "another visitor's token",
      headers: async () => bearer(await mintToken(client)),
      kind: 'widget',
      but: 'reaches no session here',
    },
    {
      name: "another organization's token",
      headers: () => bearer(theirs.token),
      kind: 'widget',
      but: 'reaches nothing here',
    },
    { name: "an owner's cookie", headers: () => cookie('owner'), kind: 'dashboard' },
    { name: "an editor's cookie", headers: () => cookie('editor'), kind: 'dashboard' },
    {
      name: "a viewer's cookie",
      headers: () => cookie('viewer'),
      kind: 'dashboard',
      but: 'changes nothing: scope',
    },
    {
      name: "an agent's cookie",
      headers: () => cookie('agent'),
      kind: 'dashboard',
      but: 'answers customers alone: scope',
    },
    {
      name: 'a cookie without the CSRF token',
      headers: async () => (await signedIn(parley, client, 'owner')).cookie,
      kind: 'dashboard',
      but: 'changes nothing: csrf_failed',
    },
    {
      name: "a cookie with another session's CSRF token",
      headers: async () => ({
        ...(await cookie()),
        ...(await signedIn(parley, client, 'owner')).cookie,
      }),
      kind: 'dashboard',
      but: 'changes nothing: csrf_failed',
    },
  ]
}

const successOf = ({ status, code }: Sample) => (code ? `${status} ${code}` : String(status))

/** The part of ROUTES_OF that lists the route. */
const listOf = ({ name }: Route) =>
  Object.keys(ROUTES_OF).find((one) => ROUTES_OF[one]!.includes(name))!
const isForOwners = (route: Route) => listOf(route).includes('owner')

/** Returns `200` or `403 scope`. */
function expected(
  route: Route,
  sample: Sample,
  { name: by, kind, but }: Sent,
  headers: object,
): string {
  const { name, method } = route
  const success = successOf(sample)
  const who = listOf(route)
  if (who === 'anybody')
    return sample.headers?.Origin && hasSecret(headers) ? '403 secret_in_browser' : success
  if (!kind) return '401 unauthenticated'
  const changes = method !== 'GET'
  if (changes && but === 'changes nothing: csrf_failed') return '403 csrf_failed'
  const admitted = who
    .split(' or ')
    .map((one) => (/^(owner|viewer)$/.test(one) ? 'dashboard' : one))
  if (!admitted.includes(kind)) return '403 scope'
  if (who.includes('owner') && kind === 'dashboard' && !/owner|CSRF/.test(by)) return '403 scope'
  if (but === 'answers customers alone: scope' && who !== 'viewer' && !FOR_AGENTS.includes(name))
    return '403 scope'
  if (changes && but === 'changes nothing: scope' && !who.includes('viewer')) return '403 scope'
  // The list of a visitor's own sessions is empty.
  if (but === 'reaches nothing here')
    return name === 'GET /api/v1/sessions' ? success : '404 not_found'
  if (but === 'reaches no session here' && /sessions\/:/.test(name)) return '404 not_found'
  return success
}

/** Returns whether the headers carry an application's secret, right or wrong. */
const hasSecret = (headers: object) =>
  'X-API-Secret' in headers ||
  /^(Bearer sk_|Basic )/.test((headers as Record<string, string>).Authorization ?? '')

const basic = (secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}`,
})

describe('the matrix of routes and credentials', () => {
  let parley: Parley
  let mine: Own
  let theirs: Own
  let sent: Kept[]
  before(async () => {
    const settings = {
      MINT_MINUTE_LIMIT: '100000',
      SIGN_IN_MINUTE_LIMIT: '100000',
      WIDGET_SESSION_MINUTE_LIMIT: '100000',
      WIDGET_IP_HOURLY_LIMIT: '100000',
      WIDGET_APPLICATION_HOURLY_LIMIT: '100000',
    }
    parley = await startParley({ workers: false, settings })
    mine = await makeOwn(parley, parley.client)
    theirs = await makeOwn(parley, await parley.another('Their organization'))
    sent = credentials(parley, mine, theirs).map((one) => ({ ...one, kept: once(one.headers) }))
  })
  after(() => parley.stop())

  /**
   * The credentials with which a route is tried. `npm run test:all` tries all. `npm test` tries
   * those that have a kind, but only one from each list of TURNS, and one of owner and editor unless
   * only owners are accepted. It also tries no credentials, and
   * two of the 21 that every route refuses, by turns, so that each of these meets twenty routes.
   */
  function tried(route: Route, slash: string): Kept[] {
    const all = slash ? sent.filter(({ name }) => WITH_SLASH.includes(name)) : sent
    if (RUNS_ALL) return all
    const turn = ROUTES.indexOf(route)
    const [none, ...others] = slash ? all : all.filter(({ kind }) => !kind)
    const [one, another] = [others[turn % others.length]!, others[(turn + 7) % others.length]!]
    if (slash) return [none!, one]
    const lists = isForOwners(route) ? TURNS : [...TURNS, ROLES_IN_TURN]
    const turns = lists.map((names) => names[turn % names.length]!)
    return [
      none!,
      one,
      another,
      ...all.filter(
        ({ kind, name }) => kind && (turns.includes(name) || !lists.flat().includes(name)),
      ),
    ]
  }

  it('lists every existing route, and no other', () => {
    const listed = Object.values(ROUTES_OF).flat()
    expect(FOR_AGENTS.filter((name) => !listed.includes(name))).to.deep.equal([])
    const there = ROUTES.map(({ name }) => name)
    expect(there.filter((name) => !listed.includes(name))).to.deep.equal([])
    expect(listed.filter((name) => !there.includes(name))).to.deep.equal([])
    expect(new Set(listed)).to.have.property('size', listed.length)
  })

  for (const route of ROUTES)
    it(`${route.name} accepts the listed credentials only, with and without a slash at its end`, async function () {
      const seen: Record<string, string> = {}
      const wanted: Record<string, string> = {}
      // A refused request leaves the records of a sample unchanged.
      const lasting = await sampleFor(route, mine)
      for (const slash of ['', '/'])
        for (const one of tried(route, slash)) {
          const kept = await one.kept()
          const answer = expected(route, lasting, one, kept)
          const uses = route.method !== 'GET' && answer === successOf(lasting)
          const [sample, headers] = uses
            ? [await sampleFor(route, mine), await one.headers()]
            : [lasting, kept]
          wanted[`${one.name}${slash}`] = answer
          seen[`${one.name}${slash}`] = outcome(
            await send(mine.client.address, route, sample, headers, slash),
          )
        }
      expect(seen).to.deep.equal(wanted)
    })

  for (const { name, path } of ROUTES.filter(
    ({ name, method }) => method === 'GET' && !ROUTES_OF.anybody!.includes(name),
  ))
    it(`HEAD${name.slice(3)} requires credentials as well`, async () => {
      const response = await fetch(mine.client.address + path.replace(/:\w+/g, 'x'), {
        method: 'HEAD',
      })
      expect(response.status).to.equal(401)
    })
})

/** Makes the value when it is first needed. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Returns the status, with the code of a failure. */
const outcome = ({ status, body }: Answer) =>
  [status, ...(status < 400 ? [] : [body.code])].join(' ')

const claims = ({ client, token }: Own, more: object) =>
  claimsFor(client, { sub: readToken(token).claims.sub, ...more })

/** Makes key and secret of a second application of the organization. */
async function anotherApplication(parley: Parley, client: Client) {
  const { application, secret } = await makeApplication(parley.db, client.organizationId, [
    TEST_ORIGIN,
  ])
  return { application, headers: { 'X-API-Key': application.client_id, 'X-API-Secret': secret } }
}

async function secretOfAnother(parley: Parley, client: Client) {
  const { headers } = await anotherApplication(parley, client)
  return { ...headers, 'X-API-Key': client.credentials.client_id }
}

async function revoked(parley: Parley, client: Client) {
  const { application, headers } = await anotherApplication(parley, client)
  await revokeSecrets(parley.db, (await findApplication(parley.db, application.client_id))!)
  return headers
}

async function expired(parley: Parley, client: Client) {
  const { application, headers } = await anotherApplication(parley, client)
  const row = { expires_at: new Date(Date.now() - 1_000) }
  await parley.db('application_secrets').where({ application_id: application.id }).update(row)
  return headers
}

async function endedSession(parley: Parley, client: Client) {
  const { headers } = await signedIn(parley, client, 'owner')
  const { status } = await request(client.address, 'DELETE', '/dashboard/session', headers)
  expect(status).to.equal(200)
  return headers
}
