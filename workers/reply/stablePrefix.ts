import type { Passage } from '../../shared/search/retrieval.ts'
import { type AskedQuestion, marksOf } from '../citations/citations.ts'
import { UNFINISHED } from '../citations/givenAddresses.ts'
import { endOfCode, sanitize } from '../citations/sanitize.ts'
import { readSettled } from '../marks/readMarks.ts'

const LABEL = '[^[\\]\\n]{0,500}'

/**
 * Suffixes that later text could still turn into a link or a tag. Each pattern has a maximum
 * length.
 */
const UNSETTLED = [
  // A link, a picture.
  `!|!?\\[${LABEL}(?:\\](?:\\([^)[\\n]{0,2000})?)?`,
  `!\\[${LABEL}\\]\\[${LABEL}`,
  '\\](?:\\(\\s*[^\\s)\\]]{0,2000}|:\\s*[^\\s\\]]{0,2000})',
  // Markup, code, the first half of a surrogate pair.
  '<(?:[a-z/!?][^<>\\n]{0,2000})?',
  '(?<!`)`+|[\\ud800-\\udbff]',
  // A fence whose line a backtick could still make a span of code.
  '^ {0,3}`{3,}[^`\\n]{0,2000}`*',
  ...UNFINISHED,
].map((part) => new RegExp(`(?:${part})(?![\\s\\S])`, 'im'))
const LONGEST = 3_000

/**
 * Returns the beginning of an unfinished reply as the finished reply will have it: without marks,
 * and sanitized. It grows with the text. An open block of code is assumed to be closed later.
 */
export function stablePrefix(
  text: string,
  sources: readonly Passage[],
  prompt: Omit<AskedQuestion, 'question'>,
): string {
  const unmarked = readSettled(text, marksOf(sources, prompt))
  const settled = unmarked.slice(0, endOfSettled(unmarked))
  const end = endOfCode(settled)
  const shown = sanitize(settled + end, prompt.given).trim()
  return end && shown.endsWith(end) ? shown.slice(0, -end.length).trimEnd() : shown
}

/** Returns the place from which later text could still change how the reply is sanitized. */
function endOfSettled(text: string): number {
  const start = Math.max(0, text.length - LONGEST)
  const last = text.slice(start)
  return start + Math.min(...UNSETTLED.map((pattern) => pattern.exec(last)?.index ?? last.length))
}
