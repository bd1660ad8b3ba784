import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { Agent } from 'undici'
import {
  AnswerTooLarge,
  boundedRequest,
  readBounded,
  UnknownEncoding,
} from '../../../shared/lib/egress/boundedRequest.ts'
import { eventually } from '../../support/http/client.ts'
import { largeJson, PACKINGS, packed } from '../../support/http/packed.ts'

const MAX = 256 * 1024

describe('a bounded request', () => {
  let server: Server
  let dispatcher: Agent
  let serve: (response: ServerResponse) => void
  /** The number of open connections at the server. */
  let open = 0
  before(async () => {
    server = createServer((_, response) => serve(response))
    server.on('connection', (socket) => {
      open++
      socket.on('close', () => open--)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  after(() => server.close())
  beforeEach(() => {
    dispatcher = new Agent()
  })
  afterEach(() => dispatcher.destroy())

  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const ask = (more: object = {}) => ({
    dispatcher,
    maxBytes: MAX,
    signal: new AbortController().signal,
    ...more,
  })
  const thrown = (work: Promise<unknown>) =>
    work.then(
      () => expect.fail('it was read'),
      (error) => error,
    )
  const answering = (encoding: string, bytes: Buffer) => (response: ServerResponse) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(bytes)

  for (const ways of PACKINGS) {
    const name = ways.join(' in ')

    it(`reads a compressed answer (${name}), up to its limit`, async () => {
      const text = Buffer.alloc(MAX, 'a')
      const { encoding, bytes } = packed(text, ...ways)
      serve = answering(encoding, bytes)
      const { bytes: read, headers } = await readBounded(url(), ask())
      expect(read.equals(text)).to.equal(true)
      expect(headers).not.to.have.any.keys('content-encoding', 'content-length')
      expect((await thrown(readBounded(url(), ask({ maxBytes: MAX - 1 })))).name).to.equal(
        'AnswerTooLarge',
      )
    })

    it(`ends at its limit of unpacked bytes (${name})`, async () => {
      const { encoding, bytes } = largeJson(ways)
      expect(bytes.length).to.be.below(MAX)
      serve = answering(encoding, bytes)
      expect(await thrown(readBounded(url(), ask()))).to.be.instanceOf(AnswerTooLarge)
    })
  }

  it('ends at its limit of compressed bytes, also if they unpack to nothing', async () => {
    // Blocks of deflate without content.
    const empty = Buffer.alloc(5 * 100_000, Buffer.from([0, 0, 0, 0xff, 0xff]))
    for (const ways of [[], ['gzip']] as const) {
      const { encoding, bytes } = packed(empty, ...ways)
      serve = answering(['deflate', encoding].filter(Boolean).join(', '), bytes)
      expect(await thrown(readBounded(url(), ask()))).to.be.instanceOf(AnswerTooLarge)
    }
  })

  it('accepts no unknown encoding, and few encodings on top of each other', async () => {
    for (const encoding of [
      'zstd',
      'compress',
      'gzip, x',
      'constructor',
      'gzip, gzip, gzip, gzip',
    ]) {
      serve = answering(encoding, packed(Buffer.from('x'), 'gzip').bytes)
      expect(await thrown(readBounded(url(), ask())), encoding).to.be.instanceOf(UnknownEncoding)
    }
  })

  it('treats an answer that breaks off as an error, and an answer without a body as empty', async () => {
    const { encoding, bytes } = packed(Buffer.alloc(MAX, 'a'), 'gzip')
    serve = answering(encoding, bytes.subarray(0, bytes.length / 2))
    expect((await thrown(readBounded(url(), ask()))).code).to.equal('Z_BUF_ERROR')
    for (const name of ['identity', '', 'deflate']) {
      serve = answering(name, Buffer.alloc(0))
      expect((await readBounded(url(), ask())).bytes.length).to.equal(0)
    }
  })

  it('leaves a compressed answer as it is on request', async () => {
    const { encoding, bytes } = packed(Buffer.from('text'), 'gzip')
    serve = answering(encoding, bytes)
    const { bytes: read, headers } = await readBounded(url(), ask({ isLeftPacked: true }))
    expect([read.equals(bytes), headers['content-encoding']]).to.deep.equal([true, 'gzip'])
  })

  it('closes the connection when its reader or its signal ends, in the middle of a compressed answer', async () => {
    for (const way of PACKINGS.flat()) {
      const { encoding, bytes } = largeJson([way])
      serve = (response) => {
        response.writeHead(200, { 'content-encoding': encoding }).write(bytes.subarray(0, 2_000))
      }
      const { pieces } = await boundedRequest(url(), ask())
      await pieces.next()
      await pieces.return()
      await eventually(async () => open === 0)
      const ending = new AbortController()
      const { pieces: others } = await boundedRequest(
        url(),
        ask({ signal: ending.signal, maxBytes: 1e9 }),
      )
      const reading = (async () => {
        for await (const piece of others) if (piece.length) ending.abort(new Error('enough'))
      })()
      expect((await thrown(reading)).message).to.match(/enough|aborted|closed/i)
      await eventually(async () => open === 0)
    }
  })

  it('ends with its signal while it connects', async () => {
    const ending = new AbortController()
    const stuck = new Agent({ connect: () => ending.abort(new Error('enough')) })
    const asking = readBounded(url(), ask({ dispatcher: stuck, signal: ending.signal }))
    expect((await thrown(asking)).message).to.equal('enough')
  })
})
