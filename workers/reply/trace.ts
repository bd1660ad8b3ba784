import type { ReplyUsage } from '../../shared/chat/replies.ts'
import type { ReplyTrace } from '../../shared/chat/traces.ts'
import type { JobError } from '../../shared/lib/errors.ts'
import { toStorableText } from '../../shared/lib/storable.ts'
import { estimateTokens } from '../../shared/lib/text/tokens.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import type { ReplyRun } from './run.ts'

/** The most characters that a trace keeps of one text, and of all its texts together. */
const MAX_OF_ONE = 64_000
const MAX_OF_ALL = 256_000
/** The most characters that it keeps of the words in which a model wrote queries. */
const MAX_OF_REWRITING = 2_000

/** The passages that the reply cites, or why there is no reply. */
interface Outcome {
  cited?: readonly Passage[]
  error?: JobError | null
}

/**
 * Builds the trace of a reply. Long texts are cut; the prompt is kept first, then the passages,
 * then the answer.
 */
export function traceOf(run: ReplyRun, { cited = [], error = null }: Outcome): ReplyTrace {
  const { queries, rewriting, reranks, passages, prompt, model, tried, answer } = run
  const { problems, contradictions, usage } = run
  let left = MAX_OF_ALL
  const keep = (text: string) => {
    const kept = text.slice(0, Math.min(left, MAX_OF_ONE))
    left -= kept.length
    return toStorableText(kept)
  }
  return {
    queries,
    reranks,
    model,
    tried,
    error,
    settings: settingsOf(run),
    timings: timingsOf(run),
    usage: answer && spent(usage),
    rewriting: rewriting && {
      ...rewriting,
      answer: rewriting.answer && toStorableText(rewriting.answer.slice(0, MAX_OF_REWRITING)),
    },
    prompt: prompt.parts.map(({ role, name, text }) => ({
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
        number: prompt.sources.indexOf(passage) + 1 || null,
        cited: cited.includes(passage),
      }
    }),
    answer: answer && keep(answer.text),
    ungrounded: problems.map(({ sentence, reason }) => ({ sentence: keep(sentence), reason })),
    contradictions: contradictions.map((pair) => ({
      statements: pair.map(({ source, sentence, figures }) => ({
        knowledge_id: source.knowledge_id,
        number: prompt.sources.indexOf(source) + 1,
        sentence: keep(sentence),
        figures: figures.map(keep),
      })),
    })),
  }
}

function settingsOf({ inputs, budget: { history, knowledge } }: ReplyRun) {
  const { temperature, max_output_tokens } = inputs.agent
  return { temperature, max_output_tokens, history_tokens: history, knowledge_tokens: knowledge }
}

const timingsOf = ({ claim, usage, moments }: ReplyRun) => ({
  queue_ms: claim.wait_ms,
  load_ms: moments.loaded - moments.begun,
  retrieval_ms: moments.retrieved - moments.loaded,
  first_text_ms: moments.firstText && moments.firstText - moments.asked,
  model_ms: usage.model_ms,
  total_ms: claim.wait_ms + performance.now() - moments.begun,
})

const spent = ({ input_tokens, output_tokens, cost_usd }: ReplyUsage) => ({
  input_tokens,
  output_tokens,
  cost_usd,
})
