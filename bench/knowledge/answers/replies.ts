import type { Turn } from '../../../shared/chat/replyInputs.ts'
import type { LeasedJob } from '../../../shared/jobs/openJobs.ts'
import { makeFileStorage } from '../../../shared/knowledge/fileStorage.ts'
import { notKnownIn } from '../../../shared/languages/smallTalk.ts'
import { type Config, loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import type { NotificationSender } from '../../../shared/lib/queue/notifications.ts'
import { languageOf } from '../../../shared/lib/text/language.ts'
import { makeBreakers } from '../../../shared/models/circuitBreaker.ts'
import { onlySettings } from '../../../shared/models/connections.ts'
import { makeFindByMeaning } from '../../../shared/search/meaning.ts'
import { makeReranking } from '../../../shared/search/rerank.ts'
import type { Passage } from '../../../shared/search/retrieval.ts'
import type { Owner } from '../../../test/support/data/knowledge.ts'
import type { TestDb } from '../../../test/support/product/testDb.ts'
import { makeCallModel } from '../../../workers/models/model.ts'
import type { Cited, SourcedReply } from '../../../workers/reply/cite.ts'
import { makeSteps } from '../../../workers/reply/steps.ts'
import { makeBegin } from './begin.ts'

/** A reply as a user reads it. */
export interface ReadReply extends SourcedReply, Pick<Cited, 'cited'> {
  /** The agent's text for unknown answers, in the question's language. */
  fallback: string
}

interface Asked {
  owner: Owner
  question: string
  /** The turns before the question. Default: none. */
  history?: Turn[]
  /** The passages to answer from. Default: those that the product finds. */
  passages?: Passage[]
}

/** @throws AppError model_… if the model did not answer */
export type Reply = (asked: Asked) => Promise<ReadReply>

/**
 * Makes the worker's own steps, and a function that begins a reply of an agent with only a name and
 * a fallback.
 * @param send is given the pieces of a streamed reply
 */
export function makeRun(
  db: TestDb,
  config: Config,
  send = NOBODY.send as NotificationSender['send'],
) {
  const log = makeLog('bench', config)
  const breakers = makeBreakers(log, config.times)
  const connections = onlySettings(config)
  const asking = { db, config, log, breakers, connections }
  const steps = makeSteps({
    ...asking,
    callModel: makeCallModel(config),
    findByMeaning: makeFindByMeaning(asking),
    makeRerank: makeReranking(asking),
    notifications: { ...NOBODY, send },
    files: makeFileStorage(config, db, log),
  })
  const beginRun = makeBegin(config)
  const begin = ({ owner, question, history }: Asked, claimed: Partial<LeasedJob> = {}) => {
    const agent = { id: owner.agentId, fallback_message: fallbackOf(question) }
    return beginRun(owner.organizationId, agent, { question, history }, claimed)
  }
  return { begin, steps }
}

const fallbackOf = (question: string) => notKnownIn(languageOf(question))

/** Makes a function that answers by the worker's own steps, from retrieval to citations. */
export function makeReply(db: TestDb, config: Config): Reply {
  const { begin, steps } = makeRun(db, config)
  const { chooseModel, retrieve, makeGenerate, cite } = steps
  const generate = makeGenerate(async () => undefined)
  return async (asked) => {
    const run = begin(asked)
    const first = chooseModel(run)
    const found = asked.passages ?? (await retrieve(run)).passages
    const answer = await generate(run, first, { passages: found, files: new Map() })
    const { reply, cited } = await cite(run, answer)
    return { ...reply, cited, fallback: fallbackOf(asked.question) }
  }
}

/** Returns settings that use only the built-in model, whatever the environment says. */
export const withoutModels = (databaseUrl: string): Config =>
  loadConfig({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' })

const NOBODY = {
  send: async () => undefined,
  live: { presenceChanged: () => undefined },
  threads: { changed: () => undefined },
  events: { changed: () => undefined },
  close: async () => undefined,
}
