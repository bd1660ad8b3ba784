import type { Db } from '../../shared/lib/db/db.ts'
import { addUnread, readBounds, readFirstQuestions } from '../../shared/questions/firstQuestions.ts'
import { questionTerms } from './questionTerms.ts'

/**
 * Reads the words of the first questions that have been asked since the last time, of all
 * organizations.
 * @param milliseconds no step begins after so many; the next call goes on
 * @param settledMs questions younger than this are left for the next call
 * @param stop no step begins once it is aborted
 * @returns how many messages it looked at
 */
export async function readTopics(
  db: Db,
  {
    milliseconds,
    settledMs,
    stop,
  }: { milliseconds: number; settledMs: number; stop?: AbortSignal },
): Promise<number> {
  const end = performance.now() + milliseconds
  await addUnread(db)
  const bounds = await readBounds(db, settledMs)
  for (let messages = 0; ; ) {
    if (stop?.aborted || performance.now() > end) return messages
    const seen = await readFirstQuestions(db, bounds, ({ question, language }) => {
      const found = questionTerms(question, language)
      return { terms: found.map(({ term }) => term), forms: found.map(({ form }) => form) }
    })
    if (seen === 0) return messages
    messages += seen
  }
}
