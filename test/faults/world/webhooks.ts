import { randomUUID } from 'node:crypto'
import OpenAI from 'openai'
import { Webhook } from 'standardwebhooks'
import { endpointPlace } from '../../../shared/events/endpoints.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { withDb } from '../../../shared/lib/db/db.ts'
import { sql } from '../../../shared/lib/db/statements.ts'
import { makeSealer } from '../../../shared/lib/sealing.ts'
import { newWebhookSecret } from '../../../shared/lib/signatures.ts'
import { onPostgres } from '../../support/servers/postgres.ts'
import {
  answering,
  type Behave,
  cutting,
  hanging,
  type Received,
} from '../../support/webhooks/receiver.ts'
import { type Clients, inTurns, makeClients } from './clients.ts'
import { draw, pick } from './draw.ts'
import type { Faults } from './faults.ts'
import type { Play } from './plays.ts'
import { sleep } from './servers.ts'
import type { World } from './world.ts'

const ORGANIZATIONS = 20
/**
 * The receivers of this many organizations fail or hang in half of their tries: 19 tries fail in a
 * row once in 500,000 times.
 */
const BAD = 6
const FAILING = 0.5
/** Webhooks that wait for a receiver that never answers, in another organization. */
const DEAD_EVENTS = 30
const TYPES = [
  'message.completed',
  'message.failed',
  'message.cancelled',
  'conversation.created',
  'agent.created',
]
/** Milliseconds that deliveries have to arrive after all replies are there. */
const ARRIVAL_MS = 180_000

interface Tenant {
  clients: Clients
  path: string
  secret: string
  threads: string[]
}

/**
 * Has organizations chat while their receivers get webhooks, 30 % of which fail or hang, beside a
 * dead one.
 */
export const postWithReceivers =
  (faults: Faults): Play =>
  async (world, _, messages) => {
    const signatures = checkSignatures()
    world.receiver.behave(behaviour(world, signatures.check))
    await makeDead(world)
    const tenants = await inTurns(Array.from({ length: ORGANIZATIONS }), 2, (_, index) =>
      makeTenant(world, index),
    )
    for (const { path, secret } of tenants) signatures.secrets.set(path, secret)
    await inTurns(tenants, 2, async (tenant) => {
      tenant.threads = await tenant.clients.makeThreads(Math.ceil(messages / ORGANIZATIONS / 4))
    })
    const beside_dead_ms = await firstDelay(world, tenants[0]!)
    const over = new AbortController()
    const striking = faults(world, over.signal)
    const all = Array.from({ length: messages }, (_, index) => index)
    const seconds = Math.max(Math.min(30, messages / 5), messages / 40)
    const began = Date.now()
    const outcomes = await inTurns(all, 100, async (index) => {
      await sleep(Math.max(0, began + (index * seconds * 1000) / messages - Date.now()))
      const { clients, threads } = tenants[index % ORGANIZATIONS]!
      return clients.post(
        pick(threads, draw(world.seed, 'thread', index)),
        `question ${index}.`,
        `key-${index}`,
      )
    }).finally(() => over.abort())
    await striking
    await Promise.all(world.pending)
    await untilArrived(world)
    return {
      outcomes,
      beside_dead_ms,
      unsigned: await signatures.refused(),
      ...(await compare(world, tenants)),
    }
  }

/** Checks signatures when they arrive, by two other implementations of Standard Webhooks. */
function checkSignatures() {
  const openai = new OpenAI({ apiKey: 'none' })
  const secrets = new Map<string, string>()
  const checks: Promise<boolean>[] = []
  async function isRight({ path, body, headers }: Received): Promise<boolean> {
    const secret = secrets.get(path)!
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
    const given = Object.fromEntries(names.map((name) => [name, String(headers[name])]))
    try {
      new Webhook(secret).verify(body, given)
      await openai.webhooks.unwrap(body, given, secret)
      return true
    } catch {
      return false
    }
  }
  return {
    secrets,
    check: (received: Received) => void checks.push(isRight(received)),
    refused: async () => (await Promise.all(checks)).filter((right) => !right).length,
  }
}

function behaviour({ seed }: World, check: (received: Received) => void): Behave {
  const tries = new Map<string, number>()
  return (response, received, nth) => {
    const { path, headers } = received
    if (path === '/dead') return hanging(response, received, nth)
    check(received)
    const key = `${path} ${headers['webhook-id']}`
    const tried = tries.get(key) ?? 0
    tries.set(key, tried + 1)
    const drawn = draw(seed, 'receiver', key, tried)
    const isBad = Number(path.slice(1)) >= ORGANIZATIONS - BAD && drawn < FAILING
    if (!isBad) return answering(204)(response, received, nth)
    const how = [answering(500), hanging, cutting, answering(302, { location: '/0' })]
    return how[Math.floor((drawn / FAILING) * how.length)]!(response, received, nth)
  }
}

