import type { Db } from '../../shared/db/db.ts'
import type { RerankCall } from '../../shared/rerankCall.ts'
import type { MakeRerank } from '../../shared/reranking/rerank.ts'
import { makeIndexCache } from '../../shared/store/search/indexCache.ts'
import type { VectorSearch } from '../../shared/store/search/meaning.ts'
import { asksTheSame, findPassages, type Passage } from '../../shared/store/search/retrieval.ts'
import { questionKey } from '../../shared/text/terms.ts'
import { goesOn } from '../language/coverage.ts'
import { fuseFound } from '../queries/fuseFound.ts'
import type { Rewrite } from '../queries/rewrite.ts'
import { addUsage, type ReplyRun } from './run.ts'

/**
 * The most passages for one reply; how many of them reach the model is for `KNOWLEDGE_TOKENS` to say. On long
 * documents, 20 contain the answer to 88 % of the questions, 6 to 79 % (`bench/README.md`).
 */
export const MAX_PASSAGES = 20
/** The most where a stored pair asks the same: it has the answer, and each further passage costs tokens and time. */
const MAX_WITH_ANSWER = 6

type Find = (question: string, more?: { key: null }) => Promise<Passage[]>

interface RetrieveDeps {
  db: Db
  findByMeaning: VectorSearch
  makeRerank: MakeRerank
  /** undefined: no model writes queries. */
  rewrite: Rewrite | undefined
}

/** The step that finds passages. It caches what it reads of each organization's index. */
export function makeRetrieve({
  db,
  findByMeaning,
  makeRerank,
  rewrite,
}: RetrieveDeps): (run: ReplyRun) => Promise<Passage[]> {
  const indexes = makeIndexCache()
  return async function retrieve(run) {
    const { claim, signal, inputs } = run
    const { agent, knowledge_version, locale } = inputs
    const index = indexes.of(claim.organization_id, knowledge_version)
    const note = (call: RerankCall) => run.reranks.push(call)
    const rerank = makeRerank({ requestId: claim.request_id, signal, note })
    const find: Find = (question, more) => {
      run.queries.push(question)
      const asked = { organizationId: claim.organization_id, agentId: agent.id, question }
      const nearest = findByMeaning({ ...asked, requestId: claim.request_id, signal })
      const language = agent.language ?? locale
      return findPassages(db, { ...asked, ...more, nearest, rerank, language, limit: MAX_PASSAGES }, index)
    }
    const own = find(inputs.question)
    const queries = await writeQueries(own)
    run.passages = queries.length
      ? fuseFound(await own, await Promise.all(queries.map((query) => find(query)))).slice(0, MAX_PASSAGES)
      : await findAround(own, find, run)
    const [best] = run.passages
    if (best && asksTheSame(best, inputs.question)) run.passages = run.passages.slice(0, MAX_WITH_ANSWER)
    run.moments.retrieved = performance.now()
    return run.passages

    async function writeQueries(found: Promise<Passage[]>): Promise<string[]> {
      if (!rewrite) return []
      const { organization_id: organizationId, request_id } = claim
      const { queries, how } = await rewrite({
        ...{ organizationId, index, inputs, signal, request_id, found: await found },
        addCost: (call, cost) => addUsage(run.usage, call, cost),
      })
      run.rewriting = how
      return queries
    }
  }
}

/**
 * Finds the passages for a question that is searched for as it is. If it seems to continue the user's last one
 * (`And for students?`), the passages for both questions together alternate with them.
 */
async function findAround(own: Promise<Passage[]>, find: Find, { inputs }: ReplyRun): Promise<Passage[]> {
  const { question, history, agent, locale } = inputs
  const earlier = history.findLast(({ role }) => role === 'user')?.content
  if (!earlier || !goesOn(question, agent.language ?? locale)) return own
  // Hardly any stored pair has both as its question, and each lookup costs a statement. `?` alone repeats the
  // last question.
  const more = questionKey(question) === null ? undefined : { key: null }
  const [first, both] = await Promise.all([own, find(`${earlier}\n${question}`, more)])
  const alternating = first.length
    ? first.flatMap((passage, at) => [passage, ...both.slice(at, at + 1)])
    : both
  const once = new Map([...alternating, ...both].map((passage) => [passage.chunk_id, passage]))
  return [...once.values()].slice(0, MAX_PASSAGES)
}
