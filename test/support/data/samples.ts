import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { expect } from 'chai'
import { TOTP } from 'otpauth'
import { v7 as uuid } from 'uuid'
import { insertAuditEvent, UNKNOWN_ACTOR } from '../../../shared/audit/auditEvents.ts'
import type { ReplyTrace } from '../../../shared/chat/traces.ts'
import { openTest } from '../../../shared/events/deliveries.ts'
import { endpointPlace, endpointRecords } from '../../../shared/events/endpoints.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeSealer } from '../../../shared/lib/sealing.ts'
import { hashSecret } from '../../../shared/lib/secrets.ts'
import { newWebhookSecret } from '../../../shared/lib/signatures.ts'
import { connectionRecords } from '../../../shared/models/storedConnections.ts'
import { authenticatorPlace, putAuthenticator } from '../../../shared/people/authenticators.ts'
import { linkIdentity } from '../../../shared/people/identities.ts'
import { putInvitation } from '../../../shared/people/invitations.ts'
import { createPasskey } from '../../../shared/people/passkeys.ts'
import { putPasswordReset } from '../../../shared/people/passwordResets.ts'
import { setPhoto } from '../../../shared/people/photos.ts'
import { putSingleSignOn, singleSignOnPlace } from '../../../shared/people/singleSignOn.ts'
import { mcpServerRecords } from '../../../shared/tools/mcpServers.ts'
import { toolPlace, toolRecords } from '../../../shared/tools/tools.ts'
import {
  bearer,
  makeUser,
  mintToken,
  PASSWORD,
  type Route,
  request,
  signedIn,
} from '../http/access.ts'
import type { Answer, Client } from '../http/client.ts'
import { makeIdentitySecret, signIdentity } from '../http/identity.ts'
import { makeApplication, type Parley, TEST_ORIGIN } from '../product/parley.ts'
import { makePng } from './attachments.ts'
import { makeEvent } from './events.ts'
import { makeWaitingReply } from './toolCalls.ts'
import { toolWith } from './tools.ts'

/** The digest of a change that a server of MCP makes to a tool. */
const CHANGE = 'b'.repeat(64)

/** An organization, and a visitor of its widget who makes its sessions. */
export interface Own {
  parley: Parley
  client: Client
  token: string
}

export const makeOwn = async (parley: Parley, client: Client): Promise<Own> => ({
  parley,
  client,
  token: await mintToken(client),
})

/**
 * A request that succeeds with its organization's own credentials, with every id that it can carry.
 */
export interface Sample {
  /** The status of the answer. */
  status: number
  /**
   * The error's code, for routes that succeed only with an identity provider or an authenticator.
   */
  code?: string
  /** The ids in the path. */
  params?: Record<string, string>
  query?: Record<string, string>
  body?: any
  /** A second body, for fields that `body` excludes. */
  otherBody?: any
  /** Sends the body as a form, with this file. */
  file?: { name: string; content: string }
  headers?: Record<string, string>
}

/** Where a request carries an id: `path id`, `query after`, `body agent_id`. */
export type Slot = `${'path' | 'query' | 'body'} ${string}`

const clientIdOf = async ({ parley }: Own, id: string): Promise<string> =>
  (await parley.db('applications').where({ id }).first()).client_id

// --- the records of samples: new ones each time

const made = (answer: Answer): string => {
  expect(answer.status, JSON.stringify(answer.body)).to.be.within(200, 202)
  return answer.body.data.id
}

const LATER = { Prefer: 'respond-async' }

const make = {
  agent: async ({ client }: Own) => (await client.makeAgent()).id as string,
  session: async (own: Own): Promise<string> =>
    made(
      await request(own.client.address, 'POST', '/api/v1/sessions', bearer(own.token), {
        agent_id: await agentOfThreads(own),
      }),
    ),
  conversation: async (own: Own) =>
    (await own.client.makeConversation({ agent_id: await agentOfThreads(own) })).id as string,
  context: async ({ client }: Own) =>
    made(await client.post('/api/v1/contexts', { user_reference: `user-${++count}`, traits: {} })),
  configuration: async ({ client }: Own) =>
    made(await client.post('/api/v1/widget-configurations', { name: 'Shop' })),
  application: async ({ parley, client }: Own) =>
    (await makeApplication(parley.db, client.organizationId, [TEST_ORIGIN])).application.id,
  connection: async ({ parley, client }: Own) => {
    const server = { provider: 'openai', base_url: 'https://models.example.com/v1' }
    const fields = { name: `models-${++count}`, ...server }
    return (await connectionRecords.create(parley.db, client.organizationId, fields)).id
  },
  tool: async ({ parley, client }: Own) => {
    const place = { organization_id: client.organizationId, id: uuid() }
    const sealer = makeSealer(loadConfig(parley.env).SECRET_KEYS)
    const {
      created_at: _,
      updated_at: __,
      ...fields
    } = toolWith({
      ...place,
      name: `tool_${++count}`,
      sealed_secret: sealer.seal(newWebhookSecret(), toolPlace(place)),
    })
    return (await toolRecords.create(parley.db, client.organizationId, fields)).id
  },
  mcpServer: async ({ parley, client }: Own) => {
    const fields = { name: `server_${++count}`, url: 'https://mcp.invalid/mcp' }
    return (await mcpServerRecords.create(parley.db, client.organizationId, fields)).id
  },
  changedTool: async (own: Own) => {
    const {
      sealed_secret: _,
      id: __,
      ...fields
    } = toolWith({
      organization_id: own.client.organizationId,
      name: `tool_${++count}`,
      kind: 'mcp',
      url_template: null,
      body_template: null,
      method: null,
      mcp_server_id: await make.mcpServer(own),
      mcp_name: 'look_up',
      mcp_digest: 'a'.repeat(64),
      mcp_change: { description: 'Looks more up.', input_schema: {}, digest: CHANGE },
    })
    return (await toolRecords.create(own.parley.db, own.client.organizationId, fields)).id
  },
  endpoint: async ({ parley, client }: Own) => {
    const place = { organization_id: client.organizationId, id: uuid() }
    const sealed_secret = makeSealer(loadConfig(parley.env).SECRET_KEYS).seal(
      newWebhookSecret(),
      endpointPlace(place),
    )
    const fields = { ...ENDPOINT, id: place.id, sealed_secret }
    return (await endpointRecords.create(parley.db, client.organizationId, fields)).id
  },
  delivery: async (own: Own): Promise<string> => {
    const opening = { request_id: 'sample', reply_to: null, wake_up_grace_ms: 0 }
    const { organizationId } = own.client
    return (await openTest(own.parley.db, organizationId, await make.endpoint(own), opening)).id
  },
  reply: async ({ client }: Own, kind: string, thread: string) =>
    made(await client.post(`/api/v1/${kind}s/${thread}/messages`, { content: 'Hi' }, LATER)),
  question: async ({ client }: Own, kind: string, thread: string) => {
    const path = `/api/v1/${kind}s/${thread}/messages`
    return (await client.post(path, { content: 'Hi' }, LATER)).body.data.in_reply_to as string
  },
} satisfies Record<string, (own: Own, ...more: string[]) => Promise<string>>

