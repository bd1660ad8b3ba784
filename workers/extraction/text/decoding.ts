import { isUtf8 } from 'node:buffer'
import { utf16Of } from '../../../shared/lib/fileTypes.ts'
import { decodeAs } from './codecs.ts'
import { encodingNamed } from './labels.ts'
import { sampleOf } from './sample.ts'
import { strangenessOf } from './strangeness.ts'

/** From this share of strange characters on, an encoding that was named is taken for wrong. */
const MIN_WRONG = 0.3
/** The most bytes in which a page's own `<meta>` is looked for. */
const MAX_HEAD = 2048
/** The fewest characters beyond ASCII that cannot be UTF-8 by accident in a two-byte encoding. */
const MIN_UTF8 = 3

/**
 * Decodes a file, a page or a part of an e-mail: the one way from bytes to text of all readers. The
 * first that fits counts: the byte order mark; UTF-8, if the bytes are valid and more than ASCII;
 * the encoding that the sender names; the page's own; UTF-16, if the bytes look like it; UTF-8 with
 * a few broken characters. If none fits, or the text looks wrong, the encoding is guessed.
 * @param charset the encoding that the sender names, in any spelling; null: none
 * @throws AppError file_unreadable if the guess fails, too
 */
export async function decodeByHints(
  bytes: Buffer,
  charset: string | null,
  type?: 'html',
): Promise<string> {
  const mark = byteOrderMark(bytes)
  const marked = mark && decodeAs(bytes, mark)
  if (marked !== undefined && (isMostlyRead(marked) || isUtf8(bytes))) return marked
  const named = namedEncodings(bytes, charset, type)
  if (isSurelyUtf8(bytes, named)) return decodeAs(bytes, 'utf-8')
  let suspect: string | undefined
  const shown = shownBy(bytes)
  // Text has no NUL but in UTF-16, whatever is named.
  const first = bytes.includes(0) ? shown : []
  for (const label of [...first, ...named, ...shown, 'utf-8']) {
    const text = decodeAs(bytes, label)
    if (!isMostlyRead(text)) continue
    if (!looksWrong(bytes, label)) return text
    suspect ??= label
  }
  return decodeAs(bytes, await guessBeside(bytes, suspect))
}

/** Returns the encodings that the sender and the page name, without those that cannot be. */
function namedEncodings(bytes: Buffer, charset: string | null, type?: 'html'): string[] {
  const sent = charset ? encodingNamed(charset) : undefined
  const own = type === 'html' ? charsetIn(bytes.toString('latin1', 0, MAX_HEAD)) : undefined
  const ownEncoding = own ? encodingNamed(own) : undefined
  // A `<meta>` that is found in bytes of ASCII cannot rightly say that they are UTF-16.
  return [sent, ownEncoding?.startsWith('utf-16') ? undefined : ownEncoding].flatMap((label) => {
    if (!label?.startsWith('utf-16')) return label ?? []
    return isUtf8(bytes) && !bytes.includes(0) ? [] : (utf16Of(bytes) ?? label)
  })
}

const TWO_BYTES = /^(?:shift_jis|gb|big5|euc)/
/** Encodings whose bytes are ASCII. */
const SEVEN_BITS = /^(?:iso-2022|utf-7)/

/**
 * Whether bytes are UTF-8, whatever was named. Text in a one-byte encoding is valid UTF-8 only if it
 * was garbled before.
 */
function isSurelyUtf8(bytes: Buffer, named: readonly string[]): boolean {
  if (bytes.includes(0) || named.some((label) => SEVEN_BITS.test(label))) return false
  if (isUtf8(bytes))
    return hasCharacters(bytes, named.some((label) => TWO_BYTES.test(label)) ? MIN_UTF8 : 1)
  const text = decodeAs(sampleOf(bytes, 'lines'), 'utf-8')
  return countBeyond(text) >= Math.max(MIN_UTF8, 4 * countBroken(text))
}

/** Whether UTF-8 has at least so many characters beyond ASCII. */
function hasCharacters(bytes: Buffer, least: number): boolean {
  let missing = least
  for (const byte of bytes) if (byte >= 0xc0 && --missing === 0) return true
  return false
}

const countBroken = (text: string) => text.match(/\ufffd/g)?.length ?? 0
const countBeyond = (text: string) => text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0

/** Returns the encodings that bytes show by themselves: UTF-16, and ISO-2022-JP by its escapes. */
function shownBy(bytes: Buffer): string[] {
  const wide = utf16Of(bytes)
  if (wide) return [wide]
  return bytes.includes('\x1b$B') || bytes.includes('\x1b$@') ? ['iso-2022-jp'] : []
}

/** Whether few characters are broken. A character that is cut at the end means nothing. */
const isMostlyRead = (text: string) =>
  !text.includes('\ufffd') || countBroken(text) * 10 <= countBeyond(text)

const looksWrong = (bytes: Buffer, label: string) =>
  !label.startsWith('utf') && strangenessAs(bytes, label) >= MIN_WRONG

const strangenessAs = (bytes: Buffer, label: string) =>
  strangenessOf(decodeAs(sampleOf(bytes, 'lines'), label))

/**
 * Guesses the encoding of bytes.
 * @param named one that was named but looks wrong, and is kept unless the guess looks far better
 */
async function guessBeside(bytes: Buffer, named: string | undefined): Promise<string> {
  // Imported here, because its models take 0.1 s and 60 MB to load.
  const { encodingOf } = await import('./encodings.ts')
  if (!named) return encodingOf(bytes)
  try {
    const guess = encodingOf(bytes)
    return strangenessAs(bytes, guess) * 2 < strangenessAs(bytes, named) ? guess : named
  } catch {
    return named
  }
}

/** Returns the encoding that a page's own `<meta>` names, or its XML declaration. */
function charsetIn(html: string): string | undefined {
  const [, declared] = /^\s{0,9}<\?xml [^<>]{0,99}\bencoding\s?=\s?["']([\w.:-]+)/.exec(html) ?? []
  if (declared) return declared
  for (const [tag] of html.matchAll(/<meta[^<>]*/gi)) {
    const [, name] = /charset\s*=[\s"']*([\w.:-]+)/i.exec(tag) ?? []
    if (name) return name
  }
  return undefined
}

function byteOrderMark([a, b, c]: Buffer): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined
}
