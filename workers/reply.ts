import type { Config } from '../shared/config.ts'
import { type Db, isDatabaseAway } from '../shared/db.ts'
import { AppError } from '../shared/errors.ts'

import { completeReply, loadReplyMaterial } from '../shared/store/replies.ts'
import { findPassages } from '../shared/store/retrieval.ts'
import { takeCitations } from './citations.ts'
import type { CallModel } from './model.ts'
import { costOf } from './prices.ts'
import { buildPrompt } from './prompt.ts'
import type { Perform } from './run.ts'
import { wordsOf } from './words.ts'

const MOST_PASSAGES = 6
const COMMIT_RETRY_MS = 200

interface Deps {
  db: Db
  callModel: CallModel
  config: Pick<Config, 'LLM_MODEL' | 'LLM_PRICES' | 'HISTORY_TOKENS' | 'KNOWLEDGE_TOKENS'>
}

/** The reply lane's job: load, retrieve, prompt, model, store. */
export function makeReplyJob({ db, callModel, config }: Deps): Perform {
  return async function reply(claim, signal) {
    const material = await loadReplyMaterial(db, claim)
    if (!material) return false
    const { agent, question } = material
    const words = wordsOf(question.toLowerCase()).join(' ')
    const passages = await findPassages(db, {
      organizationId: claim.organization_id,
      agentId: agent.id,
      words,
      limit: MOST_PASSAGES,
    })
    const { messages, sources } = buildPrompt(material, passages, {
      history: config.HISTORY_TOKENS,
      knowledge: config.KNOWLEDGE_TOKENS,
    })
    const model = agent.model ?? config.LLM_MODEL
    const started = performance.now()
    const { temperature, max_output_tokens } = agent
    const answer = await callModel({ model, temperature, max_output_tokens, messages, signal })
    const { finish_reason, input_tokens, output_tokens } = answer
    const usage = {
      model,
      input_tokens,
      output_tokens,
      cost_usd: costOf(model, answer, config.LLM_PRICES),
      model_ms: performance.now() - started,
    }
    const finished = { ...takeCitations(answer.text, sources), finish_reason }
    if (!finished.content)
      throw new AppError('model_bad_output', 'The model answered with nothing but citation marks.')
    return commit(() => completeReply(db, claim, finished, usage), signal)
  }
}

/**
 * A reply that is paid for is not thrown away because PostgreSQL restarts: the commit is tried again until it is
 * answered or the deadline aborts it. The fence makes a repeated commit harmless.
 */
async function commit(complete: () => Promise<boolean>, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    try {
      return await complete()
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      signal.throwIfAborted()
      await new Promise((resolve) => setTimeout(resolve, COMMIT_RETRY_MS))
    }
  }
}
