import { ANSWER_END, CALL, CHANNEL_END, CHANNEL_START, CLOSING, OPENING } from './thoughtMarks.ts'

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
  `\\n|\`{1,20}|~{3,20}|(?<opening>${OPENING})|(?<closing>${CLOSING}|assistantfinal)|(?<call>${CALL})|(?<answer>${ANSWER_END})|(?<channel>${CHANNEL_END}|${CHANNEL_START})`,
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
     */
    next(text: string, limit: number, isEnded: boolean): FoundMark | undefined {
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
        const isClosing = groups.closing && !isInFence && !isInCode
        if (isClosing && !isEnded && /^[ \t]*$/.test(text.slice(end, end + 100))) {
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
        else if (!isClosing) return { kind: kindOf(groups), at: index, end }
        else if (!isPaired(isLineBegun) && !isMentioned(text, index, end))
          return { kind: 'closing', at: index, end }
      }
    },
  }
}

const kindOf = ({ call, answer }: Record<string, string | undefined>) =>
  call ? ('call' as const) : answer ? ('answer' as const) : ('channel' as const)

/**
 * Whether a sentence goes on after a mark, as in “write </think> to end it”, or has it in quotes.
 * After thoughts, an answer begins: on another line, with a capital, or without a blank.
 */
function isMentioned(text: string, start: number, end: number): boolean {
  if (/["'“‘«„(]$/.test(text.slice(Math.max(0, start - 1), start))) return true
  return /^(?:[ \t]{1,100}\p{Ll}|[ \t]{0,100}[.,;:?!)'"”’»])/u.test(text.slice(end, end + 102))
}
