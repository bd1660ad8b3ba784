import { closedText } from '../../../shared/chat/accept.ts'
import { readUploadRoom } from '../../../shared/chat/attachments.ts'
import { NOT_ALLOWED } from '../../../shared/chat/refusal.ts'
import { OPEN_STATUS, type Thread } from '../../../shared/chat/threads.ts'
import { AppError, notFound } from '../../../shared/lib/errors.ts'
import type { Ctx } from '../../context.ts'
import { invalidFile } from '../../uploads/multipart.ts'

/** Seconds after which a client may ask again: files leave the last 24 hours one by one. */
const RETRY_AFTER = 3_600

/**
 * Refuses a file if its thread is closed, its agent allows no files, or a daily limit is reached.
 * Concurrent uploads may together exceed a limit.
 * @param more bytes of the file, as far as they are known
 * @throws AppError not_found, thread_closed, validation_failed, rate_limited
 */
export async function requireRoom(ctx: Ctx, { id, kind }: Thread, more: number): Promise<void> {
  const room = await readUploadRoom(ctx.db, ctx.state.caller.organization_id, id)
  if (!room) throw notFound(kind)
  if (room.status !== OPEN_STATUS[kind])
    throw new AppError('thread_closed', closedText(kind, room.status))
  if (!room.is_allowed) throw invalidFile(NOT_ALLOWED.code, NOT_ALLOWED.detail)
  const {
    ATTACHMENTS_CHAT_DAILY_LIMIT: files,
    ATTACHMENTS_ORGANIZATION_DAILY_MEGABYTES: megabytes,
  } = ctx.config
  if (room.files >= files)
    throw limited(`This ${kind} has had ${files} files in the last 24 hours. Send more tomorrow.`)
  if (room.bytes + more > megabytes * 1024 * 1024)
    throw limited(
      `The organization has had ${megabytes} MB of files in the last 24 hours. Its operator can raise ATTACHMENTS_ORGANIZATION_DAILY_MEGABYTES.`,
    )
}

const limited = (detail: string) =>
  new AppError('rate_limited', detail, { retryAfter: RETRY_AFTER })
