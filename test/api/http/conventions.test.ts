import { expect } from 'chai'
import { readingRouteOf } from '../../../api/http/recordPlace.ts'
import { makeOwn, type Own, sampleFor, send } from '../../support/data/samples.ts'
import { ROUTES, request, signedIn } from '../../support/http/access.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const LATER = { Prefer: 'respond-async' }

describe('HTTP rules:', () => {
  let parley: Parley
  let mine: Own
  let address: string
  before(async () => {
    parley = await startParley({ workers: false })
    mine = await makeOwn(parley, parley.client)
    address = parley.client.address
  })
  after(() => parley.stop())

  describe('a 401 says how to send credentials', () => {
    const challengeOf = async (path: string, headers = {}, method = 'GET', body?: object) => {
      const answer = await request(address, method, path, headers, body)
      expect(answer.status).to.equal(401)
      return answer.headers.get('www-authenticate')
    }
    const BEARER = 'Bearer realm="Parley"'

    it('as a key, by Bearer or Basic', async () => {
      const both = `${BEARER}, Basic realm="Parley", charset="UTF-8"`
      expect(await challengeOf('/api/v1/agents')).to.equal(both)
      expect(await challengeOf('/api/v1/agents', { Authorization: 'Basic OnNlY3JldA==' })).to.equal(
        both,
      )
      expect(await challengeOf('/analytics/logs', { Authorization: 'Bearer sk_wrong' })).to.equal(
        both,
      )
    })

    it('to a browser never by Basic, which would open its password dialog', async () => {
      for (const headers of [
        { Origin: 'https://shop.example.com' },
        { Cookie: '__Host-parley_session=x' },
        { 'Sec-Fetch-Site': 'same-origin' },
        { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
      ])
        expect(await challengeOf('/api/v1/agents', headers), JSON.stringify(headers)).to.equal(
          BEARER,
        )
    })

    it('also on a route without keys, and to a wrong password', async () => {
      expect(await challengeOf('/api/v1/users')).to.equal(BEARER)
      const wrong = { email: 'nobody@example.com', password: 'wrong' }
      expect(await challengeOf('/dashboard/session', {}, 'POST', wrong)).to.equal(BEARER)
    })
  })

  describe('a 201 has the place of its record:', () => {
    const isRead = (path: string) => ROUTES.some(({ name }) => name === `GET ${path}`)
    const readable = ROUTES.filter(
      ({ method, path, metadata }) =>
        method === 'POST' && 201 in (metadata.answers ?? {}) && readingRouteOf(path, ':id', isRead),
    )

    it('at most routes that create a record', () => expect(readable).to.have.length.above(15))

    for (const route of readable)
      it(route.name, async () => {
        const owner = await signedIn(parley, mine.client, 'owner')
        const isForKeys = route.metadata.credentials?.includes('application')
        const by = isForKeys ? mine.client.authorization : owner.headers
        const { status, body, headers } = await send(
          address,
          route,
          await sampleFor(route, mine),
          by,
        )
        expect(status, JSON.stringify(body)).to.be.oneOf([201, 202])
        const place = headers.get('location')!
        if (status === 201 || place) expect(place, JSON.stringify(body)).to.match(/^\/api\/v1\//)
        if (!place || place.includes('/attachments/')) return
        const read = await request(address, 'GET', place, by)
        expect([read.status, read.body.data.id]).to.deep.equal([200, body.data.id])
      })
  })

  describe('OPTIONS', () => {
    const ask = async (path: string, headers = {}) => {
      const { status, headers: got } = await request(address, 'OPTIONS', path, headers)
      return [status, got.get('allow')?.split(', ').sort().join(' ') ?? null]
    }

    it('lists the methods of a path', async () => {
      expect(await ask('/api/v1/agents')).to.deep.equal([204, 'GET HEAD POST'])
      expect(await ask('/api/v1/agents/any/')).to.deep.equal([204, 'DELETE GET HEAD PATCH'])
      expect(await ask('/api/v1/agents', { Origin: 'https://elsewhere.example' })).to.deep.equal([
        204,
        'GET HEAD POST',
      ])
    })

    it('finds no unknown path', async () => {
      expect(await ask('/api/v1/nothing')).to.deep.equal([404, null])
    })

    it('of a page is a preflight, answered for every path', async () => {
      const preflight = {
        Origin: 'https://elsewhere.example',
        'Access-Control-Request-Method': 'POST',
      }
      expect(await ask('/api/v1/nothing', preflight)).to.deep.equal([204, null])
    })
  })

  it('JSON in another charset than UTF-8 is refused', async () => {
    const { authorization } = mine.client
    const post = async (type: string) =>
      (
        await request(
          ...([address, 'POST', '/api/v1/agents'] as const),
          { ...authorization, 'Content-Type': type },
          '{"name":"Ada"}',
        )
      ).status
    for (const charset of ['utf-8', 'UTF-8', '"utf-8"', 'utf8', 'us-ascii'])
      expect(await post(`application/json; charset=${charset}`), charset).to.equal(201)
    for (const charset of ['iso-8859-1', 'utf-16', 'nonsense'])
      expect(await post(`application/json; charset=${charset}`), charset).to.equal(415)
  })

  it('Preference-Applied says which wait is applied, also for a preference that is unreadable', async () => {
    const kept = async (prefer: string) => {
      const made = await mine.client.makeConversation()
      const said = await mine.client.say(made.id, 'Hi', LATER)
      const path = `/api/v1/conversations/${made.id}/messages/${said.body.data.id}`
      await mine.client.send('DELETE', path)
      const again = await mine.client.post(`/api/v1/conversations/${made.id}/handoff`, {})
      expect(again.status).to.equal(201)
      const answer = await mine.client.say(made.id, 'Hi', { Prefer: prefer })
      return answer.headers.get('preference-applied')
    }
    // People have the chat, so no request waits unasked.
    for (const prefer of ['wait=abc', 'wait=', 'wait', 'wait=-1', 'wait=1.5'])
      expect(await kept(prefer), prefer).to.equal('wait=0')
    for (const prefer of ['wait=0', 'wait="0"', 'handling=lenient, wait=0'])
      expect(await kept(prefer), prefer).to.equal('wait=0')
    expect(await kept('handling=lenient')).to.equal(null)
  })

  it('an empty Idempotency-Key is refused', async () => {
    const { status, body } = await mine.client.post(
      '/api/v1/agents',
      { name: 'Ada' },
      { 'Idempotency-Key': '' },
    )
    expect([status, body.data?.errors?.[0].field]).to.deep.equal([422, 'Idempotency-Key'])
  })
})
