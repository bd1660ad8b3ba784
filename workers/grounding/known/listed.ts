import { weekdaysOf } from '../../figures/weekdays.ts'
import { wordStemsOf } from './operands.ts'

const ITEM = /^\s{0,20}(?:[-*+•–▪]|\d{1,3}[.)])\s/u
const ROW = /^\s{0,20}\|/
const RULE = /^[\s|:-]+$/
const SENTENCE_ENDS = /\n|(?<=[.!?。！？])\s*(?=\s|\p{scx=Han}|\p{scx=Kana})/u
/** Words before the last of several things: `Basic, Pro and Team`. */
const LAST =
  /\s(?:and|or|und|oder|et|ou|y|o|e|и|или|та|або|ve|veya|en|of|och|eller|og|oraz|i|lub|a|nebo|و|أو)\s|(?:および|または|と|和|或|以及)/u
const SEPARATOR = /,(?!\d)|[;、،，]/u
/** More things than this are not counted by who writes a reply. */
const MAX_COUNT = 31

/**
 * Returns how many things a text lists, where what it lists is spoken of: items of lists, rows of
 * tables, and things of a row such as `Basic, Pro and Team`.
 * @param language of the text, BCP 47
 * @param stems of what is said; a row that shares none of them does not count; null: all count
 */
export function countsIn(
  text: string,
  language: string,
  stems: ReadonlySet<string> | null,
): ReadonlySet<number> {
  const counts = new Set<number>()
  for (const run of runsOfItems(text)) counts.add(run)
  for (const sentence of text.split(SENTENCE_ENDS)) {
    const things = thingsIn(sentence)
    if (things < 2 || things > MAX_COUNT) continue
    const own = wordStemsOf(sentence, language)
    if (!stems || [...own].some((stem) => stems.has(stem))) counts.add(things)
  }
  return counts
}

/** Counts the items of each list, and the rows of each table without the row of its names. */
function runsOfItems(text: string): number[] {
  const runs: number[] = []
  for (const sign of [ITEM, ROW]) {
    let run = 0
    for (const line of [...text.split('\n'), '']) {
      if (sign.test(line)) run += RULE.test(line) ? -1 : 1
      else {
        if (run > 1) runs.push(run)
        run = 0
      }
    }
  }
  return runs
}

function thingsIn(sentence: string): number {
  const last = sentence.split(LAST)
  if (last.length < 2) return 0
  const before = last.slice(0, -1).join(' ').replace(/,\s*$/, '')
  return before.split(SEPARATOR).length + 1
}

/** The most characters between two days of `Monday to Saturday`. */
const MAX_BETWEEN = 12

/** Counts the days of each span of a week, such as `Monday to Saturday`, and the others. */
export function daysOfWeekIn(text: string, language: string): number[] {
  const found = weekdaysOf(text, language)
  return found.flatMap(({ day, to }, at) => {
    const next = found[at + 1]
    if (!next || next.from - to > MAX_BETWEEN || /[.!?\n,]/.test(text.slice(to, next.from)))
      return []
    const span = ((next.day - day + 7) % 7) + 1
    return span > 1 && span < 7 ? [span, 7 - span] : [span]
  })
}
