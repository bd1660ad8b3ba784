import { Worker } from 'bullmq'
import { concurrency, connection, modelUrl, queueName } from './settings.js'

/** Calls the model by `fetch`, with only the question. */
async function reply({ data }) {
  const response = await fetch(modelUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: data.content }] }),
  })
  if (!response.ok) throw new Error(`the model answered ${response.status}`)
  return (await response.json()).choices[0].message.content
}

const worker = new Worker(queueName, reply, { connection, concurrency })
await worker.waitUntilReady()
console.log('working')
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
