import type { HandoffMail, WaitingChat } from './handoffMails.ts'
import type { Mail } from './mailer.ts'
import { type MailPart, wordsOfParts } from './parts.ts'

/** The most characters of a customer's name in the subject. */
const MAX_NAME = 60

/** The texts of the mail about waiting customers, in the languages of the dashboard. */
const TEXTS = {
  en: {
    one: (name: string | null) => `${name ?? 'A customer'} waits for a person`,
    many: (count: string) => `${count} customers wait for a person`,
    lead: {
      one: 'A chat was handed off to people, and nobody has taken it yet.',
      many: 'These chats were handed off to people, and nobody has taken them yet.',
    },
    by: ({ customer_name, agent }: WaitingChat, time: string) =>
      `${customer_name ?? 'A customer'}, waiting for ${time} (${agent})`,
    silent: 'Has not written anything yet.',
    more: (count: string) => `And ${count} more:`,
    why: 'You can switch these mails off under Account.',
  },
  de: {
    one: (name: string | null) => `${name ?? 'Jemand'} wartet auf einen Menschen`,
    many: (count: string) => `${count} Kunden warten auf einen Menschen`,
    lead: {
      one: 'Ein Gespräch wurde an Menschen übergeben, und noch hat es niemand übernommen.',
      many: 'Diese Gespräche wurden an Menschen übergeben, und noch hat sie niemand übernommen.',
    },
    by: ({ customer_name, agent }: WaitingChat, time: string) =>
      `${customer_name ?? 'Ein Kunde'}, wartet seit ${time} (${agent})`,
    silent: 'Hat noch nichts geschrieben.',
    more: (count: string) => `Und ${count} weitere:`,
    why: 'Unter „Konto“ können Sie diese E-Mails abschalten.',
  },
} as const

/**
 * Returns the mail about customers who wait, in the reader's language; English if it is not known.
 * @param inbox the address of the inbox in the dashboard
 */
export function handoffWords(
  { language, chats, count }: HandoffMail,
  inbox: string,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const code = language?.startsWith('de') ? 'de' : 'en'
  const words = TEXTS[code]
  const number = new Intl.NumberFormat(code)
  const amount = count === 1 ? 'one' : 'many'
  const name = chats[0]!.customer_name?.replace(/\s/g, ' ').slice(0, MAX_NAME) ?? null
  const aside = (text: string): MailPart => ({ isSaid: false, text })
  const parts = [
    aside(words.lead[amount]),
    ...chats.flatMap((chat) => [
      {
        isSaid: true,
        by: words.by(chat, timeIn(code, chat.minutes)),
        text: chat.said || words.silent,
      },
      aside(`${inbox}/${chat.thread_id}`),
    ]),
    ...(count > chats.length
      ? [aside(`${words.more(number.format(count - chats.length))}\n${inbox}`)]
      : []),
    aside(words.why),
  ]
  return {
    subject: count === 1 ? words.one(name) : words.many(number.format(count)),
    ...wordsOfParts(parts, { code, direction: 'ltr' }),
  }
}

/** Returns a time in words: minutes, and whole hours from two hours on. */
function timeIn(code: string, minutes: number): string {
  const [value, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.floor(minutes / 60), 'hour']
  return new Intl.NumberFormat(code, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.max(1, value),
  )
}
