import Router from '@koa/router'
import { createEntry, urlRecords } from '../../../shared/knowledge/knowledge.ts'
import { presentEntry } from '../../../shared/knowledge/presentEntry.ts'
import { parseUrl } from '../../../shared/lib/parseUrl.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { ifMatch } from '../../http/etags.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { operation } from '../../http/operation.ts'
import { count, deleted, many, one, orNull, text, time } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit, rateLimitReads } from '../../middleware/rateLimit.ts'
import { validateChanges, validateNew, validateQuery } from '../../middleware/validate.ts'
import { entryReach } from '../records/agentReach.ts'
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
  entryRecord,
  READ_AGAIN,
  servedAgents,
  WAITS,
} from './entries.ts'
import { recognized } from './fileEntry.ts'

const fields = {
  url: {
    type: 'string',
    maxLength: 2000,
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$',
    examples: ['https://example.com/shipping'],
    description:
      'Address of the page, or where reading a site begins: absolute, http or https, public, on port 80 or 443, without a user name.',
  },
  title: {
    type: 'string',
    minLength: 1,
    maxLength: 300,
    pattern: '\\S',
    examples: ['Shipping'],
    description:
      "Title of the page in lists and citations; must not be blank. Default: the page's own title.",
  },
} as const

const visits = {
  crawl: {
    type: 'string',
    enum: ['page', 'sitemap', 'site'],
    description:
      'What is read: only the page (`page`, the default); the pages of a sitemap (`sitemap`), which `url` or robots.txt names, or `/sitemap.xml`; or pages that links from `url` lead to, nearest first (`site`). Stays within the site, and keeps to robots.txt, `noindex` and `nofollow`.',
  },
  max_pages: {
    type: 'integer',
    minimum: 1,
    maximum: 500,
    description: 'Maximum number of pages that are read of a sitemap or site. Default: 50.',
  },
  refresh_hours: {
    type: 'integer',
    minimum: 1,
    maximum: 8760,
    description:
      'Hours between readings of the page or site; 8,760 are a year. If a reading fails, agents answer from the earlier text. Default: it is not read again.',
  },
} as const

const newUrl = {
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: { ...fields, ...visits, ...servedAgents },
  examples: [{ url: 'https://example.com/shipping', title: 'Shipping', refresh_hours: 24 }],
} as const

export const urlEntry = entryRecord(
  'UrlEntry',
  'A web page or site from which agents may answer.',
  {
    url: text('Address of the page, or where reading the site begins.'),
    title: orNull(
      {
        ...fields.title,
        description: "The given title, else the page's own title.",
      },
      'the page has no title, and none was given',
    ),
    crawl: visits.crawl,
    max_pages: visits.max_pages,
    refresh_hours: orNull(visits.refresh_hours, 'never'),
    canonical_url: orNull(
      text('Canonical address of the page, if it is on the same site; citations link to it.'),
      'the page states none, was not read yet, or `crawl` is not `page`',
    ),
    pages: orNull(
      {
        type: 'object',
        additionalProperties: false,
        required: ['done', 'failed'],
        properties: {
          done: count('Pages that are indexed.'),
          failed: count('Pages that could not be read.'),
        },
        description: 'How reading the pages of a sitemap or site went.',
      },
      '`crawl` is `page`, or it was not read yet',
    ),
    ...recognized,
    checked_at: orNull(
      time('When the page or site was last read, or found to be unchanged'),
      'not yet',
    ),
  },
)
const { list, read, show, remove } = handlersOf(
  urlRecords,
  presentEntry,
  'the index of its pages',
  entryReach,
)
const { post, patch, reindex, chunks } = entryHandlers(urlRecords, ['agent_ids', 'refresh_hours'])

const FETCHES = `A worker fetches the page, at most 5 MB, and indexes its text; with \`crawl\`, further pages of its site. ${WAITS}`

export const urls = new Router<State, Services>()
urls.post(
  '/api/v1/knowledge/urls',
  operation(
    'createUrl',
    'Add a web page or site',
    { 201: one(urlEntry), 202: one(urlEntry) },
    FETCHES,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateNew(newUrl),
  postUrl,
)
urls.get(
  '/api/v1/knowledge/urls',
  operation(
    'listUrls',
    'List the web pages and sites',
    { 200: many(urlEntry) },
    'Entries of web pages and sites, newest first by default.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', { table: 'knowledge_entries', kind: 'url' }, entryFilters),
  list,
)
urls.get(
  '/api/v1/knowledge/urls/:id',
  operation(
    'readUrl',
    'Read the entry of a web page or site',
    { 200: one(urlEntry) },
    'With the state of its indexing. Does not count against the hourly limit: 30 times as many reads are allowed.',
  ),
  authenticate('application', 'dashboard'),
  rateLimitReads,
  read,
)
urls.patch(
  '/api/v1/knowledge/urls/:id',
  operation(
    'changeUrl',
    'Change the entry of a web page or site',
    { 200: one(urlEntry), 202: one(urlEntry) },
    `Changes only the fields in the body. A \`url\` (even an unchanged one), \`title\`, \`crawl\` or \`max_pages\` has the page or site fetched again. ${WAITS}`,
    ifMatch('entry'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateChanges({ ...changesOf(newUrl), examples: [{ title: 'Shipping and returns' }] }, show),
  patchUrl,
)
urls.delete(
  '/api/v1/knowledge/urls/:id',
  operation(
    'deleteUrl',
    'Delete a web page or site, with its index',
    { 200: deleted },
    'Agents no longer answer from it. Citations in earlier replies stay.',
    ifMatch('entry'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  remove,
)
urls.post(
  '/api/v1/knowledge/urls/:id/reindex',
  operation(
    'reindexUrl',
    'Read and index a web page or site again',
    { 200: one(urlEntry), 202: one(urlEntry) },
    READ_AGAIN,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  reindex,
)
urls.get(
  '/api/v1/knowledge/urls/:id/chunks',
  operation(
    'listUrlChunks',
    'List the chunks of a web page or site',
    { 200: chunksAnswer },
    CHUNKS,
  ),
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

/**
 * Refuses everything but web addresses. The worker that fetches the page checks whether the address
 * is public.
 * @throws AppError validation_failed
 */
function refuseNoWebAddress(ctx: Ctx): void {
  const { url } = ctx.state.body as { url?: string }
  if (url === undefined) return
  const parsed = parseUrl(url)
  if (parsed && !parsed.username && !parsed.password) return
  const detail = 'must be an absolute http or https URL without a user name and password'
  throw validationFailed([{ field: 'url', code: 'format', detail }])
}
