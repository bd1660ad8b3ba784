import type { HandoffPolicy } from '../agents/handoffPolicy.ts'
import type { Office } from './officeHours.ts'
import { handoffText } from './texts.ts'

/**
 * What a customer is told when people get the chat: the agent's message, or a sentence in the
 * customer's language; and when people are back, if nobody is there.
 * @param language BCP 47
 */
export function handedOffMessage(
  { message }: HandoffPolicy,
  language: string,
  office: Office,
): string {
  const told = message ?? handoffText('handedOff', language)
  const back = backAgain(language, office)
  return back ? `${told}\n\n${back}` : told
}

/**
 * What a customer is told when nobody has answered in time. @param isReturned whether the agent
 * gets the chat back
 */
export function unansweredMessage(isReturned: boolean, language: string, office: Office): string {
  if (isReturned) return handoffText('returned', language)
  return backAgain(language, office) ?? handoffText('unanswered', language)
}

/**
 * Says when people are back, and asks for an address; undefined: they are there, or have no hours
 * at all.
 */
function backAgain(language: string, { office_hours, opens_at }: Office): string | undefined {
  if (!office_hours || !opens_at) return undefined
  const time = new Intl.DateTimeFormat(language === 'und' ? 'en' : language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: office_hours.timezone,
    timeZoneName: 'short',
  })
  return handoffText('closed', language).replace('{time}', () => time.format(opens_at))
}
