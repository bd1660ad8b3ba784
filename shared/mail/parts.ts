import type { Language } from '../languages/languages.ts'
import type { Mail } from './mailer.ts'

/** A paragraph of a mail. */
export interface MailPart {
  text: string
  /** It was said in a chat. */
  isSaid: boolean
  /** Name, and perhaps time, of what was said. */
  by?: string | null
}

/** Returns paragraphs as plain text and as HTML, in which nothing that was said is markup. */
export function wordsOfParts(
  parts: readonly MailPart[],
  { code, direction }: Language,
): Pick<Mail, 'text' | 'html'> {
  const texts = parts.map(({ by, text }) => (by ? `${by}:\n${text}` : text))
  // Some clients, such as Gmail, show what is in the body, without the attributes of body and html.
  const body = `<div lang="${code}" dir="${direction}">${parts.map(htmlOf).join('')}</div>`
  return {
    text: `${texts.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${code}"><body>${body}</body></html>`,
  }
}

/** What was said may be written in the other direction. */
function htmlOf({ isSaid, by, text }: MailPart): string {
  const lines = escaped(text).replaceAll('\n', '<br>')
  if (!isSaid) return `<p>${lines}</p>`
  return `<blockquote>${by ? `${escaped(by)}:` : ''}<div dir="auto">${lines}</div></blockquote>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)
