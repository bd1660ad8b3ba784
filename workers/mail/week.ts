import { type AnswerFigures, isComparable, readAnswers } from '../../shared/analytics/answers.ts'
import { NEGATIVE_RATING } from '../../shared/chat/feedback.ts'
import { readHandoffFigures } from '../../shared/handoffs/figures.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { listAttention } from '../../shared/questions/attention.ts'
import { readTopics } from '../../shared/questions/topics.ts'

const DAY_MS = 86_400_000
/** The most topics and questions that a mail lists. */
const MOST = 5

/** What the mail about a week says. */
export interface Week {
  /** The Monday on which it began, and the Sunday on which it ended, `2026-11-23`. */
  first: string
  last: string
  current: AnswerFigures
  /** The figures of the week before; null: there is too little data of it. */
  previous: AnswerFigures | null
  handed_over: number
  topics: { words: string; conversations: number; answered: number }[]
  attention: { total: number; questions: string[] }
}

/**
 * Reads the figures of a week, Monday to Sunday by UTC.
 * @param monday `2026-11-23`
 * @returns undefined: nothing was asked
 */
export async function readWeek(
  db: Db,
  organization_id: string,
  monday: string,
): Promise<Week | undefined> {
  const from = new Date(`${monday}T00:00:00Z`)
  const to = new Date(from.getTime() + 7 * DAY_MS)
  const query = { organization_id, from, to }
  const current = await readAnswers(db, query, NEGATIVE_RATING)
  if (current.questions === 0) return undefined
  const before = { organization_id, from: new Date(from.getTime() - 7 * DAY_MS), to: from }
  const previous = (await isComparable(db, before))
    ? await readAnswers(db, before, NEGATIVE_RATING)
    : null
  const { handed_over } = await readHandoffFigures(db, query)
  const { topics } = await readTopics(db, query)
  const { total, items } = await listAttention(db, query, { limit: MOST })
  return {
    first: monday,
    last: new Date(to.getTime() - DAY_MS).toISOString().slice(0, 10),
    current,
    previous,
    handed_over,
    topics: topics.slice(0, MOST),
    attention: { total, questions: items.map(({ question }) => question) },
  }
}
