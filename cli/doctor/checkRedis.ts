import type { Config } from '../../shared/lib/config/config.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { connectRedis, problemsOf, producerOptions } from '../../shared/lib/queue/redis.ts'
import { about, type Finding, withoutSecrets } from './finding.ts'

const PATIENCE_MS = 6_000
/** Redis accepts a connection with an unknown database number, and then refuses its commands. */
const NO_DATABASE = /DB index|SELECT/i
/** The share of Redis's memory that may be used. */
const FULL = 0.8

/** Takes at most some 7 s. */
export async function checkRedis({ REDIS_URL }: Config): Promise<Finding[]> {
  const { ok, warning, error } = about('redis')
  if (!REDIS_URL) return [ok('Not set: the queue lives in PostgreSQL.')]
  const place = withoutSecrets(REDIS_URL)
  let last = 'no answer'
  const listen = { warn: ({ err }: { err: Error }) => (last = err.message || last) }
  const redis = connectRedis(REDIS_URL, producerOptions, listen as unknown as Log)
  try {
    const info = await untilReady(() => redis.info(), PATIENCE_MS)
    if (info === undefined || NO_DATABASE.test(last))
      return [error(`${place} cannot be used: ${last}.`, ...whatToDo(last))]
    const field = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1]
    const [used, most] = [Number(field('used_memory')), Number(field('maxmemory'))]
    const problems = problemsOf(info)
    return [
      ...problems.map((problem) =>
        error(
          problem,
          "The queue's data must not be evicted.",
          'Set it in the configuration of Redis, or at its provider.',
        ),
      ),
      ...(most > 0 && used > FULL * most
        ? [
            warning(
              `${Math.round((100 * used) / most)} % of its memory is used.`,
              'When it is full, replies wait for the sweep, half a second each.',
              'Give it more memory, or use it for no other program.',
            ),
          ]
        : []),
      ...(problems.length ? [] : [ok(`Redis ${field('redis_version')} at ${place}, noeviction.`)]),
    ]
  } finally {
    redis.disconnect()
  }
}

/** Asks repeatedly, because the client connects in the background. */
async function untilReady(ask: () => Promise<string>, ms: number): Promise<string | undefined> {
  for (
    const until = Date.now() + ms;
    Date.now() < until;
    await new Promise((resolve) => setTimeout(resolve, 100))
  ) {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined) return answer
  }
  return undefined
}

function whatToDo(message: string): [why: string, fix: string] {
  const why =
    'Each message waits half a second for the sweep, and each process counts limits separately.'
  if (/NOAUTH|WRONGPASS|AUTH/.test(message))
    return [why, 'The password in REDIS_URL is missing or wrong.']
  if (NO_DATABASE.test(message))
    return [why, 'Name a database that the server has: by default /0 to /15; in a cluster only /0.']
  if (/certificate/.test(message))
    return [
      why,
      'This machine does not trust its certificate. Set REDIS_TLS_VERIFY=false, or name its CA in NODE_EXTRA_CA_CERTS.',
    ]
  if (/ENOTFOUND|EAI_AGAIN/.test(message))
    return [why, 'The host in REDIS_URL has no address: is its name right?']
  return [
    why,
    'Is the server running, are host and port right, and does a rediss:// address name a port with TLS?',
  ]
}
