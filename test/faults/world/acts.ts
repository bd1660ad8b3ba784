import { withDb } from '../../../shared/lib/db/db.ts'
import { sql } from '../../../shared/lib/db/statements.ts'
import {
  type HeldStatement,
  makeStatementHolds,
  type StatementHolds,
} from '../../support/product/statementHolds.ts'
import type { Ledger, Moment, Route } from '../../support/servers/ledger.ts'
import { startLedger, toolOf } from '../../support/servers/ledger.ts'
import type { Behaviour, ChatRequest } from '../../support/servers/model.ts'
import { questionIn, resultsIn } from '../../support/servers/model.ts'
import { auditActs } from './actsAudit.ts'
import { type Clients, inTurns, type Outcome } from './clients.ts'
import type { Play } from './plays.ts'
import { sleep } from './servers.ts'
import type { World } from './world.ts'

export const ROUTES: readonly Route[] = ['read', 'keyed', 'probed', 'bare']

/** Where calls stand when their worker is killed, if PostgreSQL holds them. */
const IN_POSTGRES: Record<string, HeldStatement> = {
  before_row: 'insert',
  after_row: 'insert',
  before_outcome: 'update of state',
  after_outcome: 'update of state',
}
/** Where calls stand when their worker is killed, if the ledger holds them. */
const IN_LEDGER: Record<string, Moment> = {
  before_effect: 'before',
  after_effect: 'after',
  after_answer: 'after',
}
/** Where calls stand when the ledger is killed, and their worker lives. */
const LEDGER_DIES: Record<string, Moment> = {
  ledger_before_effect: 'before',
  ledger_after_effect: 'after',
}

/** Messages of each cell at a time. All of them stand when the worker is killed. */
const AT_ONCE = 4
/** Other scenarios post so many times the messages of each cell: 80 are 2, and 2,000 are 50. */
const SHARE = 40
/** Milliseconds that a call may take: longer than calls stand, also on a slow machine. */
const TIMEOUT_MS = 20_000
/** Milliseconds until all calls must stand at their points. */
const STAND_MS = 60_000

/** Calls the tool that the question names, and then says whether it was done. */
export function callAsAsked(_: World, chat: ChatRequest): Behaviour {
  const [, route = '', point = ''] = questionIn(chat).split(' ')
  const [result] = resultsIn(chat)
  if (result === undefined) return { calls: [{ name: route, arguments: { point } }] }
  const isDone = result.content.startsWith('It succeeded')
  return { text: `${isDone ? 'Done' : 'Not done'}: ${questionIn(chat)}` }
}

/**
 * Has agents call tools of a ledger, and kills the worker while calls stand at every point of their
 * way at the same time, of each kind so many as there are messages. Then kills the ledger, too.
 */
export const actAndDie: Play = async (world, clients, messages) => {
  const ledger = await startLedger()
  const statements = await makeStatementHolds(world.postgres.url, IN_POSTGRES)
  try {
    // The ledger's port was not known when the world was made.
    world.settings.EGRESS_ALLOWED_HOSTS = ledger.host
    await world.startWorker('.', 'reply')
    const agent = await makeActor(world, clients, ledger)
    const outcomes: Outcome[] = []
    const each = Math.ceil(messages / SHARE)
    const numbers = Array.from({ length: each }, (_, index) => index)
    while (numbers.length > 0) {
      const indexes = numbers.splice(0, AT_ONCE)
      const scene = { world, clients, agent, ledger, statements, indexes }
      outcomes.push(...(await killTheWorker(scene)), ...(await killTheLedger(scene)))
    }
    const { problems, states } = await auditActs(world, clients.organizationId, ledger.entries())
    world.problems.push(...problems)
    return { outcomes, n: outcomes.length, states }
  } finally {
    await statements.close()
    await ledger.close()
  }
}

interface Scene {
  world: World
  clients: Clients
  agent: string
  ledger: Ledger
  statements: StatementHolds
  /** The numbers of the messages of each cell. */
  indexes: number[]
}

