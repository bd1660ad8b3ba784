import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { ROUTERS } from '../../api/app.ts'
import { MAX_BYTES, MAX_PAGE_BYTES } from '../support/browser/widgetSizes.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const json = (file: string) => JSON.parse(read(file))
const README = read('README.md')
const HOME = read('docs/index.md')
const GUIDES = readdirSync('docs/guide').map((name) => `docs/guide/${name}`)
/** The rows of the table that compares Parley with others: the feature, and Parley's entry. */
const ROWS = [
  ...README.split('## Beside others')[1]!
    .split('\n## ')[0]!
    .matchAll(/^\| ([^|]+) \| ([^|]+) \|.*\|$/gm),
]
  .map(([, feature, ours]) => ({ feature: feature!, ours: ours! }))
  .filter(({ feature }) => feature !== 'feature')
const PATHS = ROUTERS.flatMap((router) => router.stack.map(({ path }) => String(path)))

/** Checks README and home page against the product, because newcomers choose by them. */
describe('the first pages', () => {
  it('say that something is missing only if it has neither a route nor a guide', () => {
    const missing = ROWS.filter(({ ours }) => /not yet|^no\b/.test(ours))
    expect(ROWS).to.have.length.above(8)
    for (const { feature } of missing)
      for (const word of feature.toLowerCase().match(/[a-z]{4,}/g)!) {
        const stem = word.replace(/s$/, '')
        const found = [...PATHS, ...GUIDES, ...readdirSync('migrations')].filter((name) =>
          name.includes(stem),
        )
        expect(found, `${feature}: ${word}`).to.deep.equal([])
      }
    for (const page of [README, HOME])
      expect(page.match(/not yet/g) ?? []).to.have.length.at.most(missing.length)
  })

  it('link every guide, and each feature to its description', () => {
    for (const guide of GUIDES) expect(README, guide).to.contain(`](${guide})`)
    const features = README.split('## Quick start')[0]!.match(/^- \*\*.*$/gm)!
    expect(features).to.have.length.above(8)
    for (const feature of features) expect(feature).to.match(/\]\(docs\/[\w/.-]+\)/)
    const links = [...HOME.matchAll(/link: (\/\S+)/g)].map(([, link]) => `docs${link}.md`)
    expect(links).to.include.members(['docs/guide/handoffs.md', 'docs/guide/webhooks.md'])
    const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map(
      (name) => `docs/${name}`,
    )
    for (const link of links) expect(pages).to.include(link)
  })

  it("give the widget's size that its own test enforces", () => {
    const sizes = [MAX_PAGE_BYTES, MAX_BYTES].map((bytes) => `${bytes / 1000} kB`)
    const sentences = [
      ...README.match(/^- \*\*A widget.*$/m)!,
      ROWS.find(({ feature }) => feature.startsWith('widget'))!.ours,
      HOME.split('title: A widget')[1]!.split('link:')[0]!,
      read('docs/widget.md').split('\n').slice(2, 4).join(' '),
    ]
    expect(sentences).to.have.length(4)
    for (const sentence of sentences) expect(sentence.match(/\d+ kB/g)).to.deep.equal(sizes)
  })

  it('have one version, with which the changelog begins', () => {
    const [, version] = /^## (\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md'))!
    const lock = json('package-lock.json')
    const all = [
      json('package.json'),
      json('client/package.json'),
      lock,
      lock.packages[''],
      lock.packages.client,
    ]
    expect(all.map((manifest) => manifest.version)).to.deep.equal(Array(5).fill(version))
    const packages = ['README.md', 'client/README.md', 'docs/deployment.md', ...GUIDES].flatMap(
      (file) =>
        [...read(file).matchAll(/parley(?:-client)?-(\d[\d.]*\d)\.tgz/g)].map(([, named]) => named),
    )
    expect(packages).to.have.length.above(1)
    expect(new Set(packages)).to.deep.equal(new Set([version]))
  })

  it('name the required Node and the OpenAPI version', () => {
    const least = json('package.json').engines.node.replace('>=', '')
    expect(
      README.match(/\d+\.\d+ or newer/g)!.every((version) => version === `${least} or newer`),
    ).to.equal(true)
    expect(README).to.contain(`%E2%89%A5%20${least}`)
    const [, openApi] = /openapi: '(\d+\.\d+)/.exec(read('api/openapi/document.ts'))!
    expect(README).to.contain(`OpenAPI ${openApi}`)
  })
})
