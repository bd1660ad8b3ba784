import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { makeSend } from '../../../workers/events/send.ts'
import { canMakeCertificates, startRaw, startUntrusted } from '../../support/servers/raw.ts'
import {
  answering,
  type Behave,
  cutting,
  hanging,
  type Receiver,
  startReceiver,
} from '../../support/webhooks/receiver.ts'

const NOW = new Date('2027-03-01T12:00:00Z')
const never = new AbortController().signal

describe('sending a webhook', () => {
  let receiver: Receiver
  beforeEach(async () => {
    receiver = await startReceiver()
  })
  afterEach(() => receiver.close())

  const sender = (seconds = 15, hosts = receiver.host) =>
    makeSend(
      {
        EGRESS_ALLOWED_HOSTS: hosts,
        PUBLIC_URL: 'https://chat.example.com',
        DELIVERY_TIMEOUT_SECONDS: seconds,
      },
      () => NOW,
    )
  const post = (url = receiver.url, seconds?: number, hosts?: string) =>
    sender(seconds, hosts)(url, { 'content-type': 'application/json' }, '{"ä":1}', never)
  const answered = (behave: Behave, seconds?: number) => {
    receiver.behave(behave)
    return post(receiver.url, seconds)
  }

  it('posts the exact bytes, and reports the status and the beginning of the answer', async () => {
    expect(await answered(answering(202, {}, 'thanks'))).to.deep.equal({
      status: 202,
      error: null,
      retryAfter: undefined,
      head: 'thanks',
    })
    expect(receiver.received[0]!.body).to.equal('{"ä":1}')
  })

  it('reports every other status, and follows no redirect', async () => {
    const other = await startReceiver()
    try {
      for (const status of [301, 302, 307, 308])
        expect(await answered(answering(status, { location: other.url }))).to.include({
          status,
          error: null,
        })
      expect(other.received).to.deep.equal([])
      for (const status of [304, 400, 410, 500])
        expect(await answered(answering(status))).to.include({ status, error: null })
    } finally {
      await other.close()
    }
  })

  it('reads Retry-After as seconds and as a date, and nothing else', async () => {
    const delayOf = async (value: string) =>
      (await answered(answering(429, { 'retry-after': value }))).retryAfter
    expect(await delayOf('120')).to.equal(120)
    expect(await delayOf('Mon, 01 Mar 2027 12:01:30 GMT')).to.equal(90)
    expect(await delayOf('Mon, 01 Mar 2027 11:00:00 GMT')).to.equal(0)
    expect(await delayOf('soon')).to.equal(undefined)
    expect(await delayOf('-5')).to.equal(0)
    expect(await delayOf('Infinity')).to.equal(undefined)
  })

  it('ends the connection to a receiver that does not answer, or sends its headers by drops', async () => {
    expect(await answered(hanging, 0.2)).to.include({ status: null, error: 'timeout' })
    const raw = await startRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('x: y\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    try {
      expect(await post(raw.url, 0.2, raw.host)).to.include({
        status: null,
        error: 'timeout',
      })
    } finally {
      await raw.close()
    }
  })

  it('accepts the status of a receiver that never ends its answer', async () => {
    let closed: Promise<unknown> | undefined
    const answer = await answered((response) => {
      response.writeHead(200).write('first')
      const timer = setInterval(() => response.write('.'), 20)
      closed = new Promise((resolve) => response.on('close', resolve)).then(() =>
        clearInterval(timer),
      )
    })
    expect(answer.status).to.equal(200)
    expect(answer.head).to.match(/^first\.*$/)
    await closed
  })

  it('reads 2 kB of 10 MB, and closes the connection', async () => {
    let closed: Promise<unknown> | undefined
    const answer = await answered((response) => {
      closed = new Promise((resolve) => response.on('close', resolve))
      response.writeHead(200).end('x'.repeat(10_000_000))
    })
    expect(answer.head).to.have.length(2_048)
    await closed
  })

  it('keeps neither half a character nor NUL, and no bytes that are not text', async () => {
    expect((await answered(answering(200, {}, `${'x'.repeat(2_047)}ä`))).head).to.equal(
      'x'.repeat(2_047),
    )
    expect((await answered(answering(200, {}, 'a\u0000b'))).head).to.equal('ab')
    expect((await answered(answering(204))).head).to.equal(null)
  })

  it('decompresses nothing', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000))
    const answer = await answered(
      (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    expect(answer).to.include({ status: 200, head: null })
  })

  it('reports a connection that is cut before or within the headers', async () => {
    expect(await answered(cutting)).to.include({ status: null, error: 'broken_off' })
    const raw = await startRaw((socket) => socket.end('HTTP/1.1 200 OK\r\nx: '))
    const garbage = await startRaw((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
    const endless = await startRaw(
      (socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`),
    )
    try {
      for (const server of [raw, garbage, endless])
        expect(await post(server.url, 15, server.host)).to.include({
          status: null,
          error: 'broken_off',
        })
    } finally {
      await Promise.all([raw, garbage, endless].map((server) => server.close()))
    }
  })

  it('keeps the status of an answer that is cut', async () => {
    const answer = await answered((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('some')
      setImmediate(() => response.socket!.destroy())
    })
    expect(answer).to.include({ status: 200 })
  })

  it('reaches no address that is not public, however it is written', async () => {
    const { port } = new URL(receiver.url)
    const refused = [
      'http://127.0.0.1',
      'http://[::1]',
      'http://2130706433',
      'http://0x7f.1',
      'http://10.0.0.1',
      'http://169.254.169.254/latest/meta-data',
      'http://[::ffff:127.0.0.1]',
      'http://localhost',
      'http://a.localhost',
      'http://192.168.1.1',
      'http://0.0.0.0',
      `http://127.0.0.1:${port}/`,
      'https://93.184.215.14:8443/',
      'http://user:password@93.184.215.14/',
    ]
    for (const url of refused)
      expect(await post(url, 15, ''), url).to.include({
        status: null,
        error: 'address_not_allowed',
      })
    expect(receiver.received).to.deep.equal([])
  })

  it('never sends to Parley itself', async () => {
    for (const url of [
      'https://chat.example.com/api/v1/x',
      'https://CHAT.example.com',
      'http://chat.example.com',
    ])
      expect(await post(url)).to.include({ status: null, error: 'own_address' })
  })

  it('reports a server that does not listen, or does not speak TLS', async () => {
    const gone = await startReceiver()
    await gone.close()
    expect(await post(gone.url, 15, gone.host)).to.include({ status: null, error: 'not_reachable' })
    let hangUp: (gone: string) => void
    const hungUp = new Promise<string>((resolve) => {
      hangUp = resolve
    })
    const slow = await startRaw((socket) =>
      socket.on('close', () => hangUp('the connection ended first')),
    )
    try {
      const url = slow.url.replace('http:', 'https:')
      const answer = await Promise.race([post(url, 0.2, slow.host), hungUp])
      expect(answer).to.include({ status: null, error: 'timeout' })
    } finally {
      await slow.close()
    }
    const plain = receiver.url.replace('http:', 'https:')
    expect(await post(plain)).to.include({ status: null, error: 'tls_failed' })
  })
  ;(canMakeCertificates ? it : it.skip)('accepts no unknown certificate', async () => {
    const server = await startUntrusted()
    try {
      expect(await post(server.url, 15, server.host)).to.include({
        status: null,
        error: 'tls_failed',
      })
    } finally {
      await server.close()
    }
  })

  it('ends with the reason of its signal', async () => {
    const stop = new AbortController()
    receiver.behave(() => stop.abort(new Error('stopped')))
    const sent = sender()(receiver.url, {}, '{}', stop.signal)
    expect(await sent.catch((error) => error.message)).to.equal('stopped')
  })
})
