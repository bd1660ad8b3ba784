import type { Passage } from '../../shared/search/retrieval.ts'
import { type AskedQuestion, readMarks } from '../citations/citations.ts'
import { UNFINISHED } from '../citations/givenAddresses.ts'
import { endOfCode, sanitize } from '../citations/sanitize.ts'

const LABEL = '[^[\\]\\n]{0,500}'

/**
 * Suffixes that later text could still turn into a mark, a link or a tag. Each pattern has a
 * maximum length.
 */
const UNSETTLED = [
  // A mark, a link, a picture.
  `!|\\^|[!^]?\\[{1,2}${LABEL}(?:\\]\\]?(?:\\([^)[\\n]{0,2000})?)?`,
  // A mark that goes if a sentence ends after it.
  '(?:\\[[^[\\]\\n]{0,60}\\]|【[^【】\\n]{0,60}】)[^\\S\\n]{1,3}',
  '\\^?［[^［］\\n]{0,60}(?:］[^\\S\\n]{0,3})?',
  `!\\[${LABEL}\\]\\[${LABEL}`,
  '\\](?:\\(\\s*[^\\s)\\]]{0,2000}|:\\s*[^\\s\\]]{0,2000})',
  '\\([^()\\n]{0,60}|\\(\\d{1,2}\\)\\s*',
  '【[^【】\\n]{0,60}】?',
  // A disguised bracket: the next character shows whether it is the text's own.
  '[⟦⟧⦅⦆〘〙⦋⦌]',
  // Markup, code, the first half of a surrogate pair.
  '<(?:[a-z/!?][^<>\\n]{0,2000})?',
  '(?<!`)`+|[\\ud800-\\udbff]',
  ...UNFINISHED,
].map((part) => new RegExp(`(?:${part})(?![\\s\\S])`, 'im'))
const LONGEST = 3_000

/**
 * Returns the beginning of an unfinished reply as the finished reply will have it: sanitized and
 * without marks. It grows with the text. An open block of code is assumed to be closed later.
 */
export function stablePrefix(
  text: string,
  sources: readonly Passage[],
  prompt: Omit<AskedQuestion, 'question'>,
): string {
  const settled = text.slice(0, endOfSettled(text))
  const end = endOfCode(settled)
  const shown = sanitize(readMarks(settled + end, sources, prompt).content, prompt.given).trim()
  return end && shown.endsWith(end) ? shown.slice(0, -end.length).trimEnd() : shown
}

/**
 * Returns the place from which later text could still change the reply: an unsettled suffix, or an
 * open code span before it.
 */
function endOfSettled(text: string): number {
  const start = Math.max(0, text.length - LONGEST)
  const last = text.slice(start)
  const end =
    start + Math.min(...UNSETTLED.map((pattern) => pattern.exec(last)?.index ?? last.length))
  const line = text.lastIndexOf('\n', end - 1) + 1
  const ticks = text.slice(line, end).match(/`/g)?.length ?? 0
  return ticks % 2 ? text.lastIndexOf('`', end - 1) : end
}
