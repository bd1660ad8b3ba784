import type { Language } from '../languages/languages.ts'
import type { Mail } from './mailer.ts'

/** A paragraph of a mail. */
export interface MailPart {
  text: string
  /** Whether the text is a message of a chat. */
  isSaid: boolean
  /** The author of the message, and sometimes its time. */
  by?: string | null
}

/** Returns paragraphs as plain text and as HTML. Markup in messages is escaped. */
export function wordsOfParts(
  parts: readonly MailPart[],
  { code, direction }: Pick<Language, 'code' | 'direction'>,
): Pick<Mail, 'text' | 'html'> {
  const texts = parts.map(({ by, text }) => (by ? `${by}:\n${text}` : text))
  // Some clients, such as Gmail, show only the content of the body and drop the attributes of html
  // and body.
  const body = `<div lang="${code}" dir="${direction}">${parts.map(htmlOf).join('')}</div>`
  return {
    text: `${texts.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${code}"><body>${body}</body></html>`,
  }
}

/** Returns a paragraph as HTML. A message may have the other text direction. */
function htmlOf({ isSaid, by, text }: MailPart): string {
  const lines = escaped(text).replaceAll('\n', '<br>')
  if (!isSaid) return `<p>${lines}</p>`
  return `<blockquote>${by ? `${escaped(by)}:` : ''}<div dir="auto">${lines}</div></blockquote>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)
