import PostalMime, { type Address, type Email } from 'postal-mime'
import { unreadable } from '../contract/messages.ts'
import { readHtml } from '../html/html.ts'
import { withoutMarks } from '../text/sentinels.ts'
import { clean, unwrap } from '../text/text.ts'

/** The most levels of parts, of which mails have some five, and of forwarded messages. */
const MAX_NESTED = 50
const MAX_FORWARDED = 3
const MAX_HEADER_BYTES = 1024 * 1024
/** The most characters of the list of recipients. */
const MAX_IN_LIST = 300
const ENCRYPTED = /^(?:multipart\/encrypted|application\/(?:x-)?pkcs7-mime(?!.*signed-data))/i

/**
 * Reads an e-mail as text under its subject. The first line names sender, recipients and date. If
 * the text has two forms, the HTML is read. Attachments are not read.
 * @throws AppError file_unreadable
 */
export async function readEml(bytes: Buffer): Promise<{ text: string; title: string | null }> {
  const email = await parse(bytes)
  const type = headerOf(email, 'content-type')
  if (ENCRYPTED.test(type))
    throw unreadable('The e-mail is encrypted. Save its text, and upload that.')
  const { text } = email.html
    ? await readHtml(withoutMarks(email.html))
    : { text: unwrap(clean(withoutMarks(email.text ?? ''))) }
  const title = line(email.subject ?? '')
  const about = [
    ['From', email.from ? nameOf(email.from) : ''],
    ['Date', headerOf(email, 'date')],
    ['To', listOf(email.to ?? [])],
  ] as const
  const first = about
    .flatMap(([name, value]) => (line(value) ? `${name}: ${line(value)}` : []))
    .join('; ')
  const heading = title && `# ${title}`
  return { text: text && [heading, first, text].filter(Boolean).join('\n\n'), title: title || null }
}

const MAX_TITLE = 300
const line = (text: string) =>
  withoutMarks(clean(text)).replace(/\s+/g, ' ').slice(0, MAX_TITLE).toWellFormed()

async function parse(bytes: Buffer): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, {
      maxNestingDepth: MAX_NESTED,
      maxHeadersSize: MAX_HEADER_BYTES,
      maxRfc822NestingDepth: MAX_FORWARDED,
    })
  } catch {
    throw unreadable('The e-mail is broken, or nested too deeply.')
  }
}

const headerOf = ({ headers }: Email, wanted: string) =>
  headers.find(({ key }) => key === wanted)?.value ?? ''

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
