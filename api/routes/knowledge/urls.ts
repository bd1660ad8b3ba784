import Router from '@koa/router'
import { createEntry, type KnowledgeEntry, urlRecords } from '../../../shared/store/knowledge.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate, validationFailed } from '../../middleware/validate.ts'
import { operation } from '../../operation.ts'
import { deleted, many, one, orNull } from '../../schemas.ts'
import { changesOf } from '../changes.ts'
import { validatePage } from '../paging.ts'
import { handlersOf } from '../records.ts'
import {
  acceptanceOf,
  entryFilters,
  entryHandlers,
  entryPresenter,
  entryRecord,
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

const newUrl = {
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: { ...fields, ...servedAgents },
  examples: [{ url: 'https://example.com/shipping', title: 'Shipping' }],
} as const

const page = entryRecord('UrlEntry', {
  url: { type: 'string' },
  title: {
    ...orNull(fields.title),
    description: 'Where none was given: the one that the page gives itself.',
  },
})
const presentEntry = entryPresenter(page)
const present = (entry: KnowledgeEntry) => presentEntry({ ...entry, title: entry.title ?? entry.page_title })
const { list, read, remove } = handlersOf(urlRecords, present, 'all that was indexed of its page')
const { post, patch } = entryHandlers(urlRecords, present, ['agent_ids'])

const FETCHES = `The page is fetched and its text indexed. ${WAITS}`

export const urls = new Router<State, Services>()
urls.post(
  '/api/v1/knowledge/urls',
  operation('createUrl', 'Add a web page', { 201: one(page), 202: one(page) }, FETCHES),
  authenticate('application'),
  rateLimit,
  validate(newUrl),
  postUrl,
)
urls.get(
  '/api/v1/knowledge/urls',
  operation('listUrls', 'List the web pages', { 200: many(page) }),
  authenticate('application'),
  rateLimit,
  validatePage('desc', entryFilters),
  list,
)
urls.get(
  '/api/v1/knowledge/urls/:id',
  operation('readUrl', 'Read the entry of a web page', { 200: one(page) }),
  authenticate('application'),
  read,
)
urls.patch(
  '/api/v1/knowledge/urls/:id',
  operation(
    'changeUrl',
    'Change the entry of a web page',
    { 200: one(page), 202: one(page) },
    `A \`url\`, also the same one, and a \`title\` have the page fetched anew. ${WAITS}`,
  ),
  authenticate('application'),
  rateLimit,
  validate({ ...changesOf(newUrl), examples: [{ title: 'Shipping and returns' }] }),
  patchUrl,
)
urls.delete(
  '/api/v1/knowledge/urls/:id',
  operation('deleteUrl', 'Delete a web page, with all that was indexed of it', { 200: deleted }),
  authenticate('application'),
  rateLimit,
  remove,
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
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed && !parsed.username && !parsed.password) return
  const detail = 'must be an absolute http or https URL without a user name and password'
  throw validationFailed([{ field: 'url', code: 'format', detail }])
}
