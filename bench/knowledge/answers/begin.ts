import type { LoadedInputs } from '../../../shared/chat/replyInputs.ts'
import type { LeasedJob } from '../../../shared/jobs/openJobs.ts'
import { makeFairLoop } from '../../../shared/lib/async/fairLoop.ts'
import type { Config } from '../../../shared/lib/config/config.ts'
import { PLAIN_AGENT } from '../../../test/support/data/replyInputs.ts'
import { beginRun, type ReplyRun } from '../../../workers/reply/run.ts'

/** A question, with what a reply may know besides its sources. Default: nothing. */
type Said = Pick<LoadedInputs, 'question'> & {
  [known in 'history' | 'traits']?: LoadedInputs[known] | undefined
}

/** Begins the run of a reply by an agent with a name and the given fields, of a job as claimed. */
export type Begin = (
  organizationId: string,
  agent: Partial<LoadedInputs['agent']>,
  said: Said,
  claimed?: Partial<LeasedJob>,
) => ReplyRun

/** Makes a function that begins runs without a stored question, thread or job. */
export function makeBegin(config: Config): Begin {
  const loop = makeFairLoop()
  return (organizationId, agent, { question, history = [], traits = null }, claimed = {}) =>
    beginRun(
      { ...CLAIM, organization_id: organizationId, ...claimed },
      new AbortController().signal,
      {
        agent: { ...PLAIN_AGENT, ...agent },
        question,
        history,
        traits,
        question_metadata: {},
        locale: null,
        asked_at: new Date().toISOString(),
        time_zone: 'UTC',
        traced: false,
        is_test: false,
        knowledge_version: '1',
        budgets: null,
      },
      { config, loop },
      performance.now(),
    )
}

const CLAIM: Omit<LeasedJob, 'organization_id'> = {
  id: 'bench',
  thread_id: null,
  position: 1,
  streamed: false,
  request_id: 'bench',
  reply_to: null,
  attempt: 1,
  failures: 0,
  crashes: 0,
  taken_over: false,
  deadline_ms: 120_000,
  wait_ms: 0,
}
