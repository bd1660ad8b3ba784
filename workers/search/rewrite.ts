import type { ReplyInputs } from '../../shared/chat/replies.ts'
import type { TracedRewriting } from '../../shared/chat/traces.ts'
import { readSmallTalk } from '../../shared/languages/smallTalk.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import { asksTheSame, type Passage } from '../../shared/search/retrieval.ts'
import type { PlannedCall } from '../models/calls.ts'
import { type HelperCall, type HelperDeps, makeAskHelper } from '../models/helperCall.ts'
import { makePace } from '../models/pace.ts'
import { makeKnowledgeLanguages } from './knowledgeLanguages.ts'
import { isSureOf } from './sureness.ts'
import { QUERY_TASK, queriesIn, queryInput } from './writtenQueries.ts'

/** The most tokens of an answer: enough for three queries of 200 characters in most scripts. */
const MAX_ANSWER_TOKENS = 300

interface RewriteDeps extends HelperDeps {
  db: Db
  config: HelperDeps['config'] & Pick<Config, 'QUERY_MODEL'>
}

/** A question, and the passages that its own words have found. */
interface Unanswered extends Omit<HelperCall, 'input'> {
  organizationId: string
  /** The cached index of the organization. */
  index: object
  inputs: ReplyInputs
  /** The question's own passages, best first. */
  found: readonly Passage[]
  /**
   * Called when the model is about to be asked, if the question's own passages may well have the
   * answer: there are some, and the question is in a language of the knowledge.
   * @param planned the call, which will run from now on
   */
  onAsking?: ((planned: PlannedCall) => void) | undefined
}

/** At most three queries, and how they were written. */
export interface Rewritten {
  queries: string[]
  how: Omit<TracedRewriting, 'restarted'>
}

/**
 * Has QUERY_MODEL write queries for a question, unless the question's own words have found the
 * answer. Returns no queries if the model fails.
 * @throws the signal's reason if it was aborted, and errors of the database
 */
export type Rewrite = (asked: Unanswered) => Promise<Rewritten>

/** @returns undefined: no model is set for it */
export function makeRewrite(deps: RewriteDeps): Rewrite | undefined {
  const { times, QUERY_MODEL: model = '' } = deps.config
  if (!model) return undefined
  const languagesOf = makeKnowledgeLanguages(deps.db)
  const ask = makeAskHelper(deps, {
    purpose: 'queries',
    model,
    instructions: QUERY_TASK,
    maxMs: times.queriesMs,
    max_output_tokens: MAX_ANSWER_TOKENS,
    pace: makePace(model, deps.log, times),
    warning: 'a question is searched for as it is',
  })

  return async function rewrite({ organizationId, index, inputs, found, onAsking, ...call }) {
    const languages = await languagesOf({ organizationId, agentId: inputs.agent.id }, index)
    const skipped = whySkipped(inputs, found, languages)
    if (skipped) return notAsked(skipped)
    const asked = performance.now()
    const { question, history } = inputs
    const { text, failure } = await ask({
      ...call,
      input: queryInput(question, history, languages ?? []),
      hasRoom: async (planned) => {
        const hasRoom = await call.hasRoom(planned)
        if (hasRoom && found.length && isOfLanguages(inputs, languages)) onAsking?.(planned)
        return hasRoom
      },
    })
    if (failure === 'too_slow') return notAsked(failure)
    const queries = queriesIn(text ?? '', question)
    const reason = failure ?? (queries.length ? null : 'no_queries')
    const ms = performance.now() - asked
    return {
      queries,
      how: { model, outcome: reason ? 'failed' : 'used', reason, ms, answer: text },
    }
  }

  function notAsked(reason: TracedRewriting['reason']): Rewritten {
    return { queries: [], how: { model, outcome: 'skipped', reason, ms: null, answer: null } }
  }
}

const expectedIn = ({ agent, locale }: ReplyInputs) => agent.language ?? locale

/** Whether a question is in a language of the knowledge, or these are not known. */
function isOfLanguages(inputs: ReplyInputs, languages: readonly string[] = []): boolean {
  return !languages.length || languages.includes(languageOf(inputs.question, expectedIn(inputs)))
}

/** @param languages of the knowledge; undefined: the agent has no knowledge */
function whySkipped(
  inputs: ReplyInputs,
  [best]: readonly Passage[],
  languages: readonly string[] | undefined,
): TracedRewriting['reason'] {
  const { question, history, agent } = inputs
  const expected = expectedIn(inputs)
  if (!languages) return 'no_knowledge'
  if (readSmallTalk(question, agent.name, expected).answer) return 'small_talk'
  if (best && asksTheSame(best, question)) return 'same_question'
  const earlier = history.findLast(({ role }) => role === 'user')?.content
  const asked = { question, language: languageOf(question, expected), earlier, languages }
  return isSureOf(best, asked) ? 'words_suffice' : null
}
