import { type Address, addressParser } from 'postal-mime'
import { decode } from '../text/text.ts'
import { quotedPrintable } from './mime.ts'

/** `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=` (RFC 2047), with a language as in RFC 2231. */
const ENCODED_WORD = /=\?([^?*\s]{1,60})(?:\*[^?\s]{0,60})?\?([QB])\?([^?]*)\?=/gi

/** The most bytes of a header that are read: each encoded word takes up to 3 ms. */
const MAX_TEXT = 10_000
const MAX_ADDRESSES = 64_000

/**
 * Decodes a header that is text, such as a subject.
 * @param value the bytes of the header as Latin-1
 * @param charset the encoding of bytes beyond ASCII that are not encoded; null: unknown
 */
export async function textOfHeader(value: string, charset: string | null): Promise<string> {
  const pieces = await piecesOf(value.slice(0, MAX_TEXT), charset)
  return pieces.map(({ text }) => text).join('')
}

/** Decodes a header of addresses, each with its name, as far as it has one. */
export async function addressesOf(value: string, charset: string | null): Promise<Address[]> {
  const pieces = await piecesOf(value.slice(0, MAX_ADDRESSES), charset)
  // Commas and quotes of encoded words belong to names, so these words must reach the parser whole.
  const safe = pieces.map(({ text, isEncoded }) => (isEncoded ? encodedWord(text) : text))
  return addressParser(safe.join(''))
}

const encodedWord = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`

interface HeaderPiece {
  text: string
  isEncoded: boolean
}

/** A row of encoded words in one encoding, which may cut a character between two of them. */
interface Run {
  charset: string
  bytes: Buffer
}

/** Splits a header into its encoded words and the text between them. */
async function piecesOf(value: string, charset: string | null): Promise<HeaderPiece[]> {
  const pieces: HeaderPiece[] = []
  let run: Run | undefined
  let end = 0
  const closeRun = async () => {
    if (run) pieces.push({ text: await decode(run.bytes, run.charset), isEncoded: true })
    run = undefined
  }
  const addText = async (text: string) =>
    text &&
    pieces.push({ text: await decode(Buffer.from(text, 'latin1'), charset), isEncoded: false })
  for (const { 0: word, 1: label, 2: encoding, 3: coded, index } of value.matchAll(ENCODED_WORD)) {
    const between = value.slice(end, index)
    end = index + word.length
    const bytes = bytesOf(coded!, encoding!)
    // Blanks between two encoded words are no part of the text.
    const goesOn: boolean = run !== undefined && !between.trim()
    if (goesOn && run!.charset === label!.toLowerCase()) {
      run!.bytes = Buffer.concat([run!.bytes, bytes])
      continue
    }
    await closeRun()
    if (!goesOn) await addText(between)
    run = { charset: label!.toLowerCase(), bytes }
  }
  await closeRun()
  await addText(value.slice(end))
  return pieces
}

const bytesOf = (coded: string, encoding: string) =>
  /b/i.test(encoding)
    ? Buffer.from(coded, 'base64')
    : Buffer.from(quotedPrintable(coded.replaceAll('_', ' ')), 'latin1')
