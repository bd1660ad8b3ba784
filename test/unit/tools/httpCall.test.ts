import { createSecretKey, randomBytes } from 'node:crypto'
import { getEventListeners } from 'node:events'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { AppError } from '../../../shared/lib/errors.ts'
import { makeSealer } from '../../../shared/lib/sealing.ts'
import { newWebhookSecret } from '../../../shared/lib/signatures.ts'
import { findUnstorableText } from '../../../shared/lib/storable.ts'
import type { CallAnswer } from '../../../shared/tools/callAnswer.ts'
import { makeCallHttp } from '../../../shared/tools/httpCall.ts'
import { type Tool, toolPlace } from '../../../shared/tools/tools.ts'
import { CALL_FACTS, callOf } from '../../support/data/tools.ts'
import { largeJson, PACKINGS, packed } from '../../support/http/packed.ts'
import { freePort } from '../../support/servers/ports.ts'
import {
  canMakeCertificates,
  type RawServer,
  startRaw,
  startUntrusted,
} from '../../support/servers/raw.ts'
import {
  answering,
  type Behave,
  cutting,
  hanging,
  type Receiver,
  startReceiver,
} from '../../support/webhooks/receiver.ts'

/** A call of order 4711. */
const plannedCall = (fields: Parameters<typeof callOf>[0] = {}, facts = {}) =>
  callOf(fields, { order_id: '4711', amount: 12.5 }, facts)

const sealer = makeSealer([{ name: 'a', key: createSecretKey(randomBytes(32)) }])
const never = new AbortController().signal
const soon = () => AbortSignal.timeout(200)

/** Calls a server, which the operator lists. */
const callAt = (
  { host, url }: { host: string; url: string },
  fields: Partial<Tool> = {},
  signal = never,
): Promise<CallAnswer> =>
  makeCallHttp({ EGRESS_ALLOWED_HOSTS: host }, sealer)(
    plannedCall({ url_template: url, ...fields }),
    signal,
  )