let count = 0

const agentsOfThreads = new WeakMap<Client, Promise<string>>()

/**
 * Returns the agent of all threads of this client, which no sample changes or deletes. An agent for
 * each thread would be every third request of the tests that send a sample of every route.
 */
function agentOfThreads({ client }: Own): Promise<string> {
  const agent = agentsOfThreads.get(client) ?? make.agent({ client } as Own)
  agentsOfThreads.set(client, agent)
  return agent
}

const ENDPOINT = { url: 'https://hooks.example.com/parley', events: ['*' as const] }

/** Makes an invitation, and the token of its link. */
async function invite({ parley, client }: Own): Promise<{ id: string; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const { invitation } = await putInvitation(parley.db, {
    organization_id: client.organizationId,
    email: `guest-${++count}@example.com`,
    role: 'editor',
    invited_by: 'the tests',
    token_hash: hashSecret(token),
  })
  return { id: invitation.id, token }
}

const eventOf = ({ parley, client }: Own) =>
  makeEvent(parley.db, { organization_id: client.organizationId })

/** Makes a link to choose another password. @returns its token */
export async function makeReset({ parley, client }: Own): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await putPasswordReset(parley.db, await makeUser(parley, client, 'editor'), hashSecret(token))
  return token
}

/** The secret of the tests' authenticator app. */
export const APP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
/** Returns the code that the app shows now. @param steps periods of 30 s from now */
export const codeNow = (steps = 0, secret = APP_SECRET) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Gives a new user an authenticator app. @returns the user's id */
export async function makeAuthenticator({ parley, client }: Own): Promise<string> {
  const user = await makeUser(parley, client, 'editor')
  const sealer = makeSealer(loadConfig(parley.env).SECRET_KEYS)
  await putAuthenticator(parley.db, user, sealer.seal(APP_SECRET, authenticatorPlace(user)), 0, [
    hashSecret('a code'),
  ])
  return user.id
}

/** A passkey of no authenticator. */
const NO_PASSKEY = { id: 'an-id', rawId: 'an-id', type: 'public-key', response: {} }

/** Gives a new user a passkey that no device has. */
export async function makePasskey({ parley, client }: Own) {
  const user = await makeUser(parley, client, 'editor')
  const credential = {
    credential_id: uuid(),
    public_key: Buffer.from('x'),
    counter: 0,
    transports: [],
  }
  return (await createPasskey(parley.db, user, credential, 'Phone'))!
}

/** Gives the organization an unreachable identity provider, and a user an identity. */
export async function makeSingleSignOn({ parley, client }: Own): Promise<void> {
  const organization_id = client.organizationId
  const id = uuid()
  const sealer = makeSealer(loadConfig(parley.env).SECRET_KEYS)
  await putSingleSignOn(parley.db, organization_id, id, {
    issuer: 'https://login.example.com',
    client_id: 'parley',
    client_secret_hint: '',
    sealed_client_secret: sealer.seal('x', singleSignOnPlace({ organization_id, id })),
    domains: ['example.com'],
    role_claim: null,
    roles: {},
    default_role: null,
    is_required: false,
  })
  const identity = { organization_id, issuer: 'https://login.example.com', subject: uuid() }
  await linkIdentity(parley.db, identity, (await makeUser(parley, client, 'viewer')).id)
}

const userOf = async ({ parley, client }: Own) => (await makeUser(parley, client, 'editor')).id

async function auditEvent({ parley, client }: Own): Promise<{ id: string; target_id: string }> {
  const target_id = uuid()
  await insertAuditEvent(parley.db, {
    ...UNKNOWN_ACTOR,
    organization_id: client.organizationId,
    action: 'agent.changed',
    target_kind: 'agent',
    target_id,
    target_label: 'Ada',
    changes: {},
    request_id: null,
    address: null,
  })
  const { id } = await parley.db('audit_events').where({ target_id }).first()
  return { id, target_id }
}

/** Stores a trace as a worker would; no worker runs where samples are sent. */
const makeTrace = ({ parley, client }: Own, reply_id: string) => {
  const trace: ReplyTrace = {
    queries: [],
    reranks: [],
    rewriting: null,
    passages: [],
    prompt: [],
    model: 'openai:test-model',
    tried: [],
    without_tools: [],
    steps: [],
    answer: null,
    thoughts: null,
    usage: null,
    supported: null,
    ungrounded: [],
    contradictions: [],
    settings: {
      temperature: null,
      max_output_tokens: null,
      history_tokens: 0,
      knowledge_tokens: 0,
    },
    timings: {
      queue_ms: 0,
      load_ms: 0,
      retrieval_ms: 0,
      first_text_ms: null,
      model_ms: 0,
      total_ms: 0,
    },
    error: null,
  }
  const kept = { attempt: 1, created_at: new Date(), trace }
  return parley
    .db('open_jobs')
    .where({ organization_id: client.organizationId, id: reply_id })
    .update({ trace: kept })
}

