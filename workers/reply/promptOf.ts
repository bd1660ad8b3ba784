import type { Prompt } from '../prompt/prompt.ts'
import { type ActingPart, type Findings, type ModelPrompt, promptFor } from '../prompt/promptFor.ts'
import { type ActingRun, isRound } from '../tools/acting.ts'
import { describeTools, toolFacts } from '../tools/describe.ts'
import { messagesOf } from '../tools/messages.ts'
import { showResults } from '../tools/results.ts'
import type { ReplyConfig, ReplyRun } from './run.ts'

/** The most model calls for one question whose answers are stored, over all replies to it. */
const MAX_MODEL_CALLS = 8

/**
 * Builds the prompt of a reply's next model call, with the agent's tools and what they have given so
 * far. The last call of a question is offered none, so that it answers.
 */
export const promptOf = (
  model: string,
  { inputs, acting }: ReplyRun,
  found: Findings,
  config: ReplyConfig,
): ModelPrompt =>
  promptFor(model, inputs, found, config, acting && ((prompt) => actingPart(prompt, acting)))

function actingPart(prompt: Prompt, { tools, steps, facts }: ActingRun): ActingPart {
  const results = showResults(steps, prompt.sources.length)
  const offered = describeTools(tools)
  const isLast = steps.filter(isRound).length >= MAX_MODEL_CALLS - 1
  const hasTools = offered.length > 0 && !isLast
  const added = messagesOf(steps, results)
  return {
    added,
    messages: [...prompt.messages, ...added],
    ...(hasTools && { tools: offered }),
    sources: [...prompt.sources, ...results.sources],
    facts: {
      ...prompt.facts,
      tools: hasTools ? toolFacts(tools) : [],
      results: results.facts,
      traits: facts.traits ?? {},
      metadata: facts.metadata,
    },
  }
}
