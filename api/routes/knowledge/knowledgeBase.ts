import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { v7 as uuid } from 'uuid'
import { createFile, type FileContent, fillFile } from '../../../shared/knowledge/files.ts'
import { fileRecords } from '../../../shared/knowledge/knowledge.ts'
import { FILE_ENDINGS } from '../../../shared/lib/fileTypes.ts'
import type { Ctx, Middleware, Services, State } from '../../context.ts'
import { idempotently, isReplay } from '../../http/idempotent.ts'
import { describeGuard, operation } from '../../http/operation.ts'
import { one } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { deprecate } from '../../middleware/legacyForm.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { makeUploadCapacity } from '../../uploads/uploadCapacity.ts'
import { acceptanceOf, answerIndexed, WAITS, withAgents } from './entries.ts'
import { fileEntry } from './fileEntry.ts'
import { MAX_FILE_BYTES, readUpload, uploadFields } from './upload.ts'

const PATH = '/knowledge-base'
const OLD_PATH = '/api/v1/knowledge/files'

const form = {
  ...uploadFields,
  contentMediaType: 'multipart/form-data',
  required: ['file'],
  properties: {
    file: {
      type: 'string',
      contentMediaType: 'application/octet-stream',
      description: `The file, at most 20 MB. The ending of its name says its type: ${FILE_ENDINGS.join(', ')}.`,
    },
    ...uploadFields.properties,
  },
  examples: [{ file: 'terms.txt', title: 'Terms' }],
}

const UPLOAD = `For signed-in users of the dashboard; keys and tokens get 403. ${WAITS}`

/** The routes that take files. */
export const knowledgeBase = new Router<State, Services>()
knowledgeBase.post(
  PATH,
  operation(
    'uploadFile',
    'Upload a file',
    {
      200: one(
        fileEntry,
        'The file is the content of the entry that `knowledge_id` named: `data` holds it.',
      ),
      201: one(fileEntry),
      202: one(fileEntry),
    },
    UPLOAD,
  ),
  authenticate('dashboard'),
  rateLimit,
  readForm,
  validate(uploadFields),
  describeGuard(postUpload, { body: form, maxFileBytes: MAX_FILE_BYTES }),
)

/**
 * Whether `readForm` reads the request's body: it is large, and is read only when its sender is
 * known.
 */
export const takesUpload = (ctx: Ctx) =>
  ctx.method === 'POST' &&
  ctx.is('multipart/form-data') === 'multipart/form-data' &&
  (ctx.path.replace(/\/$/, '') === PATH || isOldUpload(ctx))

const isOldUpload = (ctx: Ctx) => ctx.config.LEGACY_FORM && ctx.path.replace(/\/$/, '') === OLD_PATH

async function readForm(ctx: Ctx, next: () => Promise<unknown>) {
  const capacity = makeUploadCapacity(ctx.state.caller.organization_id)
  ctx.state.forgetFile = () => {
    capacity.release()
    delete ctx.state.file
  }
  try {
    const { fields, file } = await readUpload(ctx, capacity)
    ctx.state.body = fields
    ctx.state.file = file
    await next()
  } finally {
    ctx.state.forgetFile()
  }
}

const validateFields = validate(uploadFields)

/** Guards the route that takes metadata only: in the API's earlier form it took files. */
export const takeOldUpload: Middleware = async function takeOldUpload(ctx, next) {
  if (!takesUpload(ctx)) return next()
  deprecate(ctx, `${PATH}/`)
  await readForm(ctx, async () => {
    const {
      assistant_id,
      agent_id = assistant_id,
      file_type: _,
      ...fields
    } = ctx.state.body as Record<string, unknown>
    ctx.state.body = agent_id === undefined ? fields : { ...fields, agent_ids: [agent_id] }
    await validateFields(ctx, () => postUpload(ctx))
  })
}

async function postUpload(ctx: Ctx) {
  const { id, isNew } = await storeUpload(ctx)
  // The next upload may begin while this one is indexed.
  ctx.state.forgetFile!()
  await answerIndexed(ctx, fileRecords, id, isNew ? 201 : 200)
}

async function storeUpload(ctx: Ctx): Promise<{ id: string; isNew: boolean }> {
  const { knowledge_id, ...given } = ctx.state.body as FromSchema<typeof uploadFields>
  const { organization_id } = ctx.state.caller
  const entryId = knowledge_id ?? uuid()
  const file = await putAside(ctx, entryId, knowledge_id !== undefined)
  const { id } = await idempotently(
    ctx,
    async (db) => {
      const fields = await withAgents(db, organization_id, given)
      if (knowledge_id === undefined) {
        const entry = { agent_ids: null, title: file.file_name, ...fields }
        return {
          id: await createFile(db, organization_id, entry, acceptanceOf(ctx), file, entryId),
        }
      }
      await fillFile(db, organization_id, knowledge_id, fields, acceptanceOf(ctx), file)
      return { id: knowledge_id }
    },
    async (earlier) => ({ id: earlier }),
  )
  if (knowledge_id) await ctx.files.deleteLeftovers({ organizationId: organization_id, entryId })
  return { id, isNew: knowledge_id === undefined }
}

/**
 * Stores the bytes of the file, unless an earlier request with the same key has done so.
 * @throws AppError not_found
 */
async function putAside(ctx: Ctx, entryId: string, isThere: boolean): Promise<FileContent> {
  const { organization_id } = ctx.state.caller
  const file = ctx.state.file!
  if (await isReplay(ctx)) return file
  if (isThere) await fileRecords.get(ctx.db, organization_id, entryId)
  return ctx.files.put(organization_id, entryId, file)
}
