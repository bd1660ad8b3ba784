import type { FormatCallback, HtmlToTextOptions } from 'html-to-text'
import { closePair, openPair } from '../text/sentinels.ts'
import { childrenOf, isTag, LINES, type Node, textOf } from './elements.ts'
import { readTable } from './tableRows.ts'
import { textOfDocumentTable, textOfPageTable } from './tables.ts'

type Builder = Parameters<FormatCallback>[2]

const isQuestion = (text: string) => /.[?？؟]$/u.test(text) && text.length <= 300

function addLines(builder: Builder, text: string): void {
  for (const [at, line] of text.split('\n').entries()) {
    if (at) builder.addLineBreak()
    if (line) builder.addInline(line)
  }
}

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
    const table = readTable(element)
    const text = table && textOfPageTable(table)
    builder.openBlock({ leadingLineBreaks: 2 })
    if (text === undefined) walk(element.children, builder)
    else addLines(builder, text)
    builder.closeBlock({ trailingLineBreaks: 2 })
  },
  documentTable(element, walk, builder) {
    const table = readTable(element)
    builder.openBlock({ leadingLineBreaks: 2 })
    if (table) addLines(builder, textOfDocumentTable(table))
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
