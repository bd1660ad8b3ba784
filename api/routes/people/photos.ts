import Router from '@koa/router'
import { attachmentTypeOf } from '../../../shared/lib/attachmentTypes.ts'
import { notFound } from '../../../shared/lib/errors.ts'
import { PHOTO_PATH, type Photo, readPhoto, setPhoto } from '../../../shared/people/photos.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import { presentSignedIn, signedIn, tokenOf } from '../../auth/loginSessions.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { describeGuard, operation } from '../../http/operation.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { loneFile, readLoneFile, requireShowable } from '../../uploads/loneFile.ts'
import { invalidFile } from '../../uploads/multipart.ts'
import { makeUploadCapacity, type UploadCapacity } from '../../uploads/uploadCapacity.ts'

const TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
const MAX_BYTES = 64 * 1024
/** The most pixels a side. */
const MAX_SIDE = 512

const PATH = '/api/v1/account/photo'

const form = loneFile(
  `The photo: a PNG, JPEG or WebP image of at most ${MAX_BYTES / 1024} kB and ${MAX_SIDE} pixels a side, best square. Its bytes determine its type.`,
  'zoe.jpg',
)

/** The photos of people: each user sets their own, and anybody with its path may see it. */
export const photos = new Router<State, Services>()
photos.put(
  PATH,
  operation(
    'putPhoto',
    'Upload your photo',
    { 200: signedIn },
    'Customers see it beside what you write to them, and colleagues see it in the inbox. Replaces your previous photo, at another path.',
  ),
  authenticate('viewer'),
  rateLimit,
  describeGuard(putPhoto, { body: form, maxFileBytes: MAX_BYTES }),
)
photos.delete(
  PATH,
  operation(
    'deletePhoto',
    'Remove your photo',
    { 200: signedIn },
    'Its path answers 404 from now on. Browsers that have cached it may show it for up to an hour.',
  ),
  authenticate('viewer'),
  rateLimit,
  deletePhoto,
)
photos.get(`${PHOTO_PATH}:file`, getPhoto)

/** Whether the route reads the request's body itself, when its sender is known. */
export const takesPhoto = (ctx: Ctx) =>
  ctx.method === 'PUT' &&
  ctx.path.replace(/\/$/, '') === PATH &&
  ctx.is('multipart/form-data') === 'multipart/form-data'

async function putPhoto(ctx: Ctx) {
  const capacity = makeUploadCapacity(ctx.state.caller.organization_id)
  try {
    await change(ctx, await readFile(ctx, capacity), 'Photo stored.')
  } finally {
    capacity.release()
  }
}

function deletePhoto(ctx: Ctx) {
  return change(ctx, null, 'Photo removed.')
}

async function change(ctx: Ctx, photo: Photo | null, detail: string) {
  const before = ctx.state.caller.user!
  const after = { ...before, ...(await setPhoto(ctx.db, before, photo)) }
  noteAudit(ctx, {
    target: { id: before.id, label: before.email },
    before,
    after,
    fields: ['photo'],
  })
  answer(ctx, 200, detail, presentSignedIn(after, tokenOf(ctx)))
}

/**
 * Reads the photo of the request.
 * @throws AppError unsupported_media_type, payload_too_large, malformed_request, invalid_text,
 *   validation_failed, unavailable
 */
async function readFile(ctx: Ctx, capacity: UploadCapacity): Promise<Photo> {
  const { bytes } = await readLoneFile(ctx, capacity, MAX_BYTES)
  const found = attachmentTypeOf(bytes)
  const type = TYPES.find((type) => type === found)
  if (!type) throw invalidFile('file_type', 'must be a PNG, JPEG or WebP image, by its bytes')
  requireShowable(type, bytes, MAX_SIDE)
  return { type, bytes }
}

async function getPhoto(ctx: Ctx) {
  const photo = await readPhoto(ctx.db, ctx.path.replace(/\/$/, ''))
  if (!photo) throw notFound('photo')
  ctx.set({
    // A path never gets another photo. A removed photo is still seen for at most an hour.
    'Cache-Control': 'public, max-age=3600, immutable',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    // The widget shows photos on other sites' pages.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
  ctx.type = photo.type
  ctx.body = photo.bytes
}
