import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { FILE_TYPES } from '../../../shared/fileTypes.ts'
import {
  type EntryFilter,
  type ListedEntry,
  listEntries,
  reindexEntries,
  removeEntries,
} from '../../../shared/store/knowledge/entries.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerPage } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import {
  EXAMPLE_ID,
  many,
  object,
  one,
  orNull,
  presenter,
  text,
  time,
  uuid,
} from '../../http/plainSchemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { organizationSlot } from '../../middleware/organizationSlot.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { pageOf, validatePage } from '../records/paging.ts'
import { acceptanceOf, entryFilters, entryRecord, presentState } from './entries.ts'

const kind = { type: 'string', enum: ['file', 'qa', 'url'] } as const

const filters = {
  kind,
  ...entryFilters,
  search: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    description: 'Stands in a title, question, answer, url or file name, in capitals or not.',
  },
  sort: {
    type: 'string',
    enum: ['created_at', 'title'],
    default: 'created_at',
    description: 'What `order` is of.',
  },
} as const

const integer = { type: 'integer', minimum: 0 } as const
const listed = entryRecord('ListedEntry', {
  kind,
  title: {
    ...text,
    description:
      'Of a pair, its question; of a page that has no title, its url; an entry of another kind has one.',
  },
  url: orNull(text),
  crawl: { type: 'string', enum: ['page', 'sitemap', 'site'] },
  pages: orNull(object('CrawledPages', { done: integer, failed: integer })),
  refresh_hours: orNull(integer),
  checked_at: orNull(time),
  tags: { type: 'array', items: text },
  source: orNull(text),
  file_type: orNull({ type: 'string', enum: FILE_TYPES }),
  file_name: orNull(text),
  size_bytes: orNull(integer),
})
const presentListed = presenter<ListedEntry>(listed)
const present = (entry: ListedEntry) => presentListed({ ...entry, ...presentState(entry) })

const some = {
  type: 'object',
  additionalProperties: false,
  required: ['ids'],
  properties: {
    ids: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      items: { type: 'string', format: 'uuid' },
    },
  },
  examples: [{ ids: [EXAMPLE_ID] }],
} as const
type Some = FromSchema<typeof some>

const gone = object('DeletedEntries', { deleted: { type: 'boolean', enum: [true] } })
const queued = object('ReindexedEntries', { ids: { type: 'array', items: uuid } })

const LIST =
  "Without the answers of pairs; each kind's own route has all fields. A page by title goes on after the title that the entry `after` has by then."
const DELETE = 'Those that are not there, or not any more, are left out: sent again, it does no harm.'
const REINDEX =
  'Those that are not there are left out of the answer. It does not wait for them; until they are indexed anew, what was known of them answers.'

/** Knowledge of all kinds, and what can be done with many entries at once. */
export const library = new Router<State, Services>()
library.get(
  '/api/v1/knowledge',
  operation('listKnowledge', 'List the knowledge of all kinds', { 200: many(listed) }, LIST),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', filters),
  organizationSlot,
  list,
)
library.post(
  '/api/v1/knowledge/delete',
  operation(
    'deleteKnowledge',
    'Delete entries, with all that was indexed of them',
    { 200: one(gone) },
    DELETE,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validate(some),
  removeSome,
)
library.post(
  '/api/v1/knowledge/reindex',
  operation('reindexKnowledge', 'Read and index entries anew', { 200: one(queued) }, REINDEX),
  authenticate('application', 'dashboard'),
  rateLimit,
  validate(some),
  reindexSome,
)

async function list(ctx: Ctx) {
  const { page, filter } = pageOf(ctx)
  const { sort = 'created_at', ...wanted } = filter as EntryFilter & { sort?: 'created_at' | 'title' }
  const found = await listEntries(ctx.db, ctx.state.caller.organization_id, wanted, page, sort)
  answerPage(ctx, found, page.limit, present)
}

/** The objects of deleted files are leftovers, which the workers' chores see to. */
async function removeSome(ctx: Ctx) {
  const { ids } = ctx.state.body as Some
  await removeEntries(ctx.db, ctx.state.caller.organization_id, ids)
  answer(ctx, 200, 'None of them is there any more.', { deleted: true })
}

/** Workers find them by themselves, half a second later than by a wake-up. */
async function reindexSome(ctx: Ctx) {
  const { ids } = ctx.state.body as Some
  const acceptance = { ...acceptanceOf(ctx), reply_to: null }
  const found = await reindexEntries(ctx.db, ctx.state.caller.organization_id, ids, acceptance)
  answer(ctx, 200, `${found.length} will be indexed anew.`, { ids: found })
}