/** The smallest GIF: it has a size and no picture. */
const SMALL_GIF = { name: 'dot.gif', content: 'GIF89a\x01\x00\x01\x00\x00\x00\x00;' }
/** The smallest WebP: it has a size and no picture. */
const SMALL_WEBP = { name: 'dot.webp', content: `RIFF\x16\0\0\0WEBPVP8X\x0a${'\0'.repeat(13)}` }

const allowAttachments = ({ parley, client }: Own) =>
  parley
    .db('agents')
    .where({ organization_id: client.organizationId })
    .update({ allow_attachments: true })

/** Uploads a file that no message has. @returns its id */
async function uploadFile(own: Own, kind: string, thread: string): Promise<string> {
  await allowAttachments(own)
  const { address, authorization } = own.client
  const form = new FormData()
  form.append('file', new Blob([SMALL_GIF.content]), SMALL_GIF.name)
  return made(
    await request(address, 'POST', `/api/v1/${kind}s/${thread}/attachments`, authorization, form),
  )
}

/** Uploads a file and sends it. @returns its id */
async function makeAttachment(own: Own, kind: string, thread: string): Promise<string> {
  const id = await uploadFile(own, kind, thread)
  made(
    await own.client.post(
      `/api/v1/${kind}s/${thread}/messages`,
      { content: 'See?', attachments: [id] },
      LATER,
    ),
  )
  return id
}

const handOff = async ({ client }: Own, kind: string, thread: string) =>
  made(await client.post(`/api/v1/${kind}s/${thread}/handoff`, {}))

/**
 * Stores the address of a thread's customer, for which a key vouches. A new address each time,
 * because an address gets few mails.
 */
async function leaveAddress(client: Client, kind: string, thread: string): Promise<void> {
  const body = JSON.stringify({ email: `${uuid()}@example.com` })
  const headers = { 'Content-Type': 'application/json' }
  await client.send('PUT', `/api/v1/${kind}s/${thread}/contact`, body, headers)
}

type Maker = (own: Own) => Sample | Promise<Sample>

const at =
  (record: (own: Own) => Promise<string>, more: Omit<Sample, 'params'>): Maker =>
  async (own) => ({ ...more, params: { id: await record(own) } })

const page =
  (record: (own: Own) => Promise<string>): Maker =>
  async (own) => ({ status: 200, query: { after: await record(own) } })

/** The five routes of a resource. */
const resource = (
  path: string,
  record: (own: Own) => Promise<string>,
  creation: Maker,
  change: Maker,
  list = page(record),
) => ({
  [`POST ${path}`]: creation,
  [`GET ${path}`]: list,
  [`GET ${path}/:id`]: at(record, { status: 200 }),
  [`PATCH ${path}/:id`]: async (own: Own) => ({
    ...(await change(own)),
    params: { id: await record(own) },
  }),
  [`DELETE ${path}/:id`]: at(record, { status: 200 }),
})

const ofThreads = (kind: 'session' | 'conversation'): Record<string, Maker> => {
  const thread_id = `${kind}_id`
  const path = `/api/v1/${kind}s/:${thread_id}`
  const inThread =
    (rest: (thread: string, own: Own) => Sample | Promise<Sample>): Maker =>
    async (own) => {
      const thread = await make[kind](own)
      const { params, ...sample } = await rest(thread, own)
      return { ...sample, params: { [thread_id]: thread, ...params } }
    }
  const atReply = inThread(async (thread, own) => ({
    status: 200,
    params: { id: await make.reply(own, kind, thread) },
  }))
  const atTracedReply = inThread(async (thread, own) => {
    const id = await make.reply(own, kind, thread)
    await makeTrace(own, id)
    return { status: 200, params: { id } }
  })
  const opinion = { reviewer: 'Ada', rating: 5 }
  return {
    [`POST ${path}/messages`]: inThread(async (thread, own) => ({
      status: 202,
      body: { content: 'Hi' },
      headers: LATER,
      otherBody: { content: 'See?', attachments: [await uploadFile(own, kind, thread)] },
    })),
    [`POST ${path}/handoff`]: inThread(() => ({
      status: 201,
      body: { reason: 'topic', note: 'A contract.' },
    })),
    [`POST ${path}/assign`]: inThread(async (thread, own) => {
      await handOff(own, kind, thread)
      return { status: 200, body: { user_id: await userOf(own) } }
    }),
    [`POST ${path}/return`]: inThread(async (thread, own) => {
      await handOff(own, kind, thread)
      return { status: 200, body: { note: 'All is settled.' } }
    }),
    [`POST ${path}/suggestion`]: inThread(async (thread, own) => {
      await make.reply(own, kind, thread)
      return { status: 202, headers: LATER }
    }),
    [`GET ${path}/handoff`]: inThread(async (thread, own) => {
      await handOff(own, kind, thread)
      return { status: 200 }
    }),
    [`GET ${path}/events`]: inThread(() => ({ status: 200, query: { after: '0' } })),
    [`POST ${path}/attachments`]: inThread(async (thread, own) => {
      await allowAttachments(own)
      return { status: 201, body: {}, file: SMALL_GIF, params: { [thread_id]: thread } }
    }),
    [`GET ${path}/attachments/:id`]: inThread(async (thread, own) => ({
      status: 200,
      params: { id: await makeAttachment(own, kind, thread) },
    })),
    [`PUT ${path}/contact`]: inThread(() => ({ status: 200, body: { email: 'zoe@example.com' } })),
    [`GET ${path}/contact`]: inThread(async (thread, { client }) => {
      await leaveAddress(client, kind, thread)
      return { status: 200 }
    }),
    [`POST ${path}/transcript`]: inThread(async (thread, { client }) => {
      await leaveAddress(client, kind, thread)
      return { status: 200, body: {} }
    }),
    [`POST ${path}/presence`]: inThread(() => ({ status: 200, body: { state: 'typing' } })),
    [`PUT ${path}/read`]: inThread(async (thread, own) => ({
      status: 200,
      body: { message_id: await make.question(own, kind, thread) },
    })),
    [`GET ${path}/handoffs`]: inThread(async (thread, own) => ({
      status: 200,
      query: { after: await handOff(own, kind, thread) },
    })),
    [`GET ${path}/messages`]: inThread(async (thread, own) => ({
      status: 200,
      query: { after: await make.reply(own, kind, thread) },
    })),
    [`GET ${path}/messages/:id`]: atReply,
    [`DELETE ${path}/messages/:id`]: atReply,
    [`GET ${path}/messages/:id/trace`]: atTracedReply,
    [`POST ${path}/messages/:id/decisions`]: inThread(async (thread, { parley, client }) => {
      const place = { organization_id: client.organizationId, thread_id: thread }
      // In the playground, users of the dashboard decide as the customer, too.
      await parley.db('threads').where({ id: thread }).update({ is_playground: true })
      const { id, call_id, digest } = await makeWaitingReply(parley.db, place)
      const body = { call_id, digest, decision: 'approve' }
      return { status: 202, body, headers: LATER, params: { id } }
    }),
    [`POST ${path}/feedback`]: inThread(async (thread, own) => ({
      status: 201,
      body: { ...opinion, message_id: await make.reply(own, kind, thread) },
    })),
    [`GET ${path}/feedback`]: inThread(async (thread, { client }) => ({
      status: 200,
      query: { after: made(await client.post(`/api/v1/${kind}s/${thread}/feedback`, opinion)) },
    })),
  }
}

