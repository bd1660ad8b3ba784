import { createHash, randomUUID } from 'node:crypto'
import Router from '@koa/router'
import { Ajv } from 'ajv'
import { Queue, QueueEvents } from 'bullmq'
import { Redis } from 'ioredis'
import Koa from 'koa'
import { connection, inTransaction, pool, queueName } from './shared.js'

/**
 * The API of the plain program: what an engineer would write by hand in a few days with the same
 * libraries. It stores for each message what Parley stores (question, reply, usage, job,
 * idempotency key, logged request) and checks its key, limit and body, but nothing survives a crash
 * between two steps, and nothing keeps the messages of a conversation apart.
 */
const WAIT_MS = 25_000
const HOUR_MS = 3_600_000
const redis = new Redis(connection.url)
const queue = new Queue(queueName, {
  connection,
  defaultJobOptions: {
    attempts: 3,
    backoff: { type: 'exponential', delay: 500 },
    removeOnComplete: { count: 1_000 },
    removeOnFail: { count: 1_000 },
  },
})
const events = new QueueEvents(queueName, { connection })
const isMessage = new Ajv().compile({
  type: 'object',
  additionalProperties: false,
  required: ['content'],
  properties: {
    content: { type: 'string', minLength: 1, maxLength: 8_000 },
    metadata: { type: 'object' },
  },
})
const hash = (text) => createHash('sha256').update(text).digest('hex')

/** What each waiting request does when its job has ended, by the reply's id. */
const waiting = new Map()
const settle = (id, error) => {
  waiting.get(id)?.(error)
  waiting.delete(id)
}
events.on('completed', ({ jobId }) => settle(jobId))
events.on('failed', ({ jobId, failedReason }) => settle(jobId, failedReason))

/** Resolves with why the reply failed; undefined: it is finished, or still running after WAIT_MS. */
function ended(id) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle(id), WAIT_MS)
    waiting.set(id, (error) => {
      clearTimeout(timer)
      resolve(error)
    })
  })
}

/** Applications that have sent a request, by their client ids. */
const applications = new Map()

async function authenticate(ctx, next) {
  const id = ctx.get('X-API-Key')
  let application = applications.get(id)
  if (!application) {
    const { rows } = await pool.query('select * from applications where client_id = $1', [id])
    application = rows[0]
    if (application) applications.set(id, application)
  }
  if (application?.secret_hash !== hash(ctx.get('X-API-Secret'))) ctx.throw(401, 'unknown key')
  ctx.state.application = application
  await next()
}

async function limitByHour(ctx, next) {
  const { organization_id, hourly_limit } = ctx.state.application
  const key = `limit:${organization_id}:${Math.floor(Date.now() / HOUR_MS)}`
  const [[, count]] = await redis.multi().incr(key).expire(key, 3_700).exec()
  ctx.set('RateLimit-Limit', String(hourly_limit))
  ctx.set('RateLimit-Remaining', String(Math.max(0, hourly_limit - count)))
  if (count > hourly_limit) ctx.throw(429, 'too many requests in this hour')
  await next()
}

async function readBody(ctx, next) {
  let text = ''
  for await (const chunk of ctx.req.setEncoding('utf8')) text += chunk
  let body
  try {
    body = JSON.parse(text)
  } catch {
    ctx.throw(400, 'the body is no JSON')
  }
  if (!isMessage(body)) ctx.throw(422, isMessage.errors[0].message)
  ctx.state.body = body
  ctx.state.bodyHash = hash(text)
  await next()
}

