import Router from '@koa/router'
import { parseUrl } from '../../../shared/parseUrl.ts'
import { createEntry, type KnowledgeEntry, urlRecords } from '../../../shared/store/knowledge/knowledge.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { operation } from '../../http/operation.ts'
import { deleted, many, one, orNull, text, time } from '../../http/plainSchemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit, rateLimitReads } from '../../middleware/rateLimit.ts'
import { validate, validateQuery } from '../../middleware/validate.ts'
import { changesOf } from '../records/changes.ts'
import { handlersOf } from '../records/crud.ts'
import { validatePage } from '../records/paging.ts'
import {
  acceptanceOf,
  CHUNKS,
  chunkPage,
  chunksAnswer,
  entryFilters,
  entryHandlers,
  entryPresenter,
  entryRecord,
  READ_AGAIN,
  servedAgents,
  WAITS,
} from './entries.ts'

const fields = {
  url: {
    type: 'string',
    maxLength: 2000,
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$',
    examples: ['https://example.com/shipping'],
    description: 'Absolute, http or https. Public addresses only, ports 80 and 443.',
  },
  title: { type: 'string', minLength: 1, maxLength: 300, pattern: '\\S', examples: ['Shipping'] },
} as const

const visits = {
  crawl: {
    type: 'string',
    enum: ['page', 'sitemap', 'site'],
    description:
      'What is read: the page alone (default); the pages that the sitemap lists, which `url` or robots.txt names, or `/sitemap.xml`; or the pages of the same site that links lead to, from `url` on, nearest first. Sitemaps and links are followed within the same site only, as far as robots.txt, `noindex` and `nofollow` allow.',
  },
  max_pages: {
    type: 'integer',
    minimum: 1,
    maximum: 500,
    description: 'Most pages of a sitemap or site; default 50.',
  },
  refresh_hours: {
    type: 'integer',
    minimum: 1,
    maximum: 8760,
    description:
      'Hours after which the page, or site, is looked at again, and so on; without it never. Until it could be read anew, what was known of it answers.',
  },
} as const

const newUrl = {
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: { ...fields, ...visits, ...servedAgents },
  examples: [{ url: 'https://example.com/shipping', title: 'Shipping', refresh_hours: 24 }],
} as const

const page = entryRecord('UrlEntry', {
  url: { type: 'string' },
  title: {
    ...orNull(fields.title),
    description: 'Where none was given: the one that the page gives itself.',
  },
  crawl: visits.crawl,
  max_pages: visits.max_pages,
  refresh_hours: orNull(visits.refresh_hours),
  canonical_url: {
    ...orNull(text),
    description:
      'The address that the page gives itself, if it is one of its own site. Citations link to it.',
  },
  pages: {
    ...orNull({
      type: 'object',
      additionalProperties: false,
      required: ['done', 'failed'],
      properties: { done: { type: 'integer', minimum: 0 }, failed: { type: 'integer', minimum: 0 } },
    }),
    description: 'Of a sitemap or site: how many pages are indexed, and how many could not be. Else null.',
  },
  checked_at: { ...orNull(time), description: 'When the page was last read, or found to be unchanged.' },
})
const presentEntry = entryPresenter(page)
const present = (entry: KnowledgeEntry) => presentEntry({ ...entry, title: entry.title ?? entry.page_title })
const { list, read, remove } = handlersOf(urlRecords, present, 'all that was indexed of its page')
const { post, patch, reindex, chunks } = entryHandlers(urlRecords, present, ['agent_ids', 'refresh_hours'])

const FETCHES = `The page is fetched and its text indexed; with \`crawl\`, the pages of its site. ${WAITS}`

export const urls = new Router<State, Services>()
urls.post(
  '/api/v1/knowledge/urls',
  operation('createUrl', 'Add a web page or site', { 201: one(page), 202: one(page) }, FETCHES),
  authenticate('application', 'dashboard'),
  rateLimit,
  validate(newUrl),
  postUrl,
)
urls.get(
  '/api/v1/knowledge/urls',
  operation('listUrls', 'List the web pages', { 200: many(page) }),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', entryFilters),
  list,
)
urls.get(
  '/api/v1/knowledge/urls/:id',
  operation('readUrl', 'Read the entry of a web page', { 200: one(page) }),
  authenticate('application', 'dashboard'),
  rateLimitReads,
  read,
)
urls.patch(
  '/api/v1/knowledge/urls/:id',
  operation(
    'changeUrl',
    'Change the entry of a web page',
    { 200: one(page), 202: one(page) },
    `A \`url\`, also the same one, a \`title\`, \`crawl\` and \`max_pages\` have the page or site fetched anew. ${WAITS}`,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validate({ ...changesOf(newUrl), examples: [{ title: 'Shipping and returns' }] }),
  patchUrl,
)
urls.delete(
  '/api/v1/knowledge/urls/:id',
  operation('deleteUrl', 'Delete a web page, with all that was indexed of it', { 200: deleted }),
  authenticate('application', 'dashboard'),
  rateLimit,
  remove,
)
urls.post(
  '/api/v1/knowledge/urls/:id/reindex',
  operation(
    'reindexUrl',
    'Read and index a web page or site anew',
    { 200: one(page), 202: one(page) },
    READ_AGAIN,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  reindex,
)
urls.get(
  '/api/v1/knowledge/urls/:id/chunks',
  operation('listUrlChunks', 'What was read of a web page or site', { 200: chunksAnswer }, CHUNKS),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateQuery(chunkPage),
  chunks,
)

async function postUrl(ctx: Ctx) {
  refuseNoWebAddress(ctx)
  await post(ctx, (db, organizationId, entry) =>
    createEntry(db, organizationId, 'url', entry, acceptanceOf(ctx)),
  )
}

async function patchUrl(ctx: Ctx) {
  refuseNoWebAddress(ctx)
  await patch(ctx)
}

/** Whether the address is public is found out by the worker, which fetches it. */
function refuseNoWebAddress(ctx: Ctx): void {
  const { url } = ctx.state.body as { url?: string }
  if (url === undefined) return
  const parsed = parseUrl(url)
  if (parsed && !parsed.username && !parsed.password) return
  const detail = 'must be an absolute http or https URL without a user name and password'
  throw validationFailed([{ field: 'url', code: 'format', detail }])
}
