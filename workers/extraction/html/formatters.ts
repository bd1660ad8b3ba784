import type { FormatCallback, HtmlToTextOptions } from 'html-to-text'
import { arePairs, namesOf } from '../rows/records.ts'
import { closePair, openPair } from '../text/sentinels.ts'
import { textOfTable } from './tables.ts'

type Node = Parameters<FormatCallback>[0]
type Builder = Parameters<FormatCallback>[2]

const isTag = (node: Node, ...names: string[]) => node.type === 'tag' && names.includes(node.name!)
const childrenOf = (node: Node): Node[] => node.children ?? []
const SKIPPED = new Set(['script', 'style'])
const LINES = new Set(
  'p div li ul ol br tr dt dd section article blockquote h1 h2 h3 h4 h5 h6 table pre'.split(' '),
)

/** Returns an element's text, in lines. */
function textOf(node: Node): string {
  const parts: string[] = []
  const collect = (node: Node) => {
    if (node.type === 'text') parts.push(node.data!.replace(/\s+/g, ' '))
    else if (!SKIPPED.has(node.type)) {
      const around = LINES.has(node.name ?? '') ? '\n' : isTag(node, 'td', 'th') ? ' ' : ''
      parts.push(around)
      childrenOf(node).forEach(collect)
      parts.push(around)
    }
  }
  childrenOf(node).forEach(collect)
  return parts
    .join('')
    .replace(/ +/g, ' ')
    .replace(/ ?\n[\n ]*/g, '\n')
    .trim()
}

const isQuestion = (text: string) => /.[?？؟]$/u.test(text) && text.length <= 300

function addLines(builder: Builder, text: string): void {
  for (const [at, line] of text.split('\n').entries()) {
    if (at) builder.addLineBreak()
    if (line) builder.addInline(line)
  }
}

/** The most columns of a table, because a hostile page may claim that a cell spans a million. */
const MAX_COLUMNS = 60

interface Row {
  cells: string[]
  isHeader: boolean
  isBold: boolean
  /** Whether its first cell names the row. */
  isNamed: boolean
  /** Whether its only cell spans all columns, like a heading of the rows below. */
  isCaption: boolean
}

/** @returns undefined for a table that only lays out a page */
function rowsOf(table: Node): Row[] | undefined {
  if (table.attribs?.role === 'presentation' || table.attribs?.role === 'none') return undefined
  const rows: Node[] = []
  let isNested = false
  const collect = (node: Node, isInRow: boolean) => {
    if (isTag(node, 'table')) isNested = true
    else if (isTag(node, 'tr') && !isInRow) rows.push(node)
    for (const child of childrenOf(node)) collect(child, isInRow || isTag(node, 'tr'))
  }
  for (const child of childrenOf(table)) collect(child, false)
  if (isNested) return undefined
  /** Cells that span the rows below: column → text, and the number of further rows. */
  const reaching = new Map<number, { text: string; rows: number }>()
  return rows.map((row) => {
    const own = childrenOf(row).filter((node) => isTag(node, 'td', 'th'))
    const cells: string[] = []
    const takeReaching = () => {
      for (
        let above = reaching.get(cells.length);
        above?.rows;
        above = reaching.get(cells.length)
      ) {
        above.rows--
        cells.push(above.text)
      }
    }
    for (const cell of own) {
      takeReaching()
      const text = textOf(cell)
      const span = (name: string) => Math.max(Number(cell.attribs?.[name]) || 1, 1)
      const end = Math.max(cells.length + 1, Math.min(cells.length + span('colspan'), MAX_COLUMNS))
      while (cells.length < end) {
        reaching.set(cells.length, { text, rows: span('rowspan') - 1 })
        cells.push(text)
      }
    }
    takeReaching()
    return {
      cells,
      isHeader: own.length > 0 && own.every((cell) => isTag(cell, 'th')),
      isBold: own.length > 1 && own.every(isBold),
      isCaption: own.length === 1 && cells.length > 1 && cells.every((text) => text === cells[0]),
      isNamed: own.length > 1 && isTag(own[0]!, 'th') && isTag(own[1]!, 'td'),
    }
  })
}

function isBold(node: Node): boolean {
  const said = childrenOf(node).filter(({ type, data }) => type !== 'text' || data!.trim())
  return (
    said.length === 1 &&
    (isTag(said[0]!, 'b', 'strong') || (isTag(said[0]!, 'p', 'span', 'div') && isBold(said[0]!)))
  )
}

/** The most header rows of a table, which name its columns together. */
const MAX_HEADER_ROWS = 3

function namedText(all: readonly Row[]): string | undefined {
  const start = all.findIndex(({ isCaption }) => !isCaption)
  const rows = all.slice(Math.max(start, 0))
  const below = rows.findIndex(({ isHeader, isCaption }) => !isHeader || isCaption)
  const height =
    below > 0 ? Math.min(below, MAX_HEADER_ROWS) : rows.length > 1 && rows[0]!.isBold ? 1 : 0
  const body = rows.slice(height)
  if (start === -1 || !body.length) return undefined
  const names = rows[Math.max(height - 1, 0)]!.cells.map((_, column) => {
    const above = rows.slice(0, height).map(({ cells }) => cells[column] ?? '')
    return [...new Set(above)].join(' ').replace(/\s+/g, ' ').trim()
  })
  if (!height && arePairs(body.map(({ cells }) => cells)))
    return textOfTable(
      ['question', 'answer'],
      body.map(({ cells }) => cells),
    )
  if (!height && !body.every(({ isNamed, isCaption }) => isNamed || isCaption)) return undefined
  const written = ({ cells: [name, ...values] }: Row) =>
    `${name}: ${values.filter(Boolean).join('; ')}`
  const texts: string[] = []
  for (const rows of groupsOf([...all.slice(0, start), ...body])) {
    const cells = rows.map(({ cells }) => cells)
    if (rows[0]!.isCaption) texts.push(cells[0]![0]!)
    else texts.push(height ? textOfTable(names, cells) : rows.map(written).join('\n'))
  }
  return texts.filter(Boolean).join('\n')
}

