import { Ahead } from './ahead.ts'
import { FIRST_OF_MARK, markAt } from './forms.ts'

const DISGUISES: Readonly<Record<string, string>> = {
  '[': '⟦',
  ']': '⟧',
  '(': '⦅',
  ')': '⦆',
  '【': '〘',
  '】': '〙',
  '［': '⦋',
  '］': '⦌',
}
const BRACKETS = Object.fromEntries(
  Object.entries(DISGUISES).map(([bracket, other]) => [other, bracket]),
)

/**
 * Disguises marks that a text has itself, such as footnotes: a reply that repeats them must cite
 * nothing. `readMarks` restores them. Marks without brackets stay as they are, and are compared
 * with the prompt when a reply is read.
 */
export function disguised(text: string): string {
  if (!OPENING.test(text)) return text
  const own = text.replace(WORN, `$&${OWN}`)
  const ahead = new Ahead(own)
  let written = ''
  let end = 0
  for (const { index } of own.matchAll(BRACKET)) {
    if (index < end) continue
    const mark = markAt(ahead, index)
    if (!mark || mark.form === 'unsure') continue
    written += own.slice(end, index) + own.slice(index, mark.end).replace(ANY, disguiseOf)
    end = mark.end
  }
  return written + own.slice(end)
}

const BRACKET = new RegExp(FIRST_OF_MARK, 'gu')
const ANY = /[[\]()【】［］]/g
const disguiseOf = (bracket: string) => DISGUISES[bracket]!

/** The characters that may need a disguise. */
const OPENING = /[[(（【［〔〖⟦⟧⦅⦆〘〙⦋⦌]/

/**
 * Marks a disguise bracket that the text had itself. It is an invisible character, which no text in
 * a prompt has otherwise.
 */
const OWN = '\u2060'
/** Matches the text's own disguise brackets, but not those that `asTurn` wrote. */
const WORN = /⟦(?!\s*\/?(?:INST|SYSTEM_PROMPT)\s*\])|[⟧⦅⦆〘〙⦋⦌]/g

/** Restores the brackets of a text. */
export const asWritten = (text: string) =>
  text.replace(/([⟦⟧⦅⦆〘〙⦋⦌])(\u2060?)/g, (_, other: string, own) =>
    own ? other : BRACKETS[other]!,
  )

/** A bracket at the end of a text of which the next character shows whether it is the text's own. */
export const ENDS_DISGUISED = /[⟦⟧⦅⦆〘〙⦋⦌]$/

/** Whether a prompt has a disguised mark of these numbers. */
export const quotesMark = (prompt: string, numbers: readonly number[]) =>
  prompt.includes(`⟦${numbers.join(', ')}⟧`) ||
  numbers.some((number) => prompt.includes(`⟦${number}⟧`) || prompt.includes(`⟦^${number}⟧`))
