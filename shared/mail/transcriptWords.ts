import { CODE_MINUTES } from './contacts.ts'
import type { Mail } from './mailer.ts'
import type { TranscriptMail } from './mails.ts'
import { type MailPart, mailLanguage, wordsOfParts } from './parts.ts'

interface TranscriptWords {
  subject: (organization: string) => string
  lead: (organization: string) => string
  cut: string
  you: string
  team: string
  why: string
  code: (organization: string, code: string) => Pick<Mail, 'subject' | 'text'>
}

const WORDS: Record<'en' | 'de', TranscriptWords> = {
  en: {
    subject: (organization) => `Your chat with ${organization}`,
    lead: (organization) => `This is your chat with ${organization}. Times are UTC.`,
    cut: 'Earlier messages are left out.',
    you: 'You',
    team: 'Our team',
    why: 'You get this mail because this address is confirmed for the chat. Please do not reply to it.',
    code: (organization, code) => ({
      subject: `${code} is your code for ${organization}`,
      text: `Enter this code in the chat with ${organization} to have the chat sent to this address. It works once, within ${CODE_MINUTES} minutes:

${code}

If you did not ask for it, ignore this mail: nothing will be sent.
`,
    }),
  },
  de: {
    subject: (organization) => `Ihr Chat mit ${organization}`,
    lead: (organization) => `Das ist Ihr Chat mit ${organization}. Die Zeiten sind in UTC.`,
    cut: 'Frühere Nachrichten sind weggelassen.',
    you: 'Sie',
    team: 'Unser Team',
    why: 'Sie erhalten diese E-Mail, weil diese Adresse für den Chat bestätigt ist. Bitte antworten Sie nicht darauf.',
    code: (organization, code) => ({
      subject: `${code} ist Ihr Code für ${organization}`,
      text: `Geben Sie diesen Code im Chat mit ${organization} ein, damit der Chat an diese Adresse gesendet wird. Er gilt einmal, ${CODE_MINUTES} Minuten lang:

${code}

Wenn Sie nicht darum gebeten haben, ignorieren Sie diese E-Mail: Es wird nichts gesendet.
`,
    }),
  },
}

/** What was said in a chat, in the language of the thread; English by default. */
export function transcriptWords({
  organization,
  agent,
  locale,
  said,
  is_cut,
}: Omit<TranscriptMail, 'contact_id' | 'sealed_email'>): Pick<Mail, 'subject' | 'text' | 'html'> {
  const language = mailLanguage(locale)
  const words = WORDS[language]
  const names = { user: words.you, assistant: agent, human_agent: words.team }
  const time = new Intl.DateTimeFormat(language === 'de' ? 'de' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  const parts: MailPart[] = [
    { isSaid: false, text: words.lead(organization) },
    ...(is_cut ? [{ isSaid: false, text: words.cut }] : []),
    ...said.map(({ role, content, author_name, created_at }) => ({
      isSaid: true,
      text: `${author_name ?? names[role]} (${time.format(new Date(created_at))}):\n${content}`,
    })),
    { isSaid: false, text: words.why },
  ]
  return { subject: words.subject(organization), ...wordsOfParts(parts) }
}

/**
 * The code that proves an address. The mail has no word of the visitor, whose address it may not
 * be.
 */
export const codeWords = (
  locale: string | null,
  organization: string,
  code: string,
): Pick<Mail, 'subject' | 'text'> => WORDS[mailLanguage(locale)].code(organization, code)
