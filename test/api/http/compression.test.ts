import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { request } from 'undici'
import type { Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

describe('the compression of answers', () => {
  let parley: Parley
  let client: Client
  before(async () => {
    parley = await startParley()
    client = parley.client
    for (let n = 0; n < 12; n++) await client.makeAgent({ name: `Agent ${n}` })
  })
  after(() => parley.stop())

  const get = async (path: string, encoding: string, accept = 'application/json') => {
    const headers = { ...client.authorization, Accept: accept, 'Accept-Encoding': encoding }
    const answer = await request(`${client.address}${path}`, { headers })
    return { headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) }
  }

  it("is the client's preferred one, and is declared", async () => {
    const plain = await get('/api/v1/agents', 'identity')
    expect(plain.headers).not.to.have.property('content-encoding')
    for (const [accepted, encoding, unpack] of [
      ['gzip', 'gzip', gunzipSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
    ] as const) {
      const packed = await get('/api/v1/agents', accepted)
      expect(packed.headers).to.include({ 'content-encoding': encoding })
      expect(packed.headers.vary).to.contain('Accept-Encoding')
      expect(packed.bytes.length).to.be.below(plain.bytes.length / 3)
      expect(JSON.parse(unpack(packed.bytes).toString()).data).to.deep.equal(
        JSON.parse(plain.bytes.toString()).data,
      )
    }
  })

  it('leaves short answers and streams of events uncompressed', async () => {
    expect((await get('/health', 'gzip')).headers).not.to.have.property('content-encoding')
    const conversation = await client.makeConversation()
    parley.model.behave(() => ({ text: 'word '.repeat(2_000) }))
    const { body } = await client.post(`/api/v1/conversations/${conversation.id}/messages`, {
      content: 'Hi',
    })
    const path = `/api/v1/conversations/${conversation.id}/messages/${body.data.id}`
    expect((await get(path, 'gzip')).headers).to.include({ 'content-encoding': 'gzip' })
    const stream = await get(path, 'gzip', 'text/event-stream')
    expect(stream.headers).not.to.have.property('content-encoding')
    expect(stream.bytes.toString()).to.contain('event: message.completed')
  })
})
