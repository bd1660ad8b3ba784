import { el } from '../dom.ts'
import { inline } from './inline.ts'

/** A longer text is shown without formatting. */
const MAX_CHARACTERS = 100_000
const MAX_DEPTH = 6
const MAX_QUOTES = 3
/** A table of more columns stays text. */
const MAX_COLUMNS = 30

const FENCE = /^ {0,3}(```+|~~~+)/
const HEADING = /^ {0,3}#{1,6} +(.*)$/
const ITEM = /^( *)([-*+•]|\d{1,9}[.)]) +(.*)$/
const QUOTE = /^ {0,3}> ?(.*)$/
const DELIMITER = /^:?-{1,200}:?$/
const RULE = /^ {0,3}([-*_])( *\1){2,} *$/

interface Block {
  source: string
  make: (isLive: boolean) => Node[]
}

/** The blocks that each element shows. When a text grows, only its last block is rendered again. */
const shown = new WeakMap<Element, string[]>()

/**
 * Shows a text as paragraphs, lists, tables, quotes, code, bold, italic and links. Other markup
 * stays text. The time is linear in the text's length, whatever it contains.
 * @param isLive whether the text goes on; open marks then count as closed
 * @param onCode is given each block of code when the text is complete, and returns what to show
 *   beside it
 */
export function showMarkdown(
  target: Element,
  text: string,
  isLive = false,
  onCode?: (code: HTMLElement) => Node,
): void {
  const blocks =
    text.length > MAX_CHARACTERS ? [plain(text)] : blocksOf(text.replace(/\r\n?/g, '\n'))
  const before = shown.get(target) ?? []
  let same = 0
  // The last block may have been shown before it was complete.
  while (
    same < before.length - 1 &&
    same < blocks.length - 1 &&
    before[same] === blocks[same]!.source
  )
    same++
  while (target.childNodes.length > same) target.lastChild!.remove()
  for (const block of blocks.slice(same)) {
    const shownBlock = el('div', {}, ...block.make(isLive))
    const code = !isLive && onCode && shownBlock.querySelector<HTMLElement>('pre')
    if (code) shownBlock.append(onCode(code))
    target.append(shownBlock)
  }
  shown.set(
    target,
    blocks.map(({ source }) => source),
  )
}

/**
 * Turns `Prices ##` into `Prices`. A regular expression would take quadratic time for a long run of
 * spaces.
 */
function withoutClosing(heading: string): string {
  const text = heading.trimEnd()
  let end = text.length
  while (text[end - 1] === '#') end--
  return text[end - 1] === ' ' ? text.slice(0, end).trimEnd() : text
}

const plain = (text: string): Block => ({
  source: text,
  make: () => [el('p', { class: 'plain' }, text)],
})

/** @param quotes how many quotes the text is in */
function blocksOf(text: string, quotes = 0): Block[] {
  const lines = text.split('\n')
  const blocks: Block[] = []
  let at = 0
  /** Takes the line at `at`, and the lines after it for which `belongs` holds. */
  const take = (belongs: (line: string, index: number) => boolean) => {
    const from = at++
    while (at < lines.length && belongs(lines[at]!, at)) at++
    return lines.slice(from, at)
  }
  const add = (taken: string[], make: Block['make']) =>
    blocks.push({ source: taken.join('\n'), make })
  const isQuote = (line: string) => quotes < MAX_QUOTES && QUOTE.test(line)
  const begins = (line: string, index: number) =>
    FENCE.test(line) ||
    HEADING.test(line) ||
    ITEM.test(line) ||
    isQuote(line) ||
    isTable(lines, index)

  while (at < lines.length) {
    const line = lines[at]!
    const fence = FENCE.exec(line)?.[1]
    const heading = HEADING.exec(line)?.[1]
    if (!line.trim() || RULE.test(line)) at++
    else if (fence) {
      const end = (next: string) => /^ *(`+|~+) *$/.test(next) && next.trim().startsWith(fence)
      const code = take((next) => !end(next))
      at++
      add(code, () => [el('pre', { tabindex: 0 }, el('code', {}, code.slice(1).join('\n')))])
    } else if (heading !== undefined)
      add([lines[at++]!], (isLive) => [
        el('p', {}, el('strong', {}, inline(withoutClosing(heading), isLive))),
      ])
    else if (isQuote(line)) {
      const quote = take(isQuote).map((next) => QUOTE.exec(next)![1]!)
      add(quote, (isLive) => {
        const inside = blocksOf(quote.join('\n'), quotes + 1)
        return [el('blockquote', {}, ...inside.flatMap(({ make }) => make(isLive)))]
      })
    } else if (isTable(lines, at)) {
      const rows = take((next) => next.includes('|'))
      add(rows, (isLive) => [tableOf(rows, isLive)])
    } else if (ITEM.test(line)) {
      const items = take(
        (next, index) =>
          ITEM.test(next) ||
          /^ {2,}\S/.test(next) ||
          (!next.trim() &&
            ITEM.test(lines[index + 1] ?? '') &&
            isSameKind(line, lines[index + 1]!)),
      )
      add(items, (isLive) => listsOf(items, isLive))
    } else {
      const paragraph = take((next, index) => Boolean(next.trim()) && !begins(next, index))
      add(paragraph, (isLive) => [
        el('p', {}, inline(paragraph.map((next) => next.trim()).join('\n'), isLive)),
      ])
    }
  }
  return blocks
}

/** The cells of a table's row. A pipe after a backslash is text. */
function cellsOf(row: string): string[] {
  const cells: string[] = []
  const text = row.trim()
  let cell = ''
  for (let at = text[0] === '|' ? 1 : 0; at < text.length; at++)
    if (text[at] === '|') {
      cells.push(cell.trim())
      cell = ''
    } else {
      if (text[at] === '\\' && text[at + 1] === '|') at++
      cell += text[at]
    }
  return cell ? [...cells, cell.trim()] : cells
}

/** Whether a table begins at this line: the next line has as many cells of dashes. */
function isTable(lines: string[], at: number): boolean {
  const below = lines[at + 1]
  if (!below?.includes('-') || !lines[at]!.includes('|') || below.length > 2000) return false
  const dashes = cellsOf(below)
  return (
    dashes.length <= MAX_COLUMNS &&
    dashes.every((cell) => DELIMITER.test(cell)) &&
    cellsOf(lines[at]!).length === dashes.length
  )
}

function tableOf([heads, dashes, ...rows]: string[], isLive: boolean): HTMLElement {
  const sides = cellsOf(dashes!).map((cell) => {
    const isRight = cell.endsWith(':')
    return isRight && (cell.startsWith(':') ? 'center' : 'right')
  })
  const row = (tag: 'th' | 'td', line: string) =>
    el(
      'tr',
      {},
      ...cellsOf(line)
        .slice(0, sides.length)
        .map((cell, index) => el(tag, { align: sides[index] }, inline(cell, isLive))),
    )
  return el(
    'div',
    { class: 'table', tabindex: 0 },
    el(
      'table',
      {},
      el('thead', {}, row('th', heads!)),
      el('tbody', {}, ...rows.map((line) => row('td', line))),
    ),
  )
}

/** Whether an item continues the list after an empty line: it is of the same kind, or indented. */
function isSameKind(first: string, next: string): boolean {
  const [, , mark] = ITEM.exec(first)!
  const [, indent, nextMark] = ITEM.exec(next)!
  return Boolean(indent) || /\d/.test(mark!) === /\d/.test(nextMark!)
}

/** Builds nested lists from the indentation of their items. */
function listsOf(lines: string[], isLive: boolean): Node[] {
  const roots: Node[] = []
  const open: { indent: number; list: HTMLElement; item: HTMLElement; text: string }[] = []
  const last = () => open[open.length - 1]
  const close = () => {
    const closed = open.pop()!
    closed.item.prepend(inline(closed.text, isLive))
    return closed
  }
  for (const line of lines) {
    const [, { length: indent } = '', mark, text = ''] = ITEM.exec(line) ?? []
    if (!mark) {
      if (last() && line.trim()) last()!.text += `\n${line.trim()}`
      continue
    }
    while (last() && indent < last()!.indent) close()
    const isDeeper = last() && indent > last()!.indent + 1 && open.length < MAX_DEPTH
    const sibling = last() && !isDeeper ? close() : undefined
    const tag = /\d/.test(mark) ? 'ol' : 'ul'
    const item = el('li')
    let list = sibling?.list
    if (list?.localName !== tag) {
      const first = Number.parseInt(mark, 10)
      list = el(tag, { start: first > 1 && first })
      if (last()) last()!.item.append(list)
      else roots.push(list)
    }
    list.append(item)
    open.push({ indent: sibling ? sibling.indent : indent, list, item, text })
  }
  while (open.length) close()
  return roots
}
