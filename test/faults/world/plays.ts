import { onPostgres } from '../../support/servers/postgres.ts'
import type { Played } from '../judge.ts'
import { type Answer, type Clients, inTurns, makeClients, type Outcome } from './clients.ts'
import { sleep } from './servers.ts'
import type { World } from './world.ts'

/** What clients do in a scenario that does more than post. */
export type Play = (world: World, clients: Clients, messages: number) => Promise<Played>

const SAME_KEY = 20

/**
 * Posts each message by twenty requests at once, with one key, and a fifth as many messages as
 * other scenarios.
 */
export const postTwentyfold: Play = async (world, clients, messages) => {
  const n = Math.ceil(messages / 5)
  const threads = await clients.makeThreads(n)
  const outcomes = await inTurns(threads, 3, async (thread, index) => {
    const content = `question ${index}.`
    const sending = {
      body: { content },
      headers: { 'Idempotency-Key': `key-${index}` },
    }
    const path = `/api/v1/conversations/${thread}/messages`
    const answers = await Promise.all(
      Array.from({ length: SAME_KEY }, () => clients.send('POST', path, sending)),
    )
    world.problems.push(...differencesOf(answers).map((problem) => `${content} ${problem}`))
    return clients.post(thread, content, `key-${index}`)
  })
  return { outcomes, n, posts: n * SAME_KEY }
}

function differencesOf(answers: Answer[]): string[] {
  const replayed = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')
  const bodies = new Set(
    answers.map(({ status, body: { request_id: _, ...rest } }) => JSON.stringify([status, rest])),
  )
  return [
    ...(replayed.length === SAME_KEY - 1 ? [] : [`was replayed ${replayed.length} times`]),
    ...(bodies.size === 1
      ? []
      : [`got ${bodies.size} different answers: ${[...bodies].join(' ').slice(0, 500)}`]),
  ]
}

const GONE_AFTER_MS = 50

/** Has clients go away 50 ms after they have posted, and ask again when all is over. */
export const postAndLeave: Play = async (world, clients, messages) => {
  const threads = await clients.makeThreads(Math.ceil(messages / 4))
  const all = Array.from({ length: messages }, (_, index) => index)
  const threadOf = (index: number) => threads[index % threads.length]!
  const began = Date.now()
  await inTurns(all, 60, async (index) => {
    await sleep(Math.max(0, began + index * 40 - Date.now()))
    const signal = AbortSignal.timeout(GONE_AFTER_MS)
    const sending = {
      body: { content: `question ${index}.` },
      headers: { 'Idempotency-Key': `key-${index}` },
      signal,
    }
    await clients
      .send('POST', `/api/v1/conversations/${threadOf(index)}/messages`, sending)
      .catch(() => undefined)
  })
  world.faults += messages
  const stored = await repliesUnattended(world)
  const outcomes = await inTurns(all, 20, (index) =>
    clients.post(threadOf(index), `question ${index}.`, `key-${index}`, { postedAt: began }),
  )
  if (stored < messages / 2)
    world.problems.push(`only ${stored} messages were stored before their client went away`)
  if (outcomes.filter(({ replayed }) => replayed).length < stored)
    world.problems.push('a message that was stored was posted anew')
  return { outcomes, stored_unattended: stored }
}

/** @returns how many replies were completed while no client waited for them */
async function repliesUnattended({ postgres, problems }: World): Promise<number> {
  const counts = `select (select count(*)::int from open_jobs) as unfinished, count(*)::int as completed
                    from messages where role = 'assistant' and status = 'completed'`
  for (const until = Date.now() + 30_000; ; await sleep(500)) {
    const [{ unfinished, completed }] = await onPostgres(postgres.url, counts)
    if (unfinished === 0) return completed
    if (Date.now() < until) continue
    problems.push(`${unfinished} replies were not completed without their clients`)
    return completed
  }
}

/** The arguments of `clients.send` for a message whose client does not wait for the reply. */
const asynchronously = (thread: string, index: number) =>
  [
    `/api/v1/conversations/${thread}/messages`,
    {
      body: { content: `question ${index}.` },
      headers: { Prefer: 'respond-async', 'Idempotency-Key': `key-${index}` },
    },
  ] as const