describe('a call by HTTP', () => {
  let receiver: Receiver
  beforeEach(async () => {
    receiver = await startReceiver()
  })
  afterEach(() => receiver.close())

  const answer = (behave: Behave, fields: Partial<Tool> = {}, signal = never) => {
    receiver.behave(behave)
    return callAt(receiver, fields, signal)
  }
  const json = (body: string, type = 'application/json') =>
    answer(answering(200, { 'content-type': type }, body))
  const result = async (called: Promise<CallAnswer>) => Object(await called).result

  it('sends what its tool says, for whom, and with its secrets', async () => {
    const { tool } = plannedCall()
    const secret = newWebhookSecret()
    const called = await answer(answering(200, {}, '{"refund":"r1"}'), {
      auth_header: 'X-Key',
      sealed_auth: sealer.seal('secret', toolPlace(tool)),
      sealed_secret: sealer.seal(secret, toolPlace(tool)),
      idempotency_header: 'Idempotency-Key',
    })
    expect(called).to.deep.equal({
      kind: 'answered',
      status: 200,
      result: { refund: 'r1' },
      is_cut: false,
    })
    const [{ headers, body }] = receiver.received as [Receiver['received'][0]]
    expect(JSON.parse(body)).to.deep.equal({ amount: 12.5 })
    expect(headers).to.include({
      'x-key': 'secret',
      'idempotency-key': CALL_FACTS.call_id,
      'parley-call': CALL_FACTS.call_id,
      'parley-customer': 'customer%2F7',
      'webhook-id': CALL_FACTS.call_id,
      connection: 'close',
    })
    expect(headers['webhook-signature']).to.match(/^v1,/)
  })

  it('uses no connection twice', async () => {
    const server = await startRaw((socket) =>
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')),
    )
    try {
      for (const _ of [1, 2, 3]) expect(await callAt(server)).to.include({ status: 200 })
      expect(server.connections()).to.equal(3)
    } finally {
      await server.close()
    }
  })

  it('leaves no listener at its signal', async () => {
    const { signal } = new AbortController()
    await answer(answering(200, {}, '{}'), {}, signal)
    await answer(cutting, {}, signal)
    expect(getEventListeners(signal, 'abort')).to.deep.equal([])
  })

  it('follows no redirect', async () => {
    const other = await startReceiver()
    try {
      for (const status of [301, 302, 303, 307, 308])
        expect(await answer(answering(status, { location: other.url }))).to.include({
          kind: 'answered',
          status,
        })
      expect(other.received).to.deep.equal([])
    } finally {
      await other.close()
    }
  })

  describe('was not sent', () => {
    const notSent = (called: CallAnswer) => {
      expect(called.kind).to.equal('not_sent')
      const { code, detail } = Object(called).error
      expect(code).to.equal('tool_not_sent')
      return detail as string
    }

    it('to an address that is not public, or to another port', async () => {
      const call = makeCallHttp({ EGRESS_ALLOWED_HOSTS: '' }, sealer)
      for (const url_template of [
        'http://127.0.0.1/',
        'http://169.254.169.254/latest/meta-data',
        'http://[::1]/',
        'http://2130706433/',
        'http://localhost/',
        receiver.url,
      ])
        expect(notSent(await call(plannedCall({ url_template }), never)), url_template).to.match(
          /public internet|ports/,
        )
      expect(receiver.received).to.deep.equal([])
    })

    it('to a host that there is not, or a port that nobody listens at', async () => {
      const call = makeCallHttp({ EGRESS_ALLOWED_HOSTS: 'nowhere.invalid' }, sealer)
      expect(
        notSent(await call(plannedCall({ url_template: 'http://nowhere.invalid/' }), never)),
      ).to.equal('No host has this name.')
      const host = `127.0.0.1:${await freePort()}`
      expect(notSent(await callAt({ host, url: `http://${host}/` }))).to.equal(
        'The server accepts no connection.',
      )
    })

    it('to a server that does not speak TLS, or hangs up while it should', async () => {
      const plain = receiver.url.replace('http:', 'https:')
      expect(notSent(await callAt({ host: receiver.host, url: plain }))).to.match(/encryption/)
      const closing = await startRaw((socket) => socket.once('data', () => socket.destroy()))
      try {
        const url = closing.url.replace('http:', 'https:')
        notSent(await callAt({ ...closing, url }))
      } finally {
        await closing.close()
      }
      expect(receiver.received).to.deep.equal([])
    })
    ;(canMakeCertificates ? it : it.skip)(
      'to a server whose certificate nobody signed',
      async () => {
        const server = await startUntrusted()
        try {
          expect(notSent(await callAt(server))).to.match(/certificate/)
        } finally {
          await server.close()
        }
      },
    )

    it('when no connection was made in time, also later', async () => {
      let late: Socket | undefined
      const silent = await startRaw((socket) => {
        late = socket.resume()
      })
      try {
        const url = silent.url.replace('http:', 'https:')
        expect(notSent(await callAt({ ...silent, url }, {}, soon()))).to.match(/in time/)
        if (!late!.destroyed) await new Promise((resolve) => late!.on('close', resolve))
      } finally {
        await silent.close()
      }
    })

    it('when it was stopped before it began', async () => {
      notSent(await callAt(receiver, {}, AbortSignal.abort()))
      expect(receiver.received).to.deep.equal([])
    })

    it('when its secrets cannot be opened', async () => {
      const sealed_auth = makeSealer([{ name: 'b', key: createSecretKey(randomBytes(32)) }]).seal(
        'secret',
        toolPlace(plannedCall().tool),
      )
      expect(notSent(await callAt(receiver, { auth_header: 'x-key', sealed_auth }))).to.match(
        /SECRET_KEYS has no key b/,
      )
      expect(receiver.received).to.deep.equal([])
    })

    it('when its arguments may not stand in its address', async () => {
      const call = plannedCall({ url_template: `${receiver.url}/{order_id}` })
      const sent = makeCallHttp({ EGRESS_ALLOWED_HOSTS: receiver.host }, sealer)(
        { ...call, input: { order_id: '../admin', amount: 1 } },
        never,
      )
      const error = await sent.then(
        () => undefined,
        (error) => error,
      )
      expect(error).to.be.instanceOf(AppError)
      expect(error.code).to.equal('tool_arguments')
      expect(receiver.received).to.deep.equal([])
    })
  })

  describe('may have been done', () => {
    const unsure = (called: CallAnswer) => {
      expect(called.kind).to.equal('unsure')
      expect(Object(called).error.code).to.equal('tool_timed_out')
    }
    /** Calls a server that says this to the first bytes of each request. */
    const unsureOf = async (answer: (socket: Socket) => void, signal = never) => {
      let requests = 0
      const server: RawServer = await startRaw((socket) =>
        socket.once('data', () => {
          requests++
          answer(socket)
        }),
      )
      try {
        unsure(await callAt(server, {}, signal))
        expect(requests, 'requests').to.equal(1)
        expect(server.connections(), 'connections').to.equal(1)
      } finally {
        await server.close()
      }
    }

    it('when no answer came in time, or the connection was cut', async () => {
      unsure(await answer(hanging, {}, soon()))
      unsure(await answer(cutting))
      await unsureOf((socket) => socket.end())
      await unsureOf((socket) => socket.resetAndDestroy())
    })

    it('when the connection was cut before the request arrived', async () => {
      const server = await startRaw((socket) => socket.destroy())
      try {
        unsure(await callAt(server))
        expect(server.connections()).to.equal(1)
      } finally {
        await server.close()
      }
    })

    it('when the headers are cut, endless, dripped, or of another protocol', async () => {
      await unsureOf((socket) => socket.end('HTTP/1.1 200 OK\r\nx: '))
      await unsureOf((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
      await unsureOf((socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`))
      await unsureOf((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        const timer = setInterval(() => socket.write('x: y\r\n'), 20)
        socket.on('close', () => clearInterval(timer))
      }, soon())
    })

    it('when a success breaks off, or is dripped for too long', async () => {
      await unsureOf((socket) =>
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"refund":"r1"'),
      )
      await unsureOf((socket) =>
        socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nabc'),
      )
      await unsureOf((socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
        const timer = setInterval(() => socket.write('x'), 20)
        socket.on('close', () => clearInterval(timer))
      }, soon())
    })
  })

  it('knows a refusal by its status, although its text breaks off', async () => {
    const called = await answer((response) => {
      response.writeHead(404, { 'content-length': '100' }).write('no such')
      setImmediate(() => response.socket!.destroy())
    })
    expect(called).to.include({ kind: 'answered', status: 404, is_cut: true })
  })

  describe('has a result', () => {
    it('of JSON, of whatever kind', async () => {
      expect(await result(json('{"a":[1,null,"ä"]}'))).to.deep.equal({ a: [1, null, 'ä'] })
      expect(await result(json('"text"', 'application/problem+json; charset=utf-8'))).to.equal(
        'text',
      )
      expect(await result(json('false'))).to.equal(false)
      expect(await result(json('null'))).to.equal(null)
      expect(await result(json('\ufeff{"a":1}'))).to.deep.equal({ a: 1 })
      expect(await result(json(' [1]', 'text/plain'))).to.deep.equal([1])
      expect(await result(json('{"__proto__":{"a":1}}'))).to.have.own.property('__proto__')
    })

    it('of text, if it is no JSON', async () => {
      expect(await result(json('{"a":', 'application/json'))).to.equal('{"a":')
      expect(await result(json('<h1>Sorry</h1>', 'text/html'))).to.equal('<h1>Sorry</h1>')
      expect(await result(json('4711', 'text/plain'))).to.equal('4711')
      expect(await result(answer(answering(200, {}, 'OK')))).to.equal('OK')
    })

    it('of nothing, if the answer is empty or no text', async () => {
      expect(await answer(answering(204))).to.deep.equal({
        kind: 'answered',
        status: 204,
        result: null,
        is_cut: false,
      })
      expect(await result(json(' \n'))).to.equal(null)
      expect(await result(json('\u0000\u0001', 'image/png'))).to.equal(null)
    })

    it('in its charset, or in UTF-8', async () => {
      const bytes = (body: Buffer, type: string) =>
        result(
          answer((response) => void response.writeHead(200, { 'content-type': type }).end(body)),
        )
      const text = 'Grüße 世界'
      expect(
        await bytes(Buffer.from('Grüße', 'latin1'), 'text/plain; charset=ISO-8859-1'),
      ).to.equal('Grüße')
      const utf16 = Buffer.from(`\ufeff{"a":"${text}"}`, 'utf16le')
      expect(await bytes(utf16, 'application/json')).to.deep.equal({ a: text })
      expect(await bytes(Buffer.from(utf16).swap16(), 'application/json')).to.deep.equal({
        a: text,
      })
      expect(await bytes(Buffer.from(text), 'text/plain; charset=klingon')).to.equal(text)
      expect(await bytes(Buffer.from([0x61, 0xff, 0x62]), 'text/plain')).to.equal('a\ufffdb')
    })

    it('that PostgreSQL can store', async () => {
      const stored = await result(json('{"a\\u0000":["\\ud800x","b\\u0000"],"n":1}'))
      expect(stored).to.deep.equal({ a: ['\ufffdx', 'b'], n: 1 })
      for (const body of ['"\\udc00"', '"\\u0000"', 'a\u0000b'])
        expect(findUnstorableText(await result(json(body)))).to.equal(undefined)
    })

    it('with every digit of a number', async () => {
      expect(
        await result(
          json('{"id":90071992547409931,"x":1e400,"y":-1E999,"f":0.25,"s":"12345678901234567890"}'),
        ),
      ).to.deep.equal({
        id: '90071992547409931',
        x: '1e400',
        y: '-1E999',
        f: 0.25,
        s: '12345678901234567890',
      })
      expect(await result(json('{"\\"1e400":[9007199254740991,1.5e3]}'))).to.deep.equal({
        '"1e400': [9007199254740991, 1500],
      })
    })

    it('as a text, if its JSON is too deep', async () => {
      const deep = '['.repeat(30_000) + ']'.repeat(30_000)
      expect(await result(json(deep))).to.equal(deep)
      const objects = `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`
      expect(await result(json(objects))).to.equal(objects)
      expect(await result(json('[[[[1]]]]'))).to.deep.equal([[[[1]]]])
    })
  })

  describe('reads no more than its bytes', () => {
    const max_bytes = 2_000

    it('of an answer of 10 MB, or without an end', async () => {
      const called = await answer(answering(200, {}, 'ä'.repeat(5_000_000)), { max_bytes })
      expect(called).to.deep.equal({
        kind: 'answered',
        status: 200,
        result: 'ä'.repeat(1_000),
        is_cut: true,
      })
      let closed: Promise<unknown> | undefined
      const endless = await answer(
        (response) => {
          response.writeHead(200, { 'content-type': 'application/json' })
          const write = () => {
            while (response.write('[1],')) {
              // Fills the socket.
            }
          }
          response.on('drain', write)
          closed = new Promise((resolve) => response.on('close', resolve))
          write()
        },
        { max_bytes },
      )
      expect(endless).to.include({ status: 200, is_cut: true })
      await closed
    })

    it('of one that unpacks to 60 MB', async () => {
      const { encoding, bytes } = largeJson(['gzip'])
      const called = await answer(
        (response) => void response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
        { max_bytes: 100_000 },
      )
      expect(called).to.include({ kind: 'answered', status: 200, is_cut: true })
      expect(Object(called).result).to.have.length(100_000)
    })

    it('and unpacks what is packed, or says that it cannot', async () => {
      const text = Buffer.from('{"a":1}')
      const packedAs = (encoding: string, bytes: Buffer) =>
        answer(
          (response) =>
            void response
              .writeHead(200, { 'content-encoding': encoding, 'content-type': 'application/json' })
              .end(bytes),
        )
      for (const ways of PACKINGS) {
        const { encoding, bytes } = packed(text, ...ways)
        expect(await result(packedAs(encoding, bytes))).to.deep.equal({ a: 1 })
      }
      for (const [encoding, bytes] of [
        ['gzip', text],
        ['br', Buffer.from('no brotli at all')],
        ['gzip', gzipSync(text).subarray(0, 20)],
        ['zstd', text],
        ['gzip, gzip, gzip, gzip', text],
      ] as const)
        expect(await packedAs(encoding, bytes), encoding).to.include({
          kind: 'answered',
          status: 200,
          is_cut: true,
        })
    })
  })
})
