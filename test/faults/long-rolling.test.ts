import { expect } from 'chai'
import type { Backend } from '../support/product/parley.ts'
import { hasRedis } from '../support/servers/servers.ts'
import { deploy } from './rolling.ts'
import { removeTemplate } from './world/servers.ts'

/** Deploys this version over itself; `npm run rolling` deploys it over an older one. */
describe('a deployment under load goes unnoticed', function () {
  this.timeout(300_000)
  this.slow(180_000)
  after(removeTemplate)
  for (const backend of ['redis', 'postgres'] satisfies Backend[])
    (backend === 'redis' && !hasRedis ? it.skip : it)(`queue in ${backend}`, async () => {
      const common = { from: '.', to: '.', drains: true, backend, seed: 1 }
      const figures = await deploy({ ...common, messages: 200, seconds: 18 })
      expect(figures.problems, JSON.stringify(figures)).to.deep.equal([])
      expect(figures.completed).to.equal(200)
    })
})