/** The limit of the queue in the scenario `full-queue`. */
export const QUEUE_CAP = 30

/** Posts more than the queue takes, each message once: a refused client does not come back. */
export const postTooMuch: Play = async (world, clients, messages) => {
  const threads = await clients.makeThreads(messages)
  const over = new AbortController()
  const depths = watchDepth(world, over.signal)
  const refused: Answer[] = []
  const outcomes = await inTurns(threads, 60, async (thread, index) => {
    const path = `/api/v1/conversations/${thread}/messages`
    const content = `question ${index}.`
    const sending = {
      body: { content },
      headers: { Prefer: 'respond-async', 'Idempotency-Key': `key-${index}` },
    }
    const answer = await clients.send('POST', path, sending)
    if (answer.status === 202) return { thread, content, key: `key-${index}` }
    refused.push(answer)
    return undefined
  })
  const accepted = outcomes.filter((outcome) => outcome !== undefined)
  const replies = await inTurns(accepted, 20, ({ thread, content, key }) =>
    clients.post(thread, content, key),
  )
  over.abort()
  const { code, retry } = { code: new Set<string>(), retry: new Set<string>() }
  for (const { status, body, headers } of refused) {
    code.add(`${status} ${body.code}`)
    retry.add(String(headers['retry-after']))
  }
  if (String([...code]) !== '503 queue_full')
    world.problems.push(`refused with ${[...code].join(', ') || 'nothing'}`)
  if (retry.has('undefined')) world.problems.push('refused without Retry-After')
  return {
    outcomes: replies,
    n: replies.length,
    refused: refused.length,
    deepest: Math.max(...(await depths)),
  }
}

async function watchDepth({ postgres }: World, over: AbortSignal): Promise<number[]> {
  const depths: number[] = []
  for (; !over.aborted; await sleep(100)) {
    const [{ depth }] = await onPostgres(
      postgres.url,
      'select count(*)::int as depth from open_jobs',
    )
    depths.push(depth)
  }
  return depths
}

const WAITING = 'select count(*)::int as waiting from open_jobs where worker is null'

/**
 * The most replies of another organization that began while one of the small organization's waited.
 */
const OVERTAKEN = `
  with begun as (
    select organization_id, created_at - make_interval(secs => run_ms / 1000) as claimed_at,
           created_at - make_interval(secs => (run_ms + wait_ms) / 1000) as created_at
      from jobs where lane = 'reply' and outcome = 'completed')
  select coalesce(max(overtakers), 0)::int as overtaken from (
    select (select count(*) from begun other
             where other.organization_id <> mine.organization_id and other.claimed_at >= mine.created_at
               and other.claimed_at < mine.claimed_at) as overtakers
      from begun mine join organizations o on o.id = mine.organization_id and o.name = 'Small') counted`

const ROUNDS = 6
const SMALL = 5

/** Has a small organization post five messages at a time beside a large one with a long queue. */
export const postBeside: Play = async (world, clients, messages) => {
  const small = makeClients(world, await world.organization('Small'))
  const theirs = await small.makeThreads(SMALL)
  const mine = await clients.makeThreads(messages)
  await inTurns(mine, 60, (thread, index) => clients.send('POST', ...asynchronously(thread, index)))
  const beside: Outcome[] = []
  for (let round = 0; round < ROUNDS; round++)
    beside.push(
      ...(await Promise.all(
        theirs.map((thread, index) =>
          small.post(thread, `${round} ${index}.`, `key-${round}-${index}`),
        ),
      )),
    )
  const [{ waiting }] = await onPostgres(world.postgres.url, WAITING)
  if (waiting === 0)
    world.problems.push('the large organization had nothing left to wait for: no comparison')
  const posted = await inTurns(mine, 60, (thread, index) =>
    clients.post(thread, `question ${index}.`, `key-${index}`),
  )
  const [{ overtaken }] = await onPostgres(world.postgres.url, OVERTAKEN)
  const outcomes = [...posted, ...beside]
  return { outcomes, n: outcomes.length, overtaken, waiting }
}