/** Stores the question and its queued reply; undefined: the key was used before. */
function accept({ organizationId, conversationId, key, bodyHash, body }) {
  const [questionId, replyId] = [randomUUID(), randomUUID()]
  return inTransaction(async (client) => {
    if (key) {
      const { rowCount } = await client.query(
        `insert into idempotency_keys (organization_id, key, body_hash, reply_id)
         values ($1, $2, $3, $4) on conflict do nothing`,
        [organizationId, key, bodyHash, replyId],
      )
      if (rowCount === 0) return undefined
    }
    const { rowCount } = await client.query(
      `update conversations set updated_at = now(), messages = messages + 2
        where id = $1 and organization_id = $2`,
      [conversationId, organizationId],
    )
    if (rowCount === 0) throw Object.assign(new Error('no such conversation'), { status: 404 })
    await client.query(
      `insert into messages (id, organization_id, conversation_id, role, status, content, metadata)
       values ($1, $2, $3, 'user', 'completed', $4, $5)`,
      [questionId, organizationId, conversationId, body.content, body.metadata ?? {}],
    )
    await client.query(
      `insert into messages (id, organization_id, conversation_id, question_id, role, status, content)
       values ($1, $2, $3, $4, 'assistant', 'queued', '')`,
      [replyId, organizationId, conversationId, questionId],
    )
    return replyId
  })
}

/** Returns the reply that an earlier request with this key has, or will have. */
async function findEarlier(ctx, organizationId, key) {
  const { rows } = await pool.query(
    'select reply_id, body_hash from idempotency_keys where organization_id = $1 and key = $2',
    [organizationId, key],
  )
  if (rows[0].body_hash !== ctx.state.bodyHash) ctx.throw(422, 'the key had another body')
  return rows[0].reply_id
}

async function postMessage(ctx) {
  const { application, body, bodyHash } = ctx.state
  const { organization_id: organizationId } = application
  const { id: conversationId } = ctx.params
  const key = ctx.get('Idempotency-Key')
  let replyId = await accept({ organizationId, conversationId, key, bodyHash, body })
  if (replyId) {
    const outcome = ended(replyId)
    await queue.add('reply', { replyId, organizationId }, { jobId: replyId })
    const error = await outcome
    if (error) ctx.throw(502, error, { expose: true })
  } else replyId = await findEarlier(ctx, organizationId, key)
  const { rows } = await pool.query(
    `select id, role, status, content, usage, created_at, completed_at from messages
      where id = $1 and organization_id = $2`,
    [replyId, organizationId],
  )
  ctx.status = rows[0].status === 'completed' ? 201 : 202
  ctx.body = { status: 'success', status_code: ctx.status, data: rows[0] }
}

async function answerErrors(ctx, next) {
  try {
    await next()
  } catch (error) {
    const { status = 500, expose = status < 500, message } = error
    if (status >= 500) console.error(error)
    ctx.status = status
    ctx.body = { status: 'error', status_code: status, detail: expose ? message : 'internal error' }
  }
}

/** Logged requests that PostgreSQL has not stored yet. */
const logging = new Set()

async function logRequest(ctx, next) {
  const begun = performance.now()
  await next()
  const { application } = ctx.state
  if (!application) return
  const stored = pool
    .query(
      `insert into request_logs
         (organization_id, application_id, method, endpoint, status_code, duration_ms)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        application.organization_id,
        application.id,
        ctx.method,
        ctx._matchedRoute ?? ctx.path,
        ctx.status,
        performance.now() - begun,
      ],
    )
    .catch((error) => console.error(error))
    .finally(() => logging.delete(stored))
  logging.add(stored)
}

const router = new Router()
router.post('/api/v1/conversations/:id/messages', authenticate, limitByHour, readBody, postMessage)
const app = new Koa().use(logRequest).use(answerErrors).use(router.routes())
await events.waitUntilReady()
const server = app.listen(0, '127.0.0.1', () =>
  console.log(`listening on ${server.address().port}`),
)
// The same as Parley's. With Node's default of 5 s, a client that a busy machine delays would find
// its connection closed.
server.keepAliveTimeout = 95_000
process.once('SIGTERM', async () => {
  server.close()
  await Promise.all(logging)
  process.exit(0)
})
process.once('disconnect', () => process.exit(0))
