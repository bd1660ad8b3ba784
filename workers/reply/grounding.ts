import type { ReplyMaterial } from '../../shared/store/chat/replies.ts'
import { languageOf } from '../../shared/text/language.ts'
import type { CitedReply } from '../citations/citations.ts'
import { notKnownIn, readSmallTalk } from '../smalltalk/smalltalk.ts'

/**
 * For an agent that demands grounds, another text in place of a reply that cites no knowledge: the agent's fallback
 * message, else that nothing is known, in the question's language. A greeting or thanks states nothing and needs no grounds.
 */
export function enforceGrounding(reply: CitedReply, { agent, locale, question }: ReplyMaterial): CitedReply {
  const expected = agent.language ?? locale
  if (!agent.require_grounding || reply.grounded) return reply
  if (readSmallTalk(question, agent.name, expected).answer) return reply
  return { ...reply, content: agent.fallback_message ?? notKnownIn(languageOf(question, expected)) }
}
