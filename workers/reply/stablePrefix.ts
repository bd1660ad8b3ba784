import type { Passage } from '../../shared/store/search/retrieval.ts'
import { readMarks } from '../citations/citations.ts'
import { UNFINISHED } from '../citations/givenAddresses.ts'
import { endOfCode, sanitize } from '../citations/sanitize.ts'

const LABEL = '[^[\\]\\n]{0,500}'

/** Suffixes that later text could still turn into a mark, link or tag, each up to the longest that there is. */
const UNSETTLED = [
  // A mark, a link, a picture.
  `!|!?\\[{1,2}${LABEL}(?:\\]\\]?(?:\\([^)[\\n]{0,2000})?)?`,
  `!\\[${LABEL}\\]\\[${LABEL}`,
  '\\](?:\\(\\s*[^\\s)\\]]{0,2000}|:\\s*[^\\s\\]]{0,2000})',
  '\\([^()\\n]{0,60}|\\(\\d{1,2}\\)\\s*',
  '【[^【】\\n]{0,60}',
  // A bracket that may be the text's own.
  '[⟦⟧⦅⦆〘〙]',
  // Markup, code, half of a character.
  '<(?:[a-z/!?][^<>\\n]{0,2000})?',
  '(?<!`)`+|[\\ud800-\\udbff]',
  ...UNFINISHED,
].map((part) => new RegExp(`(?:${part})(?![\\s\\S])`, 'im'))
const LONGEST = 3_000

/**
 * The part of an unfinished reply that will stand in the finished one, as it will stand there: without marks, and
 * with nothing that acts by itself. The longer the text, the longer the part. A block of code is taken to be closed later.
 * @param given all that the model has seen
 */
export function stablePrefix(text: string, sources: readonly Passage[], given: string): string {
  const settled = text.slice(0, endOfSettled(text))
  const end = endOfCode(settled)
  const shown = sanitize(readMarks(settled + end, sources, given).content, given).trim()
  return end && shown.endsWith(end) ? shown.slice(0, -end.length).trimEnd() : shown
}

/** Where the part begins that later text could still change: a suffix of the kinds above, or an open span of code before it. */
function endOfSettled(text: string): number {
  const start = Math.max(0, text.length - LONGEST)
  const last = text.slice(start)
  const end = start + Math.min(...UNSETTLED.map((pattern) => pattern.exec(last)?.index ?? last.length))
  const line = text.lastIndexOf('\n', end - 1) + 1
  const ticks = text.slice(line, end).match(/`/g)?.length ?? 0
  return ticks % 2 ? text.lastIndexOf('`', end - 1) : end
}
