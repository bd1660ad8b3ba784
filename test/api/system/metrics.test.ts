import { expect } from 'chai'
import { type Parley, startParley } from '../../support/product/parley.ts'

describe('metrics without a token', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ workers: false })
  })
  after(() => parley.stop())

  it('are answered with 404, whatever the request carries', async () => {
    expect((await parley.client.get('/metrics')).status).to.equal(404)
    expect((await parley.client.get('/metrics', { Authorization: 'Bearer ' })).status).to.equal(404)
  })
})
