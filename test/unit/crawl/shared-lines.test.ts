import { expect } from 'chai'
import { parseHosts } from '../../../shared/lib/egress/publicAddresses.ts'
import { searchWords } from '../../../shared/lib/text/terms.ts'
import { crawl } from '../../../workers/crawl/crawl.ts'
import { type PageText, withoutSharedLines } from '../../../workers/crawl/sharedLines.ts'
import { makeReader } from '../../../workers/reader/subprocess.ts'
import { type Pages, startPages } from '../../support/servers/pages.ts'

const GOODS = ['Apples', 'Pears', 'Plums', 'Figs', 'Limes', 'Dates', 'Kiwis', 'Melons']

describe('lines that the pages of a crawl share', () => {
  const { signal } = new AbortController()
  const reader = makeReader(signal)
  let site: Pages
  before(async () => {
    site = await startPages()
  })
  after(() => {
    reader.close()
    return site.close()
  })

  const chunkOf = (text: string, question_key?: string) => ({
    text,
    heading: '',
    words: searchWords(text),
    ...(question_key && { question_key }),
  })
  const pageOf = (...texts: string[]): PageText => ({
    about: '',
    isHtml: true,
    chunks: texts.map((text) => chunkOf(text)),
  })
  /** @returns the texts of each page's chunks */
  const left = async (pages: readonly PageText[]) =>
    (await withoutSharedLines(pages)).map(({ chunks }) => chunks.map(({ text }) => text))
  const goods = (most: number, around: (own: string, at: number) => string) =>
    GOODS.slice(0, most).map((name, at) => pageOf(around(`${name} are sold here.`, at)))
  const alone = (most: number) => GOODS.slice(0, most).map((name) => [`${name} are sold here.`])

  it('are left out if they are menus, footers or cookie notes', async () => {
    const pages = goods(
      3,
      (own) =>
        `Home Prices Contact\n\n${own}\n\nWe use cookies to make this shop better.\nAccept all\n© 2026 Greenleaf\nImprint Privacy`,
    )
    expect(await left(pages)).to.deep.equal(alone(3))
  })

  it('leave the words of a chunk without theirs, and no chunk without words', async () => {
    const pages = goods(5, (own) => `Home Prices\n\n${own}`).map((page) => ({
      ...page,
      about: 'Greenleaf',
      chunks: [...page.chunks, chunkOf('Imprint\n\n* * *')],
    }))
    const [first] = await withoutSharedLines(pages)
    expect(first!.chunks).to.have.length(1)
    expect(first!.chunks[0]!.words).to.deep.equal(searchWords('Greenleaf\n\nApples are sold here.'))
  })

  it('stay on the first page that has them if they say something', async () => {
    const said = [
      'Greenleaf, 12 Mill Lane, Bristol',
      'Call us: six nine two',
      'shop@greenleaf.example',
      'We ship to all of Europe.',
      'We never ship on Sundays',
      '送料は無料です。',
    ].join('\n')
    const pages = goods(6, (own) => `Menu\n${own}\n${said}`)
    const [first, ...others] = await left(pages)
    expect(first).to.deep.equal([`Apples are sold here.\n${said}`])
    expect(others).to.deep.equal(alone(6).slice(1))
  })

  it('stay on each page that has them between its own lines, if they say something', async () => {
    const pages = goods(
      6,
      (own) => `Menu\n${own}\nPrice: 5 euros\nShare\nOrigin of ${own}\nImprint`,
    )
    expect(await left(pages)).to.deep.equal(
      alone(6).map(([own]) => [`${own}\nPrice: 5 euros\nOrigin of ${own}`]),
    )
  })

  it('stay on a page that has them more often than others: it says them itself', async () => {
    const pages = goods(6, (own, at) => `${own}\nOpen all day${at === 3 ? '\nOpen all day' : ''}`)
    const texts = await left(pages)
    expect(texts[3]).to.deep.equal(['Figs are sold here.\nOpen all day\nOpen all day'])
    expect(texts[2]).to.deep.equal(['Plums are sold here.'])
    const menus = goods(6, (own) => `Home\n${own}\nHome`)
    expect(await left(menus)).to.deep.equal(alone(6))
  })

  it('stay if the site has fewer than three pages, or if fewer than four fifths share them', async () => {
    const few = goods(2, (own) => `Home Prices\n${own}`)
    expect(await left(few)).to.deep.equal(few.map(({ chunks }) => [chunks[0]!.text]))
    const some = goods(8, (own, at) => (at < 6 ? `For orchards\n${own}` : own))
    expect(await left(some)).to.deep.equal(some.map(({ chunks }) => [chunks[0]!.text]))
    const most = goods(8, (own, at) => (at > 0 ? `For orchards\n${own}` : own))
    expect(await left(most)).to.deep.equal(alone(8))
  })

  it('stay in pairs and in rows of tables', async () => {
    const pages = goods(6, (own) => `${own}\nSize: small; Colour: red`).map((page) => ({
      ...page,
      chunks: [...page.chunks, chunkOf('Is it ripe?\nYes', 'is it ripe')],
    }))
    expect(await left(pages)).to.deep.equal(
      GOODS.slice(0, 6).map((name) => [
        `${name} are sold here.\nSize: small; Colour: red`,
        'Is it ripe?\nYes',
      ]),
    )
  })

  it('are not looked for in documents, which have no menus', async () => {
    const pages = goods(6, (own) => `Terms of the shop\n${own}`)
    const documents = pages.map((page) => ({ ...page, isHtml: false }))
    expect(await left(documents)).to.deep.equal(documents.map(({ chunks }) => [chunks[0]!.text]))
    const mixed = await left([...goods(5, (own) => `Menu\n${own}`), documents[0]!])
    expect(mixed).to.deep.equal([...alone(5), ['Terms of the shop\nApples are sold here.']])
  })

  it('stay if nothing else would be left', async () => {
    const pages = Array.from({ length: 6 }, () => pageOf('Our shop'))
    expect(await left(pages)).to.deep.equal(pages.map(() => ['Our shop']))
  })

  it('are left out of a crawl, the same each time, and its links are followed', async () => {
    const menu = `<div class="menu">${GOODS.map((name) => `<a href="/${name}">${name}</a>`).join(' ')}</div>`
    const foot =
      '<div class="foot"><p>We use cookies. <a href="/">Settings</a></p><p>Open from 9 to 5</p><p>© Greenleaf</p></div>'
    const serve = (path: string, text: string) =>
      site.serve(path, `<title>${path}</title><body>${menu}<p>${text}</p>${foot}</body>`)
    serve('/', 'Fruit of all kinds.')
    for (const name of GOODS) serve(`/${name}`, `${name} are sold here.`)
    const plan = { start: site.url('/'), by: 'site' as const, maxPages: 20, seconds: 60 }
    const run = () =>
      crawl(
        { ...plan, onProgress: () => undefined },
        { signal, trustedHosts: parseHosts(site.host) },
        { ...reader, close: () => undefined },
      )
    const found = await run()
    expect(found.pages).to.deep.equal({ done: 9, failed: 0 })
    expect(found.chunks.map(({ text }) => text)).to.deep.equal([
      'Fruit of all kinds.\n\nOpen from 9 to 5',
      ...GOODS.map((name) => `${name} are sold here.`),
    ])
    expect(await run()).to.deep.equal(found)
  })
})
