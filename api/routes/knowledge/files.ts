import Router from '@koa/router'
import { createFile, findFile } from '../../../shared/knowledge/files.ts'
import { fileRecords } from '../../../shared/knowledge/knowledge.ts'
import { presentEntry } from '../../../shared/knowledge/presentEntry.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { ifMatch } from '../../http/etags.ts'
import { operation } from '../../http/operation.ts'
import { deleted, many, one } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit, rateLimitReads } from '../../middleware/rateLimit.ts'
import { validateChanges, validateNew, validateQuery } from '../../middleware/validate.ts'
import { entryReach } from '../records/agentReach.ts'
import { changesOf } from '../records/changes.ts'
import { handlersOf } from '../records/crud.ts'
import { idOf } from '../records/ids.ts'
import { validatePage } from '../records/paging.ts'
import {
  acceptanceOf,
  CHUNKS,
  chunkPage,
  chunksAnswer,
  entryFilters,
  entryHandlers,
  READ_AGAIN,
  servedAgents,
  WAITS,
} from './entries.ts'
import { fileEntry, fileFields } from './fileEntry.ts'
import { takeOldUpload } from './knowledgeBase.ts'

const newFile = {
  type: 'object',
  additionalProperties: false,
  required: ['title'],
  properties: { ...fileFields, ...servedAgents },
  examples: [
    { title: 'Terms', file_type: 'pdf', summary: 'Parcels can be sent back for 30 days.' },
  ],
} as const

const { list, read, show, remove } = handlersOf(
  fileRecords,
  presentEntry,
  'its content and its index',
  entryReach,
)
const { post, patch, reindex, chunks } = entryHandlers(fileRecords, ['agent_ids'])

const METADATA = `Takes metadata only; signed-in users upload content to \`/knowledge-base/\`. Without content, title and summary are indexed. ${WAITS}`

const bytes = {
  title: 'FileContent',
  type: 'string',
  contentMediaType: 'application/octet-stream',
  description: 'The bytes of the file, as they were uploaded.',
}
const CONTENT =
  'Always an attachment of the type `application/octet-stream`: no browser may show it as a page of this service. Answers 404 if no file was uploaded.'

export const files = new Router<State, Services>()
files.post(
  '/api/v1/knowledge/files',
  operation(
    'createFile',
    'Add the entry of a file',
    { 201: one(fileEntry), 202: one(fileEntry) },
    METADATA,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  takeOldUpload,
  validateNew(newFile),
  (ctx) =>
    post(ctx, (db, organizationId, entry) =>
      createFile(db, organizationId, entry, acceptanceOf(ctx)),
    ),
)
files.get(
  '/api/v1/knowledge/files',
  operation(
    'listFiles',
    'List the files',
    { 200: many(fileEntry) },
    'Entries of files, with content or without; newest first by default.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', { table: 'knowledge_entries', kind: 'file' }, entryFilters),
  list,
)
files.get(
  '/api/v1/knowledge/files/:id',
  operation(
    'readFile',
    'Read the entry of a file',
    { 200: one(fileEntry) },
    'With the state of its indexing; its bytes are at `…/content`. Does not count against the hourly limit: 30 times as many reads are allowed.',
  ),
  authenticate('application', 'dashboard'),
  rateLimitReads,
  read,
)
files.patch(
  '/api/v1/knowledge/files/:id',
  operation(
    'changeFile',
    'Change the entry of a file',
    { 200: one(fileEntry), 202: one(fileEntry) },
    `Changes only the fields in the body, and reindexes the entry unless only \`agent_ids\` changes. ${WAITS}`,
    ifMatch('entry'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateChanges(
    { ...changesOf(newFile), examples: [{ summary: 'Parcels can be sent back for 60 days.' }] },
    show,
  ),
  patch,
)
files.delete(
  '/api/v1/knowledge/files/:id',
  operation(
    'deleteFile',
    'Delete a file, with its content and its index',
    { 200: deleted },
    'Agents no longer answer from it. Citations in earlier replies stay.',
    ifMatch('entry'),
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  removeFile,
)
files.post(
  '/api/v1/knowledge/files/:id/reindex',
  operation(
    'reindexFile',
    'Read and index a file again',
    { 200: one(fileEntry), 202: one(fileEntry) },
    READ_AGAIN,
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  reindex,
)
files.get(
  '/api/v1/knowledge/files/:id/chunks',
  operation('listFileChunks', 'List the chunks of a file', { 200: chunksAnswer }, CHUNKS),
  authenticate('application', 'dashboard'),
  rateLimit,
  validateQuery(chunkPage),
  chunks,
)
files.get(
  '/api/v1/knowledge/files/:id/content',
  operation('readFileContent', 'Download a file as it was uploaded', { 200: bytes }, CONTENT),
  authenticate('application', 'dashboard'),
  rateLimit,
  getContent,
)

async function getContent(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const wanted = idOf(ctx, fileRecords.name)
  const { id, file_name } = await fileRecords.get(
    ctx.db,
    organization_id,
    wanted,
    entryReach.reads(ctx),
  )
  const file = await findFile(ctx.db, organization_id, id)
  if (!file)
    throw new AppError('not_found', 'This entry has no content: no file was uploaded for it.')
  const content = await ctx.files.get(file)
  // An uploaded page must never run on our origin.
  ctx.set('Content-Security-Policy', "default-src 'none'; sandbox")
  ctx.attachment(file_name ?? id)
  ctx.type = 'application/octet-stream'
  ctx.body = content
}

async function removeFile(ctx: Ctx) {
  await remove(ctx)
  const organizationId = ctx.state.caller.organization_id
  await ctx.files.deleteLeftovers({ organizationId, entryId: idOf(ctx, fileRecords.name) })
}
