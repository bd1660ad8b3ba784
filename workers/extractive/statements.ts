import { piecesOf } from '../language/pieces.ts'

/**
 * A unit of an answer: a sentence, or a block (a list, steps, code) with the line that introduces
 * it.
 */
export interface Statement {
  /** The line that introduces a block, such as `We accept:`; or empty. */
  lead: string
  lines: string[]
  /** Whether each line of the block makes sense alone. */
  isList: boolean
  /** Whether the block continues in the next statement. */
  goesOn?: boolean
}

/** The most lines and characters of a block in one statement. */
const MAX_LINES = 10
const MAX_CHARACTERS = 600
/** The most characters of a block's line. Longer lines are paragraphs. */
const MAX_OF_LINE = 250

export const ITEM = /^\s*(?:[-*+•▪●○·–—]\s|(?:\d{1,3}|\p{L})[.)]\s|\(\d{1,3}\)|[①-⑳・※]|\d{1,3}、)/u
const ORDERED = /^\s*\(?[\p{N}①-⑳]/u
const ENDS = /[\p{Sentence_Terminal};；][\p{Pe}\p{Pf}"'*_`]*$/u
/**
 * Matches a line that introduces the lines below it: `To quit, the command is`, or `We accept:`.
 */
const LEADS = /[:：][*_`\s]*$|\s(?:is|are|ist|sind|lautet|est|sont|es|son|è|sono|é|são|jest)$/u
const FENCE = /^\s*(?:```|~~~)\w*\s*$/

/** Whether a line is a row of a table: `Room: Double; Size: 21 m²`. */
export const isRow = (line: string) => ROW.test(line)
const ROW = /^[^:;\n]{1,60}: [^;\n]{0,200}; [^:;\n]{1,60}: /u

/** Splits a text into its statements, word for word, in reading order. */
export function statementsOf(text: string): Statement[] {
  const said: Statement[] = []
  const lines = text.split('\n').filter((line) => !FENCE.test(line))
  let lead = ''
  for (let at = 0; at < lines.length; ) {
    const block = blockAt(lines, at, lead !== '')
    if (block.length) {
      said.push(...blocksOf(lead, block))
      lead = ''
      at += block.length
      continue
    }
    for (const piece of piecesOf(lines[at]!)) {
      if (LEADS.test(piece) && !ENDS.test(piece)) lead = piece
      else {
        said.push({ lead, lines: [piece], isList: false })
        lead = ''
      }
    }
    at++
  }
  return said
}

/** Returns the lines of the list, or of the introduced block, that begins here; empty: neither. */
function blockAt(lines: readonly string[], start: number, isLed: boolean): string[] {
  const isItem = (line: string) => ITEM.test(line) || /^\s{2,}\S/.test(line)
  const belongs = ITEM.test(lines[start]!)
    ? isItem
    : (line: string) => isLed && line.trim() !== '' && !ENDS.test(line) && !LEADS.test(line)
  const after = lines.slice(start)
  const end = after.findIndex((line) => !belongs(line) || line.length > MAX_OF_LINE)
  return end < 0 ? after : after.slice(0, end)
}

function blocksOf(lead: string, lines: readonly string[]): Statement[] {
  const isList = !ORDERED.test(lines[0]!) && lines.length > 1
  const blocks: Statement[] = []
  for (const line of lines) {
    const last = blocks.at(-1)
    const hasRoom =
      last &&
      last.lines.length < MAX_LINES &&
      last.lines.join('\n').length + line.length < MAX_CHARACTERS
    if (hasRoom) last.lines.push(line)
    else {
      if (last) last.goesOn = true
      blocks.push({ lead, lines: [line], isList })
    }
  }
  return blocks
}
