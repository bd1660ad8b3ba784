import { ChatOpenAI } from '@langchain/openai'
import { Worker } from 'bullmq'
import { concurrency, connection, inTransaction, model, pool, queueName } from './shared.js'

/**
 * The worker of the plain program: reads agent, traits, history and passages, asks the model
 * through LangChain, and stores the reply with its usage and job. BullMQ repeats a failed job.
 */
const HISTORY = 20
const PASSAGES = 5
const chat = new ChatOpenAI({
  model: model.name,
  apiKey: 'none',
  maxRetries: 0,
  timeout: 60_000,
  configuration: { baseURL: model.url },
})

async function readQuestion(replyId) {
  const { rows } = await pool.query(
    `select q.content as question, r.conversation_id, a.id as agent_id, a.name, a.description,
            a.instructions, a.tone, a.language, x.traits
       from messages r
       join messages q on q.id = r.question_id
       join conversations c on c.id = r.conversation_id
       join agents a on a.id = c.agent_id
       left join contexts x on x.id = c.context_id
      where r.id = $1`,
    [replyId],
  )
  return rows[0]
}

async function readHistory(conversationId) {
  const { rows } = await pool.query(
    `select role, content from messages where conversation_id = $1 and status = 'completed'
      order by position desc limit ${HISTORY}`,
    [conversationId],
  )
  return rows.reverse()
}

/** Finds the entries that contain all words of the question. */
async function findPassages(organizationId, question) {
  const { rows } = await pool.query(
    `select question, answer from knowledge, websearch_to_tsquery('english', $2) as asked
      where organization_id = $1 and words @@ asked
      order by ts_rank(words, asked) desc limit ${PASSAGES}`,
    [organizationId, question],
  )
  return rows
}

function promptOf({ name, description, instructions, tone, language, traits }, passages) {
  const knowledge = passages.map(
    ({ question, answer }, index) => `[${index + 1}] ${question} ${answer}`,
  )
  return [
    `You are ${name}. ${description} ${instructions}`,
    `Write in a ${tone} tone, in the language ${language}.`,
    ...(traits ? [`The user: ${JSON.stringify(traits)}`] : []),
    ...(passages.length ? ['Cite what you use by its number:', ...knowledge] : []),
  ].join('\n')
}

async function reply(job) {
  const { replyId, organizationId } = job.data
  const begun = performance.now()
  const asked = await readQuestion(replyId)
  const history = await readHistory(asked.conversation_id)
  const passages = await findPassages(organizationId, asked.question)
  const calledAt = performance.now()
  const answer = await chat.invoke([
    ['system', promptOf(asked, passages)],
    ...history.map(({ role, content }) => [role, content]),
  ])
  const answeredAt = performance.now()
  const { input_tokens, output_tokens } = answer.usage_metadata
  await inTransaction(async (client) => {
    await client.query(
      `update messages set content = $2, status = 'completed', usage = $3, completed_at = now()
        where id = $1`,
      [replyId, answer.content, { input_tokens, output_tokens }],
    )
    await client.query(
      `insert into usages
         (organization_id, reply_id, agent_id, model, input_tokens, output_tokens, duration_ms)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        organizationId,
        replyId,
        asked.agent_id,
        model.name,
        input_tokens,
        output_tokens,
        answeredAt - calledAt,
      ],
    )
    await client.query(
      `insert into jobs (organization_id, reply_id, outcome, attempts, duration_ms)
       values ($1, $2, 'completed', $3, $4)`,
      [organizationId, replyId, job.attemptsMade + 1, performance.now() - begun],
    )
  })
}

const worker = new Worker(queueName, reply, { connection, concurrency })
worker.on('error', (error) => console.error(error))
worker.on('failed', async (job, error) => {
  console.error(error)
  if (job.attemptsMade < job.opts.attempts) return
  await pool.query(`update messages set status = 'failed' where id = $1`, [job.data.replyId])
})
await worker.waitUntilReady()
console.log('working')
process.once('SIGTERM', async () => {
  await worker.close()
  await pool.end()
  process.exit(0)
})
process.once('disconnect', () => process.exit(0))
