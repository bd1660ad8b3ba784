import { Parser } from 'htmlparser2'
import { meaningOf } from '../html/alternatives.ts'
import { textOfTables } from '../html/documents.ts'
import { isPixel } from '../html/pictures.ts'
import { withoutTagsInCode } from './markdownCode.ts'

/** The most levels of elements. More are left as they are. */
const MAX_LEVELS = 100
const PICTURE = /!\[([^[\]\n]*)\](?:\([^()\n]*\)|\[[^[\]\n]*\])/g
/** A link of which nothing is left, because its text was a picture. */
const EMPTY_LINK = /(?<!!)\[\s{0,9}\]\([^()\n]{0,2000}\)/g

const CLOSING = /<\/([a-z][\w:-]{0,50})/gi
/** Elements without content that are replaced. */
const SINGLE = new Set(['br', 'img', 'source'])
const BLOCKS = new Set('p div center section article header main figure figcaption'.split(' '))
const CELLS = new Set('tr td th tbody thead tfoot caption colgroup col'.split(' '))
/** Lines of a table's cells that are Markdown: code, headings, lists, tables. */
const MARKDOWN = /^(?:```|~~~|#{1,6} |[-*+] |\d{1,9}\. |\|)/

interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  /** The place of its tag in the text, and the tag. */
  start: number
  tag: string
  /** What is written of its content. */
  parts: string[]
}

/**
 * Replaces HTML in Markdown by what a reader sees of it: tables by their rows with the names of
 * their columns, headings, line breaks, links, blocks, and pictures by their alternative texts.
 * Tags within lines, such as `<b>`, and tags in code stay.
 */
export const withPlainHtml = (text: string): string => withPlainTags(withPlainPictures(text))

function withPlainPictures(text: string): string {
  if (!text.includes('![')) return text
  const described = replaceOutsideCode(text, PICTURE, (alt) => meaningOf(alt) ?? '')
  return replaceOutsideCode(described, EMPTY_LINK, () => '')
}

function replaceOutsideCode(
  text: string,
  pattern: RegExp,
  write: (group: string) => string,
): string {
  const written: string[] = []
  let end = 0
  for (const { 0: whole, 1: group = '', index } of withoutTagsInCode(text).matchAll(pattern)) {
    written.push(text.slice(end, index), write(group))
    end = index + whole.length
  }
  return written.join('') + text.slice(end)
}

function withPlainTags(text: string): string {
  if (!/<[a-z]/i.test(text)) return text
  const masked = withoutTagsInCode(text)
  const closed = new Set([...masked.matchAll(CLOSING)].map(([, name]) => name!.toLowerCase()))
  const root: Element = { name: '', attributes: {}, start: 0, tag: '', parts: [] }
  const open = [root]
  /** For each element that the parser has open, whether it is in `open`. */
  const isOpened: boolean[] = []
  let end = 0
  let isTooDeep = false
  const takeUntil = (place: number) => {
    if (place > end) open.at(-1)!.parts.push(text.slice(end, place))
    end = Math.max(end, place)
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (isTooDeep) return
      // A tag that is never closed, such as `List<String>`, is text.
      const isElement = SINGLE.has(name) || closed.has(name)
      isOpened.push(isElement)
      if (!isElement) return
      takeUntil(parser.startIndex)
      end = parser.endIndex + 1
      const tag = text.slice(parser.startIndex, end)
      open.push({ name, attributes, start: parser.startIndex, tag, parts: [] })
      isTooDeep = open.length > MAX_LEVELS
    },
    onclosetag(_, isImplied) {
      if (isTooDeep || !isOpened.pop()) return
      takeUntil(parser.startIndex)
      const tag = isImplied ? '' : text.slice(parser.startIndex, parser.endIndex + 1)
      if (!isImplied) end = parser.endIndex + 1
      const element = open.pop()!
      open.at(-1)!.parts.push(written(element, tag, open, text, end))
    },
  })
  parser.end(masked)
  if (isTooDeep) return text
  for (const { tag, parts } of open.splice(1)) root.parts.push(tag, ...parts)
  return root.parts.join('') + text.slice(end)
}

/**
 * Writes an element.
 * @param closing its closing tag; empty: none
 * @param around the elements around it
 * @param end the place in the text after it
 */
function written(
  { name, attributes, start, tag, parts }: Element,
  closing: string,
  around: readonly Element[],
  text: string,
  end: number,
): string {
  const content = parts.join('')
  const isWithin = (other: string) => around.some(({ name }) => name === other)
  const block = (inner: string) =>
    isInRow(text, start) ? ` ${inner} ` : inner.trim() ? `\n\n${inner}\n\n` : '\n\n'
  if (name === 'br') return isInRow(text, start) ? ' ' : '\n'
  if (name === 'img')
    return isPixel({ getAttribute: (key) => attributes[key] ?? null })
      ? ''
      : (meaningOf(attributes.alt) ?? '')
  if (name === 'source') return ''
  if (!closing) return tag + content
  if (/^h[1-6]$/.test(name)) {
    const heading = inLine(content)
    if (isWithin('summary') || isWithin('table')) return heading
    return heading ? block(`${'#'.repeat(Number(name[1]))} ${heading}`) : ''
  }
  if (name === 'a') return linkOf(attributes.href ?? '', inLine(content))
  if (name === 'picture') return content
  if (name === 'table' && !isWithin('table'))
    return block(isMarkdown(content) ? content : tableOf(text.slice(start, end)))
  if (BLOCKS.has(name) || (CELLS.has(name) && isWithin('table'))) return block(content)
  return tag + content + closing
}

const isMarkdown = (content: string) =>
  content.split('\n').some((line) => MARKDOWN.test(line.trimStart()))

/** A table's row that begins with a small letter would be joined to the one above as a sentence. */
const tableOf = (html: string) => textOfTables(html).replace(/\n(?=\p{Ll})/gu, '\n\n')

const linkOf = (address: string, label: string) =>
  label && /^https?:/i.test(address) ? `[${label}](${address})` : label

const inLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The most characters of a row that are examined, on each side of a place. */
const MAX_IN_ROW = 2_000

/** Whether the line at this place is a row of a Markdown table, which line breaks would cut. */
function isInRow(text: string, place: number): boolean {
  const before = text.slice(Math.max(place - MAX_IN_ROW, 0), place)
  const after = text.slice(place, place + MAX_IN_ROW)
  return `${before.slice(before.lastIndexOf('\n') + 1)}${after.split('\n', 1)[0]}`.includes('|')
}
