import type { Client } from 'pg'
import type { Random } from '../../cli/demo/random.ts'
import { copyInto, type Value } from './copy.ts'
import { DAY_MS, type Population, type Sizes } from './seed.ts'

const MODEL = 'openai:gpt-5-mini'
/** The share of failed replies, and the share of completed replies that no knowledge supports. */
const FAILED = 0.01
const UNGROUNDED = 0.15
/** The messages of a thread come within some days, most of them at the beginning. */
const MAX_DAYS = 3
const KEY_HOURS = 24
/** Rows per statement. Foreign keys are checked at its end. */
const BATCH = 100_000

interface Thread {
  id: string
  organization: number
  agent: string
  opened: number
  exchanges: number
  /** The number of the last written message. */
  seq: number
}

interface Exchange {
  thread: Thread
  at: number
}

/**
 * Stores threads with their messages, usages and jobs in the order of time, so the messages of a
 * thread are apart, as in a live service. A question and its reply are two messages.
 * @returns the id of the longest thread
 */
export async function seedConversations(
  client: Client,
  { messages, threads, longest }: Sizes,
  population: Population,
  random: Random,
): Promise<string> {
  const opened = makeThreads(
    Math.floor(messages / 2),
    threads,
    Math.floor(longest / 2),
    population,
    random,
  )
  await copyInto(client, 'threads', THREAD_COLUMNS, opened.map(threadRow(population)))
  const exchanges = opened.flatMap((thread) => exchangesOf(thread, population.until, random))
  exchanges.sort((a, b) => a.at - b.at)
  for (let first = 0; first < exchanges.length; first += BATCH) {
    const rows = exchanges
      .slice(first, first + BATCH)
      .map((exchange) => rowsOf(exchange, population, random))
    const all = (part: keyof Rows) => rows.flatMap((row) => row[part])
    await copyInto(client, 'messages', MESSAGE_COLUMNS, all('messages'))
    await copyInto(client, 'usages', USAGE_COLUMNS, all('usages'))
    await copyInto(client, 'jobs', JOB_COLUMNS, all('jobs'))
    await copyInto(client, 'idempotency_keys', KEY_COLUMNS, all('keys'))
  }
  return opened[0]!.id
}

/**
 * Makes the longest thread first, and `threads` in all. Most are short and few are long, and
 * together they have `exchanges`.
 */
function makeThreads(
  exchanges: number,
  threads: number,
  longest: number,
  { organizations, organizationOf, begin, until }: Population,
  random: Random,
): Thread[] {
  const mean = Math.max(1, (exchanges - longest) / Math.max(1, threads - 1))
  const made = Array.from({ length: threads }, (_, index): Thread => {
    const organization = index === 0 ? 0 : organizationOf(random)
    const opened = index === 0 ? begin : begin + random.share() * (until - begin)
    const many = 1 + Math.floor(-Math.log(1 - random.share()) * (mean - 0.5))
    return {
      id: random.id(opened),
      organization,
      opened,
      seq: 0,
      agent: random.pick(organizations[organization]!.agents),
      exchanges: index === 0 ? longest : many,
    }
  })
  let missing = exchanges - made.reduce((sum, thread) => sum + thread.exchanges, 0)
  while (missing !== 0 && threads > 1) {
    const thread = made[1 + random.whole(threads - 1)]!
    const change = Math.sign(missing)
    if (thread.exchanges + change < 1) {
      if (made.slice(1).every((thread) => thread.exchanges === 1)) break
      continue
    }
    thread.exchanges += change
    missing -= change
  }
  return made
}

function exchangesOf(thread: Thread, until: number, random: Random): Exchange[] {
  const left = until - thread.opened
  const span =
    thread.exchanges > 100 ? left : Math.min(left, random.share() ** 3 * MAX_DAYS * DAY_MS)
  return Array.from({ length: thread.exchanges }, () => ({
    thread,
    at: thread.opened + random.share() * span,
  }))
}

const THREAD_COLUMNS = [
  'id',
  'organization_id',
  'agent_id',
  'kind',
  'status',
  'visitor_id',
  'customer_id',
  'metadata',
  'last_seq',
  'created_at',
  'updated_at',
  'active_at',
]

