import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './ports.ts'

/**
 * What the ledger knows of a call that comes twice: nothing of a `bare` one; a `keyed` one by its
 * key; of a `probed` one it can be asked, at `GET /effects/{call_id}`, whether it is `done`, at
 * `work`, or neither (`none`). A `read` changes nothing.
 */
export type Route = 'read' | 'keyed' | 'probed' | 'bare'

/** Where a call can be held: before its effect, or after it and before the answer. */
export type Moment = 'before' | 'after'

/** A call as it came. */
export interface Asked {
  route: Route
  /** The header Parley-Call. */
  call_id: string
  /** The header Idempotency-Key. */
  key?: string | undefined
  /** A word of the test, by which calls are held. */
  point: string
}

/** A line of the ledger's file. It is on the disk before anything else happens. */
export interface Entry extends Asked {
  kind: 'request' | 'effect'
}

/** Holds the calls of a point from now on. Without a moment, lets those that are held go on. */
export interface Order {
  point: string
  moment?: Moment | undefined
}

/** What the program reports to the tests' process. */
export type Report = { ready: true } | ({ point: string } & ({ held: number } | { answered: true }))

/**
 * Another company's system, as a process of its own: `GET /read?point=…`, and `POST /keyed`,
 * `/probed` and `/bare` with `{point}`. It writes each request and each effect into a file, by
 * which tests judge what happened.
 */
export interface Ledger {
  url: string
  /** `host:port`, for EGRESS_ALLOWED_HOSTS. */
  host: string
  hold(point: string, moment: Moment): void
  release(point: string): void
  /** How many calls of a point are held. */
  held(point: string): number
  /** How many answers to calls of a point have been sent. */
  answered(point: string): number
  /** Everything that is in the file. */
  entries(): Entry[]
  /** Kills the process with SIGKILL, and resolves when it has ended. */
  kill(): Promise<void>
  /** Starts it again, at its address and with its file. Nothing is held. */
  start(): Promise<void>
  /** Ends the process and deletes the file. */
  close(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('ledgerProgram.ts', import.meta.url))

export async function startLedger(): Promise<Ledger> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-ledger-'))
  const file = join(folder, 'ledger.jsonl')
  const port = await freePort()
  const held = new Map<string, number>()
  const answered = new Map<string, number>()
  let child: ChildProcess

  function note(report: Report): void {
    if ('ready' in report) return
    if ('held' in report) held.set(report.point, report.held)
    else answered.set(report.point, (answered.get(report.point) ?? 0) + 1)
  }
  const order = (what: Order) => void child.send(what)

  const ledger: Ledger = {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    hold(point, moment) {
      held.set(point, 0)
      answered.set(point, 0)
      order({ point, moment })
    },
    release: (point) => order({ point }),
    held: (point) => held.get(point) ?? 0,
    answered: (point) => answered.get(point) ?? 0,
    entries: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async start() {
      child = fork(PROGRAM, [String(port), file], { execArgv: ['--import', 'tsx'] })
      child.on('message', note)
      const ended = once(child, 'exit').then(([code]) => {
        throw new Error(`the ledger ended with ${code}`)
      })
      await Promise.race([once(child, 'message'), ended])
    },
    async close() {
      await ledger.kill()
      await rm(folder, { recursive: true })
    },
  }
  await ledger.start()
  return ledger
}

const POINT = { type: 'string', description: 'A word of the test.' }

const KINDS: Record<Route, object> = {
  read: { effect: 'read', method: 'GET' },
  keyed: { idempotency_header: 'Idempotency-Key' },
  probed: {},
  bare: {},
}

/**
 * Returns the fields of a tool with the argument `point`, as a route of the ledger offers it.
 * @param url of a ledger, or of a server that stands in for it
 */
export const toolOf = (
  route: Route,
  url: string,
  fields: object = {},
): Record<string, unknown> => ({
  name: route,
  title: `The ledger, ${route}`,
  description: 'Acts, or looks something up.',
  input_schema: { type: 'object', properties: { point: POINT }, required: ['point'] },
  effect: 'write',
  method: 'POST',
  url_template: `${url}/${route}${route === 'read' ? '?point={point}' : ''}`,
  ...(route !== 'read' && { body_template: { point: '{point}' } }),
  ...(route === 'probed' && {
    probe: {
      url_template: `${url}/effects/{{call.id}}`,
      pointer: '/state',
      done: ['done'],
      not_done: ['none'],
      is_final: true,
    },
  }),
  ...KINDS[route],
  ...fields,
})