async function killTheWorker(scene: Scene): Promise<Outcome[]> {
  const { world, ledger, statements, indexes } = scene
  const [worker] = world.workers
  const [postgres] = world.proxies
  await statements.hold()
  for (const [point, moment] of Object.entries(IN_LEDGER)) ledger.hold(point, moment)
  const outcomes = postAll(scene, [...Object.keys(IN_POSTGRES), ...Object.keys(IN_LEDGER)])
  const each = ROUTES.length * indexes.length
  for (const point of Object.keys(IN_POSTGRES)) await until(world, point, each, statements.held)
  for (const point of Object.keys(IN_LEDGER)) await until(world, point, each, ledger.held)
  // The worker gets these answers, and can store nothing.
  postgres!.freeze()
  ledger.release('after_answer')
  await until(world, 'after_answer', each, ledger.answered)
  await worker!.kill()
  world.faults++
  await statements.terminate('before_row')
  await statements.terminate('before_outcome')
  await postgres!.close()
  postgres!.thaw()
  await postgres!.open()
  await statements.release()
  // The other system goes on with what it was asked for, whoever waits for its answer.
  for (const point of Object.keys(IN_LEDGER)) ledger.release(point)
  await worker!.start()
  return outcomes
}

async function killTheLedger(scene: Scene): Promise<Outcome[]> {
  const { world, ledger, indexes } = scene
  for (const [point, moment] of Object.entries(LEDGER_DIES)) ledger.hold(point, moment)
  const outcomes = postAll(scene, Object.keys(LEDGER_DIES))
  for (const point of Object.keys(LEDGER_DIES))
    await until(world, point, ROUTES.length * indexes.length, ledger.held)
  await ledger.kill()
  world.faults++
  await ledger.start()
  return outcomes
}

/** Waits until so many calls stand at a point. A missing one is a problem, and the play goes on. */
async function until(
  { problems }: World,
  point: string,
  count: number,
  standing: (point: string) => number | Promise<number>,
): Promise<void> {
  for (const late = Date.now() + STAND_MS; (await standing(point)) < count; await sleep(50))
    if (Date.now() > late) {
      problems.push(`only ${await standing(point)} of ${count} calls came to ${point}`)
      return
    }
}

/** Posts the messages of a round, each in a thread of its own. */
async function postAll(
  { clients, agent, indexes }: Scene,
  points: readonly string[],
): Promise<Outcome[]> {
  const contents = indexes.flatMap((index) =>
    points.flatMap((point) => ROUTES.map((route) => `act ${route} ${point} ${index}.`)),
  )
  const threads = await clients.makeThreads(contents.length, agent)
  return inTurns(contents, contents.length, (content, at) =>
    clients.post(threads[at]!, content, content.replaceAll(' ', '-'), { async: true }),
  )
}

/** Makes an agent with the four tools. @returns its id */
async function makeActor({ postgres }: World, clients: Clients, ledger: Ledger): Promise<string> {
  const { body } = await clients.send('POST', '/api/v1/agents', { body: { name: 'Ada' } })
  const tools = ROUTES.map((route) => toolOf(route, ledger.url, { timeout_ms: TIMEOUT_MS }))
  await withDb(
    postgres.url,
    (db) => sql(db)`
      with made as (
        insert into tools (id, organization_id, kind, name, title, description, input_schema, effect, method, url_template,
                           body_template, idempotency_header, probe, timeout_ms)
        select gen_random_uuid(), ${clients.organizationId}, 'http', name, title, description, input_schema, effect, method,
               url_template, body_template, idempotency_header, probe, timeout_ms
          from json_to_recordset(${JSON.stringify(tools)}::json) as given (
            name text, title text, description text, input_schema jsonb, effect text, method text, url_template text,
            body_template jsonb, idempotency_header text, probe jsonb, timeout_ms integer)
        returning id)
      update agents set tool_ids = (select array_agg(id) from made) where id = ${body.data.id}`,
  )
  return body.data.id
}
