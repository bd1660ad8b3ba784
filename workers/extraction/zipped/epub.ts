import { unreadable } from '../contract/messages.ts'
import { readChapter } from '../html/html.ts'
import { asHtml } from '../html/xhtml.ts'
import { decode } from '../text/text.ts'
import { isOther, type Parts, unpack } from './archive.ts'
import { type BookEntry, readBook, readContents } from './epubBook.ts'
import { readXml } from './xml.ts'

/** Matches the parts that may have text. The main part may have any name. */
const WANTED = /(?:\.(?:x?html?|xml|opf|ncx)|^META-INF\/\w{1,20}\.xml)$/i
/** Matches encryptions of fonts, which leave the text readable. */
const FONTS = /(?:idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/

/**
 * Reads an e-book as text with Markdown headings: what it says of itself, and its chapters in their
 * order. Its table of contents is left out. A part without a heading belongs to the chapter before
 * it, unless the table of contents or a title of its own names it.
 * @returns a text for each chapter
 * @throws AppError file_unreadable, unsupported_content
 */
export async function readEpub(
  bytes: Buffer,
): Promise<{ chapters: string[]; title: string | null }> {
  const parts = unpack(bytes, 'epub', WANTED)
  let main = ''
  readXml(parts.get('META-INF/container.xml'), {
    onOpen(name, attributes) {
      if (name === 'rootfile') main ||= attributes['full-path'] ?? ''
    },
  })
  if (!parts.has(main)) throw isOther('epub')
  assertOpen(parts)
  const { title, facts, order, contents } = readBook(parts, main)
  const entries = readContents(parts, contents)
  const chapters: string[] = []
  let before = title
  for (const name of order) {
    const part = parts.get(name)
    if (!part) continue
    const html = asHtml(await decode(Buffer.from(part), null, 'html'), true)
    const read = readChapter(html)
    const own = read.title !== before && read.title !== title ? read.title : null
    const named = titleAtStart(html, entries.get(name)) ?? own
    before = read.title ?? before
    if (!read.text) continue
    if (read.text.startsWith('#')) chapters.push(read.text)
    else if (named) chapters.push(`# ${named}\n\n${read.text}`)
    else chapters.push(`${chapters.pop() ?? ''}\n\n${read.text}`.trim())
  }
  const about = facts.length && chapters.length ? [`# ${title}\n\n${facts.join('\n')}`] : []
  return { chapters: [...about, ...withoutLicense(chapters)], title: title || null }
}

/** Returns the title of an entry that leads to the beginning of a part. */
function titleAtStart(html: string, entry: BookEntry | undefined): string | undefined {
  if (!entry?.anchor) return entry?.title
  const body = html.slice(Math.max(html.indexOf('<body'), 0))
  const at = body.indexOf(`id="${entry.anchor}"`)
  const text = body.slice(0, Math.max(at, 0)).replace(/<[^<>]{0,2000}>?/g, '')
  return at >= 0 && !/[\p{L}\p{N}]/u.test(text) ? entry.title : undefined
}

/** Match the lines around a book of Project Gutenberg, beyond which is its license. */
const START = /^\*\*\* ?START OF TH(?:E|IS) PROJECT GUTENBERG EBOOK.*$/m
const END = /^\*\*\* ?END OF TH(?:E|IS) PROJECT GUTENBERG EBOOK/m

function withoutLicense(chapters: readonly string[]): string[] {
  const first = chapters.findIndex((text) => START.test(text))
  const end = chapters.findIndex((text) => END.test(text))
  const kept = end === -1 ? chapters : chapters.slice(0, end + 1)
  return kept.slice(Math.max(first, 0)).map((text) => {
    const start = START.exec(text)
    const rest = start ? text.slice(start.index + start[0].length) : text
    const closing = END.exec(rest)
    return (closing ? rest.slice(0, closing.index) : rest).trim()
  })
}

function assertOpen(parts: Parts): void {
  readXml(parts.get('META-INF/encryption.xml'), {
    onOpen(name, { Algorithm = '' }) {
      if (name === 'EncryptionMethod' && !FONTS.test(Algorithm))
        throw unreadable(
          'The book is encrypted against copying. Upload one without such protection.',
        )
    },
  })
}
