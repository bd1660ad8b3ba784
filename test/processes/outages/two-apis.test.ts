import { expect } from 'chai'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { setHourlyLimit } from '../../../shared/people/organizations.ts'
import { request, signedIn } from '../../support/http/access.ts'
import { type Answer, Client, eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { killAll, type RunningApi, runApi } from '../../support/product/processes.ts'

const AGENTS = '/api/v1/agents'
const APPLICATIONS = '/api/v1/applications'

/** One API in the tests' process, and one in a separate process. */
onOneQueue('two API processes', function (backend) {
  let parley: Parley
  let there: RunningApi
  before(async () => {
    parley = await startParley({ backend, workers: false })
    there = await runApi(parley.env)
  })
  after(async () => {
    await killAll()
    await parley.stop()
  })

  it('let exactly 100 of 150 requests pass that come to both at once', async () => {
    const client = await parley.another('limited to 100')
    await setHourlyLimit(parley.db, client.organizationId, 100)
    const two = [client, new Client(there.address, client.credentials)]
    // Counted for another caller: a process that has just started may be too slow for Redis, and
    // would count by itself.
    for (const { address } of two)
      for (let n = 0; n < 10; n++) await new Client(address, parley.client.credentials).get(AGENTS)
    const answers: Answer[] = []
    // 30 at a time, few enough for the count to come in time on a busy machine, too. Requests 91 to
    // 120 meet the limit.
    for (let round = 0; round < 5; round++)
      answers.push(
        ...(await Promise.all(Array.from({ length: 30 }, (_, n) => two[n % 2]!.get(AGENTS)))),
      )
    const passed = answers.filter(({ status }) => status === 200)
    expect(passed).to.have.length(100)
    expect(answers.filter(({ status }) => status === 429)).to.have.length(50)
    const left = passed.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
    expect(new Set(left)).to.have.property('size', 100)
  })

  it('both refuse a revoked secret, and go on accepting the other @long', async () => {
    const { client } = parley
    const owner = await signedIn(parley, client, 'owner')
    const send = (method: string, path: string, body?: object) =>
      request(client.address, method, path, owner.headers, body)
    const statusAt = async (address: string, client_id: string, secret: string) =>
      (await new Client(address, { ...client.credentials, client_id, secret }).get(AGENTS)).status
    const made = await send('POST', APPLICATIONS, { name: 'Shop' })
    expect(made.status).to.equal(201)
    const { id, client_id, client_secret, secrets } = made.body.data
    const { client_secret: other } = (await send('POST', `${APPLICATIONS}/${id}/secrets`, {})).body
      .data
    for (const { address } of [client, there])
      expect(await statusAt(address, client_id, client_secret)).to.equal(200)
    const path = `${APPLICATIONS}/${id}/secrets/${secrets[0].id}`
    expect((await send('DELETE', path)).status).to.equal(200)
    expect(await statusAt(client.address, client_id, client_secret)).to.equal(401)
    // Asked all the time, because a use does not prolong the cache.
    expect(TIMES.credentialsTtlMs, 'within 5 s').to.be.below(5_000)
    await eventually(
      async () => (await statusAt(there.address, client_id, client_secret)) === 401,
      60,
    )
    for (const { address } of [client, there])
      expect(await statusAt(address, client_id, other)).to.equal(200)
    expect((await send('DELETE', path)).status).to.equal(404)
    for (const secret of [client_secret, other]) expect(there.output()).not.to.include(secret)
  })

  it('lose nothing that a stopped process has recorded', async () => {
    const other = await parley.another('recorded')
    const client = new Client(there.address, other.credentials)
    for (let count = 0; count < 5; count++) expect((await client.get(AGENTS)).status).to.equal(200)
    expect(await there.stop()).to.equal(0)
    const { client_id } = other.credentials
    expect(await parley.db('request_logs').where({ client_id })).to.have.length(5)
  })
})
