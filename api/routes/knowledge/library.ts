import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import {
  type EntryFilter,
  type ListedEntry,
  listEntries,
  reindexEntries,
  removeEntries,
} from '../../../shared/knowledge/entries.ts'
import { kind } from '../../../shared/knowledge/entryKind.ts'
import { presentState } from '../../../shared/knowledge/presentEntry.ts'
import {
  countNeeds,
  STALE_DAYS,
  STALE_PAGE_DAYS,
  UNUSED_DAYS,
} from '../../../shared/knowledge/uses.ts'
import { FILE_TYPES } from '../../../shared/lib/fileTypes.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerPage } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import {
  count,
  EXAMPLE_ID,
  many,
  object,
  one,
  orNull,
  presenter,
  text,
  time,
  yes,
} from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { limitConcurrency } from '../../middleware/limitConcurrency.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { entryReach } from '../records/agentReach.ts'
import { pageOf, validatePage } from '../records/paging.ts'
import { acceptanceOf, entryFilters, entryRecord } from './entries.ts'

const NEEDS_WORDS = `\`stale\`: pages that were not read for ${STALE_PAGE_DAYS} days or can no longer be read, and other entries that did not change for ${STALE_DAYS} days; \`unread\`: in no reply's passages for ${UNUSED_DAYS} days; \`uncited\`: among passages, but not cited for ${UNUSED_DAYS} days; \`contradicting\`: one side of a contradiction; \`words_only\`: not embedded yet, so found only by its words.`

const filters = {
  kind: {
    ...kind,
    description:
      'Entries of this kind: files, question/answer pairs (`qa`), or web pages and sites (`url`).',
  },
  ...entryFilters,
  needs: {
    type: 'string',
    enum: ['stale', 'unread', 'uncited', 'contradicting', 'words_only'],
    description: `Entries that need attention: ${NEEDS_WORDS}`,
  },
  search: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    description:
      'Entries whose title, question, answer, url or file name contains this text, in capitals or not.',
  },
  sort: {
    type: 'string',
    enum: ['created_at', 'title'],
    default: 'created_at',
    description: 'The order of the list: by creation time, or by title (`asc` begins with A).',
  },
} as const

const noUrl = 'it is not a web page or site'
const notUsed = 'not since uses have been recorded'
const noFile = 'it is not a file, or no file was uploaded'
const listed = entryRecord('ListedEntry', 'A knowledge entry of any kind, as lists show it.', {
  kind,
  title: text(
    'Title of the file or page, the question of a pair, or the url of a page without a title.',
  ),
  url: orNull(text('Address of the web page or site.'), noUrl),
  crawl: {
    type: 'string',
    enum: ['page', 'sitemap', 'site'],
    description:
      'What is read of a web address: only the page, or also pages of its sitemap or site. Other kinds have `page`.',
  },
  pages: orNull(
    object('CrawledPages', 'How reading the pages of a sitemap or site went.', {
      done: count('Pages that are indexed.'),
      failed: count('Pages that could not be read.'),
    }),
    'it is not a sitemap or site, or was not read yet',
  ),
  refresh_hours: orNull(count('Hours after which the page or site is read again.'), 'never'),
  checked_at: orNull(
    time('When the page or site was last read, or found to be unchanged'),
    'not yet',
  ),
  tags: {
    type: 'array',
    items: { type: 'string' },
    description: 'Tags of a pair; other kinds have none.',
  },
  source: orNull(text('Where a pair comes from.'), 'not given'),
  file_type: orNull({ type: 'string', enum: FILE_TYPES, description: 'Type of the file.' }, noFile),
  file_name: orNull(text('Name of the file that was uploaded.'), noFile),
  size_bytes: orNull(count('Bytes of the file that was uploaded.'), noFile),
  found_at: orNull(time('When a reply last had it among its passages, to the hour'), notUsed),
  cited_at: orNull(time('When a reply last cited it, to the hour'), notUsed),
})
const presentListed = presenter<ListedEntry>(listed)
const present = (entry: ListedEntry) => presentListed({ ...entry, ...presentState(entry) })

