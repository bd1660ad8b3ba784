import { expect } from 'chai'
import { Client, eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'

onOneQueue('health', (backend) => {
  let parley: Parley
  let anybody: Client
  before(async () => {
    parley = await startParley({ backend, workers: false })
    anybody = new Client(parley.client.address, { organization_id: '', client_id: '', secret: '' })
  })
  after(() => parley.stop())

  for (const path of ['/health', '/health/', '/ready', '/ready/'])
    it(`is 200 at ${path} for anybody`, async () => {
      if (path.startsWith('/ready'))
        await eventually(async () => (await anybody.get(path)).status === 200, 30)
      expect((await anybody.get(path)).status).to.equal(200)
    })

  it('shows at /ready what the process reaches', async () => {
    const { data } = (
      await eventually(async () => {
        const answer = await anybody.get('/ready')
        return answer.body.data?.queue && answer
      }, 30)
    ).body
    expect(data).to.have.all.keys('database', 'queue', 'relay_lag_seconds')
    expect(data).to.include({ database: true, queue: true })
    expect(data.relay_lag_seconds).to.be.at.least(0)
  })

  it('shows at /ready that the release step is missing', async () => {
    await parley.db.raw('alter table organizations rename to elsewhere')
    try {
      const { status, body } = await anybody.get('/ready')
      expect(status).to.equal(503)
      expect(body.detail).to.contain('release step')
    } finally {
      await parley.db.raw('alter table elsewhere rename to organizations')
    }
  })
})

describe('health without the schema', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ workers: false })
    await parley.db.raw('alter table organizations rename to organizations_away')
  })
  after(() => parley.stop())

  it('is 503 at /ready and names the database', async () => {
    const { status, headers, body } = await parley.client.get('/ready')
    expect(status).to.equal(503)
    expect(headers.get('retry-after')).to.match(/^\d+$/)
    expect(body.data).to.include({ database: false })
    expect(body.detail).to.match(/database/)
  })

  it('is 200 at /health', async () => {
    expect((await parley.client.get('/health')).status).to.equal(200)
  })
})
