import answers from './recordedAnswers.json' with { type: 'json' }
import type { Json } from './schemas.ts'

/**
 * An answer that an operation gave to its sample. Ids, times, secrets and names of hosts are
 * replaced, and lists have at most two items.
 */
export interface RecordedAnswer {
  status: number
  /** Its content type, such as `application/json`. */
  type: string
  /** Parsed if it is JSON, and else its text. */
  answer: unknown
}

/**
 * The recorded answers by `operationId`. `npm run answers` records them anew; operations whose
 * answers are pictures have none.
 */
export const RECORDED_ANSWERS = answers as Readonly<Record<string, RecordedAnswer>>

/** Adds the recorded answer to the contents of an answer, if it has this status. */
export function withRecorded(content: Json, id: string | undefined, status: string): Json {
  const recorded = id === undefined ? undefined : RECORDED_ANSWERS[id]
  const described = recorded?.status === Number(status) ? content[recorded.type] : undefined
  if (!recorded || !described) return content
  return { ...content, [recorded.type]: { ...(described as Json), example: recorded.answer } }
}