const threadRow =
  ({ organizations }: Population) =>
  ({ id, organization, agent, opened, exchanges }: Thread, index: number): Value[] => {
    const isSession = index % 2 === 1
    const at = new Date(opened)
    return [
      id,
      organizations[organization]!.id,
      agent,
      ...(isSession
        ? ['session', 'active', `visitor-${index}`, null]
        : ['conversation', 'open', null, `customer-${index}`]),
      {},
      2 * exchanges,
      at,
      at,
      at,
    ]
  }

const MESSAGE_COLUMNS = [
  'id',
  'organization_id',
  'thread_id',
  'agent_id',
  'seq',
  'role',
  'status',
  'content',
  'request_id',
  'created_at',
  'updated_at',
  'completed_at',
  'queued_at',
  'in_reply_to',
  'attempt',
  'worker',
  'claimed_at',
  'deadline_at',
  'error',
  'citations',
  'grounded',
  'model',
  'finish_reason',
]
const USAGE_COLUMNS = [
  'reply_id',
  'organization_id',
  'agent_id',
  'model',
  'attempt',
  'outcome',
  'input_tokens',
  'output_tokens',
  'cost_usd',
  'model_ms',
  'created_at',
]
const JOB_COLUMNS = [
  'id',
  'organization_id',
  'lane',
  'target_id',
  'request_id',
  'worker',
  'attempt',
  'outcome',
  'error_code',
  'wait_ms',
  'run_ms',
  'created_at',
]
const KEY_COLUMNS = ['organization_id', 'endpoint', 'key', 'body_hash', 'record_id', 'created_at']

interface Rows {
  messages: Value[][]
  usages: Value[][]
  jobs: Value[][]
  keys: Value[][]
}

function rowsOf(
  { thread, at }: Exchange,
  { organizations, texts, until }: Population,
  random: Random,
): Rows {
  const organization = organizations[thread.organization]!.id
  const [question, reply] = [random.id(at), random.id(at)]
  const asked = new Date(at)
  const wait = 2 + 20 * random.share() ** 4
  const took = 400 + 3_000 * random.share() ** 2
  const done = new Date(at + wait + took)
  const requestId = `growth-${reply}`
  const worker = `worker-${random.whole(4)}`
  const failed = random.share() < FAILED
  const grounded = failed ? null : random.share() >= UNGROUNDED
  const answer = Array.from({ length: 1 + random.whole(4) }, () =>
    random.pick(texts.sentences),
  ).join(' ')
  thread.seq += 2
  const of = [organization, thread.id, thread.agent]
  const citations = grounded
    ? [
        {
          knowledge_id: question,
          kind: 'qa',
          title: random.pick(texts.questions),
          url: null,
          quote: answer,
          score: 7.5,
        },
      ]
    : []
  return {
    messages: [
      [
        question,
        ...of,
        thread.seq - 1,
        'user',
        'completed',
        random.pick(texts.questions),
        requestId,
        asked,
        asked,
        asked,
        asked,
        null,
        0,
        null,
        null,
        null,
        null,
        '[]',
        null,
        null,
        null,
      ],
      [
        reply,
        ...of,
        thread.seq,
        'assistant',
        failed ? 'failed' : 'completed',
        failed ? null : answer,
        requestId,
        asked,
        done,
        done,
        asked,
        question,
        1,
        worker,
        new Date(at + wait),
        new Date(at + 120_000),
        failed ? { code: 'model_unavailable', detail: 'The model provider did not answer.' } : null,
        JSON.stringify(citations),
        grounded,
        failed ? null : MODEL,
        failed ? null : 'stop',
      ],
    ],
    usages: failed
      ? []
      : [
          [
            reply,
            organization,
            thread.agent,
            MODEL,
            1,
            'completed',
            700,
            80,
            0.00034,
            took - 5,
            done,
          ],
        ],
    jobs: [
      [
        random.id(at),
        organization,
        'reply',
        reply,
        requestId,
        worker,
        1,
        failed ? 'failed' : 'completed',
        failed ? 'model_unavailable' : null,
        wait,
        took,
        done,
      ],
    ],
    keys:
      until - at < KEY_HOURS * 3_600_000
        ? [
            [
              organization,
              `POST /api/v1/conversations/${thread.id}/messages`,
              reply,
              '\\x00',
              reply,
              asked,
            ],
          ]
        : [],
  }
}
