import {
  ANSWER_END,
  BARE_FINAL_ROLE,
  CALL,
  CHANNEL_END,
  CHANNEL_START,
  CLOSING,
  OPENING,
} from './thoughtMarks.ts'

/** What was found in a text, from `at` to `end` in UTF-16 code units. */
export interface FoundMark {
  /**
   * `closing`: the text before it was thoughts, whose opening mark the template wrote. `call`, or
   * another `channel`: it begins at `at`. `answer`: the mark after an answer.
   */
  kind: 'closing' | 'call' | 'channel' | 'answer'
  at: number
  end: number
}

const MARKS = new RegExp(
  `\\n|\`{1,20}|~{3,20}|(?<opening>${OPENING})|(?<closing>${CLOSING}|${BARE_FINAL_ROLE})|(?<call>${CALL})|(?<answer>${ANSWER_END})|(?<channel>${CHANNEL_END}|${CHANNEL_START})`,
  'gi',
)

/**
 * Looks through a text that grows, outside code, for marks that are not part of it. Reads each
 * character once.
 */
export function makeTextScan() {
  let at = 0
  let lineStart = 0
  let isInFence = false
  let isInCode = false
  /** Opening marks of this line, and those that stand at the beginning of a line. */
  const opened = { onLine: 0, ofLines: 0 }

  function readBreak(place: number): void {
    lineStart = place + 1
    isInCode = false
    opened.onLine = 0
  }

  function readTicks(ticks: string, isLineBegun: boolean): void {
    if (ticks.length >= 3 && !isLineBegun) isInFence = !isInFence
    else if (!ticks.startsWith('~') && !isInFence) isInCode = !isInCode
  }

  /** Whether a closing mark belongs to an opening mark that the text mentions. */
  function isPaired(isLineBegun: boolean): boolean {
    const of = isLineBegun && opened.onLine > 0 ? 'onLine' : 'ofLines'
    if (opened[of] === 0) return false
    opened[of]--
    return true
  }

  return {
    /** The characters that were read. */
    get at() {
      return at
    },
    /**
     * @param limit where the part begins that may still be an unfinished mark
     * @param isEnded whether no more text comes
     * @param isLikeThoughts whether the text is likely to be thoughts
     */
    next(
      text: string,
      limit: number,
      isEnded: boolean,
      isLikeThoughts: boolean,
    ): FoundMark | undefined {
      for (;;) {
        MARKS.lastIndex = at
        const mark = MARKS.exec(text)
        if (!mark || mark.index >= limit) {
          at = limit
          return undefined
        }
        const { index, groups = {} } = mark
        const end = index + mark[0].length
        const isLineBegun = text.slice(lineStart, index).trim() !== ''
        const isCode = isInFence || isInCode
        const isClosing = groups.closing && !isCode
        const mayBeMentioned = !isCode && (groups.closing || groups.call || groups.channel)
        if (mayBeMentioned && !isEnded && /^\s{0,100}$/.test(text.slice(end, end + 101))) {
          // What follows shows whether a sentence mentions the mark.
          at = index
          return undefined
        }
        at = end
        if (mark[0] === '\n') readBreak(index)
        else if (/^assistantfinal$/i.test(mark[0]) && mark[0] !== 'assistantfinal') continue
        else if (/^[`~]/.test(mark[0])) readTicks(mark[0], isLineBegun)
        else if (isInFence || isInCode) continue
        else if (groups.opening) opened[isLineBegun ? 'onLine' : 'ofLines']++
        else if (!isClosing && isWordOf(text, index, end)) continue
        else if (!isClosing) return { kind: kindOf(groups), at: index, end }
        else if (!isPaired(isLineBegun) && !isMentioned(text, index, end, isLikeThoughts))
          return { kind: 'closing', at: index, end }
      }
    },
  }
}

const kindOf = ({ call, answer }: Record<string, string | undefined>) =>
  call ? ('call' as const) : answer ? ('answer' as const) : ('channel' as const)

/** How a line begins whose marks are listed, quoted or in a table, rather than written. */
const LISTED = /^[ \t]{0,20}(?:(?:[-+•>]|\*|\d{1,3}[.)])[ \t>*_"]{0,9}$|\|)/
/** A quotation mark or emphasis that begins before a mark. */
const QUOTED = /[“‘«„‹‚「『(]$|(?:^|[\s(])(?:["'`]|[*_]{1,3})$/
/** A sentence that goes on after a mark. */
const GOES_ON = /^(?:[ \t]{1,100}\p{Ll}|[ \t]{0,100}[.,;:?!)'"”’»」』])/u

/**
 * Whether a text mentions a closing mark, as in “write </think> to end it”. After thoughts, an
 * answer begins: on another line, with a capital, or without a blank.
 * @param isLikeThoughts whether the text is likely to be thoughts
 */
function isMentioned(text: string, start: number, end: number, isLikeThoughts: boolean): boolean {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).slice(-500)
  const after = text.slice(end, end + 102)
  if (QUOTED.test(line) || LISTED.test(line) || GOES_ON.test(after)) return true
  if (isLikeThoughts) return false
  const before = text.slice(Math.max(0, start - 9), start)
  // Scripts without capitals: a sentence that goes on has no full stop before the mark.
  const isAmongLetters = /\p{Lo}[ \t]?$/u.test(line) && /^[ \t]?\p{Lo}/u.test(after)
  const isLast = /[\p{L}:][ \t]+$/u.test(line) && !after.trim()
  const isNamed = /[\p{L}:][ \t]*\n?$/u.test(before) && /^[ \t]?\n\p{Ll}/u.test(after)
  return isAmongLetters || isLast || isNamed
}

/** Whether a sentence mentions the mark of a call or a channel, as in “`<|end|>` and `<|call|>`”. */
function isWordOf(text: string, start: number, end: number): boolean {
  const after = text.slice(end, end + 102)
  const isWithin = /[\p{L},:][ \t]+$/u.test(text.slice(Math.max(0, start - 9), start))
  return GOES_ON.test(after) || (isWithin && /^[ \t]*\S/.test(after) && !/^\s*[{[]/.test(after))
}