/**
 * Makes the samples of one kind of entry, which serves one agent. It is indexed later, but a change
 * of its agents takes effect at once.
 */
const knowledge = (kind: 'files' | 'qa' | 'urls', fields: object): Record<string, Maker> => {
  const path = `/api/v1/knowledge/${kind}`
  const entry = async ({ client }: Own) => made(await client.post(path, fields, LATER))
  const serving =
    (status: number, beside: object): Maker =>
    async (own) => {
      const agent_id = await make.agent(own)
      const body = { ...beside, agent_ids: [agent_id] }
      return { status, body, otherBody: { ...beside, agent_id }, headers: LATER }
    }
  const list: Maker = async (own) => ({
    status: 200,
    query: { agent_id: await make.agent(own), after: await entry(own) },
  })
  return {
    ...resource(path, entry, serving(202, fields), serving(200, {}), list),
    [`POST ${path}/:id/reindex`]: at(entry, { status: 202, headers: LATER }),
    [`GET ${path}/:id/chunks`]: at(entry, { status: 200 }),
  }
}

const makePair = async ({ client }: Own) =>
  made(await client.post('/api/v1/knowledge/qa', { question: 'Why?', answer: 'So.' }, LATER))

/** Stores a contradiction as a worker would; no worker runs where samples are sent. */
export async function makeContradiction(own: Own): Promise<string> {
  // Entries without a job, because indexing them would delete the contradiction.
  const [entry_id, other_entry_id] = [uuid(), uuid()]
  const pair = {
    kind: 'qa',
    question: 'Why?',
    answer: 'So.',
    status: 'ready',
    request_id: 'sample',
  }
  await own.parley.db('knowledge_entries').insert(
    [entry_id, other_entry_id].map((id) => ({
      ...pair,
      id,
      organization_id: own.client.organizationId,
    })),
  )
  const [row] = await own.parley
    .db('knowledge_contradictions')
    .insert({
      id: uuid(),
      organization_id: own.client.organizationId,
      entry_id,
      other_entry_id,
      hash: uuid(),
      sentence: 'It takes 3 days.',
      other_sentence: 'It takes 5 days.',
      figures: ['3 days'],
      other_figures: ['5 days'],
    })
    .returning('id')
  return row.id
}

/** Stores a tool, as an owner makes it. @returns its id */
async function makeAlert({ parley, client }: Own): Promise<string> {
  const id = uuid()
  const alert = { id, organization_id: client.organizationId, kind: 'failures', subject: id }
  await parley.db('alerts').insert(alert)
  return id
}

async function makeTool({ parley, client }: Own): Promise<string> {
  const [row] = await parley
    .db('tools')
    .insert({
      ...TOOL,
      id: uuid(),
      organization_id: client.organizationId,
      name: `tool_${++count}`,
    })
    .returning('id')
  return row.id
}
const TOOL = {
  title: 'Refund',
  description: 'Refunds an order.',
  kind: 'http',
  input_schema: { type: 'object' },
  effect: 'write',
  url_template: 'https://shop.example.com/refunds',
}

/** Stores a call whose outcome is unknown. @returns its id */
async function makeCall(own: Own, thread?: string, fields: object = {}): Promise<string> {
  const thread_id = thread ?? (await make.conversation(own))
  const place = { organization_id: own.client.organizationId, thread_id }
  const unknown = { state: 'unknown', decides: null, ...fields }
  return (await makeWaitingReply(own.parley.db, place, unknown)).call_id
}

/** Posts a question. @returns its id */
async function ask(own: Own): Promise<string> {
  const thread_id = await make.conversation(own)
  await make.reply(own, 'conversation', thread_id)
  return (await own.parley.db('messages').where({ thread_id, role: 'user' }).first()).id
}

const ofAgent: Maker = async (own) => ({ status: 200, query: { agent_id: await make.agent(own) } })
/** A fixed window, because the default window ends now. */
const ofAgentOnADay: Maker = async (own) => ({
  status: 200,
  query: { agent_id: await make.agent(own), from: '2026-11-01', to: '2026-11-02' },
})
const SYNONYMS = { words: ['sofa', 'couch'] }
const makeSynonyms = async ({ client }: Own) =>
  made(await client.post('/api/v1/knowledge/synonyms', SYNONYMS))

const SAVED_ANSWER = { name: 'delivery', content: 'We deliver within three days.' }
const makeSavedAnswer = async ({ client }: Own) =>
  made(await client.post('/api/v1/saved-answers', SAVED_ANSWER))

