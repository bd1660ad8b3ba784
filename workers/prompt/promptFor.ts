import type { ReplyInputs } from '../../shared/chat/replies.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import type { ReadFilesById } from './attachments.ts'
import { budgetFor } from './budget.ts'
import { buildPrompt, type Prompt, type PromptBudget, textOf } from './prompt.ts'

/** The prompt of a reply for the model that is asked. */
export interface ModelPrompt extends Prompt {
  /** The tokens that the model has room for. */
  budget: PromptBudget
  /** The whole prompt, as one text. */
  readonly given: string
}

/** The findings for a question, from which its prompt is built. */
export interface Findings {
  passages: readonly Passage[]
  files: ReadFilesById
}

/** Builds a reply's prompt for a model. @param model `provider:name` */
export function promptFor(
  model: string,
  inputs: ReplyInputs,
  { passages, files }: Findings,
  config: Pick<Config, 'HISTORY_TOKENS' | 'KNOWLEDGE_TOKENS' | 'MODEL_CONTEXT_TOKENS'>,
): ModelPrompt {
  const budget = budgetFor(model, config)
  const prompt = buildPrompt(inputs, passages, budget, files)
  let given: string | undefined
  return {
    ...prompt,
    budget,
    /** Joined at the first read: it is large, and the model is called before it is needed. */
    get given() {
      given ??= textOf(prompt.messages)
      return given
    },
  }
}
