import { expect } from 'chai'
import { hasOwnNetworks, runInOwnNetwork } from '../../support/servers/netns.ts'
import type { Outcome } from '../../support/servers/rebinding.ts'

describe('a host name whose address changes between look-ups', () => {
  let outcomes: Outcome[]
  before(async function () {
    if (!hasOwnNetworks()) this.skip()
    this.timeout(180_000)
    outcomes = JSON.parse(await runInOwnNetwork('test/support/servers/rebinding.ts'))
  })
  const of = (what: string) =>
    outcomes.filter((outcome) => outcome.what === what).map(({ outcome }) => outcome)

  for (const what of ['page', 'redirect', 'page and robots.txt', 'site', 'sitemap'])
    it(`reaches nothing of Parley's own network: ${what}`, () => {
      const all = outcomes.filter((outcome) => outcome.what === what)
      expect(all.map(({ reached }) => reached)).to.deep.equal(all.map(() => 0))
      expect(all[0]!.outcome).to.equal('url_not_allowed')
      expect(all.at(-1)!.outcome, 'where it leads to the site each time').to.match(/One is what/)
    })

  it('is looked up for each connection', () => {
    expect(of('page').map((outcome) => outcome === 'url_not_allowed')).to.deep.equal([
      true,
      ...Array(6).fill(false),
    ])
    expect(
      of('redirect')
        .slice(0, 3)
        .map((outcome) => outcome === 'url_not_allowed'),
    ).to.deep.equal([true, true, false])
  })

  it('costs a crawl what was read before', () => {
    expect(
      of('site').some((outcome) => /One is/.test(outcome) && !/Two is/.test(outcome)),
    ).to.equal(true)
    expect(of('site').at(-1)).to.match(/Two is/)
  })
})
