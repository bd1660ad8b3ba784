import { gunzipSync } from 'node:zlib'
import { Parser } from 'htmlparser2'
import { parseUrl } from '../../../shared/lib/parseUrl.ts'
import type { Sitemap } from '../contract/messages.ts'
import { unreadable } from '../contract/messages.ts'

/**
 * The most bytes after decompression. The protocol allows 50 MB with 50,000 addresses, of which a
 * crawl needs a few hundred.
 */
const MAX_BYTES = 50 * 1024 * 1024
const MAX_ADDRESSES = 5_000
const MAX_CHARACTERS = 2_000

/**
 * Reads a sitemap, an index of sitemaps, or a list of addresses, one per line.
 * @throws AppError file_unreadable
 */
export function readSitemap(bytes: Buffer): Sitemap {
  const text = unpacked(bytes)
    .toString()
    .replace(/^\ufeff/, '')
  if (text.trimStart().startsWith('<')) return readXml(text)
  const lines = text.split(/\r\n?|\n/, MAX_ADDRESSES).map((line) => line.trim())
  return { pages: lines.filter(isAddress), sitemaps: [] }
}

function unpacked(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES })
  } catch {
    throw unreadable('The sitemap is broken, or too large, unpacked.')
  }
}

/**
 * Reads only the addresses in `url` and `sitemap`. The parser knows only XML's own five entities,
 * so no entity can expand.
 */
function readXml(text: string): Sitemap {
  const found: Sitemap = { pages: [], sitemaps: [] }
  const path: string[] = []
  let address: string | undefined
  const parser = new Parser(
    {
      onopentagname(name) {
        path.push(name.replace(/^.*:/, ''))
        if (path.at(-1) === 'loc') address = ''
      },
      ontext(part) {
        if (address !== undefined && address.length <= MAX_CHARACTERS) address += part
      },
      onclosetag() {
        if (path.pop() !== 'loc') return
        const list = { url: found.pages, sitemap: found.sitemaps }[path.at(-1) ?? '']
        const trimmed = address?.trim() ?? ''
        if (list && list.length < MAX_ADDRESSES && isAddress(trimmed)) list.push(trimmed)
        address = undefined
      },
    },
    { xmlMode: true },
  )
  parser.end(text)
  return found
}

const isAddress = (text: string) =>
  text.length <= MAX_CHARACTERS && /^https?:\/\//i.test(text) && parseUrl(text) !== undefined
