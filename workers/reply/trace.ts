import type { ReplyTrace } from '../../shared/chat/traces.ts'
import type { JobError } from '../../shared/lib/errors.ts'
import { toStorableText } from '../../shared/lib/storable.ts'
import { estimateTokens } from '../../shared/lib/text/tokens.ts'
import type { Contradiction } from '../contradictions/contradictions.ts'
import { answerOf, lastAsked, reranksOf, triedOf, usageOf, withoutTools } from '../models/calls.ts'
import { budgetFor } from '../prompt/budget.ts'
import type { PromptBudget } from '../prompt/prompt.ts'
import type { ModelPrompt } from '../prompt/promptFor.ts'
import type { Cited } from './cite.ts'
import type { Retrieved } from './retrieve.ts'
import { modelOf, ownAttempt, type ReplyConfig, type ReplyRun } from './run.ts'
import { partsOfCalls, tracedSteps } from './tracedSteps.ts'

/** The most characters that a trace keeps of one text, and of all its texts together. */
const MAX_OF_ONE = 64_000
const MAX_OF_ALL = 256_000
/** The most characters that a trace keeps of a model's answer with queries. */
const MAX_OF_REWRITING = 2_000

/** The results of a reply's steps so far. */
export interface StepResults {
  retrieved?: Retrieved
  /** The prompt of a trial that asks no model. */
  prompt?: ModelPrompt
  cited?: Cited
  contradictions?: readonly Contradiction[]
}

/**
 * Builds the trace of a reply. Long texts are cut: the prompt gets its room first, then the
 * passages, then what was done with tools, the answer and the model's thoughts.
 * @param error why the reply failed; null: it succeeded, or its worker lost it or was stopped
 */
export function traceOf(
  run: ReplyRun,
  results: StepResults,
  config: ReplyConfig,
  error: JobError | null = null,
): ReplyTrace {
  const { calls } = run
  const { retrieved, cited, contradictions = [] } = results
  const { rewriting = null, passages = [], queries = [] } = retrieved ?? {}
  const prompt = results.prompt ?? lastAsked(calls)?.prompt
  const { sources = [], parts = [], added = [] } = prompt ?? {}
  const answer = answerOf(calls)?.answer
  const model = modelOf(run)
  let left = MAX_OF_ALL
  const keep = (text: string) => {
    const kept = text.slice(0, Math.min(left, MAX_OF_ONE))
    left -= kept.length
    return toStorableText(kept)
  }
  return {
    queries: [...queries],
    reranks: reranksOf(calls),
    model,
    tried: triedOf(calls),
    error,
    settings: settingsOf(run, prompt?.budget ?? budgetFor(model, config)),
    timings: timingsOf(run, retrieved),
    usage: answer ? usedBy(run) : null,
    rewriting: rewriting && {
      ...rewriting,
      answer: rewriting.answer && toStorableText(rewriting.answer.slice(0, MAX_OF_REWRITING)),
      restarted: retrieved?.isBegunAnew ?? false,
    },
    without_tools: withoutTools(calls),
    prompt: [...parts, ...partsOfCalls(added)].map(({ role, name, text }) => ({
      role,
      name,
      text: keep(text),
      characters: text.length,
      tokens: estimateTokens(text),
    })),
    passages: passages.map((passage, index) => {
      const { knowledge_id, kind, title, url, page = null, heading, text, score } = passage
      return {
        rank: index + 1,
        knowledge_id,
        kind,
        title,
        url,
        page,
        heading,
        text: keep(text),
        characters: text.length,
        score,
        number: sources.indexOf(passage) + 1 || null,
        cited: cited?.cited.includes(passage) ?? false,
      }
    }),
    steps: tracedSteps(run.acting?.steps ?? [], keep),
    answer: answer ? keep(answer.text) : null,
    thoughts: answer?.thoughts ? keep(answer.thoughts) : null,
    supported: cited?.supported ?? null,
    ungrounded: (cited?.problems ?? []).map(({ sentence, reason }) => ({
      sentence: keep(sentence),
      reason,
    })),
    contradictions: contradictions.map((pair) => ({
      statements: pair.map(({ source, sentence, figures }) => ({
        knowledge_id: source.knowledge_id,
        number: sources.indexOf(source) + 1,
        sentence: keep(sentence),
        figures: figures.map(keep),
      })),
    })),
  }
}

function settingsOf({ inputs }: ReplyRun, { history, knowledge }: PromptBudget) {
  const { temperature, max_output_tokens } = inputs.agent
  return { temperature, max_output_tokens, history_tokens: history, knowledge_tokens: knowledge }
}

function timingsOf(run: ReplyRun, retrieved: Retrieved | undefined) {
  const { claim, calls, moments } = run
  const first = calls.findLast(({ purpose, prompt }) => purpose === 'reply' && prompt)
  return {
    queue_ms: claim.wait_ms,
    load_ms: moments.loaded - moments.begun,
    retrieval_ms: retrieved ? retrieved.ended - moments.loaded : 0,
    first_text_ms: first?.firstText ? first.firstText - first.asked! : null,
    model_ms: usageOf(ownAttempt(run)).model_ms,
    total_ms: claim.wait_ms + performance.now() - moments.begun,
  }
}

/** Returns the tokens and cost of the run's attempt, as users read them. */
export function usedBy(run: ReplyRun) {
  const { input_tokens, cached_tokens, output_tokens, cost_usd } = usageOf(ownAttempt(run))
  return { input_tokens, cached_tokens, output_tokens, cost_usd }
}
