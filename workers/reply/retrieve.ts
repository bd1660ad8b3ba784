import type { ReplyInputs } from '../../shared/chat/replies.ts'
import type { TracedRewriting } from '../../shared/chat/traces.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { RerankCall } from '../../shared/lib/rerankCall.ts'
import { questionKey } from '../../shared/lib/text/terms.ts'
import { closeEnough } from '../../shared/search/closeEnough.ts'
import { makeIndexCache } from '../../shared/search/indexCache.ts'
import type { VectorSearch } from '../../shared/search/meaning.ts'
import { type MakeRerank, RERANK_CHARACTERS } from '../../shared/search/rerank.ts'
import {
  asksTheSame,
  findPassages,
  type Passage,
  RERANKED,
  type Rerank,
  rerankPassages,
} from '../../shared/search/retrieval.ts'
import { goesOn } from '../language/coverage.ts'
import { callOfRerank, type PlannedCall } from '../models/calls.ts'
import { fuseFound } from '../search/fuseFound.ts'
import type { Rewrite } from '../search/rewrite.ts'
import { forHelper, type Reservations } from './reserve.ts'
import type { ReplyRun } from './run.ts'

/**
 * The most passages for one reply. `KNOWLEDGE_TOKENS` limits how many of them reach the model. On
 * long documents, 20 passages contain the answer to 88 % of the questions, 6 passages to 79 %
 * (`bench/README.md`).
 */
export const MAX_PASSAGES = 20
/**
 * The most passages if a stored Q/A pair asks the same: it has the answer, and each further passage
 * costs tokens and time.
 */
const MAX_WITH_ANSWER = 6

type Find = (question: string, more?: { key: null }) => Promise<Passage[]>

interface RetrieveDeps {
  db: Db
  findByMeaning: VectorSearch
  makeRerank: MakeRerank
  hasRoom: Reservations['hasRoom']
  config: Pick<Config, 'RERANK_MODEL'>
  /** Has a model write queries; undefined: no model is set for that. */
  rewrite: Rewrite | undefined
}

/** The passages that were found for a question. */
export interface Retrieved {
  /** Best first. */
  passages: Passage[]
  /** The texts that were searched for. */
  queries: readonly string[]
  /** The queries that a model wrote, and how; null: no model is set for that. */
  rewriting: Omit<TracedRewriting, 'restarted'> | null
  /** Whether the reply was begun with other passages, and anew with these. Default: false. */
  isBegunAnew?: boolean
  /** When the step ended, in milliseconds of `performance.now()`. */
  ended: number
}

/** What the question's own words have found, while a model writes queries. */
export interface FoundByWords {
  /** Best first, as they would be without queries. */
  passages: Passage[]
  /** The call that writes the queries. */
  beside: PlannedCall
}

/**
 * The step that finds passages.
 * @param onWords called at most once, when a model has been asked for queries and the reply may
 *   begin meanwhile. Not called with a reranker, which orders the passages of all queries at once
 */
export type Retrieve = (
  run: ReplyRun,
  onWords?: (found: FoundByWords) => void,
) => Promise<Retrieved>

