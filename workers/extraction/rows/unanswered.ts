import { isQuestionName } from './qaColumns.ts'

/** The most characters of a question that stands alone. A longer text says something itself. */
const MAX_CHARACTERS = 300
const LABEL = /^([^:：]{1,40})[:：]\s/

/**
 * Whether a passage is a question without its answer: one line such as `**How long?**`, or rows of
 * a table whose answers are empty, `Question: How long?`. It would take the place of a passage that
 * answers.
 */
export function isUnanswered(passage: string): boolean {
  const lines = passage.split('\n').filter((line) => line.trim())
  const isLabelled = (line: string) => isQuestionName(LABEL.exec(line)?.[1] ?? '-')
  return lines.every(
    (line) => (lines.length === 1 || isLabelled(line)) && isQuestion(withoutMarks(line)),
  )
}

const isQuestion = (line: string) =>
  line.length <= MAX_CHARACTERS && /[?？؟]$/.test(line) && !/\p{L}{3}[.!?]\s+\p{L}/u.test(line)

/** Removes the signs of a heading, a list or bold letters around a line. */
const withoutMarks = (line: string) =>
  line
    .trim()
    .replace(/^[#*_>\s-]{1,20}/, '')
    .replace(/[*_\s]{1,20}$/, '')
