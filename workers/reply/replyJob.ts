import type { Config } from '../../shared/config/config.ts'
import { type Db, mayPass } from '../../shared/db/db.ts'
import { RowLocked } from '../../shared/db/lockRetry.ts'
import { AppError, type JobError } from '../../shared/errors.ts'
import type { Log } from '../../shared/observability/log.ts'
import type { Breakers } from '../../shared/providers/circuitBreaker.ts'
import { costOf } from '../../shared/providers/prices.ts'
import type { NotificationSender } from '../../shared/queue/notifications.ts'
import {
  loadReplyMaterial,
  makeComplete,
  type ReplyMaterial,
  type ReplyUsage,
  recordFailedUsage,
} from '../../shared/store/chat/replies.ts'
import { saveTrace } from '../../shared/store/chat/traces.ts'
import { makeIndexCache } from '../../shared/store/search/indexCache.ts'
import type { FindByMeaning } from '../../shared/store/search/meaning.ts'
import { findPassages, type Passage } from '../../shared/store/search/retrieval.ts'
import { questionKey } from '../../shared/text/terms.ts'
import { takeCitations } from '../citations/citations.ts'
import { goesOn } from '../language/coverage.ts'
import type { CallModel } from '../models/model.ts'
import { buildPrompt, textOf } from '../prompt/prompt.ts'
import { step } from '../runtime/observe.ts'
import { type Perform, stored, toAppError } from '../runtime/runJob.ts'
import { enforceGrounding } from './grounding.ts'
import { makePartialReply } from './partialReply.ts'
import { stablePrefix } from './stablePrefix.ts'
import { traceOf, type Used } from './trace.ts'

const MAX_PASSAGES = 6

interface ReplyDeps {
  db: Db
  callModel: CallModel
  findByMeaning: FindByMeaning
  breakers: Breakers
  notifications: NotificationSender
  log: Log
  config: Pick<Config, 'LLM_MODEL' | 'LLM_PRICES' | 'HISTORY_TOKENS' | 'KNOWLEDGE_TOKENS' | 'times'>
}