const inboxPage: Maker = async (own) => {
  const thread = await make.conversation(own)
  return { status: 200, query: { after: `_${await handOff(own, 'conversation', thread)}` } }
}

const BUDGET = { unit: 'tokens', amount: 1_000_000_000, period: 'month' }
async function makeBudget({ parley, client }: Own): Promise<string> {
  const { headers } = await signedIn(parley, client, 'owner')
  return made(
    await request(client.address, 'POST', '/api/v1/budgets', headers, {
      scope: 'customer',
      ...BUDGET,
    }),
  )
}

const pairs: Maker = async (own) => ({ status: 200, body: { ids: [await makePair(own)] } })

async function uploaded({ parley, client }: Own): Promise<string> {
  const { headers } = await signedIn(parley, client, 'owner')
  const form = formOf({}, { name: 'prices.txt', content: 'Ten euros.' })
  return made(
    await request(client.address, 'POST', '/knowledge-base', { ...headers, ...LATER }, form),
  )
}

const ofAgentAndContext: Maker = async (own) => ({
  status: 200,
  query: { agent_id: await make.agent(own), user_context_id: await make.context(own) },
})

// --- the samples of every route

export const SAMPLES: Readonly<Record<string, Maker>> = {
  'GET /health': () => ({ status: 200 }),
  'GET /api/v1/knowledge/status': () => ({ status: 200 }),
  'GET /ready': () => ({ status: 200 }),
  'POST /api/v1/auth/widget-token': async (own) => {
    const { client_id } = own.client.credentials
    const { secret } = await makeIdentitySecret(own.parley, own.client)
    const identity_token = signIdentity(secret, 'customer-1')
    const of = { token: own.token, session_id: await make.session(own) }
    return {
      status: 200,
      body: { client_id, identity_token, ...of },
      otherBody: { client_id },
      headers: { Origin: TEST_ORIGIN },
    }
  },
  'POST /dashboard/session': async ({ parley, client }) => {
    const { email, password } = await makeUser(parley, client, 'owner')
    return { status: 201, body: { email, password } }
  },
  'GET /dashboard/session': () => ({ status: 200 }),
  'DELETE /dashboard/session': () => ({ status: 200 }),
  'PATCH /api/v1/account': () => ({ status: 200, body: { name: 'Zoe' } }),
  'GET /api/v1/account/notifications': () => ({ status: 200 }),
  'PATCH /api/v1/account/notifications': () => ({ status: 200, body: { mail_handoffs: false } }),
  'GET /api/v1/account/availability': () => ({ status: 200 }),
  'PATCH /api/v1/account/availability': () => ({ status: 200, body: { takes_chats: true } }),
  'PUT /api/v1/account/photo': () => ({
    status: 200,
    body: {},
    file: SMALL_WEBP,
  }),
  'DELETE /api/v1/account/photo': () => ({ status: 200 }),
  'POST /api/v1/account/password': () => ({
    status: 200,
    body: { current_password: PASSWORD, new_password: 'four words nobody expects' },
  }),
  'GET /api/v1/account/sessions': () => ({ status: 200 }),
  'DELETE /api/v1/account/sessions': () => ({ status: 200 }),
  // The session is another user's, so nothing is ended.
  'DELETE /api/v1/account/sessions/:id': async ({ parley, client }) => {
    const { user } = await signedIn(parley, client, 'editor')
    const { id } = await parley.db('dashboard_sessions').where({ user_id: user.id }).first()
    return { status: 200, params: { id } }
  },
  'GET /api/v1/users': page(userOf),
  'PATCH /api/v1/users/:id': at(userOf, { status: 200, body: { role: 'viewer' } }),
  'DELETE /api/v1/users/:id': at(userOf, { status: 200 }),
  'DELETE /api/v1/users/:id/sessions': at(userOf, { status: 200 }),
  'POST /dashboard/single-sign-on': () => ({
    status: 404,
    code: 'not_found',
    body: { organization: 'Nobody Ltd' },
  }),
  'POST /dashboard/single-sign-on/finish': () => ({
    status: 401,
    code: 'single_sign_on_failed',
    body: { query: 'code=a-code&state=the-state' },
  }),
  'POST /dashboard/passkey': () => ({ status: 200 }),
  'POST /dashboard/passkey/finish': () => ({
    status: 401,
    code: 'unauthenticated',
    body: { response: NO_PASSKEY },
  }),
  'GET /api/v1/account/passkeys': () => ({ status: 200 }),
  'POST /api/v1/account/passkeys/options': () => ({ status: 200, body: { password: PASSWORD } }),
  'POST /api/v1/account/passkeys': () => ({
    status: 409,
    code: 'passkey_refused',
    body: { name: 'Phone', response: NO_PASSKEY },
  }),
  // The passkey is another user's, so nothing is removed.
  'DELETE /api/v1/account/passkeys/:id': async (own) => ({
    status: 200,
    params: { id: (await makePasskey(own)).id },
  }),
  'GET /api/v1/single-sign-on': () => ({ status: 200 }),
  'POST /api/v1/single-sign-on': () => ({
    status: 422,
    code: 'validation_failed',
    body: {
      issuer: 'https://127.0.0.1',
      client_id: 'parley',
      client_secret: 'x',
      domains: ['example.com'],
    },
  }),
  'DELETE /api/v1/single-sign-on': async (own) => {
    await makeSingleSignOn(own)
    return { status: 200 }
  },
  'GET /api/v1/account/authenticator': () => ({ status: 200 }),
  'POST /api/v1/account/authenticator/secret': () => ({ status: 200 }),
  'POST /api/v1/account/authenticator': () => ({
    status: 200,
    body: { password: PASSWORD, secret: APP_SECRET, code: codeNow() },
  }),
  // The user has no app, so nothing is removed.
  'POST /api/v1/account/authenticator/remove': () => ({
    status: 200,
    body: { password: PASSWORD },
  }),
  'DELETE /api/v1/users/:id/authenticator': at(async (own) => makeAuthenticator(own), {
    status: 200,
  }),
  'POST /api/v1/invitations': () => ({
    status: 201,
    body: { email: `guest-${++count}@example.com`, role: 'viewer' },
  }),
  'GET /api/v1/invitations': page(async (own) => (await invite(own)).id),
  'DELETE /api/v1/invitations/:id': at(async (own) => (await invite(own)).id, { status: 200 }),
  'POST /api/v1/invitations/read': async (own) => ({
    status: 200,
    body: { token: (await invite(own)).token },
  }),
  'POST /api/v1/invitations/accept': async (own) => ({
    status: 201,
    body: { token: (await invite(own)).token, name: 'Zoe', password: 'four words nobody expects' },
  }),
  'GET /dashboard/sign-in-ways': () => ({ status: 200 }),
  // The address is unknown, so nothing is stored.
  'POST /api/v1/password-resets': () => ({
    status: 202,
    body: { email: `nobody-${++count}@example.com` },
  }),
  'POST /api/v1/password-resets/redeem': async (own) => ({
    status: 200,
    body: { token: await makeReset(own), password: 'four words nobody expects' },
  }),
  'GET /api/v1/events': async (own) => ({
    status: 200,
    query: { after: await eventOf(own), target_id: uuid(), thread_id: uuid() },
  }),
  'GET /api/v1/events/:id': at(eventOf, { status: 200 }),
  'GET /api/v1/audit-events': async (own) => {
    const { id, target_id } = await auditEvent(own)
    return { status: 200, query: { after: id, id, target_id } }
  },
  ...resource(
    '/api/v1/agents',
    make.agent,
    async (own) => ({
      status: 201,
      body: { name: 'Ada' },
      otherBody: { name: 'Ada', tool_ids: [await make.tool(own)] },
    }),
    async (own) => ({
      status: 200,
      body: { tone: 'dry' },
      otherBody: { tool_ids: [await make.tool(own)] },
    }),
  ),
  'GET /api/v1/agent-activity': async (own) => ({
    status: 200,
    query: { agent_id: await make.agent(own), after: await make.agent(own) },
  }),
  'GET /api/v1/models': () => ({ status: 200 }),
  'POST /api/v1/agents/:agent_id/trials': async (own) => ({
    status: 202,
    params: { agent_id: await make.agent(own) },
    body: { question: 'When?', settings: { tone: 'dry' } },
    headers: LATER,
  }),
  'GET /api/v1/agents/:agent_id/trials/:id': async (own) => {
    const agent_id = await make.agent(own)
    const id = made(
      await own.client.post(`/api/v1/agents/${agent_id}/trials`, { question: 'When?' }, LATER),
    )
    return { status: 200, params: { agent_id, id } }
  },
  'POST /api/v1/agents/:id/retrieve': at(make.agent, { status: 200, body: { question: 'When?' } }),
  ...resource(
    '/api/v1/sessions',
    make.session,
    async (own) => ({ status: 201, body: { agent_id: await make.agent(own) } }),
    () => ({ status: 200, body: { visitor_id: 'v' } }),
    async (own) => ({
      status: 200,
      query: { agent_id: await make.agent(own), after: await make.session(own) },
    }),
  ),
  ...resource(
    '/api/v1/conversations',
    make.conversation,
    async (own) => ({
      status: 201,
      body: { agent_id: await make.agent(own), user_context_id: await make.context(own) },
    }),
    async (own) => ({ status: 200, body: { user_context_id: await make.context(own) } }),
    async (own) => ({
      status: 200,
      query: {
        agent_id: await make.agent(own),
        user_context_id: await make.context(own),
        after: await make.conversation(own),
      },
    }),
  ),
  ...ofThreads('session'),
  ...ofThreads('conversation'),
  'GET /api/v1/threads': ofAgentAndContext,
  'GET /api/v1/threads/export': ofAgentAndContext,
  'GET /api/v1/threads/:id': at(make.conversation, { status: 200 }),
  'GET /api/v1/threads/:id/export': at(make.conversation, { status: 200 }),
  ...resource(
    '/api/v1/contexts',
    make.context,
    () => ({ status: 201, body: { user_reference: `user-${++count}`, traits: {} } }),
    () => ({ status: 200, body: { traits: { a: 1 } } }),
  ),
  'GET /api/v1/contexts/:id/export': at(make.context, { status: 200 }),
  ...knowledge('files', { title: 'Prices' }),
  ...knowledge('qa', { question: 'Why?', answer: 'So.' }),
  ...knowledge('urls', { url: 'https://example.com/' }),
  'GET /api/v1/knowledge': async (own) => ({
    status: 200,
    query: { agent_id: await make.agent(own), after: await makePair(own) },
  }),
  'GET /api/v1/knowledge/needs': () => ({ status: 200 }),
  'POST /api/v1/knowledge/delete': pairs,
  'POST /api/v1/knowledge/reindex': pairs,
  'GET /api/v1/knowledge/contradictions': page(makeContradiction),
  'DELETE /api/v1/knowledge/contradictions/:id': at(makeContradiction, { status: 200 }),
  'GET /api/v1/inbox': inboxPage,
  'GET /api/v1/tool-calls': async (own) => {
    const thread_id = await make.conversation(own)
    const tool_id = await makeTool(own)
    const after = await makeCall(own, thread_id, { tool_id })
    return { status: 200, query: { thread_id, tool_id, after } }
  },
  'GET /api/v1/tool-calls/:id': at((own) => makeCall(own), { status: 200 }),
  'POST /api/v1/tool-calls/:id/settle': at((own) => makeCall(own), {
    status: 200,
    body: { outcome: 'happened', note: 'It is in the list.' },
  }),
  'GET /api/v1/inbox/counts': () => ({ status: 200 }),
  'POST /api/v1/saved-answers': () => ({ status: 201, body: SAVED_ANSWER }),
  'GET /api/v1/saved-answers': page(makeSavedAnswer),
  'PATCH /api/v1/saved-answers/:id': at(makeSavedAnswer, {
    status: 200,
    body: { content: 'In two days.' },
  }),
  'DELETE /api/v1/saved-answers/:id': at(makeSavedAnswer, { status: 200 }),
  'POST /api/v1/knowledge/synonyms': () => ({ status: 201, body: SYNONYMS }),
  'GET /api/v1/knowledge/synonyms': page(makeSynonyms),
  'PATCH /api/v1/knowledge/synonyms/:id': at(makeSynonyms, {
    status: 200,
    body: { words: ['lamp', 'light'] },
  }),
  'DELETE /api/v1/knowledge/synonyms/:id': at(makeSynonyms, { status: 200 }),
  'GET /api/v1/knowledge/files/:id/content': at(uploaded, { status: 200 }),
  'POST /knowledge-base': async (own) => {
    const entry = await own.client.post('/api/v1/knowledge/files', { title: 'Prices' }, LATER)
    const body = { agent_ids: [await make.agent(own)], knowledge_id: made(entry) }
    return {
      status: 202,
      body,
      headers: LATER,
      file: { name: 'prices.txt', content: 'Ten euros.' },
    }
  },
  ...resource(
    '/api/v1/widget-configurations',
    make.configuration,
    async (own) => ({ status: 201, body: { name: 'Shop', agent_id: await make.agent(own) } }),
    async (own) => ({ status: 200, body: { agent_id: await make.agent(own) } }),
    async (own) => ({
      status: 200,
      query: { agent_id: await make.agent(own), after: await make.configuration(own) },
    }),
  ),
  ...resource(
    '/api/v1/applications',
    make.application,
    async (own) => ({ status: 201, body: { name: 'Shop', agent_ids: [await make.agent(own)] } }),
    async (own) => ({
      status: 200,
      body: { allowed_origins: [TEST_ORIGIN], agent_ids: [await make.agent(own)] },
    }),
  ),
  ...resource(
    '/api/v1/connections',
    make.connection,
    () => ({
      status: 201,
      body: {
        name: `models-${++count}`,
        provider: 'openai',
        key: 'sk-a-key-of-the-tests',
        models: ['m'],
      },
    }),
    () => ({ status: 200, body: { models: ['m', 'n'] } }),
  ),
  'POST /api/v1/connections/:id/test': at(make.connection, { status: 200, body: {} }),
  ...resource(
    '/api/v1/tools',
    make.tool,
    () => ({
      status: 201,
      body: {
        name: `tool_${++count}`,
        description: 'Looks up an order.',
        effect: 'read',
        url_template: 'https://shop.example.com/orders',
      },
    }),
    () => ({ status: 200, body: { title: 'Orders' } }),
  ),
  'POST /api/v1/tools/:id/rotate': at(make.tool, { status: 201, body: {} }),
  'POST /api/v1/tools/:id/test': at(make.tool, {
    status: 200,
    body: { arguments: { order_id: 'A-10293', amount: 10 } },
  }),
  'POST /api/v1/tools/:id/accept': at(make.changedTool, { status: 200, body: { digest: CHANGE } }),
  ...resource(
    '/api/v1/mcp-servers',
    make.mcpServer,
    () => ({ status: 201, body: { name: `server_${++count}`, url: 'https://mcp.invalid/mcp' } }),
    () => ({ status: 200, body: { url: 'https://mcp.invalid/other' } }),
  ),
  'POST /api/v1/mcp-servers/:id/refresh': at(make.mcpServer, { status: 200 }),
  'GET /api/v1/applications/:id/limits': at(make.application, { status: 200 }),
  'POST /api/v1/applications/:application_id/secrets': async (own) => ({
    status: 201,
    body: { grace_hours: 1 },
    params: { application_id: await make.application(own) },
  }),
  'POST /api/v1/applications/:application_id/keys': async (own) => ({
    status: 201,
    body: { name: 'Shop', scopes: ['chat'], agent_ids: [await make.agent(own)] },
    params: { application_id: await make.application(own) },
  }),
  'DELETE /api/v1/applications/:application_id/secrets/:id': async (own) => {
    const application_id = await make.application(own)
    const { id } = await own.parley.db('application_secrets').where({ application_id }).first()
    return { status: 200, params: { application_id, id } }
  },
  'POST /api/v1/applications/:application_id/identity-secrets': async (own) => ({
    status: 201,
    body: { grace_hours: 1 },
    params: { application_id: await make.application(own) },
  }),
  'DELETE /api/v1/applications/:application_id/identity-secrets/:id': async (own) => {
    const application_id = await make.application(own)
    const credentials = {
      ...own.client.credentials,
      client_id: await clientIdOf(own, application_id),
    }
    const { id } = await makeIdentitySecret(own.parley, { credentials })
    return { status: 200, params: { application_id, id } }
  },
  ...resource(
    '/api/v1/budgets',
    makeBudget,
    async (own) => ({
      status: 201,
      body: { scope: 'agent', agent_id: await make.agent(own), ...BUDGET },
      otherBody: { scope: 'application', application_id: await make.application(own), ...BUDGET },
    }),
    () => ({ status: 200, body: { amount: 500_000_000 } }),
  ),
  ...resource(
    '/api/v1/webhook-endpoints',
    make.endpoint,
    async ({ parley, client }) => {
      // An organization may have 16, and samples make more. The oldest are deleted, which no
      // running sample uses.
      const own = { organization_id: client.organizationId }
      const oldest = parley
        .db('webhook_endpoints')
        .where(own)
        .orderBy('created_at', 'desc')
        .offset(8)
        .select('id')
      await parley.db('webhook_endpoints').where(own).whereIn('id', oldest).del()
      return { status: 201, body: ENDPOINT }
    },
    () => ({ status: 200, body: { description: 'Replies into the warehouse' } }),
  ),
  'POST /api/v1/webhook-endpoints/:id/rotate': at(make.endpoint, {
    status: 201,
    body: { grace_hours: 1 },
  }),
  'POST /api/v1/webhook-endpoints/:id/test': at(make.endpoint, { status: 202, headers: LATER }),
  'POST /api/v1/webhook-endpoints/:id/replay': at(make.endpoint, {
    status: 200,
    body: { from: '2026-11-01' },
  }),
  'GET /api/v1/webhook-endpoints/:id/deliveries': async (own) => {
    const id = await make.delivery(own)
    const { endpoint_id, event_id } = await own.parley
      .db('webhook_deliveries')
      .where({ id })
      .first()
    return { status: 200, params: { id: endpoint_id }, query: { event_id, after: id } }
  },
  'GET /api/v1/deliveries/:id': at(make.delivery, { status: 200 }),
  'POST /api/v1/deliveries/:id/retry': at(make.delivery, { status: 202, headers: LATER }),
  'GET /api/v1/thread-events': () => ({ status: 200 }),
  'GET /api/v1/organization': () => ({ status: 200 }),
  'GET /api/v1/organization/first-steps': () => ({ status: 200 }),
  'GET /api/v1/analytics/answers': ofAgentOnADay,
  'GET /api/v1/analytics/tools': () => ({
    status: 200,
    query: { from: '2026-11-01', to: '2026-11-02' },
  }),
  'GET /api/v1/analytics/questions': ofAgentOnADay,
  'GET /api/v1/analytics/slices': ofAgentOnADay,
  'GET /api/v1/attention': ofAgent,
  'GET /api/v1/alerts': page(makeAlert),
  'DELETE /api/v1/attention/:id': at(ask, { status: 200 }),
  'PATCH /api/v1/organization': () => ({ status: 200, body: { retention: { trace_days: 5 } } }),
  ...Object.fromEntries(
    ['logs', 'endpoints', 'usage', 'keys', 'rate-limits'].flatMap((name) =>
      ['/analytics', '/api/v1/analytics'].map((prefix) => [
        `GET ${prefix}/${name}`,
        ({ client }: Own) => ({ status: 200, query: { key_id: client.credentials.client_id } }),
      ]),
    ),
  ),
  ...Object.fromEntries(
    ['/analytics', '/api/v1/analytics'].flatMap((prefix): [string, Maker][] => [
      [
        `GET ${prefix}/overview`,
        async (own: Own) => ({
          status: 200,
          query: { agent_id: await make.agent(own), from: '2026-01-01', to: '2026-01-02' },
        }),
      ],
      [`GET ${prefix}/now`, () => ({ status: 200 })],
    ]),
  ),
  'GET /openapi.json': () => ({ status: 200 }),
  'GET /postman.json': () => ({ status: 200 }),
  'GET /docs': () => ({ status: 200 }),
  'GET /': () => ({ status: 302 }),
  'GET /favicon.ico': () => ({ status: 200 }),
  'GET /dashboard/icon.svg': () => ({ status: 200 }),
  'GET /dashboard/preview': () => ({ status: 200 }),
  'GET /dashboard{/*page}': () => ({ status: 200 }),
  'GET /dashboard/assets/:file': async () => ({
    status: 200,
    params: { file: await anAsset('dashboard') },
  }),
  'GET /widget.js': () => ({ status: 200 }),
  'GET /widget/:file': async () => ({
    status: 200,
    params: { file: (await readdir('dist/web/widget'))[0]! },
  }),
  'GET /photos/:file': async ({ parley, client }) => {
    const { user } = await signedIn(parley, client, 'viewer')
    const { photo } = await setPhoto(parley.db, user, { type: 'image/png', bytes: makePng() })
    return { status: 200, params: { file: photo!.replace('/photos/', '') } }
  },
  'GET /docs/assets/:file': async () => ({
    status: 200,
    params: { file: await anAsset('reference') },
  }),
}

