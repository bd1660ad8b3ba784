import { policyOf } from '../../shared/agents/handoffPolicy.ts'
import type { LoadedInputs } from '../../shared/chat/replyInputs.ts'
import { asksForPerson } from '../../shared/handoffs/asksForPerson.ts'
import { readOffice } from '../../shared/handoffs/officeHours.ts'
import type { HandoffReason } from '../../shared/handoffs/records.ts'
import { handedOffMessage } from '../../shared/handoffs/sayings.ts'
import { readEarlierReplies } from '../../shared/handoffs/waiting.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import { isSmallTalk } from '../../shared/languages/smallTalk.ts'
import type { YieldLoop } from '../../shared/lib/async/fairLoop.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import { hasTopic } from './topics.ts'

/** Why a reply hands its chat off to people, and the notice to the customer. */
export interface RuledHandoff {
  reason: HandoffReason
  notice: string
}

/**
 * The most earlier replies that are read. Small talk among them is skipped: it neither adds to a
 * row of unanswered questions nor ends the row.
 */
const MAX_READ = 40

/** Reads the rules of an agent (`handoff_policy`). */
export function makeHandoffRule(db: Db) {
  async function handOff(
    { organization_id }: LeasedJob,
    { agent, locale, question }: LoadedInputs,
    reason: HandoffReason,
  ): Promise<RuledHandoff> {
    const language = languageOf(question, agent.language ?? locale)
    const office = await readOffice(db, organization_id)
    return { reason, notice: handedOffMessage(policyOf(agent), language, office) }
  }

  return {
    /** Applies the rules to the question, before the model call. @returns undefined: no handoff */
    async ofQuestion(
      claim: LeasedJob,
      inputs: LoadedInputs,
      yieldLoop: YieldLoop,
    ): Promise<RuledHandoff | undefined> {
      const { agent, locale, question } = inputs
      const { on_request, on_topics } = policyOf(agent)
      if (on_request && asksForPerson(question, agent.name))
        return handOff(claim, inputs, 'customer_request')
      if (!on_topics.length) return undefined
      const language = languageOf(question, agent.language ?? locale)
      const isTopic = await hasTopic(question, on_topics, language, yieldLoop)
      return isTopic ? handOff(claim, inputs, 'topic') : undefined
    },

    /** Applies the rules to this reply and the earlier replies. @returns undefined: no handoff */
    async ofReply(
      claim: LeasedJob,
      inputs: LoadedInputs,
      { grounded }: { grounded: boolean },
    ): Promise<RuledHandoff | undefined> {
      const { on_no_answer } = policyOf(inputs.agent)
      if (on_no_answer === null || grounded || isSmallTalk(inputs.question)) return undefined
      const earlier =
        on_no_answer > 1
          ? await readEarlierReplies(db, claim.organization_id, claim.thread_id!, MAX_READ)
          : []
      const asked = earlier.filter((reply) => reply.grounded || !isSmallTalk(reply.question))
      const inRow = asked.slice(0, on_no_answer - 1)
      const isDue = inRow.length === on_no_answer - 1 && inRow.every((reply) => !reply.grounded)
      return isDue ? handOff(claim, inputs, 'no_answer') : undefined
    },
  }
}
