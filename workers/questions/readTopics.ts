import type { Db } from '../../shared/lib/db/db.ts'
import { addUnread, readBounds, readFirstQuestions } from '../../shared/questions/firstQuestions.ts'
import { questionTerms } from './questionTerms.ts'

/**
 * Reads the topics of the first questions of chats that have come since the last call, for all
 * organizations.
 * @param milliseconds after which no further step begins; the next call takes the rest
 * @param settledMs milliseconds: younger questions are left for the next call
 * @param stop once aborted, no further step begins
 * @returns the number of messages that it read
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
    const seen = await readFirstQuestions(db, bounds, ({ question, language, agent_name }) => {
      const found = questionTerms(question, language, agent_name)
      return { terms: found.map(({ term }) => term), forms: found.map(({ form }) => form) }
    })
    if (seen === 0) return messages
    messages += seen
  }
}
