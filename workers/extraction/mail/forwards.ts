import { withoutMarks } from '../text/sentinels.ts'

/** The names of the headers that mail programs write above a forwarded or quoted message. */
const NAMES = {
  From:
    'from|von|de|da|van|fra|från|lähettäjä|od|feladó|kimden|от|від|από|发件人|寄件者|差出人|' +
    '送信者|보낸 사람',
  Date:
    'date|sent|datum|gesendet|envoyé|fecha|enviado|enviado el|data|inviato|verzonden|sendt|dato|' +
    'skickat|lähetetty|wysłano|odesláno|küldve|tarih|gönderilme tarihi|дата|отправлено|надіслано|' +
    'ημερομηνία|发送时间|日期|寄件日期|日付|送信日時|보낸 날짜|날짜',
  To: 'to|an|à|para|a|aan|til|till|do|komu|címzett|kime|кому|προς|收件人|宛先|받는 사람',
  Subject:
    'subject|betreff|objet|asunto|assunto|oggetto|onderwerp|emne|ämne|aihe|temat|předmět|tárgy|' +
    'konu|тема|θέμα|主题|主旨|件名|제목',
  Cc: 'cc|kopie|copie|copia|kopia|kopi|копия|抄送|참조',
} as const
type Name = keyof typeof NAMES

/** The headers by their names in small letters. */
const BY_NAME: ReadonlyMap<string, Name> = new Map(
  (Object.keys(NAMES) as Name[]).flatMap((name) =>
    NAMES[name].split('|').map((word) => [word, name] as const),
  ),
)
/** `**Von:** Kim`, `> From: Kim` */
const FIELD = /^[*_>\s]{0,9}([^*:：]{1,20})\*{0,2}[:：](.*)$/
/** `---------- Forwarded message ---------`, `Begin forwarded message:`, or a line of signs. */
const SEPARATOR = /^(?:[-_=]{2}|begin forwarded message:$)/i
const MAX_SEPARATOR = 100

/**
 * Makes a section of each message that was forwarded or quoted within a text: the subject becomes
 * its heading, and the other lines of the header become one, as above the e-mail itself.
 * @param level the level of the e-mail's own heading
 */
export function withForwardsAsSections(text: string, level: number): string {
  const lines = text.split('\n')
  const written: string[] = []
  let isQuoted = false
  for (let at = 0; at < lines.length; ) {
    const [header, length] = headerAt(lines, at)
    if (!header) {
      isQuoted &&= lines[at]!.startsWith('>')
      written.push(isQuoted ? lines[at]!.replace(/^> ?/, '') : lines[at]!)
      at++
      continue
    }
    while (written.length && isBorder(written.at(-1)!)) written.pop()
    written.push('', ...sectionHead(header, level), '')
    isQuoted = lines[at]!.startsWith('>')
    at += length
    while (at < lines.length && isBlank(lines[at]!)) at++
  }
  return written.join('\n').trim()
}

const isBlank = (line: string) => /^[>\s]*$/.test(line)
const isBorder = (line: string) =>
  isBlank(line) || (line.length <= MAX_SEPARATOR && SEPARATOR.test(line.replace(/^[>\s]*/, '')))

function sectionHead(header: ForwardHeader, level: number): string[] {
  const about = (['From', 'Date', 'To'] as const)
    .flatMap((name) => (header[name] ? `${name}: ${header[name]}` : []))
    .join('; ')
  return header.Subject ? [`${'#'.repeat(level + 1)} ${header.Subject}`, '', about] : [about]
}

type ForwardHeader = Partial<Record<Name, string>>

/**
 * Reads the header that begins at a line: a sender, and a subject or date, in at most 6 lines. It
 * begins with the sender, or as Thunderbird writes it with the subject.
 */
function headerAt(lines: readonly string[], start: number) {
  const header: ForwardHeader = {}
  let at = start
  for (; at < Math.min(lines.length, start + 6); at++) {
    const found = fieldIn(lines[at]!)
    if (!found || header[found.name] !== undefined) break
    header[found.name] = found.value
    if (at === start && found.name !== 'From' && found.name !== 'Subject') break
  }
  const isHeader = header.From && (header.Subject || header.Date) && at - start >= 3
  return isHeader ? ([header, at - start] as const) : ([undefined, 0] as const)
}

const MAX_LINE = 500

function fieldIn(line: string): { name: Name; value: string } | undefined {
  const [, word = '', value = ''] = FIELD.exec(line.slice(0, MAX_LINE)) ?? []
  const name = BY_NAME.get(word.trim().toLowerCase())
  return name && { name, value: withoutMarks(value).replaceAll('**', '').trim() }
}
