import type { ReplyInputs } from '../../shared/store/chat/replies.ts'
import { languageOf } from '../../shared/text/language.ts'
import type { CitedReply } from '../citations/citations.ts'
import { notKnownIn, readSmallTalk } from '../smalltalk/smalltalk.ts'

/**
 * Replaces a reply that cites no knowledge, if the agent requires grounding: with the agent's fallback
 * message, else with a sentence in the question's language that says nothing is known. Small talk states no
 * facts and stays.
 */
export function enforceGrounding(reply: CitedReply, { agent, locale, question }: ReplyInputs): CitedReply {
  const expected = agent.language ?? locale
  if (!agent.require_grounding || reply.grounded) return reply
  if (readSmallTalk(question, agent.name, expected).answer) return reply
  return { ...reply, content: agent.fallback_message ?? notKnownIn(languageOf(question, expected)) }
}
