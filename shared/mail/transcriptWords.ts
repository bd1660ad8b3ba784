import { fill, textsIn } from '../languages/languages.ts'
import { CODE_MINUTES } from './contacts.ts'
import type { Mail } from './mailer.ts'
import type { TranscriptMail } from './mails.ts'
import { type MailPart, wordsOfParts } from './parts.ts'

/**
 * Returns the mail with the messages of a chat, in the language of the thread; English by default.
 */
export function transcriptWords({
  organization,
  agent,
  locale,
  said,
  is_cut,
}: Omit<TranscriptMail, 'contact_id' | 'sealed_email'>): Pick<Mail, 'subject' | 'text' | 'html'> {
  const language = textsIn(locale)
  const { subject, lead, cut, you, team, why } = language.mail.transcript
  const names = { user: you, assistant: agent, human_agent: team }
  // Without a country, English formats dates as American.
  const time = new Intl.DateTimeFormat(language.code === 'en' ? 'en-GB' : language.code, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  const parts: MailPart[] = [
    { isSaid: false, text: fill(lead, { organization }) },
    ...(is_cut ? [{ isSaid: false, text: cut }] : []),
    ...said.map(({ role, content, author_name, created_at }) => ({
      isSaid: true,
      by: `${author_name ?? names[role]} (${time.format(new Date(created_at))})`,
      text: content,
    })),
    { isSaid: false, text: why },
  ]
  return { subject: fill(subject, { organization }), ...wordsOfParts(parts, language) }
}

/**
 * Returns the mail with the code that proves an address. It contains no text of the visitor, whose
 * address it may not be.
 */
export function codeWords(
  locale: string | null,
  organization: string,
  code: string,
): Pick<Mail, 'subject' | 'text'> {
  const language = textsIn(locale)
  const { subject, lead, ignore } = language.mail.code
  const minutes = new Intl.NumberFormat(language.code, {
    style: 'unit',
    unit: 'minute',
    unitDisplay: 'long',
  })
  return {
    subject: fill(subject, { code, organization }),
    text: `${fill(lead, { organization, time: minutes.format(CODE_MINUTES) })}\n\n${code}\n\n${ignore}\n`,
  }
}
