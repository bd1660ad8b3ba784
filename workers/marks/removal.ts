import type { Span } from '../../shared/lib/text/sentences.ts'
import type { Ahead } from './ahead.ts'

/** The beginning of a line, with the signs of a quotation or an item. */
const LINE_START = /(?:^|\n)[ \t>]{0,20}(?:(?:[-*+•–]|\d{1,3}[.)])[ \t]{1,4})?$/
const OPENED = /(?:[(（[{“„«]|(?:^|[\s(（])[*_]{1,3})$/u
const ENDED = /[.!?…。！？]["”’»)）*_]{0,4}$/u
const ENDING = /^[.!?;:)）。！？|*_\n]?$/u

/**
 * Returns the text that goes with a mark: blanks before it, a comma before the end of the sentence,
 * a second full stop, the sign of an item or a quotation that is empty without it.
 * @param floor what is before it has been read already
 */
export function removalOf(ahead: Ahead, mark: Span, floor: number): Span {
  const { text } = ahead
  const before = text.slice(Math.max(0, mark.start - 60), mark.start)
  const [prefix] = LINE_START.exec(before) ?? []
  if (prefix !== undefined) return atLineStart(ahead, mark, mark.start - prefix.length, floor)
  if (OPENED.test(before)) return { start: mark.start, end: afterPause(ahead, mark.end) }
  const start = beforeBlanks(text, mark.start, floor)
  const said = text.slice(Math.max(0, start - 10), start)
  if (ENDED.test(said) && /[.。]/.test(ahead.at(mark.end)) && ahead.at(mark.end + 1) !== '.')
    return { start, end: mark.end + 1 }
  const pause = /(?:[,;，、،]|\s[–—-])$/u.exec(said)?.[0]
  if (pause && start - pause.length >= floor && ENDING.test(ahead.at(ahead.afterBlanks(mark.end))))
    return { start: beforeBlanks(text, start - pause.length, floor), end: mark.end }
  // `nine. [1]Parcels`
  const isGlued = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d]/u.test(
    ahead.at(mark.end),
  )
  return { start: isGlued ? mark.start : start, end: mark.end }
}

/** Removes a line that has only the mark, or else the blanks after the mark. */
function atLineStart(ahead: Ahead, { start, end }: Span, prefix: number, floor: number): Span {
  const after = ahead.afterBlanks(/[.。]/.test(ahead.at(end)) ? end + 1 : end)
  if (/^\n?$/.test(ahead.at(after)))
    return { start: beforeBlanks(ahead.text, Math.max(prefix, floor), floor), end: after }
  return { start, end: afterPause(ahead, end) }
}

function beforeBlanks(text: string, place: number, floor: number): number {
  let start = place
  while (start > floor && /\s/.test(text[start - 1]!)) start--
  return start
}

/** Returns the place after a comma or a colon, and blanks. */
function afterPause(ahead: Ahead, end: number): number {
  const isPaused = /[,;:：，.]/.test(ahead.at(end)) && /\s/.test(ahead.at(end + 1))
  return ahead.afterBlanks(isPaused ? end + 1 : end)
}
