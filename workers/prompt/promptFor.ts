import type { ReplyInputs } from '../../shared/chat/replies.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import type { ReadFilesById } from './attachments.ts'
import { budgetFor } from './budget.ts'
import {
  buildPrompt,
  type ModelMessage,
  type OfferedTool,
  type Prompt,
  type PromptBudget,
  textOf,
} from './prompt.ts'

/** The prompt of a reply for the model that is asked. */
export interface ModelPrompt extends Omit<Prompt, 'messages'> {
  messages: readonly ModelMessage[]
  /** The calls and results at the end of `messages`; undefined: there are none. */
  added?: readonly ModelMessage[]
  /** The tools that the model is offered; undefined: none. */
  tools?: readonly OfferedTool[]
  /** The sources that are knowledge; the others are results of tools. */
  knowledge: readonly Passage[]
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

/** What tools add to a prompt. */
export type ActingPart = Pick<ModelPrompt, 'messages' | 'added' | 'tools' | 'sources' | 'facts'>

/**
 * Builds a reply's prompt for a model.
 * @param model `provider:name`
 * @param extend adds tools and their results; undefined: the reply calls none
 */
export function promptFor(
  model: string,
  inputs: ReplyInputs,
  { passages, files }: Findings,
  config: Pick<Config, 'HISTORY_TOKENS' | 'KNOWLEDGE_TOKENS' | 'MODEL_CONTEXT_TOKENS'>,
  extend?: (prompt: Prompt) => ActingPart,
): ModelPrompt {
  const budget = budgetFor(model, config)
  const built = buildPrompt(inputs, passages, budget, files)
  const prompt = { ...built, ...extend?.(built) }
  let given: string | undefined
  return {
    ...prompt,
    knowledge: built.sources,
    budget,
    /** Joined at the first read: it is large, and the model is called before it is needed. */
    get given() {
      given ??= textOf(prompt.messages)
      return given
    },
  }
}
