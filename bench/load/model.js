import { createServer } from 'node:http'

/**
 * A model that gives the same answer after DELAY_MS, in OpenAI's protocol; a message to the process
 * may change the delay, and is answered with the number of calls. It does as little as
 * possible, because it shares the machine with the measured system.
 */
let delay = Number(process.env.DELAY_MS)
const content =
  'You find it under My orders, where each parcel has its way and its day of arrival [1].'
const usage = { prompt_tokens: 900, completion_tokens: 20, total_tokens: 920 }
const common = { id: 'chatcmpl-1', created: 1, model: 'bench' }
const whole = JSON.stringify({
  ...common,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage,
})
const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(whole) }
let calls = 0

const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
  const answer = () => response.writeHead(200, headers).end(whole)
  request.resume().on('end', () => {
    calls++
    if (delay > 0) setTimeout(answer, delay)
    else answer()
  })
})
process.on('message', ({ delay_ms }) => {
  delay = delay_ms ?? delay
  process.send({ calls })
})
process.once('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`))
