import { AppError, type FieldError } from '../lib/errors.ts'
import type { AttachedFile } from './attachments.ts'

/** The files of a message and whether its thread takes them. */
interface FoundFiles {
  /** Whether the agent allows files. */
  allow_attachments: boolean
  /** The files that the message can have; null: none. */
  files: readonly AttachedFile[] | null
}

/**
 * Returns why a message cannot have the files that it names; undefined: it can, or it names none.
 */
export function filesRefused(
  ids: readonly string[] | undefined,
  { allow_attachments, files }: FoundFiles,
): AppError | undefined {
  if (!ids?.length) return undefined
  if (!allow_attachments) return refused([{ field: 'attachments', ...NOT_ALLOWED }])
  const found = new Set(files?.map(({ id }) => id))
  const errors = ids.flatMap((id, index) =>
    found.has(id.toLowerCase())
      ? []
      : [{ field: `attachments.${index}`, code: 'not_found', detail: GONE }],
  )
  return errors.length ? refused(errors) : undefined
}

/** The validation error for an agent that takes no files. */
export const NOT_ALLOWED = {
  code: 'attachments_not_allowed',
  detail: 'the agent takes no attachments: allow them by its `allow_attachments`',
}

const GONE = 'is no upload of this chat that can still be sent: upload the file once more'

function refused(errors: readonly FieldError[]): AppError {
  const { field, detail } = errors[0]!
  return new AppError('validation_failed', `${field}: ${detail}`, { data: { errors } })
}
