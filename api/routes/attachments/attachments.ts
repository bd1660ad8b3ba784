import { createHash } from 'node:crypto'
import Router from '@koa/router'
import { v7 as uuid } from 'uuid'
import {
  type Attachment,
  createAttachment,
  findAttachment,
  HOURS_TO_SEND,
  readSentAttachment,
} from '../../../shared/chat/attachments.ts'
import type { Thread, ThreadKind } from '../../../shared/chat/threads.ts'
import { ATTACHMENT_ENDINGS, ATTACHMENT_TYPES } from '../../../shared/lib/attachmentTypes.ts'
import { notFound } from '../../../shared/lib/errors.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { idempotently, isReplay } from '../../http/idempotent.ts'
import { describeGuard, operation } from '../../http/operation.ts'
import {
  kindOf,
  object,
  one,
  recordId,
  type Schema,
  time,
  uuid as uuidOf,
} from '../../http/schemas.ts'
import { authenticateFor } from '../../middleware/authenticate.ts'
import { rateLimit, rateLimitReads } from '../../middleware/rateLimit.ts'
import { loneFile } from '../../uploads/loneFile.ts'
import { makeUploadCapacity, type UploadCapacity } from '../../uploads/uploadCapacity.ts'
import { idOf } from '../records/ids.ts'
import { attachment } from '../threads/messageSchemas.ts'
import { THREAD_NAMES, threadOf } from '../threads/threads.ts'
import { MAX_FILE_BYTES, readFile } from './readFile.ts'
import { requireRoom } from './room.ts'

const form = loneFile(
  `The file: an image of at most 5 MB and 8,000 pixels a side (PNG, JPEG, WebP or GIF), or a PDF of at most 10 MB. Its bytes determine its type; its name gets an ending of this type (${ATTACHMENT_ENDINGS.join(', ')}).`,
  'receipt.pdf',
)

const { id: _, ...fileFields } = attachment.properties as Record<string, Schema>
const upload = (kind: ThreadKind) =>
  object(`${THREAD_NAMES[kind]}Upload`, 'A file that was uploaded for a message.', {
    object: kindOf('attachment'),
    id: recordId,
    [`${kind}_id`]: uuidOf(`Id of the ${kind} whose messages may have it.`),
    ...fileFields,
    created_at: time('When it was uploaded'),
    expires_at: time('Until when a message can use it'),
  })

const POST = `To send it, post a message with its id in \`attachments\`. A file that is not sent within ${HOURS_TO_SEND} hours is deleted. Answers 422 \`validation_failed\` with \`attachments_not_allowed\` in \`data.errors\` unless the agent has \`allow_attachments\`; 413 for a file that is too large; 429 when the files of a chat (\`ATTACHMENTS_CHAT_DAILY_LIMIT\`) or the bytes of an organization (\`ATTACHMENTS_ORGANIZATION_DAILY_MEGABYTES\`) of the last 24 hours reach their limit.`
const GET =
  'Answers with the bytes once a message has the file, always as a download, with its own type, and in a sandbox: no browser shows it as a page of this service. Callers who may read the chat may read it, but visitors get no file of an internal note. Does not count against the hourly limit: 30 times as many reads are allowed.'

const bytes = ATTACHMENT_TYPES.map((contentMediaType) => ({
  title: 'AttachmentContent',
  type: 'string',
  contentMediaType,
  description: 'The bytes of the file, as they were uploaded.',
}))

/** Attachments of sessions and of conversations: the same routes under two prefixes. */
export const attachments = new Router<State, Services>()
for (const kind of ['session', 'conversation'] as const) {
  const path = `/api/v1/${kind}s/:${kind}_id/attachments`
  const Name = THREAD_NAMES[kind]
  const mayRead = authenticateFor(kind)
  attachments.post(
    path,
    operation(
      `upload${Name}Attachment`,
      `Upload a file for a message in a ${kind}`,
      { 201: one(upload(kind)) },
      POST,
    ),
    mayRead,
    rateLimit,
    describeGuard((ctx) => postFile(ctx, kind), { body: form, maxFileBytes: MAX_FILE_BYTES }),
  )
  attachments.get(
    `${path}/:id`,
    operation(
      `read${Name}Attachment`,
      `Download a file of a message in a ${kind}`,
      { 200: bytes },
      GET,
    ),
    mayRead,
    rateLimitReads,
    (ctx) => getFile(ctx, kind),
  )
}

/**
 * Whether the route reads the request's body itself: it is large, and is read only when its sender
 * is known.
 */
export const takesAttachment = (ctx: Ctx) =>
  ctx.method === 'POST' &&
  /\/attachments\/?$/.test(ctx.path) &&
  ctx.is('multipart/form-data') === 'multipart/form-data'

async function postFile(ctx: Ctx, kind: ThreadKind) {
  const thread = await threadOf(ctx, kind)
  const capacity = makeUploadCapacity(ctx.state.caller.organization_id)
  try {
    answer(ctx, 201, 'File uploaded.', present(kind, await storeFile(ctx, thread, capacity)))
  } finally {
    capacity.release()
  }
}

/** Stores the file of the request, once for all requests with the same key. */
async function storeFile(ctx: Ctx, thread: Thread, capacity: UploadCapacity): Promise<Attachment> {
  const { organization_id } = ctx.state.caller
  const isRepeated = await isReplay(ctx)
  if (!isRepeated) await requireRoom(ctx, thread, 0)
  const file = { id: uuid(), ...(await readFile(ctx, capacity)) }
  // Distinguishes a repeated request from another request with the same key.
  ctx.state.body = {
    name: file.file_name,
    hash: createHash('sha256').update(file.bytes).digest('hex'),
  }
  if (!isRepeated) await requireRoom(ctx, thread, file.bytes.length)
  const stored = isRepeated ? file : await ctx.files.put(organization_id, file.id, file)
  return idempotently(
    ctx,
    (db) => createAttachment(db, organization_id, thread.id, stored),
    async (id) => {
      const earlier = await findAttachment(ctx.db, organization_id, thread.id, id)
      if (!earlier) throw notFound('attachment')
      return earlier
    },
  )
}

const present = (
  kind: ThreadKind,
  { id, thread_id, file_name, media_type, size_bytes, created_at }: Attachment,
) => ({
  object: 'attachment',
  id,
  [`${kind}_id`]: thread_id,
  name: file_name,
  type: media_type,
  bytes: size_bytes,
  created_at,
  expires_at: new Date(created_at.getTime() + HOURS_TO_SEND * 3_600_000),
})

async function getFile(ctx: Ctx, kind: ThreadKind) {
  const { organization_id, kind: by } = ctx.state.caller
  const thread = await threadOf(ctx, kind)
  const wanted = idOf(ctx, 'attachment')
  const file = await readSentAttachment(ctx.db, organization_id, thread.id, wanted, by !== 'widget')
  if (!file) throw notFound('attachment')
  const content = await ctx.files.get(file)
  // A visitor's upload must never run on our origin.
  ctx.set('Content-Security-Policy', "default-src 'none'; sandbox")
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin')
  ctx.attachment(file.file_name)
  ctx.type = file.media_type
  ctx.body = content
}
