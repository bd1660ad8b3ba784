import type { Ctx } from '../../context.ts'

/** The header of a change that is refused if the record has changed since it was read. */
export const ifMatch = (what: string) => ({
  'If-Match': {
    type: 'string',
    required: false,
    example: '"2026-01-31T09:30:00.000Z"',
    description: `The \`ETag\` of the ${what} as it was read: its \`updated_at\` in quotes. Answers 412 \`precondition_failed\` where the ${what} has changed since. Without it, or with \`*\`: changes it in any case.`,
  },
})

/** Returns the ETag of a record. */
export const tagOf = ({ updated_at }: { updated_at: Date }) => `"${updated_at.toISOString()}"`

/** Reads the `updated_at` that the request's If-Match names. */
export function seenBy(ctx: Ctx): Date | undefined {
  const tag = ctx.get('If-Match')
  if (!tag || tag === '*') return undefined
  const seen = new Date(tag.replace(/^"(.*)"$/, '$1'))
  // Any other tag names a state that the record never had.
  return seen.getTime() >= 0 ? seen : new Date(0)
}
