/** A paragraph, a list, a table or a block of code of a text, or several that belong together. */
export interface TextBlock {
  /** Its parts in their order: prose, with lists and tables, or code. */
  parts: BlockPart[]
  /** Its place in the text, in characters. */
  start: number
  end: number
}

export interface BlockPart {
  text: string
  start: number
  isCode: boolean
}

const FENCE = /^\s{0,20}(`{3,20}|~{3,20})/
const ITEM = /^\s{0,20}(?:[-*+•–▪]|\d{1,3}[.)])\s/u
const HEADING = /^\s{0,3}#{1,6}\s/
/** The most words of a line such as `Source:`, which names what its mark covers above it. */
const MAX_NAMING = 3

/**
 * Splits Markdown into the blocks that a mark covers as a whole. An empty line ends a block. It
 * does not after a colon or a heading, between the items of a list, before the total of a list, or
 * before a line that only names the source.
 */
export function blocksOf(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  for (const block of eachBlock(text)) {
    const last = blocks.at(-1)
    if (
      last &&
      belongTogether(text.slice(last.start, last.end), text.slice(block.start, block.end))
    ) {
      last.parts.push(...block.parts)
      last.end = block.end
    } else blocks.push(block)
  }
  return blocks
}

/** Yields the blocks between empty lines. An empty line within code ends nothing. */
function* eachBlock(text: string): Generator<TextBlock> {
  let lines: { line: string; start: number; isCode: boolean }[] = []
  let fence = ''
  for (const { 0: line, index: start } of text.matchAll(/[^\n]+|(?<=\n)(?=\n)/g)) {
    const [, sign = ''] = FENCE.exec(line) ?? []
    const isCode = Boolean(fence || sign)
    if (!fence) fence = sign
    else if (sign.startsWith(fence)) fence = ''
    if (isCode || line.trim()) lines.push({ line, start, isCode })
    else if (lines.length) {
      yield blockOf(text, lines)
      lines = []
    }
  }
  if (lines.length) yield blockOf(text, lines)
}

function blockOf(
  text: string,
  lines: readonly { line: string; start: number; isCode: boolean }[],
): TextBlock {
  const parts: BlockPart[] = []
  for (const { line, start, isCode } of lines) {
    const last = parts.at(-1)
    if (last?.isCode === isCode) last.text = text.slice(last.start, start + line.length)
    else parts.push({ text: line, start, isCode })
  }
  const { line, start } = lines.at(-1)!
  return { parts, start: lines[0]!.start, end: start + line.length }
}

function belongTogether(before: string, after: string): boolean {
  const last = before.slice(before.lastIndexOf('\n') + 1)
  const [first = ''] = after.split('\n', 1)
  if (/[:：][*_\s]*$/u.test(last) || HEADING.test(last)) return true
  if (ITEM.test(last) && (ITEM.test(first) || /^\s{2}/.test(first))) return true
  if (after.includes('\n') || ITEM.test(after)) return false
  return isNaming(after) || (ITEM.test(last) && isTotal(after))
}

/** The most words of a line such as `**Total: €254.94**`, which ends a list. */
const MAX_OF_TOTAL = 5

const isTotal = (line: string): boolean =>
  /\d/.test(line) && (line.match(/\p{L}+/gu)?.length ?? 0) <= MAX_OF_TOTAL

function isNaming(line: string): boolean {
  const words = line.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length <= MAX_NAMING && /[:：][^\p{L}\p{N}:：]*$/u.test(line)
}