/** Makes the step, which caches the parts that it reads of each organization's index. */
export function makeRetrieve({
  db,
  findByMeaning,
  makeRerank,
  hasRoom,
  config,
  rewrite,
}: RetrieveDeps): Retrieve {
  const indexes = makeIndexCache(db)
  return async function retrieve(run, onWords) {
    const { claim, signal, inputs } = run
    const { agent, question, knowledge_version, locale } = inputs
    const index = await indexes.of(claim.organization_id, knowledge_version)
    const searched: string[] = []
    const note = (call: RerankCall) => run.calls.push(callOfRerank(call, claim.attempt))
    const rerank = affordable(makeRerank({ requestId: claim.request_id, signal, note }))
    const limit = rerank ? RERANKED : MAX_PASSAGES
    const find: Find = async (text, more) => {
      searched.push(text)
      const asked = { organizationId: claim.organization_id, agentId: agent.id, question: text }
      const nearest = findByMeaning({ ...asked, requestId: claim.request_id, signal })
      const language = agent.language ?? locale
      const found = await findPassages(
        db,
        { ...asked, ...more, nearest, language, limit, yieldLoop: run.yieldLoop },
        index,
      )
      return rerank || (await nearest).length ? found : closeEnough(found)
    }
    await run.yieldLoop()
    const whole = withEarlier(inputs)
    const own = find(question)
    let around: Promise<Passage[]> | undefined
    const findByWords = () => {
      around ??= findAround(own, find, question, whole)
      return around
    }
    const begin = (beside: PlannedCall) =>
      findByWords().then(
        (found) => onWords!({ passages: found.slice(0, MAX_PASSAGES), beside }),
        // The whole search fails as well.
        () => undefined,
      )
    const { organization_id: organizationId } = claim
    const { queries, how } = rewrite
      ? await rewrite({
          organizationId,
          index,
          inputs,
          found: await own,
          ...forHelper(run, hasRoom),
          onAsking: onWords && !rerank ? begin : undefined,
        })
      : NOT_REWRITTEN
    const others = await Promise.all(queries.map((query) => find(query)))
    const found = queries.length ? fuseFound(await own, others) : await findByWords()
    const ranked = rerank
      ? await rerankPassages(found.slice(0, RERANKED), {
          ...rerankedBy(question, whole),
          limit: MAX_PASSAGES,
          rerank,
        })
      : found
    const [best] = ranked
    const most = best && asksTheSame(best, question) ? MAX_WITH_ANSWER : MAX_PASSAGES
    const passages = ranked.slice(0, most)
    const texts = queries.length ? [question, ...queries] : searched
    return { passages, queries: texts, rewriting: how, ended: performance.now() }

    /** Reranks only if budgets have room for the call; else the order stays. */
    function affordable(rerank: Rerank | undefined): Rerank | undefined {
      return (
        rerank &&
        (async (text, passages) => {
          const messages = passages.map((passage) => ({
            role: 'user' as const,
            content: `${text}\n${passage.text}`,
          }))
          const call = {
            model: config.RERANK_MODEL!,
            messages,
            max_output_tokens: 0,
            isCheap: true,
          }
          return (await hasRoom(run, call)) ? rerank(text, passages) : [...passages]
        })
      )
    }
  }
}

/** The result if no model is set for writing queries. */
const NOT_REWRITTEN = { queries: [], how: null }

/**
 * Puts the user's previous question above a question that may continue it (`And for students?`).
 */
function withEarlier({ question, history, agent, locale }: ReplyInputs): string {
  const earlier = history.findLast(({ role }) => role === 'user')?.content
  return earlier && goesOn(question, agent.language ?? locale)
    ? `${earlier}\n${question}`
    : question
}

/** Returns the text by which passages are reranked: if both questions are too long, their end. */
const rerankedBy = (question: string, whole: string) => ({
  question: whole === question ? question : whole.slice(-RERANK_CHARACTERS),
  key: questionKey(question) ?? questionKey(whole),
})

/**
 * Finds the passages for a question as it is. If it continues the user's previous question, its
 * passages alternate with those for both questions together.
 * @param whole both questions, or the question alone
 */
async function findAround(
  own: Promise<Passage[]>,
  find: Find,
  question: string,
  whole: string,
): Promise<Passage[]> {
  if (whole === question) return own
  // Hardly any stored pair has both questions as its own, and each look-up costs a statement. `?`
  // alone repeats the previous question, so its look-up stays.
  const more = questionKey(question) === null ? undefined : { key: null }
  const [first, both] = await Promise.all([own, find(whole, more)])
  const alternating = first.length
    ? first.flatMap((passage, at) => [passage, ...both.slice(at, at + 1)])
    : both
  return [
    ...new Map([...alternating, ...both].map((passage) => [passage.chunk_id, passage])).values(),
  ]
}