/** The reply lane's job: load, retrieve, prompt, model, store. */
export function makeReplyJob({
  db,
  callModel,
  findByMeaning,
  breakers,
  notifications,
  config,
  log,
}: ReplyDeps): Perform {
  const indexes = makeIndexCache()
  const { rowLockedMs, draftMs: saveMs, commitRetryMs } = config.times
  const complete = makeComplete(db, rowLockedMs)
  return async function reply(claim, signal, completed) {
    const begun = performance.now()
    const material = await step('load', () => loadReplyMaterial(db, claim))
    if (!material) return false
    const loaded = performance.now()
    const { agent, question } = material
    const model = agent.model ?? config.LLM_MODEL
    const watch = breakers.admit(model)
    const queries: string[] = []
    const index = indexes.of(claim.organization_id, material.knowledge_version)
    const find = (question: string, more?: { key: null }) => {
      queries.push(question)
      const asked = { organizationId: claim.organization_id, agentId: agent.id, question }
      const nearest = findByMeaning({ ...asked, requestId: claim.request_id, signal })
      const language = agent.language ?? material.locale
      return findPassages(db, { ...asked, ...more, nearest, language, limit: MAX_PASSAGES }, index)
    }
    const passages = await step('retrieve', () => findAround(find, material), passagesFound)
    const retrieved = performance.now()
    const { messages, parts, sources } = buildPrompt(material, passages, {
      history: config.HISTORY_TOKENS,
      knowledge: config.KNOWLEDGE_TOKENS,
    })
    let joined: string | undefined
    // Not before it is needed: the call may take seconds, and it is as large as the prompt.
    const given = () => (joined ??= textOf(messages))
    // What no knowledge supports must not be seen, and only the whole shows it.
    const draft =
      claim.streamed && !agent.require_grounding
        ? makePartialReply({ db, notifications, log, saveMs }, claim, (text) =>
            stablePrefix(text, sources, given()),
          )
        : undefined
    const { temperature, max_output_tokens } = agent
    const started = performance.now()
    const usage = { model, input_tokens: 0, output_tokens: 0, cost_usd: null as number | null, model_ms: 0 }
    let firstText: number | null = null
    let words: string | null = null
    const onText =
      draft &&
      ((text: string) => {
        firstText ??= performance.now()
        draft.show(text)
      })
    const warn = (failure: unknown) =>
      log.warn(
        { id: claim.id, request_id: claim.request_id, err: failure },
        'could not record a call of a model',
      )
    /** How it came about, where somebody wants to know. */
    const trace = ({ cited = [], error = null }: Partial<Pick<Used, 'cited' | 'error'>>) =>
      traceOf({
        ...{ queries, passages, sources, cited, parts, model, answer: words, error },
        settings: {
          ...{ temperature, max_output_tokens },
          ...{ history_tokens: config.HISTORY_TOKENS, knowledge_tokens: config.KNOWLEDGE_TOKENS },
        },
        timings: {
          queue_ms: claim.wait_ms,
          load_ms: loaded - begun,
          retrieval_ms: retrieved - loaded,
          first_text_ms: firstText && firstText - started,
          model_ms: usage.model_ms,
          total_ms: claim.wait_ms + performance.now() - begun,
        },
        usage: words === null ? null : spent(usage),
      })
    /** What was used is used, also by a call that came to nothing. */
    const recordFailed = () => recordFailedUsage(db, claim, agent.id, usage).catch(warn)
    try {
      const { request_id } = claim
      const call = { model, temperature, max_output_tokens, messages, signal, onText, request_id }
      const answer = await watch(callModel(call))
      usage.input_tokens = answer.input_tokens
      usage.output_tokens = answer.output_tokens
      usage.cost_usd = costOf(model, answer, config.LLM_PRICES)
      usage.model_ms = performance.now() - started
      words = answer.text
      const told = takeCitations(answer.text, sources, { question, given: given() })
      if (!told.content) throw new AppError('model_bad_output', 'The model answered with an empty text.')
      const finished = { ...enforceGrounding(told, material), finish_reason: answer.finish_reason }
      const seen = material.traced ? trace(told) : undefined
      const store = () => complete({ claim, reply: finished, usage, job: completed(), trace: seen })
      const isStored = await step('store', () => commit(store, commitRetryMs, signal))
      if (!isStored) await recordFailed()
      return isStored
    } catch (error) {
      usage.model_ms ||= performance.now() - started
      await recordFailed()
      if (material.traced) await saveTrace(db, claim, trace({ error: failureOf(error, signal) })).catch(warn)
      throw error
    } finally {
      draft?.end()
    }
  }
}

/** null: it was told to stop, for a reason that is none of this reply's. */
function failureOf(error: unknown, { aborted, reason }: AbortSignal): JobError | null {
  if (!aborted) return stored(toAppError(error))
  return reason instanceof AppError ? stored(reason) : null
}

/**
 * The passages for a question, and for one that seems to go on from the user's last one (`And for students?`) also
 * those for both together, in turns.
 */
async function findAround(
  find: (question: string, more?: { key: null }) => Promise<Passage[]>,
  { question, history, agent, locale }: ReplyMaterial,
): Promise<Passage[]> {
  const earlier = history.findLast(({ role }) => role === 'user')?.content
  if (!earlier || !goesOn(question, agent.language ?? locale)) return find(question)
  // Hardly anybody stored a pair with both as its question, and to look for one would be a statement for each such message. `?` alone asks again.
  const more = questionKey(question) === null ? undefined : { key: null }
  const [own, both] = await Promise.all([find(question), find(`${earlier}\n${question}`, more)])
  const inTurns = own.length ? own.flatMap((passage, at) => [passage, ...both.slice(at, at + 1)]) : both
  const once = new Map([...inTurns, ...both].map((passage) => [passage.chunk_id, passage]))
  return [...once.values()].slice(0, MAX_PASSAGES)
}

/**
 * A reply that is paid for is not thrown away because PostgreSQL restarts, or somebody holds its row: the commit is tried again until it is
 * answered or the deadline aborts it. The fencing token makes a repeated commit harmless.
 */
async function commit(
  complete: () => Promise<boolean>,
  retryMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  for (;;) {
    try {
      return await complete()
    } catch (error) {
      if (!mayPass(error) && !(error instanceof RowLocked)) throw error
      signal.throwIfAborted()
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}

const passagesFound = ({ length }: Passage[]) => ({ 'parley.passages': length })

const spent = ({ input_tokens, output_tokens, cost_usd }: ReplyUsage) => ({
  input_tokens,
  output_tokens,
  cost_usd,
})
