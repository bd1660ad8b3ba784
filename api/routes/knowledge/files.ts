import Router from '@koa/router'
import { createFile } from '../../../shared/store/files.ts'
import { fileRecords } from '../../../shared/store/knowledge.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { operation } from '../../operation.ts'
import { deleted, many, one } from '../../schemas.ts'
import { changesOf } from '../changes.ts'
import { idOf } from '../ids.ts'
import { validatePage } from '../paging.ts'
import { handlersOf } from '../records.ts'
import { acceptanceOf, entryFilters, entryHandlers, servedAgents, WAITS } from './entries.ts'
import { fileEntry, fileFields, presentFile } from './fileEntry.ts'
import { takeOldUpload } from './knowledgeBase.ts'

const newFile = {
  type: 'object',
  additionalProperties: false,
  required: ['title'],
  properties: { ...fileFields, ...servedAgents },
  examples: [{ title: 'Terms', file_type: 'pdf', summary: 'Parcels can be sent back for 30 days.' }],
} as const

const { list, read, remove } = handlersOf(
  fileRecords,
  presentFile,
  'its content and all that was indexed of it',
)
const { post, patch } = entryHandlers(fileRecords, presentFile, ['agent_ids'])

const METADATA = `Takes metadata only; content is uploaded by multipart to \`/knowledge-base/\`. Without content, the title and the summary are what is indexed. ${WAITS}`

export const files = new Router<State, Services>()
files.post(
  '/api/v1/knowledge/files',
  operation('createFile', 'Add the entry of a file', { 201: one(fileEntry), 202: one(fileEntry) }, METADATA),
  authenticate('application', 'dashboard'),
  rateLimit,
  takeOldUpload,
  validate(newFile),
  (ctx) => post(ctx, (db, organizationId, entry) => createFile(db, organizationId, entry, acceptanceOf(ctx))),
)
files.get(
  '/api/v1/knowledge/files',
  operation('listFiles', 'List the files', { 200: many(fileEntry) }),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', entryFilters),
  list,
)
files.get(
  '/api/v1/knowledge/files/:id',
  operation('readFile', 'Read the entry of a file', { 200: one(fileEntry) }),
  authenticate('application', 'dashboard'),
  read,
)
files.patch(
  '/api/v1/knowledge/files/:id',
  operation('changeFile', 'Change the entry of a file', { 200: one(fileEntry), 202: one(fileEntry) }, WAITS),
  authenticate('application', 'dashboard'),
  rateLimit,
  validate({ ...changesOf(newFile), examples: [{ summary: 'Parcels can be sent back for 60 days.' }] }),
  patch,
)
files.delete(
  '/api/v1/knowledge/files/:id',
  operation('deleteFile', 'Delete a file, with its content and all that was indexed of it', { 200: deleted }),
  authenticate('application', 'dashboard'),
  rateLimit,
  removeFile,
)

async function removeFile(ctx: Ctx) {
  await remove(ctx)
  const organizationId = ctx.state.caller.organization_id
  await ctx.files.deleteLeftovers({ organizationId, entryId: idOf(ctx, fileRecords.name) })
}
