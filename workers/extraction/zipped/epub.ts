import { posix } from 'node:path'
import { unreadable } from '../contract/messages.ts'
import { readHtml } from '../html/html.ts'
import { asHtml } from '../html/xhtml.ts'
import { decode } from '../text/text.ts'
import { isOther, type Parts, unpack } from './archive.ts'
import { readXml } from './xml.ts'

/** Matches the parts that may have text. The main part may have any name. */
const WANTED = /(?:\.(?:x?html?|xml|opf)|^META-INF\/\w{1,20}\.xml)$/i
/** Matches encryptions of fonts, which leave the text readable. */
const FONTS = /(?:idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/

/**
 * Reads the title of an e-book and its chapters, in their order, as text with Markdown headings.
 * Its table of contents is left out.
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
  const { title, order } = readBook(parts.get(main)!)
  const chapters: string[] = []
  for (const address of order) {
    const chapter = parts.get(nameOfPart(main, address))
    if (!chapter) continue
    const { text } = await readHtml(asHtml(await decode(Buffer.from(chapter), null, 'html'), true))
    if (text) chapters.push(text)
  }
  return { chapters, title: title.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE) || null }
}

const MAX_TITLE = 300

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

interface Book {
  title: string
  /** Addresses of the chapters, relative to the part that lists them. */
  order: string[]
}

function readBook(part: Uint8Array): Book {
  const items = new Map<string, string>()
  const order: string[] = []
  let title = ''
  let isTitle = false
  readXml(part, {
    onOpen(name, { id = '', href = '', idref = '', properties = '' }) {
      isTitle = name === 'title' && !title
      if (name === 'item' && !properties.split(/\s/).includes('nav')) items.set(id, href)
      const chapter = name === 'itemref' ? items.get(idref) : undefined
      if (chapter !== undefined) order.push(chapter)
      // A chapter that is listed twice is read once.
      items.delete(idref)
    },
    onText(text) {
      if (isTitle) title += text
    },
    onClose() {
      isTitle = false
    },
  })
  return { title, order }
}

function nameOfPart(main: string, address: string): string {
  try {
    return posix.join(posix.dirname(main), decodeURIComponent(address.replace(/#.*$/s, '')))
  } catch {
    return ''
  }
}