async function makeEndpoint(
  world: World,
  organization_id: string,
  path: string,
  types: string[],
): Promise<string> {
  const id = randomUUID()
  const secret = newWebhookSecret()
  const sealer = makeSealer(loadConfig(world.settings).SECRET_KEYS)
  await withDb(
    world.postgres.url,
    (db) => sql(db)`
      insert into webhook_endpoints (id, organization_id, url, events, sealed_secret)
      values (${id}, ${organization_id}, ${`http://${world.receiver.host}${path}`}, ${types},
              ${sealer.seal(secret, endpointPlace({ organization_id, id }))})`,
  )
  return secret
}

async function makeTenant(world: World, index: number): Promise<Tenant> {
  const credentials = await world.organization(`Tenant ${index}`)
  const path = `/${index}`
  const secret = await makeEndpoint(world, credentials.organization_id, path, TYPES)
  return { clients: makeClients(world, credentials), path, secret, threads: [] }
}

/** Makes an organization whose receiver never answers, and has some of its webhooks hang. */
async function makeDead(world: World): Promise<void> {
  const { organization_id } = await world.organization('Dead')
  await makeEndpoint(world, organization_id, '/dead', ['limit.blocked'])
  await onPostgres(
    world.postgres.url,
    `insert into event_outbox (organization_id, type, target_kind, target_id)
     select '${organization_id}', 'limit.blocked', 'organization', '${organization_id}' from generate_series(1, ${DEAD_EVENTS})`,
  )
  while (!world.receiver.received.some(({ path }) => path === '/dead')) await sleep(50)
}

/**
 * @returns milliseconds from a fact to its webhook, while the dead receiver has what it can get
 *   of the workers
 */
async function firstDelay({ postgres, receiver }: World, { clients }: Tenant): Promise<number> {
  const { body } = await clients.send('POST', '/api/v1/agents', { body: { name: 'First' } })
  const isIt = ({ body: text }: Received) => text.includes(body.data.id)
  while (!receiver.received.some(isIt)) await sleep(5)
  const [{ at }] = await onPostgres(
    postgres.url,
    `select created_at as at from events where type = 'agent.created' and target_id = '${body.data.id}'`,
  )
  return receiver.received.find(isIt)!.at - at.getTime()
}

/** Waits until only the dead receiver's deliveries are unfinished. */
async function untilArrived({ postgres }: World): Promise<void> {
  const left = `
    select from event_outbox union all
    select from open_jobs j join webhook_endpoints e on e.id = j.endpoint_id where e.url not like '%/dead' limit 1`
  for (const until = Date.now() + ARRIVAL_MS; Date.now() < until; await sleep(500))
    if ((await onPostgres(postgres.url, left)).length === 0) break
  // No other deliveries need its slots, and the world is to be settled.
  await onPostgres(postgres.url, `delete from webhook_endpoints where url like '%/dead'`)
}

interface StoredEvent {
  id: string
  thread_id: string | null
  sequence: number | null
}

/** Compares what arrived with the facts and the events in the database. */
async function compare(world: World, tenants: Tenant[]) {
  const found = {
    facts: 0,
    received: 0,
    requests: 0,
    missing: 0,
    unknown: 0,
    holes: 0,
  }
  for (const { clients, path } of tenants) {
    const owner = clients.organizationId
    const [{ facts }] = await onPostgres(
      world.postgres.url,
      `select ((select count(*) from messages where organization_id = '${owner}' and role = 'assistant')
             + (select count(*) from threads where organization_id = '${owner}')
             + (select count(*) from agents where organization_id = '${owner}'))::int as facts`,
    )
    const events: StoredEvent[] = await onPostgres(
      world.postgres.url,
      `select id, thread_id, sequence from events where organization_id = '${owner}' and type in ('${TYPES.join("','")}')`,
    )
    const arrived = world.receiver.received.filter((webhook) => webhook.path === path)
    const ids = new Set(arrived.map(({ headers }) => headers['webhook-id']))
    const known = new Set(events.map(({ id }) => id))
    found.facts += facts
    found.received += ids.size
    found.requests += arrived.length
    found.missing += events.filter(({ id }) => !ids.has(id)).length
    found.unknown += [...ids].filter((id) => !known.has(String(id))).length
    found.holes += holesIn(events)
  }
  const [{ failed }] = await onPostgres(
    world.postgres.url,
    'select count(*)::int as failed from delivery_attempts where status is null or status not between 200 and 299',
  )
  return { ...found, tries_failed: failed }
}

/** Returns the number of threads whose events are not numbered from 1 without a hole. */
function holesIn(events: StoredEvent[]): number {
  const threads = new Map<string, number[]>()
  for (const { thread_id, sequence } of events)
    if (thread_id) threads.set(thread_id, [...(threads.get(thread_id) ?? []), sequence!])
  const isWhole = (numbers: number[]) =>
    numbers.sort((a, b) => a - b).every((number, nth) => number === nth + 1)
  return [...threads.values()].filter((numbers) => !isWhole(numbers)).length
}
