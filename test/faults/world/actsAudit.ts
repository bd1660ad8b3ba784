import { withDb } from '../../../shared/lib/db/db.ts'
import { sql } from '../../../shared/lib/db/statements.ts'
import type { CallState } from '../../../shared/tools/steps.ts'
import type { Entry, Route } from '../../support/servers/ledger.ts'
import type { World } from './world.ts'

/** A tool call of a message, with the reply that came of it. */
interface Act {
  question: string
  call_id: string
  route: Route
  point: string
  state: CallState
  code: string | null
  /** Of the last reply. */
  said: string | null
  status: string
}

type Expected = Partial<Record<Route, CallState[]>>

/** If nobody can know what happened: a call without key and probe stays unknown. */
const LOST: Expected = { bare: ['unknown'] }

/**
 * How a call ends, by the point at which its worker or the ledger died, where that is not
 * `succeeded`. Where a ledger that died is not back in time, a call may stay unknown that changes
 * something.
 */
const ENDS: Record<string, Expected> = {
  before_row: {},
  after_row: { probed: ['failed'], bare: ['unknown'] },
  before_effect: LOST,
  after_effect: LOST,
  after_answer: LOST,
  before_outcome: LOST,
  after_outcome: {},
  ledger_before_effect: {
    read: ['succeeded', 'failed'],
    keyed: ['succeeded', 'unknown'],
    probed: ['failed', 'unknown'],
    bare: ['unknown'],
  },
  ledger_after_effect: {
    read: ['succeeded', 'failed'],
    keyed: ['succeeded', 'unknown'],
    probed: ['succeeded', 'unknown'],
    bare: ['unknown'],
  },
}

/**
 * Compares the ledger's file with the steps and the replies.
 * @returns what is wrong, and how many calls of each kind ended how at each point
 */
export async function auditActs(
  world: World,
  organizationId: string,
  entries: readonly Entry[],
): Promise<{ problems: string[]; states: Record<string, number> }> {
  const acts = await withDb(
    world.postgres.url,
    (db) => sql<Act>(db)`
      select q.content as question, s.call_id, s.name as route, s.arguments ->> 'point' as point,
             s.state, s.error ->> 'code' as code, r.content as said, r.status
        from messages q
        join messages r on r.organization_id = q.organization_id and r.in_reply_to = q.id
        left join reply_steps s on s.organization_id = q.organization_id and s.question_id = q.id
             and s.kind = 'tool'
       where q.organization_id = ${organizationId} and q.role = 'user'`,
  )
  const states: Record<string, number> = {}
  for (const { point, route, state } of acts) {
    const cell = `${point} ${route} ${state}`
    states[cell] = (states[cell] ?? 0) + 1
  }
  const known = new Set(acts.map(({ call_id }) => call_id))
  const strays = entries.filter(({ call_id }) => !known.has(call_id))
  const twice = acts.filter(
    ({ question }, at) => acts.findIndex((a) => a.question === question) !== at,
  )
  return {
    states,
    problems: [
      ...strays.map(({ call_id }) => `the ledger was asked for ${call_id}, which has no row`),
      ...twice.map(({ question }) => `${question} called more than one tool`),
      ...acts.flatMap((act) =>
        wrongOf(act, entriesOf(act, entries)).map((wrong) => nameOf(act) + wrong),
      ),
    ],
  }
}

const nameOf = ({ question, state, code }: Act) => `${question} (${state}, ${code}) `

const entriesOf = ({ call_id }: Act, entries: readonly Entry[]) =>
  entries.filter((entry) => entry.call_id === call_id)

function wrongOf({ route, point, state, said, call_id, status }: Act, entries: Entry[]): string[] {
  if (!call_id) return ['called no tool']
  const requests = entries.filter(({ kind }) => kind === 'request')
  const effects = entries.filter(({ kind }) => kind === 'effect')
  const keys = new Set(entries.map(({ key }) => key))
  const happened = route === 'read' ? requests : effects
  const says = said?.startsWith('Done') ?? false
  const wrong: [isWrong: boolean, what: string][] = [
    [status !== 'completed', `has a reply that is ${status}`],
    [effects.length > 1, `had ${effects.length} effects`],
    [state === 'succeeded' && happened.length === 0, 'has succeeded without an effect'],
    [state === 'failed' && effects.length > 0, 'has failed with an effect'],
    [says && happened.length === 0, 'is reported as done without an effect'],
    [says !== (state === 'succeeded'), `is reported as ${says ? 'done' : 'not done'}`],
    [(route === 'bare' || route === 'probed') && requests.length > 1, 'was sent twice'],
    [route === 'keyed' && entries.length > 0 && String([...keys]) !== call_id, 'had another key'],
    [!(ENDS[point]?.[route] ?? ['succeeded']).includes(state), `may not end so at ${point}`],
  ]
  return wrong.filter(([isWrong]) => isWrong).map(([, what]) => what)
}
