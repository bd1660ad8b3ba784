import type { Address } from 'postal-mime'
import { utf16Of } from '../../../shared/lib/fileTypes.ts'
import { unreadable } from '../contract/messages.ts'
import { readHtml } from '../html/html.ts'
import { withoutMarks } from '../text/sentinels.ts'
import { clean, decode, unwrap } from '../text/text.ts'
import { readCalendar } from './calendar.ts'
import { withForwardsAsSections } from './forwards.ts'
import { addressesOf, textOfHeader } from './headers.ts'
import { headerOf, type MimePart, parseMail } from './mime.ts'

/** The most levels of messages within an e-mail. */
const MAX_FORWARDED = 3
/** The most characters of the list of recipients. */
const MAX_IN_LIST = 300
const MAX_TITLE = 300
const ENCRYPTED = /^(?:multipart\/encrypted|application\/(?:x-)?pkcs7-mime(?!.*signed-data))/i

/**
 * Reads an e-mail as text under its subject. The first line names sender, recipients and date. If
 * the text has two forms, the HTML is read. Invitations and forwarded messages are read as well,
 * other attachments are not.
 * @throws AppError file_unreadable
 */
export async function readEml(bytes: Buffer): Promise<{ text: string; title: string | null }> {
  const email = parseMail(asBytes(bytes))
  if (ENCRYPTED.test(headerOf(email, 'content-type')))
    throw unreadable('The e-mail is encrypted. Save its text, and upload that.')
  const { text, title } = await readMessage(email, 0)
  if (!text && hasOutlooksOwn(email))
    throw unreadable('Its text is in a winmail.dat, which only Outlook reads. Save it as a PDF.')
  return { text, title: title || null }
}

/** Returns the bytes of a mail in an encoding whose line ends and headers are ASCII. */
function asBytes(bytes: Buffer): Buffer {
  const wide =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : utf16Of(bytes)
  if (wide) return Buffer.from(new TextDecoder(wide).decode(bytes))
  return bytes.subarray(bytes.indexOf(UTF8_MARK) === 0 ? UTF8_MARK.length : 0)
}

const UTF8_MARK = Buffer.from('\ufeff')

interface MessageText {
  /** Subject as a heading, line about sender and date, and text; empty: there is no text. */
  text: string
  title: string
}

/** @param level how many messages it is within */
async function readMessage(email: MimePart, level: number): Promise<MessageText> {
  const charset = charsetWithin(email)
  const title = line(await textOfHeader(headerOf(email, 'subject'), charset))
  const texts = await textsOf(email, level)
  if (!texts.length) return { text: '', title }
  const [from] = await addressesOf(headerOf(email, 'from'), charset)
  const about = [
    ['From', from ? nameOf(from) : ''],
    ['Date', await textOfHeader(headerOf(email, 'date'), charset)],
    ['To', listOf(await addressesOf(headerOf(email, 'to'), charset))],
  ] as const
  const first = about
    .flatMap(([name, value]) => (line(value) ? `${name}: ${line(value)}` : []))
    .join('; ')
  const heading = title && `${'#'.repeat(level + 1)} ${title}`
  return { text: [heading, first, ...texts].filter(Boolean).join('\n\n'), title }
}

/** Returns the texts of a part, in order and without repetitions. */
async function textsOf(part: MimePart, level: number): Promise<string[]> {
  if (part.type === 'message/rfc822' && level < MAX_FORWARDED) {
    const { text } = await readMessage(parseMail(part.body), level + 1)
    return text ? [text] : []
  }
  if (part.type.startsWith('multipart/')) return textsOfParts(part, level)
  if (/^(?:text\/calendar|application\/ics)$/.test(part.type))
    return readCalendar(await decode(part.body, charsetOf(part) ?? 'utf-8'))
  if (part.disposition === 'attachment') return []
  const text = await textOf(part)
  return text ? [withForwardsAsSections(text, level + 1)] : []
}

async function textsOfParts({ type, parts }: MimePart, level: number): Promise<string[]> {
  // A report on delivery returns the message, which says nothing new.
  const read = type === 'multipart/report' ? parts.filter((part) => !isMessage(part)) : parts
  const texts: string[][] = []
  for (const part of read) texts.push(await textsOf(part, level))
  if (type !== 'multipart/alternative') return [...new Set(texts.flat())]
  const isCalendar = (part: MimePart) => part.type === 'text/calendar'
  const forms = read.flatMap((part, at) => (isCalendar(part) || !texts[at]!.length ? [] : [at]))
  const chosen = forms.find((at) => hasHtml(read[at]!)) ?? forms[0]
  return texts.filter((_, at) => at === chosen || isCalendar(read[at]!)).flat()
}

const isMessage = ({ type }: MimePart) => /^(?:message\/|text\/rfc822-headers)/.test(type)

const hasHtml = ({ type, parts }: MimePart): boolean => type === 'text/html' || parts.some(hasHtml)

const hasOutlooksOwn = ({ type, parts }: MimePart): boolean =>
  /^application\/(?:vnd\.)?ms-tnef$/.test(type) || parts.some(hasOutlooksOwn)

/** Returns the text of a text part; empty: it is no text. */
async function textOf(part: MimePart): Promise<string> {
  const charset = charsetOf(part)
  if (part.type === 'text/html')
    return (await readHtml(await decode(part.body, charset, 'html'))).text
  if (part.type !== 'text/plain') return ''
  const text = await decode(part.body, charset)
  const isFlowed = part.parameters.format?.toLowerCase() === 'flowed'
  return unwrap(clean(isFlowed ? unflowed(text, part.parameters.delsp === 'yes') : text))
}

const charsetOf = ({ parameters }: MimePart): string | null => parameters.charset ?? null

/** Returns the encoding that the first text of a mail names; null: none does. */
function charsetWithin(part: MimePart): string | null {
  for (const inner of part.parts) {
    const charset = charsetWithin(inner)
    if (charset) return charset
  }
  return charsetOf(part)
}

/**
 * Joins the lines of paragraphs that a mail program has wrapped (RFC 3676): these end in a blank.
 * @param dropsBlank whether that blank was added, as in Chinese, which has none between words
 */
function unflowed(text: string, dropsBlank: boolean): string {
  let joined = ''
  /** The signs of a quotation before the last line, if that goes on. */
  let open: string | undefined
  for (const row of text.split(/\r?\n/)) {
    const signs = /^>*/.exec(row)![0]
    const whole = row.slice(signs.length).replace(/^ /, '')
    const goesOn = whole.endsWith(' ') && whole !== '-- '
    if (open !== undefined && open !== signs) joined += '\n'
    if (open !== signs && signs) joined += `${signs} `
    joined += goesOn ? (dropsBlank ? whole.slice(0, -1) : whole) : `${whole}\n`
    open = goesOn ? signs : undefined
  }
  return joined
}

const line = (text: string) =>
  withoutMarks(clean(text)).replace(/\s+/g, ' ').slice(0, MAX_TITLE).toWellFormed()

const nameOf = ({ name, address }: Address): string =>
  name && address ? `${name} <${address}>` : (address ?? name)

/** Lists as many addresses as fit into `MAX_IN_LIST`. */
function listOf(addresses: readonly Address[]): string {
  const names = addresses.flatMap((address) =>
    address.group ? address.group.map(nameOf) : nameOf(address),
  )
  const shown: string[] = []
  for (const name of names)
    if (`${shown.join(', ')}, ${name}`.length <= MAX_IN_LIST) shown.push(name)
  return (
    shown.join(', ') +
    (shown.length < names.length ? ` and ${names.length - shown.length} more` : '')
  )
}
