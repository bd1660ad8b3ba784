import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { type ApiServer, startServer } from '../../../api/server.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeMoment } from '../../support/servers/model.ts'

/**
 * Far longer than a test may take, so a connection that is closed only afterwards fails its test.
 */
const GRACE_MS = 3_600_000

/** On bare sockets, the connections that clients keep open while the API stops. */
describe('an API process that stops', () => {
  let parley: Parley
  let db: TestDb
  let server: ApiServer
  let sockets: Socket[]
  before(async () => {
    parley = await startParley()
  })
  after(() => parley.stop())
  beforeEach(async () => {
    const config = loadConfig(parley.env)
    db = makeTestDb(parley.env.DATABASE_URL!, 4, 10)
    server = await startServer({ config, db, log: makeLog('test', config) })
    sockets = []
  })
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    await db.destroy()
  })

  const credentials = () =>
    Object.entries(parley.client.authorization)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
  const posts = (path: string, body: string, sent = body) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\n${credentials()}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${sent}`

  /** Opens a connection, sends the text, and collects the answer. */
  async function open(text: string) {
    const socket = connect(server.port, '127.0.0.1')
    sockets.push(socket)
    let answer = ''
    socket.setEncoding('utf8').on('data', (piece) => (answer += piece))
    const closed = new Promise<void>((resolve) => {
      socket.on('error', () => undefined).once('close', () => resolve())
    })
    await once(socket, 'connect')
    if (text) await new Promise((resolve) => socket.write(text, resolve))
    return { socket, answer: () => answer, closed }
  }

  const HALVES: Record<string, () => string> = {
    'has sent nothing': () => '',
    'has sent half a line': () => 'GET /api/v1/ag',
    'has sent half its headers': () => 'GET /api/v1/agents HTTP/1.1\r\nHost: x\r\nX-Half: ',
    'has sent half a body': () => posts('/api/v1/agents', '{"name":"Ada"}', '{"name":'),
    'has sent half an upload': () =>
      `POST /api/v1/knowledge-base HTTP/1.1\r\nHost: x\r\n${credentials()}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n--b\r\n`,
    'has sent one byte of a second request': () => 'GET /health HTTP/1.1\r\nHost: x\r\n\r\nG',
  }
  for (const [what, text] of Object.entries(HALVES))
    it(`does not wait for a silent client that ${what}`, async () => {
      const { closed } = await open(text())
      await server.stop(GRACE_MS)
      await closed
    })

  it('closes used connections that are kept alive', async () => {
    const { answer, closed } = await open('GET /health HTTP/1.1\r\nHost: x\r\n\r\n')
    await eventually(async () => answer().includes('"alive"'), 30)
    await server.stop(GRACE_MS)
    await closed
  })

  it('ends streams that have no end of their own, and their connections', async () => {
    const stream = await open(
      `GET /api/v1/events HTTP/1.1\r\nHost: x\r\n${credentials()}Accept: text/event-stream\r\n\r\n`,
    )
    await eventually(async () => stream.answer().includes('event: ready'), 30)
    await server.stop(GRACE_MS)
    await stream.closed
    expect(stream.answer()).to.match(/0\r\n\r\n$/)
  })

  it('answers new requests while routers notice, and closes each connection with the answer', async () => {
    const early = await open('')
    const stopped = server.stop(GRACE_MS, 500)
    const late = await open('')
    for (const { socket } of [early, late]) socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n')
    for (const { answer, closed } of [early, late]) {
      await closed
      expect(answer())
        .to.match(/^HTTP\/1.1 200/)
        .and.match(/\r\nConnection: close\r\n/i)
    }
    await stopped
  })

  it('reads the rest of a request whose client goes on sending it', async () => {
    const body = JSON.stringify({ name: 'Ada', tone: 'friendly' })
    const { socket, answer, closed } = await open(posts('/api/v1/agents', body, body.slice(0, 5)))
    const stopped = server.stop(GRACE_MS)
    socket.write(body.slice(5))
    await closed
    expect(answer()).to.match(/^HTTP\/1.1 201/)
    await stopped
  })

  it('answers 202 when its time is over before the reply is ready, and the reply is stored', async () => {
    const { id } = await parley.client.makeSession()
    const path = `/api/v1/sessions/${id}/messages`
    const { come, promise } = makeMoment()
    const asked = parley.model.requests.length
    parley.model.behave(() => ({ text: 'Later.', after: promise }))
    const asking = await open(posts(path, JSON.stringify({ content: 'Hello?' })))
    await eventually(async () => parley.model.requests.length > asked, 30)
    await server.stop(0)
    await asking.closed
    expect(asking.answer()).to.match(/^HTTP\/1.1 202/)
    come()
    const [, location] = /^Location: (\S+)/im.exec(asking.answer())!
    const { body } = await parley.client.get(`${location}?wait=20`)
    expect(body.data).to.include({ status: 'completed', content: 'Later.' })
  })

  it('waits for a reply, beside silent clients', async () => {
    const { id } = await parley.client.makeSession()
    const { come, promise } = makeMoment()
    const asked = parley.model.requests.length
    parley.model.behave(() => ({ text: 'Hello!', after: promise }))
    const asking = await open(
      posts(`/api/v1/sessions/${id}/messages`, JSON.stringify({ content: 'Hello?' })),
    )
    const silent = await open('GET /')
    await eventually(async () => parley.model.requests.length > asked, 30)
    const stopped = server.stop(GRACE_MS)
    await silent.closed
    come()
    await asking.closed
    expect(asking.answer()).to.match(/^HTTP\/1.1 201/)
    await stopped
  })
})
