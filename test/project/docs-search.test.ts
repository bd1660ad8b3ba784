import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import MiniSearch from 'minisearch'
import { createMarkdownRenderer, resolveConfig } from 'vitepress'
import { searchOptions } from '../../docs/.vitepress/search.ts'

/** Questions of developers, and the pages that answer them. */
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  stream: ['guide/streaming'],
  '202': ['guide/server', 'guide/retries'],
  'idempotency key': ['guide/retries'],
  'raise a limit': ['guide/limits'],
  'verify a webhook': ['guide/webhooks'],
  traits: ['guide/contexts'],
  'own model server': ['guide/models'],
  'erase a customer': ['guide/contexts', 'guide/verified-users'],
  'delete customer': ['guide/contexts', 'retention'],
  grounded: ['guide/knowledge'],
  'human answers': ['guide/handoffs'],
  'waiting time': ['guide/handoffs'],
  versioning: ['guide/requests'],
  Python: ['guide/python'],
  'cost of a reply': ['guide/server', 'guide/budgets'],
  CORS: ['widget', 'guide/embed'],
  'webhook signature': ['guide/webhooks'],
}

describe('the search of the documentation site @long', () => {
  let index: MiniSearch
  before(async () => {
    const { srcDir, markdown, pages } = await resolveConfig('docs', 'build', 'production')
    // Highlighting takes most of the time, and the search leaves it out.
    const plain = { ...markdown, highlight: (code: string) => code }
    const renderer = await createMarkdownRenderer(srcDir, plain)
    index = new MiniSearch({ fields: ['title', 'titles', 'text'] })
    for (const path of pages) {
      const env = { path, relativePath: path, cleanUrls: false }
      const html = renderer.render(readFileSync(`docs/${path}`, 'utf8'), env)
      index.addAll(sectionsOf(`/${path.replace(/\.md$/, '.html')}`, html))
    }
  })

  for (const [question, pages] of Object.entries(QUESTIONS))
    it(`answers “${question}” by ${pages.join(' or ')}`, () => {
      const [first] = index.search(question, searchOptions)
      expect(pages).to.include(String(first?.id).replace(/^\/|\.html#.*$/g, ''))
    })

  it('still finds tables and decisions, after everything else', () => {
    const found = index.search('fencing token', searchOptions).map(({ id }) => String(id))
    const inside = (id: string) => /^\/(decisions\/|schema)/.test(id)
    expect(found.some(inside)).to.equal(true)
    expect(inside(found[0]!)).to.equal(false)
  })
})

/** Splits a page at its headings, as the site's search does. */
function sectionsOf(page: string, html: string) {
  const titles: string[] = []
  return html
    .split(/(?=<h[1-6] id=")/)
    .filter((section) => section.startsWith('<h'))
    .map((section) => {
      const [, level, anchor, heading] = /^<h([1-6]) id="([^"]*)"[^>]*>(.*?)<a /s.exec(section)!
      titles.length = Number(level) - 1
      const title = textOf(heading!).trim()
      const above = titles.filter(Boolean)
      titles.push(title)
      const text = textOf(section.slice(section.indexOf(`</h${level}>`)))
      return { id: `${page}#${anchor}`, title, titles: above, text }
    })
}

const textOf = (html: string) => html.replace(/<[^>]*>/g, '')