/** A file that a page loads. Its name contains a hash of its content. */
const anAsset = async (of: 'dashboard' | 'reference') =>
  (await readdir(`dist/web/${of}/assets`))[0]!

/** @throws Error for a route without a sample */
export async function sampleFor({ name }: Pick<Route, 'name'>, own: Own): Promise<Sample> {
  const maker = SAMPLES[name]
  if (!maker) throw new Error(`test/support/data/samples.ts has no sample of ${name}`)
  return maker(own)
}

// --- sending samples

/** @param headers in addition to the sample's: the credentials */
export function send(
  address: string,
  route: Route,
  sample: Sample,
  headers = {},
  slash = '',
): Promise<Answer> {
  const { params = {}, query = {}, body, file } = sample
  const path = route.path
    .replace('{/*page}', '')
    .replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name]!))
  const search = new URLSearchParams(query)
  const target = `${path}${slash}${search.size ? `?${search}` : ''}`
  const sent = file ? formOf(body, file) : body
  return request(address, route.method, target, { ...sample.headers, ...headers }, sent)
}

function formOf(fields: object, file: { name: string; content: string }): FormData {
  const form = new FormData()
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, String(value))
  form.append('file', new File([file.content], file.name, { type: 'text/plain' }))
  return form
}

/** Returns the id in the sample at this slot; undefined: there is none. */
export function idAt(
  { params = {}, query = {}, body, otherBody }: Sample,
  slot: Slot,
): string | undefined {
  const [place, name] = slot.split(' ') as ['path' | 'query' | 'body', string]
  const found = { path: params, query, body: { ...otherBody, ...body } }[place][name]
  return Array.isArray(found) ? found[0] : found
}

/**
 * Returns the sample with another value at this slot. A list gets it in addition to its values.
 */
export function withAt(sample: Sample, slot: Slot, value: unknown): Sample {
  const [place, name] = slot.split(' ') as ['path' | 'query' | 'body', string]
  if (place === 'path') return { ...sample, params: { ...sample.params, [name]: value as string } }
  if (place === 'query') return { ...sample, query: { ...sample.query, [name]: value as string } }
  const body = sample.body && name in sample.body ? sample.body : sample.otherBody
  return {
    ...sample,
    body: {
      ...body,
      [name]: Array.isArray(body[name]) ? [...new Set([...body[name], value])] : value,
    },
  }
}
