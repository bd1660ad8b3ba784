import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:net'
import { crawl } from '../../../workers/crawl/crawl.ts'
import { type FetchOptions, fetchPage } from '../../../workers/crawl/fetch.ts'
import { makeRobots } from '../../../workers/crawl/robotsTxt.ts'
import { makeReader } from '../../../workers/reader/subprocess.ts'
import { PUBLIC } from './netns.ts'
import { startPages } from './pages.ts'

// Runs in a separate process and network, where PUBLIC is an address of this machine. Fetches a
// site in several ways, while its name leads to PUBLIC the first few times and then to this
// machine's own services. Prints the outcomes.

export interface Outcome {
  what: string
  /** How many times the name led to the site. */
  times: number
  /** A page's text, or an error's code. */
  outcome: string
  /** Connections to the silent servers on this machine's own addresses. */
  reached: number
}

const HOST = 'http://rebound.example'
let reached = 0
for (const own of ['127.0.0.1', '::1'])
  await new Promise<void>((resolve) =>
    createServer(() => reached++)
      .listen(80, own, resolve)
      .unref(),
  )
const site = await startPages(PUBLIC, 80)
const page = (text: string, link: string) =>
  `<title>${text}</title><p>${text} is what this page is about.</p><a href="${link}">on</a>`
site.serve('/robots.txt', `User-agent: *\nAllow: /\nSitemap: ${HOST}/map.xml`, 'text/plain')
site.serve(
  '/map.xml',
  `<urlset><url><loc>${HOST}/one</loc></url><url><loc>${HOST}/two</loc></url></urlset>`,
)
site.redirect('/', '/one')
site.serve('/one', page('One', '/two'))
site.serve('/two', page('Two', '/one'))

function optionsOf(times: number): FetchOptions {
  let left = times
  const resolve = async (): Promise<LookupAddress[]> =>
    left-- > 0 ? [{ address: PUBLIC, family: 4 }] : OWN[-left % OWN.length]!
  const limits = { bytes: 1e6, ms: 20_000, redirects: 5 }
  return { signal: new AbortController().signal, trustedHosts: new Set(), resolve, limits }
}
const OWN = [
  [{ address: '127.0.0.1', family: 4 }],
  [{ address: '::1', family: 6 }],
  [
    { address: PUBLIC, family: 4 },
    { address: '127.0.0.1', family: 4 },
  ],
]

/** One reader for all crawls. */
const reader = { ...makeReader(new AbortController().signal), close: () => undefined }

const WAYS: Record<string, (options: FetchOptions) => Promise<string>> = {
  page: async (options) => (await fetchPage(`${HOST}/one`, options)).bytes.toString(),
  redirect: async (options) => (await fetchPage(`${HOST}/`, options)).bytes.toString(),
  'page and robots.txt': async (options) => {
    const beforeHop = makeRobots(options).assertAllowed
    return (await fetchPage(`${HOST}/`, { ...options, beforeHop })).bytes.toString()
  },
  site: async (options) => textOf(await crawl({ ...PLAN, by: 'site' }, options, reader)),
  sitemap: async (options) => textOf(await crawl({ ...PLAN, by: 'sitemap' }, options, reader)),
}
const PLAN = { start: `${HOST}/`, maxPages: 5, seconds: 20, onProgress: () => undefined }
const textOf = ({ chunks }: { chunks: { text: string }[] }) =>
  chunks.map(({ text }) => text).join(' ')

const outcomes: Outcome[] = []
for (const [what, fetched] of Object.entries(WAYS))
  for (let times = 0; times <= 6; times++) {
    const outcome = await fetched(optionsOf(times)).catch(({ code, message }) => code ?? message)
    outcomes.push({ what, times, outcome, reached })
  }
process.stdout.write(JSON.stringify(outcomes), () => process.exit())
