import { contextOf } from '../../shared/lib/catalog/catalog.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import type { PromptBudget } from './prompt.ts'

/**
 * Tokens of a small context that are kept for instructions, traits, metadata, question and answer.
 */
const RESERVED = 5_000

/** The most tokens of texts of attachments. */
const ATTACHMENTS = 4_000

/**
 * Returns the prompt's budget. A model with a small context gets less knowledge: a server refuses a
 * prompt that is too long, or silently cuts off its rules, as Ollama does.
 * @param model `provider:name`
 */
export function budgetFor(
  model: string,
  config: Pick<Config, 'HISTORY_TOKENS' | 'KNOWLEDGE_TOKENS' | 'MODEL_CONTEXT_TOKENS'>,
): PromptBudget {
  const context = config.MODEL_CONTEXT_TOKENS ?? contextOf(model) ?? Number.POSITIVE_INFINITY
  const history = Math.min(config.HISTORY_TOKENS, Math.floor(context / 4))
  return {
    history,
    attachments: Math.min(ATTACHMENTS, Math.floor(context / 8)),
    knowledge: Math.max(0, Math.min(config.KNOWLEDGE_TOKENS, context - history - RESERVED)),
  }
}
