import { expect } from 'chai'
import { clientAddress, clientNetworks } from '../../../api/http/clientAddress.ts'
import { addLimitedRoutes } from '../../support/http/routes.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

describe('the header Strict-Transport-Security', () => {
  let parley: Parley
  before(async () => {
    const settings = { TRUST_PROXY_HOPS: '1', NODE_ENV: 'production' }
    parley = await startParley({ backend: 'postgres', workers: false, settings })
  })
  after(() => parley.stop())

  for (const [protocol, expected] of [
    ['https', 'max-age=31536000'],
    ['http', null],
  ] as const)
    it(`is ${expected ? 'sent' : 'not sent'} to a request with X-Forwarded-Proto: ${protocol}`, async () => {
      const headers = { 'X-Forwarded-Proto': protocol }
      const response = await fetch(`${parley.client.address}/health`, { headers })
      expect(response.headers.get('strict-transport-security')).to.equal(expected)
    })
})

describe('a client is counted by', () => {
  it('its IPv4 address, also where that is written as IPv6 or with a port', () => {
    for (const text of [
      '203.0.113.7',
      '::ffff:203.0.113.7',
      '::ffff:cb00:7107',
      '203.0.113.7:4711',
    ])
      expect(clientAddress(text), text).to.equal('203.0.113.7')
    expect(clientAddress('203.0.113.8')).not.to.equal(clientAddress('203.0.113.7'))
  })

  it('the /64 of its IPv6 address', () => {
    for (const text of [
      '2001:db8:1:2::1',
      '2001:DB8:1:2:ffff::9',
      '[2001:db8:1:2::1]',
      '[2001:db8:1:2::1]:80',
    ])
      expect(clientAddress(text), text).to.equal('2001:db8:1:2::/64')
    expect(clientAddress('2001:db8:1:3::1')).not.to.equal(clientAddress('2001:db8:1:2::1'))
  })

  it('the wider networks of its IPv6 address as well, with higher limits', () => {
    expect(clientNetworks('2001:db8:1:2ff::1')).to.deep.equal([
      { network: '2001:db8:1:2ff::/64', times: 1 },
      { network: '2001:db8:1:200::/56', times: 2 },
      { network: '2001:db8:1::/48', times: 8 },
    ])
    expect(clientNetworks('203.0.113.7')).to.deep.equal([{ network: '203.0.113.7', times: 1 }])
  })

  it('one shared name where its address is invalid', () => {
    const texts = [
      '',
      'unknown',
      '_hidden',
      '1.2.3',
      '0x7f.1',
      '2130706433',
      '1.2.3.4.5',
      '1.2.3.400',
      '::1::',
      '[',
      ' ',
    ]
    for (const text of texts) expect(clientAddress(text), text).to.equal('unknown')
    expect(clientAddress('x'.repeat(10_000))).to.equal('unknown')
  })
})

/**
 * The X-Forwarded-For of each request, and the address that counts; `null`: the connection's own.
 */
const CHAINS: Record<string, [header: string | undefined, address: string | null][]> = {
  '0': [
    [undefined, null],
    ['203.0.113.7', null],
    ['203.0.113.7, 203.0.113.8', null],
  ],
  '1': [
    [undefined, null],
    ['203.0.113.7', '203.0.113.7'],
    ['6.6.6.6, 203.0.113.7', '203.0.113.7'],
    ['6.6.6.6,7.7.7.7,203.0.113.7', '203.0.113.7'],
    [', , ,203.0.113.7', '203.0.113.7'],
    [`${'6.6.6.6,'.repeat(1000)}203.0.113.7`, '203.0.113.7'],
    ['6.6.6.6,', null],
    ['6.6.6.6, junk', 'junk'],
  ],
  '2': [
    [undefined, null],
    ['203.0.113.7, 198.51.100.1', '203.0.113.7'],
    ['6.6.6.6, 203.0.113.7, 198.51.100.1', '203.0.113.7'],
    ['198.51.100.1', '198.51.100.1'],
  ],
}

for (const [hops, chains] of Object.entries(CHAINS))
  describe(`with ${hops} trusted routers`, () => {
    let parley: Parley
    let removeRoutes: () => void
    before(async () => {
      removeRoutes = addLimitedRoutes()
      const settings = { TRUST_PROXY_HOPS: hops, MINT_MINUTE_LIMIT: '3' }
      parley = await startParley({ backend: 'postgres', workers: false, settings })
    })
    after(async () => {
      removeRoutes()
      await parley.stop()
    })
    const mint = (header?: string) =>
      parley.client.post(
        '/test/mint',
        {},
        header === undefined ? {} : { 'X-Forwarded-For': header },
      )

    it("the client's address is the one that the outermost router wrote", async () => {
      for (const [header, address] of chains) {
        await parley.db('rate_limits').delete()
        const { body } = await mint(header)
        expect(body.data.ip, header?.slice(0, 80)).to.equal(address ?? '127.0.0.1')
      }
    })

    it('a forged header does not evade a limit', async () => {
      await parley.db('rate_limits').delete()
      const behind = ['', ', 203.0.113.7', ', 203.0.113.7, 198.51.100.1'][Number(hops)]
      const statuses = []
      for (let n = 1; n <= 5; n++) statuses.push((await mint(`10.0.0.${n}${behind}`)).status)
      expect(statuses).to.deep.equal([200, 200, 200, 429, 429])
    })
  })

describe('two clients behind a trusted router', () => {
  let parley: Parley
  let removeRoutes: () => void
  before(async () => {
    removeRoutes = addLimitedRoutes()
    const settings = { TRUST_PROXY_HOPS: '1', SIGN_IN_MINUTE_LIMIT: '1' }
    parley = await startParley({ backend: 'postgres', workers: false, settings })
  })
  after(async () => {
    removeRoutes()
    await parley.stop()
  })

  it('are counted apart, and two of one /64 or without an address together', async () => {
    const pairs: [string, string, number][] = [
      ['203.0.113.1', '203.0.113.2', 200],
      ['2001:db8::1', '2001:db8::2', 429],
      ['2001:db8:1:1::1', '2001:db8:1:2::1', 200],
      ['junk', 'other junk', 429],
    ]
    for (const [one, other, status] of pairs) {
      const signIn = (address: string) =>
        parley.client.post('/test/sign_in', {}, { 'X-Forwarded-For': address })
      expect((await signIn(one)).status, one).to.equal(200)
      expect((await signIn(other)).status, other).to.equal(status)
    }
  })
})
