import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { timesAt } from '../../../shared/lib/config/times.ts'
import { type SignedIn, signedIn } from '../../support/http/access.ts'
import { Client, eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { killAll, type RunningApi, run, runApi } from '../../support/product/processes.ts'

const MB = 1024 * 1024
const times = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

describe('the API as a process', function () {
  let parley: Parley
  let folder: string
  let api: RunningApi
  /** For tests of slow clients: it gives them a third of the time. */
  let hasty: RunningApi
  let client: Client
  let owner: SignedIn
  before(async () => {
    parley = await startParley({ backend: 'postgres', workers: false })
    owner = await signedIn(parley, parley.client, 'owner')
    folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
    const env = { ...parley.env, MAX_WAITERS: '10', TMPDIR: folder, SHUTDOWN_SECONDS: '1' }
    ;[api, hasty] = await Promise.all([runApi(env), runApi({ ...env, TIME_SCALE: '0.3' })])
    client = new Client(api.address, parley.client.credentials)
    await client.get('/api/v1/agents')
  })
  after(async () => {
    await killAll()
    await parley.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const dial = (onConnect: (socket: Socket) => unknown = () => undefined, { address } = api) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.on('error', () => undefined).once('connect', () => onConnect(socket))
    return socket
  }

  const HEAD = 'POST /api/v1/contexts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'

  /**
   * Sends the first bytes to the hasty API, and then the others one by one. @returns the time until
   * it closed the connection, and its answer
   */
  function dribble(first: string, bytes: string): Promise<{ ms: number; said: string }> {
    return new Promise((resolve) => {
      const started = performance.now()
      let said = ''
      let sent = 0
      let timer: NodeJS.Timeout | undefined
      const socket = dial((connected) => {
        connected.write(first)
        timer = setInterval(() => bytes && connected.write(bytes[sent++ % bytes.length]!), 200)
      }, hasty)
      socket.setEncoding('utf8').on('data', (text) => {
        said += text
      })
      socket.once('close', () => {
        clearInterval(timer)
        resolve({ ms: performance.now() - started, said })
      })
    })
  }

  it('closes 500 connections that dribble headers or bodies, and serves others in the meantime @long', async () => {
    let over = false
    const dribbling = Promise.all([
      times(240, () => dribble('GET /health HTTP/1.1\r\n', 'x-slow: a\r\n')),
      times(240, () => dribble(`${HEAD}Content-Length: 1000\r\n\r\n`, '{ ')),
      times(10, () => dribble(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n')),
      times(10, () => dribble('', '')),
    ]).finally(() => {
      over = true
    })
    const other = new Client(hasty.address, parley.client.credentials)
    let served = 0
    for (; !over; served++) {
      expect((await other.get('/api/v1/agents')).status).to.equal(200)
      await pause(100)
    }
    expect(served).to.be.above(5)
    const [headers, bodies, chunks, silent] = await dribbling
    for (const { said } of headers)
      expect(said).to.match(/^(HTTP\/1\.1 400 .*"malformed_request".*)?$/s)
    // A browser would read bytes on a spare connection as the answer to its next request.
    for (const { said } of silent) expect(said).to.equal('')
    for (const { ms, said } of [...bodies, ...chunks]) {
      expect(said).to.match(/^HTTP\/1\.1 400 .*"malformed_request"/s)
      // No body is cut off earlier than allowed.
      expect(ms, said).to.be.at.least(0.75 * timesAt(0.3).slowBodyMs)
    }
  })

  for (const [name, start] of [
    ['a type that is not taken', HEAD.replace('json', 'xml')],
    ['no type', 'POST /health HTTP/1.1\r\nHost: a\r\n'],
    [
      'an upload of nobody',
      'POST /knowledge-base/ HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=x\r\n',
    ],
  ] as const)
    it(`closes a connection whose body dribbles after a refusal before the body is complete: ${name}`, async () => {
      const { said } = await dribble(`${start}Content-Length: 1000\r\n\r\n`, 'x')
      expect(said).to.match(/^HTTP\/1\.1 4(15|01) .*\r\nconnection: close\r\n/is)
    })

  interface Kept {
    agent: Agent
    port: unknown
    since: number
  }
  let kept: Kept
  const askOn = (agent: Agent) =>
    new Promise<{ keepAlive: unknown; port: unknown; reused: boolean }>((resolve, reject) => {
      const request = httpRequest(`${api.address}/health`, { agent }, (response) => {
        const { localPort: port } = response.socket
        response.resume().on('end', () => {
          resolve({ keepAlive: response.headers['keep-alive'], port, reused: request.reusedSocket })
        })
      })
      request.on('error', reject).end()
    })

  it('announces how long it keeps a silent connection: for longer than a router does', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const { port, keepAlive } = await askOn(agent)
    expect(keepAlive).to.equal('timeout=95')
    kept = { agent, port, since: performance.now() }
  })

  it('refuses connections over its bound, keeps open ones, and accepts new ones when some are gone', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const probe = () =>
      new Promise<number | undefined>((resolve, reject) => {
        httpRequest(`${api.address}/health`, { agent }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode))
        })
          .on('error', reject)
          .end()
      })
    expect(await probe()).to.equal(200)
    // 2 × MAX_WAITERS + 1,000.
    const sockets: Socket[] = []
    let refused = 0
    for (let n = 0; n < 1_100; n++) {
      const socket = dial()
      socket.once('close', () => refused++)
      sockets.push(socket)
    }
    await eventually(async () => refused >= 80, 60)
    expect(refused).to.be.within(80, 120)
    expect(await probe()).to.equal(200)
    for (const socket of sockets) socket.destroy()
    agent.destroy()
    await eventually(
      async () => (await client.get('/health').catch(() => undefined))?.status === 200,
      60,
    )
    expect(api.output()).to.match(/too many connections/)
  })

  const rss = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${api.pid}/status`, 'utf8'))![1]) / 1024

  /**
   * Sends as long as the server reads. @returns the status; 0 if the answer was lost, because the
   * server closed while more was sent
   */
  function sendLarge(
    path: string,
    headers: Record<string, string>,
    start: string,
    megabytes: number,
  ): Promise<number> {
    return new Promise((resolve) => {
      const some = Buffer.alloc(256 * 1024, ' ')
      let left = megabytes * 4
      let status = 0
      const request = httpRequest(`${api.address}${path}`, {
        method: 'POST',
        headers,
        agent: false,
      })
      const more = () => {
        while (left > 0 && !request.destroyed) {
          left--
          if (!request.write(some)) return
        }
        if (!request.destroyed) request.end()
      }
      request.on('response', (response) => {
        status = response.statusCode!
        expect(response.headers.connection).to.equal('close')
        response.resume()
      })
      request.on('error', () => undefined)
      request.on('close', () => resolve(status))
      request.on('drain', more)
      request.write(start)
      more()
    })
  }

  const MULTIPART = 'multipart/form-data; boundary=x'
  const PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'

  for (const [name, path, type, start, length] of [
    ['JSON', '/api/v1/contexts', 'application/json', '{', true],
    ['JSON without a length', '/api/v1/contexts', 'application/json', '{', false],
    ['an upload', '/knowledge-base/', MULTIPART, PART, true],
    ['an upload without a length', '/knowledge-base/', MULTIPART, PART, false],
  ] as const)
    it(`refuses 50 bodies of 25 MB, 20 at a time, without growing in memory: ${name} @long`, async () => {
      const before = rss()
      let most = before
      const watch = setInterval(() => {
        most = Math.max(most, rss())
      }, 50)
      const headers = {
        ...(type === MULTIPART ? owner.headers : parley.client.authorization),
        'Content-Type': type,
        ...(length ? { 'Content-Length': String(25 * MB + start.length) } : {}),
      }
      const statuses: number[] = []
      let next = 0
      await times(20, async () => {
        while (next++ < 50) statuses.push(await sendLarge(path, headers, start, 25))
      }).finally(() => clearInterval(watch))
      expect(statuses).to.have.length(50)
      for (const status of statuses)
        expect(status).to.be.oneOf(type === MULTIPART ? [413, 503, 0] : [413, 0])
      expect(statuses.filter((status) => status === 0)).to.have.length.below(25)
      expect(statuses).to.include(413)
      // Received bytes are garbage until they are collected. 20 bodies held at a file's 20 MB would
      // be 400.
      expect(most - before).to.be.below(200)
      expect(await readdir(folder)).to.deep.equal([])
      expect((await client.get('/api/v1/agents')).status).to.equal(200)
    })

  it('refuses compressed bodies unread: JSON on every kind of route, and uploads', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * MB, ' '))
    const before = rss()
    for (const [method, path] of [
      ['POST', '/api/v1/agents'],
      ['POST', '/api/v1/conversations'],
      ['POST', '/api/v1/contexts'],
      ['POST', '/api/v1/knowledge/qa'],
      ['POST', '/api/v1/knowledge/urls'],
      ['POST', '/api/v1/auth/widget-token'],
      ['PATCH', `/api/v1/agents/01900000-0000-7000-8000-000000000000`],
    ] as const)
      for (const encoding of ['gzip', 'GZIP', 'br', 'identity, gzip']) {
        const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding }
        expect((await client.send(method, path, bomb, headers)).body.code).to.equal(
          'unsupported_media_type',
        )
      }
    const response = await fetch(`${api.address}/knowledge-base/`, {
      method: 'POST',
      headers: { ...owner.headers, 'Content-Type': MULTIPART, 'Content-Encoding': 'gzip' },
      body: gzipSync(`${PART}${' '.repeat(MB)}\r\n--x--\r\n`),
    })
    expect(((await response.json()) as any).code).to.equal('unsupported_media_type')
    expect(rss() - before).to.be.below(50)
  })

  const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`
  const GET = 'GET /health HTTP/1.1'
  const LAST = lines(GET, 'Host: a', 'X-Request-Id: the-last', 'Connection: close')

  /**
   * Returns the server's answer to these bytes. The request after them makes it close the
   * connection, unless they already have.
   */
  function saidTo(bytes: string): Promise<string> {
    return new Promise((resolve) => {
      let said = ''
      const socket = dial((connected) => connected.write(bytes + LAST, 'latin1'))
      socket.setEncoding('utf8').on('data', (text) => {
        said += text
      })
      socket.once('close', () => {
        const answers = said.split(/(?=HTTP\/1\.1 \d{3} )/)
        resolve(answers.filter((answer) => !/\nx-request-id: the-last\r/i.test(answer)).join(''))
      })
    })
  }

  for (const [name, bytes, statuses] of [
    [
      '2,000 small headers',
      lines(GET, 'Host: a', ...Array.from({ length: 2_000 }, () => 'a:b')),
      [200],
    ],
    ['3,000 headers', lines(GET, 'Host: a', ...Array.from({ length: 3_000 }, () => 'a:')), [200]],
    ['an address of nearly 16 kB', lines(`GET /${'x'.repeat(16_000)} HTTP/1.1`, 'Host: a'), [404]],
    ['an address of 16 kB', lines(`GET /${'x'.repeat(16 * 1024)} HTTP/1.1`, 'Host: a'), [431]],
    [
      'a query of nearly 16 kB',
      lines(`GET /health?${'x'.repeat(16_000)} HTTP/1.1`, 'Host: a'),
      [200],
    ],
    ['two hosts', lines(GET, 'Host: a', 'host: b'), [400]],
    [
      'a length and chunks',
      `${lines('POST /health HTTP/1.1', 'Host: a', 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${lines(GET, 'Host: a')}`,
      [400],
    ],
    [
      'two lengths that differ',
      `${lines('POST /health HTTP/1.1', 'Host: a', 'Content-Length: 4', 'Content-Length: 5')}12345`,
      [400],
    ],
    [
      'chunks under another name',
      `${lines('POST /health HTTP/1.1', 'Host: a', 'Transfer-Encoding: xchunked')}0\r\n\r\n`,
      [400],
    ],
    ['bare line feeds', 'GET /health HTTP/1.1\nHost: a\n\n', [400]],
    ['a header on two lines', lines(GET, 'Host: a', 'X-A: b', ' c'), [400, 200]],
    ['a blank before a colon', lines(GET, 'Host : a'), [400]],
    ['a NUL in a header', lines(GET, 'Host: a', 'X-A: \0'), [400]],
    ['a NUL in the path', lines('GET /%00 HTTP/1.1', 'Host: a'), [404]],
    ['a NUL in a route', lines('GET /api/v1/agents/%00 HTTP/1.1', 'Host: a'), [401, 404]],
    ['a whole address', lines('GET http://elsewhere/health HTTP/1.1', 'Host: a'), [200, 404]],
    ['a star', lines('PUT * HTTP/1.1', 'Host: a'), [400, 404]],
    ['two slashes', lines('GET //health HTTP/1.1', 'Host: a'), [404]],
  ] as const)
    it(`answers ${name} once, in the envelope`, async () => {
      const said = await saidTo(bytes)
      const answers = said.match(/HTTP\/1\.1 \d{3}/g) ?? []
      expect(answers, said.slice(0, 500)).to.have.length(1)
      const status = Number(answers[0]!.slice(-3))
      expect(status, said.slice(0, 500)).to.be.oneOf([...statuses])
      const body = JSON.parse(said.split('\r\n\r\n')[1]!)
      expect(body.status_code).to.equal(status)
      expect(body.status).to.equal(status < 400 ? 'success' : 'error')
    })

  it('keeps the connection that was silent in the meantime @long', async () => {
    // Longer than Node's own 5 s, and its extra second.
    await pause(Math.max(0, kept.since + 6_500 - performance.now()))
    expect(await askOn(kept.agent)).to.deep.include({ port: kept.port, reused: true })
    kept.agent.destroy()
  })

  it('stops at SIGTERM in spite of silent clients and half requests', async () => {
    const sockets = [
      '',
      'GET / HTTP/1.1\r\nHost',
      'POST /api/v1/agents HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{',
    ].map((text) => dial((socket) => socket.write(text)))
    await pause(200)
    expect(await Promise.all([api.stop(), hasty.stop()])).to.deep.equal([0, 0])
    for (const socket of sockets) socket.destroy()
  })

  it('has logged nothing that only a defect causes', () => {
    for (const { output } of [api, hasty]) {
      expect(output()).not.to.match(/"level":[56]0/)
      expect(output()).not.to.match(/^[^{\n]/m)
    }
  })
})

describe('an uncaught error', function () {
  for (const [name, code] of [
    ['an exception', 'setTimeout(() => { throw new Error("boom") })'],
    ['a rejection', 'Promise.reject(new Error("boom"))'],
  ] as const)
    it(`ends a process with 1 and a line in the log that names it: ${name}`, async () => {
      const program = `
        const { onShutdown } = await import('./dist/shared/process/shutdown.js')
        const { makeLog } = await import('./dist/shared/lib/observability/log.js')
        onShutdown(makeLog('test', { LOG_LEVEL: 'info', LOG_FORMAT: 'json' }), async () => undefined)
        setTimeout(() => undefined, 60_000)
        ${code}`
      const process = run('node', ['--input-type=module', '-e', program], {})
      expect(await process.ended).to.equal(1)
      expect(process.output()).to.match(/^\{"level":60,.*"boom"/)
    })
})