const needs = object('KnowledgeNeeds', 'How many entries need attention, for each reason.', {
  stale: count('Pages and other entries that may be out of date.'),
  unread: count('Entries that no reply had among its passages for a long time.'),
  uncited: count('Entries that replies had among their passages and did not cite.'),
  contradicting: count('Entries with a sentence that another sentence contradicts.'),
  words_only: orNull(
    count('Entries that are not embedded yet, so only found by their words.'),
    'the service has no embedding model',
  ),
})

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
      description: 'Ids of knowledge entries, of any kind.',
    },
  },
  examples: [{ ids: [EXAMPLE_ID] }],
} as const
type Some = FromSchema<typeof some>

const idList = (description: string) => ({
  type: 'array',
  items: { type: 'string', format: 'uuid' },
  description,
})
const gone = object('DeletedEntries', 'Deleted entries and missing ids.', {
  deleted: yes('Always true: all of the entries are deleted.'),
  ids: idList('Ids of the entries that were deleted now.'),
  missing: idList('Requested ids that have no entry.'),
})
const queued = object('ReindexedEntries', 'Entries that will be reindexed.', {
  ids: idList('Ids of the entries that will be reindexed.'),
  missing: idList('Requested ids that have no entry.'),
})

const LIST =
  'Leaves out the answers of pairs; the route of each kind has all fields. A page sorted by title begins after the current title of the entry `after`.'
const DELETE =
  'Agents no longer answer from them. Unknown ids are skipped and listed as `missing`, so the request can be repeated.'
const REINDEX =
  'Queues the entries and does not wait; their `status` shows when they are indexed. Until then, agents answer from their earlier text.'

/** Knowledge of all kinds, and changes of many entries at once. */
export const library = new Router<State, Services>()
library.get(
  '/api/v1/knowledge',
  operation('listKnowledge', 'List the knowledge of all kinds', { 200: many(listed) }, LIST),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', { table: 'knowledge_entries' }, filters),
  limitConcurrency,
  list,
)
library.get(
  '/api/v1/knowledge/needs',
  operation(
    'countKnowledgeNeeds',
    'Count the entries that need attention',
    { 200: one(needs) },
    'By the reasons of the filter `needs` of `GET /api/v1/knowledge`. An entry may have several.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  limitConcurrency,
  readNeeds,
)
library.post(
  '/api/v1/knowledge/delete',
  operation('deleteKnowledge', 'Delete entries, with their index', { 200: one(gone) }, DELETE),
  authenticate('application', 'dashboard'),
  rateLimit,
  validate(some),
  removeSome,
)
library.post(
  '/api/v1/knowledge/reindex',
  operation('reindexKnowledge', 'Read and index entries again', { 200: one(queued) }, REINDEX),
  authenticate('application', 'dashboard'),
  rateLimit,
  validate(some),
  reindexSome,
)

async function list(ctx: Ctx) {
  const { page, filter } = pageOf(ctx)
  const within = { ...(filter as EntryFilter), ...entryReach.reads(ctx) }
  const found = await listEntries(ctx.db, ctx.state.caller.organization_id, within, page)
  answerPage(ctx, found, page.limit, present)
}

async function readNeeds(ctx: Ctx) {
  const { words_only, ...counts } = await countNeeds(ctx.db, ctx.state.caller.organization_id)
  const hasModel = Boolean(ctx.config.EMBEDDING_MODEL)
  answer(ctx, 200, 'Entries counted.', { ...counts, words_only: hasModel ? words_only : null })
}

/** Leaves the objects of deleted files in the storage: the workers' chores delete them. */
async function removeSome(ctx: Ctx) {
  const { ids } = ctx.state.body as Some
  const removed = await removeEntries(ctx.db, ctx.state.caller.organization_id, ids)
  const missing = missingOf(ids, removed)
  const detail = missing.length
    ? `${removed.length} deleted; ${missing.length} not found.`
    : `${removed.length} deleted.`
  answer(ctx, 200, detail, { deleted: true, ids: removed, missing })
}

/** Sends no wake-ups: workers find the entries half a second later by the sweep. */
async function reindexSome(ctx: Ctx) {
  const { ids } = ctx.state.body as Some
  const acceptance = { ...acceptanceOf(ctx), reply_to: null }
  const found = await reindexEntries(ctx.db, ctx.state.caller.organization_id, ids, acceptance)
  answer(ctx, 200, `${found.length} will be indexed again.`, {
    ids: found,
    missing: missingOf(ids, found),
  })
}

/** Returns the requested ids that were not found. PostgreSQL writes ids in lower case. */
const missingOf = (asked: readonly string[], found: readonly string[]) =>
  asked.map((id) => id.toLowerCase()).filter((id) => !found.includes(id))
