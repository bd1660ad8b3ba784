import type { Client } from 'pg'
import type { Random } from '../../cli/demo/random.ts'
import { ROLL_UPS } from '../seed.ts'
import { copyInto, type Value } from './copy.ts'
import { DAY_MS, type Population, type Sizes } from './seed.ts'

/** Days for which the log is kept by default. */
const LOG_DAYS = 30
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE']
const RESOURCES = [
  'agents',
  'conversations',
  'sessions',
  'contexts',
  'messages',
  'feedback',
  'knowledge',
]
/** Statuses, each with the cumulative share of requests up to it. */
const STATUSES: readonly (readonly [share: number, status: number])[] = [
  ...([
    [0.6, 200],
    [0.95, 201],
    [0.97, 404],
  ] as const),
  ...([
    [0.98, 422],
    [0.998, 429],
    [1, 500],
  ] as const),
]
const BATCH = 500_000

const COLUMNS = [
  'id',
  'organization_id',
  'credential',
  'client_id',
  'method',
  'endpoint',
  'status_code',
  'duration_ms',
  'request_id',
  'created_at',
]

/** Stores the request log in the order of time, and its hourly sums. */
export async function seedRequestLog(
  client: Client,
  { requests }: Sizes,
  population: Population,
  random: Random,
): Promise<void> {
  for (let first = 0; first < requests; first += BATCH)
    await copyInto(
      client,
      'request_logs',
      COLUMNS,
      rows(first, Math.min(first + BATCH, requests), requests, population, random),
    )
  // An hour that already has sums keeps them.
  for (const statement of ROLL_UPS) await client.query(`${statement} on conflict do nothing`)
}

function* rows(
  first: number,
  end: number,
  all: number,
  { organizations, organizationOf, until }: Population,
  random: Random,
): Generator<Value[]> {
  const begin = until - LOG_DAYS * DAY_MS
  for (let index = first; index < end; index++) {
    const at = begin + ((index + random.share()) / all) * LOG_DAYS * DAY_MS
    const { id, clients } = organizations[organizationOf(random)]!
    const share = random.share()
    const route = Math.floor(28 * random.share() ** 2)
    const endpoint = `/api/v1/${RESOURCES[route % 7]}${route % 2 ? '/{id}' : ''}`
    const normal =
      Math.sqrt(-2 * Math.log(1 - random.share())) * Math.cos(2 * Math.PI * random.share())
    yield [
      random.id(at),
      id,
      'application',
      random.pick(clients),
      METHODS[Math.floor(route / 7)]!,
      endpoint,
      STATUSES.find(([until]) => share < until)![1],
      10 * Math.exp((route % 7) * 0.6 + 0.8 * normal),
      `growth-${index}`,
      new Date(at),
    ]
  }
}
