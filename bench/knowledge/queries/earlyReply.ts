import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../../shared/lib/config/config.ts'
import type { Owner } from '../../../test/support/data/knowledge.ts'
import type { TestDb } from '../../../test/support/product/testDb.ts'
import { tokensOf } from '../../../workers/prompt/prompt.ts'
import type { StepResults } from '../../../workers/reply/trace.ts'
import { makeRun } from '../answers/replies.ts'

/** What is measured of a reply. */
export interface Timed {
  /** Milliseconds from the loaded question to the first text that a reader gets. */
  firstTextMs: number
  isAsked: boolean
  isRestarted: boolean
  /** The prompt of the answer. */
  given: string
  /** Estimated tokens of all prompts for the model of replies. */
  promptTokens: number
}

/**
 * Makes a function that answers a question as the worker does for a client that follows the reply.
 * @returns isWaiting: the reply waits for the queries before its model is called
 */
export function makeEarlyReply(
  db: TestDb,
  config: Config,
  owner: Owner,
): (question: string, isWaiting: boolean) => Promise<Timed> {
  const sentAt = new Map<string, number>()
  const send = async (id: string) => {
    if (!sentAt.has(id)) sentAt.set(id, performance.now())
  }
  const { begin, steps } = makeRun(db, config, send)
  const { chooseModel, retrieve, readFiles } = steps
  const generate = steps.makeGenerate(async () => undefined)
  const answerOf = steps.makeAnswer(generate)
  return async function reply(question, isWaiting) {
    const run = begin({ owner, question }, { id: randomUUID(), streamed: true })
    const results: StepResults = {}
    const first = chooseModel(run)
    const waited = async () => {
      results.retrieved = await retrieve(run)
      const { passages } = results.retrieved
      return generate(run, first, { passages, files: await readFiles(run) })
    }
    const answer = await (isWaiting ? waited() : answerOf(run, first, results))
    // A short text may be sent just after its call has ended.
    while (!sentAt.has(run.claim.id)) await sleep(2)
    const prompts = run.calls.flatMap(({ prompt }) => prompt ?? [])
    return {
      firstTextMs: sentAt.get(run.claim.id)! - run.moments.loaded,
      isAsked: run.calls.some(({ purpose }) => purpose === 'queries'),
      isRestarted: results.retrieved?.isBegunAnew ?? false,
      given: answer.prompt.given,
      promptTokens: prompts.reduce((sum, { messages }) => sum + tokensOf(messages), 0),
    }
  }
}