/** Groups adjacent rows. A caption is a separate group. */
function groupsOf(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last && !row.isCaption && !last[0]!.isCaption) last.push(row)
    else groups.push([row])
  }
  return groups
}

/**
 * Writes a table of a document. Unlike a page's table, it is never layout, and its first row may
 * name the columns without being marked as a header.
 */
function documentText(rows: readonly Row[]): string | undefined {
  const named = namedText(rows)
  if (named !== undefined) return named
  const [first, ...rest] = rows.map(({ cells }) => cells)
  if (
    first &&
    rest.length > 0 &&
    (first.length > 2 || isCounted(first, rest)) &&
    namesOf([first, ...rest])
  )
    return textOfTable(first, rest)
  const areTwo = rows.every(({ cells }) => cells.length === 2 && cells[0]!.length <= MAX_IN_NAME)
  const byRows = rows.map(({ cells: [name = '', value = ''] }) => [
    name.replace(/ ?[:：]$/, ''),
    value,
  ])
  return areTwo
    ? byRows.map((cells) => cells.filter(Boolean).join(': ')).join('\n')
    : rows.map(({ cells }) => cells.filter(Boolean).join('; ')).join('\n')
}

/** Whether a column has figures in all rows but the first. */
const isCounted = (first: readonly string[], rest: readonly (readonly string[])[]) =>
  first.some(
    (name, column) => !/\d/.test(name) && rest.every((cells) => /\d/.test(cells[column] ?? '')),
  )

const MAX_IN_NAME = 80

/** Whether a paragraph begins with a bold question on a line of its own. */
function isQuestionAlone(element: Node, text: string): boolean {
  const around = childrenOf(element.parent ?? element).filter(
    ({ type, data }) => type !== 'text' || data!.trim(),
  )
  const next = around[1]
  const isEnd = !next || isTag(next, 'br') || LINES.has(next.name ?? '')
  return (
    isQuestion(text) &&
    isTag(element.parent!, 'p', 'div', 'li', 'body') &&
    around[0] === element &&
    isEnd
  )
}

export const formatters: HtmlToTextOptions['formatters'] = {
  namedTable(element, walk, builder) {
    const text = namedText(rowsOf(element) ?? [])
    builder.openBlock({ leadingLineBreaks: 2 })
    if (text === undefined) walk(element.children, builder)
    else addLines(builder, text)
    builder.closeBlock({ trailingLineBreaks: 2 })
  },
  documentTable(element, walk, builder) {
    const rows = rowsOf(element)
    builder.openBlock({ leadingLineBreaks: 2 })
    if (rows) addLines(builder, documentText(rows) ?? '')
    else walk(element.children, builder)
    builder.closeBlock({ trailingLineBreaks: 2 })
  },
  boldQuestion(element, walk, builder) {
    const text = textOf(element).replace(/\s+/g, ' ')
    if (isQuestionAlone(element, text)) builder.addInline(`**${text}**`)
    else walk(element.children, builder)
  },
  /** A question that unfolds its answer at a click. */
  unfolding(element, walk, builder) {
    const summary = childrenOf(element).find((node) => isTag(node, 'summary'))
    const question = summary && textOf(summary).replace(/\s+/g, ' ')
    builder.openBlock({ leadingLineBreaks: 2 })
    if (question && isQuestion(question)) {
      builder.addInline(openPair(question))
      walk(
        childrenOf(element).filter((node) => node !== summary),
        builder,
      )
      builder.addInline(closePair)
    } else walk(element.children, builder)
    builder.closeBlock({ trailingLineBreaks: 2 })
  },
  /** A definition list: each term with its definitions. */
  definitions(element, walk, builder) {
    const items = childrenOf(element).flatMap((node) =>
      isTag(node, 'div') ? childrenOf(node) : [node],
    )
    let terms: string[] = []
    builder.openBlock({ leadingLineBreaks: 2 })
    for (const item of items) {
      if (isTag(item, 'dt'))
        terms.push(
          textOf(item)
            .replace(/\s+/g, ' ')
            .replace(/ ?[:：]$/, ''),
        )
      if (!isTag(item, 'dd')) continue
      const term = terms.filter(Boolean).join(', ')
      const text = textOf(item)
      builder.openBlock({ leadingLineBreaks: 1 })
      if (isQuestion(term)) {
        builder.addInline(openPair(term))
        walk(item.children, builder)
        builder.addInline(closePair)
      } else if (text.includes('\n') || !term) {
        if (term) builder.addInline(term)
        walk(item.children, builder)
      } else builder.addInline(`${term}: ${text}`)
      builder.closeBlock({ trailingLineBreaks: 1 })
      terms = []
    }
    addLines(builder, terms.join('\n'))
    builder.closeBlock({ trailingLineBreaks: 2 })
  },
}
