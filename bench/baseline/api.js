import { randomUUID } from 'node:crypto'
import { Queue, QueueEvents } from 'bullmq'
import Koa from 'koa'
import { connection, queueName } from './settings.js'

/**
 * The smallest service that answers over a queue: a POST becomes a job, and the job's return value
 * becomes the answer. It validates nothing and has no database.
 */
const queue = new Queue(queueName, {
  connection,
  defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
})
const events = new QueueEvents(queueName, { connection })
const waiting = new Map()
events.on('completed', ({ jobId, returnvalue }) => waiting.get(jobId)?.resolve(returnvalue))
events.on('failed', ({ jobId, failedReason }) =>
  waiting.get(jobId)?.reject(new Error(failedReason)),
)

function finished(jobId) {
  return new Promise((resolve, reject) => {
    waiting.set(jobId, { resolve, reject })
  }).finally(() => waiting.delete(jobId))
}

const app = new Koa()
app.use(async (ctx) => {
  let body = ''
  for await (const chunk of ctx.req.setEncoding('utf8')) body += chunk
  const { content } = JSON.parse(body)
  const jobId = randomUUID()
  const outcome = finished(jobId)
  await queue.add('message', { content }, { jobId })
  const reply = await outcome
  ctx.status = 201
  ctx.body = { data: { id: jobId, role: 'assistant', status: 'completed', content: reply } }
})

await events.waitUntilReady()
const server = app.listen(0, '127.0.0.1', () =>
  console.log(`listening on ${server.address().port}`),
)
// The same as Parley's. With Node's default of 5 s, a client that a busy machine delays would find
// its connection closed.
server.keepAliveTimeout = 95_000
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
