import type { HandoffPolicy } from '../agents/handoffPolicy.ts'
import { fill, textsIn } from '../languages/languages.ts'
import type { Office } from './officeHours.ts'

/**
 * Returns the notice of a handoff: the agent's message, or a sentence in the customer's language.
 * Adds when people are back if none is available.
 * @param language BCP 47
 */
export function handedOffMessage(
  { message }: HandoffPolicy,
  language: string,
  office: Office,
): string {
  const notice = message ?? textsIn(language).handoff.handed_off
  const back = backAgain(language, office)
  return back ? `${notice}\n\n${back}` : notice
}

/**
 * Returns the notice that nobody has answered in time.
 * @param isReturned whether the agent gets the chat back
 */
export function unansweredMessage(isReturned: boolean, language: string, office: Office): string {
  if (isReturned) return textsIn(language).handoff.returned
  return backAgain(language, office) ?? textsIn(language).handoff.unanswered
}

/**
 * Says when people are back, and asks for an address; undefined: people are available, or have no
 * office hours.
 */
function backAgain(language: string, { office_hours, opens_at }: Office): string | undefined {
  if (!office_hours || !opens_at) return undefined
  const { code, handoff } = textsIn(language)
  const time = new Intl.DateTimeFormat(code, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: office_hours.timezone,
    timeZoneName: 'short',
  })
  return fill(handoff.closed, { time: time.format(opens_at) })
}
