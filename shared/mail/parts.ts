import type { Mail } from './mailer.ts'

/** A paragraph of a mail: words of the mail itself, or what somebody has said in a chat. */
export interface MailPart {
  isSaid: boolean
  text: string
}

/** The language of a mail to the customer of a thread, by the thread's `locale`. */
export const mailLanguage = (locale: string | null) => (/^de\b/i.test(locale ?? '') ? 'de' : 'en')

/** Returns paragraphs as plain text and as HTML, in which nothing that was said is markup. */
export const wordsOfParts = (parts: readonly MailPart[]): Pick<Mail, 'text' | 'html'> => ({
  text: `${parts.map(({ text }) => text).join('\n\n')}\n`,
  html: `<!doctype html><html><body>${parts.map(htmlOf).join('')}</body></html>`,
})

function htmlOf({ isSaid, text }: MailPart): string {
  const lines = escaped(text).replaceAll('\n', '<br>')
  return isSaid ? `<blockquote>${lines}</blockquote>` : `<p>${lines}</p>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)
