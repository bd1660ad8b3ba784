import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Stack } from '../stack.ts'

/** The cost of a statement per message. */
export interface Statement {
  calls: number
  /** How often it was planned; 0: PostgreSQL used a cached plan. */
  plans: number
  /** Milliseconds per message. */
  planning: number
  execution: number
  /** Bytes of the write-ahead log. */
  wal_bytes: number
  statement: string
}

const SHOWN = 25

export const resetStatements = (stack: Stack, database: string) =>
  stack.query(database, 'select pg_stat_statements_reset()')

/** Reads the statements of a database since the reset, longest first. */
export async function readStatements(
  stack: Stack,
  database: string,
  messages: number,
): Promise<Statement[]> {
  const rows = await stack.query<Statement>(
    database,
    `select calls::float8 / ${messages} as calls, plans::float8 / ${messages} as plans, total_plan_time / ${messages} as planning,
            total_exec_time / ${messages} as execution, wal_bytes::float8 / ${messages} as wal_bytes,
            regexp_replace(query, '\\s+', ' ', 'g') as statement
       from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
      order by total_plan_time + total_exec_time desc`,
  )
  return rows
}

export function statementsTable(statements: readonly Statement[]): string {
  const all = (name: 'calls' | 'plans' | 'planning' | 'execution' | 'wal_bytes') =>
    statements.reduce((sum, statement) => sum + statement[name], 0)
  const line = ({ calls, plans, planning, execution, wal_bytes, statement }: Statement) =>
    `${calls.toFixed(2).padStart(7)} ${plans.toFixed(2).padStart(7)} ${planning.toFixed(3).padStart(9)} ${execution.toFixed(3).padStart(9)} ${wal_bytes.toFixed(0).padStart(9)}  ${statement.slice(0, 120)}`
  const total = {
    calls: all('calls'),
    plans: all('plans'),
    planning: all('planning'),
    execution: all('execution'),
    wal_bytes: all('wal_bytes'),
    statement: 'all',
  }
  const head = '  calls   plans   plan ms   exec ms WAL bytes  statement (a message)'
  return [head, ...[total, ...statements.slice(0, SHOWN)].map(line)].join('\n')
}

interface Node {
  id: number
  callFrame: { functionName: string; url: string }
  children?: number[]
}
interface CpuProfile {
  nodes: Node[]
  samples: number[]
  timeDeltas: number[]
}

/** Returns the owner of code: a package, or a file of the build; undefined: Node or V8. */
function ownerOf(url: string): string | undefined {
  const packages = [...url.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)]
  return packages.at(-1)?.[1] ?? /\/((?:dist|bench\/plain)\/.*)$/.exec(url)?.[1]
}

/** Returns the owner of each node of the profile. Node's own work counts for its caller. */
function ownersOf(nodes: readonly Node[]): Map<number, string> {
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  )
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const owners = new Map<number, string>()
  for (const { id, callFrame } of nodes) {
    let owner: string | undefined
    for (let at: number | undefined = id; at !== undefined && !owner; at = parents.get(at))
      owner = ownerOf(byId.get(at)!.callFrame.url)
    const { functionName, url } = callFrame
    const isState = functionName.startsWith('(')
    owners.set(id, isState ? functionName : (owner ?? (url.startsWith('node:') ? url : 'native')))
  }
  return owners
}

/** Returns the sampled time of each owner in a `.cpuprofile`, in microseconds, without idle time. */
export function timesByOwner(file: string): Map<string, number> {
  const times = timesIn(file)
  times.delete('(idle)')
  return times
}

function timesIn(file: string): Map<string, number> {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as CpuProfile
  const owners = ownersOf(nodes)
  const times = new Map<string, number>()
  for (const [at, id] of samples.entries()) {
    const owner = owners.get(id)!
    times.set(owner, (times.get(owner) ?? 0) + timeDeltas[at]!)
  }
  return times
}

/** Shows the time of each owner in a `.cpuprofile`, as a share of all but idle time. */
export function profileTable(file: string): string {
  const times = timesIn(file)
  const idle = times.get('(idle)') ?? 0
  const total = [...times.values()].reduce((a, b) => a + b, 0)
  times.delete('(idle)')
  const lines = [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([owner, time]) => `${((100 * time) / (total - idle)).toFixed(1).padStart(6)} %  ${owner}`)
  return [
    `${basename(file)}: idle ${((100 * idle) / total).toFixed(0)} %; of the rest`,
    ...lines,
  ].join('\n')
}
