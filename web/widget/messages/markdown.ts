import { el } from '../dom.ts'
import { inline } from './inline.ts'

/** A longer text is shown without formatting. */
const MAX_CHARACTERS = 100_000
const MAX_DEPTH = 6

const FENCE = /^ {0,3}(```+|~~~+)/
const HEADING = /^ {0,3}#{1,6} +(.*)$/
const ITEM = /^( *)([-*+•]|\d{1,9}[.)]) +(.*)$/
const RULE = /^ {0,3}([-*_])( *\1){2,} *$/

interface Block {
  source: string
  make: (isLive: boolean) => Node[]
}

/** The blocks that each element shows. When a text grows, only its last block is rendered again. */
const shown = new WeakMap<Element, string[]>()

/**
 * Shows a text as paragraphs, lists, code, bold, italic and links. Other markup stays text. The time is
 * linear in the text's length, whatever it contains.
 * @param isLive whether the text goes on; open marks then count as closed
 */
export function showMarkdown(target: Element, text: string, isLive = false): void {
  const blocks = text.length > MAX_CHARACTERS ? [plain(text)] : blocksOf(text.replace(/\r\n?/g, '\n'))
  const before = shown.get(target) ?? []
  let same = 0
  // The last block may have been shown unfinished.
  while (same < before.length - 1 && same < blocks.length - 1 && before[same] === blocks[same]!.source) same++
  while (target.childNodes.length > same) target.lastChild!.remove()
  for (const block of blocks.slice(same)) target.append(el('div', {}, ...block.make(isLive)))
  shown.set(
    target,
    blocks.map(({ source }) => source),
  )
}

/** Turns `Prices ##` into `Prices`. A regular expression would take quadratic time for a long run of spaces. */
function withoutClosing(heading: string): string {
  const text = heading.trimEnd()
  let end = text.length
  while (text[end - 1] === '#') end--
  return text[end - 1] === ' ' ? text.slice(0, end).trimEnd() : text
}

const plain = (text: string): Block => ({ source: text, make: () => [el('p', { class: 'plain' }, text)] })

function blocksOf(text: string): Block[] {
  const lines = text.split('\n')
  const blocks: Block[] = []
  let at = 0
  /** Takes the line at `at`, and the lines after it for which `belongs` holds. */
  const take = (belongs: (line: string, index: number) => boolean) => {
    const from = at++
    while (at < lines.length && belongs(lines[at]!, at)) at++
    return lines.slice(from, at)
  }
  const add = (taken: string[], make: Block['make']) => blocks.push({ source: taken.join('\n'), make })
  const begins = (line: string) => FENCE.test(line) || HEADING.test(line) || ITEM.test(line)

  while (at < lines.length) {
    const line = lines[at]!
    const fence = FENCE.exec(line)?.[1]
    const heading = HEADING.exec(line)?.[1]
    if (!line.trim() || RULE.test(line)) at++
    else if (fence) {
      const end = (other: string) => /^ *(`+|~+) *$/.test(other) && other.trim().startsWith(fence)
      const code = take((other) => !end(other))
      at++
      add(code, () => [el('pre', { tabindex: 0 }, el('code', {}, code.slice(1).join('\n')))])
    } else if (heading !== undefined)
      add([lines[at++]!], (isLive) => [
        el('p', {}, el('strong', {}, inline(withoutClosing(heading), isLive))),
      ])
    else if (ITEM.test(line)) {
      const items = take(
        (other, index) =>
          ITEM.test(other) ||
          /^ {2,}\S/.test(other) ||
          (!other.trim() && ITEM.test(lines[index + 1] ?? '') && isSameKind(line, lines[index + 1]!)),
      )
      add(items, (isLive) => listsOf(items, isLive))
    } else {
      const paragraph = take((other) => Boolean(other.trim()) && !begins(other))
      add(paragraph, (isLive) => [
        el('p', {}, inline(paragraph.map((other) => other.trim()).join('\n'), isLive)),
      ])
    }
  }
  return blocks
}

/** Whether an item continues the list after an empty line: it is of the same kind, or indented. */
function isSameKind(first: string, next: string): boolean {
  const [, , mark] = ITEM.exec(first)!
  const [, indent, other] = ITEM.exec(next)!
  return Boolean(indent) || /\d/.test(mark!) === /\d/.test(other!)
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
