// A shop's server that an agent's tools call. TOOL_SECRET is the secret of the tools (`whsec_…`),
// KEYS_FILE keeps what was done, PORT is the port: TOOL_SECRET=whsec_… node server.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const { TOOL_SECRET = '', KEYS_FILE = 'refunds.jsonl', PORT = '4100' } = process.env
const secret = Buffer.from(TOOL_SECRET.replace(/^whsec_/, ''), 'base64')
if (!secret.length) throw new Error('TOOL_SECRET is missing')

const ORDERS = { 1042: { state: 'on its way' }, 1043: { state: 'being packed' } }

// What was answered, by the key of the call. Better a table of your database.
const lines = existsSync(KEYS_FILE) ? readFileSync(KEYS_FILE, 'utf8').split('\n') : []
const done = new Map(lines.filter(Boolean).map((line) => JSON.parse(line)))

/** Checks who signed a request, and that it is at most 5 minutes old. */
function isSigned({ method, url, headers }, body) {
  const { 'webhook-id': id, 'webhook-timestamp': sent, 'webhook-signature': given = '' } = headers
  if (!(Math.abs(Date.now() / 1000 - sent) < 300)) return false
  const own = Object.keys(headers).filter((name) => name.startsWith('parley-'))
  const named = own.sort().map((name) => `${name}:${headers[name]}\n`)
  const signed = `${id}.${sent}.${method} ${url}\n${named.join('')}\n${body}`
  const expected = Buffer.from(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`)
  const isSame = (one) => one.length === expected.length && timingSafeEqual(one, expected)
  return given.split(' ').some((one) => isSame(Buffer.from(one)))
}

/** Refunds once for each key: a call that comes again gets the first answer. */
function refund(key, { order, amount }) {
  if (done.has(key)) return done.get(key)
  const answer = { refunded: amount, order }
  const file = openSync(KEYS_FILE, 'a')
  // Stored before it is answered. With a database, key and refund belong in one transaction.
  writeSync(file, `${JSON.stringify([key, answer])}\n`)
  fsyncSync(file)
  closeSync(file)
  done.set(key, answer)
  return answer
}

function answerTo({ method, url, headers }, body) {
  const [, id] = /^\/orders\/(\d{1,9})$/.exec(url) ?? []
  if (method === 'GET' && id)
    return ORDERS[id] ? [200, ORDERS[id]] : [404, { error: 'no such order' }]
  if (method !== 'POST' || url !== '/refunds') return [404, { error: 'no such page' }]
  // Money goes back only to customers whom your own server has identified.
  if (headers['parley-verified'] !== 'true') return [403, { error: 'not verified' }]
  return [200, refund(headers['idempotency-key'], JSON.parse(body))]
}

const server = createServer(async (request, response) => {
  const body = await text(request)
  const [status, answer] = isSigned(request, body)
    ? answerTo(request, body)
    : [401, { error: 'wrong signature' }]
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
})
server.listen(Number(PORT), () => console.log(`http://localhost:${server.address().port}`))
