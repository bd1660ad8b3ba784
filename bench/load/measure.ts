import { fork } from 'node:child_process'
import { on } from 'node:events'
import type { Load, Measured, Report, WarmUp } from './driver.ts'
import type { Process } from './processes.ts'
import { cpuMs, familyCpuMs, familyPssMb, peakRssMb, rssMb } from './procfs.ts'
import { QUESTIONS } from './seed.ts'
import type { Stack } from './stack.ts'

/** A system to measure. It answers POSTs at its addresses. */
export interface System {
  name: string
  addresses: string[]
  processes: { api: Process[]; worker: Process[] }
  stop(): Promise<void>
}

export interface Scenario {
  clients: number
  /**
   * Conversations to which the clients post in turn, with a new question each time; undefined: each
   * client has its own.
   */
  threads?: number | undefined
  /** Milliseconds that the model takes. */
  delay_ms: number
  warm_up: WarmUp
  measure_ms: number
  /** The measured time lasts at least until this number of messages has been answered; or 0. */
  measure_messages?: number
  /** Messages that were posted to the same processes before; 0 by default. */
  begun?: number
}

/**
 * Milliseconds between the connections of two clients, because visitors do not all arrive in the
 * same second.
 */
const CONNECT_MS = 2

interface Lateness {
  p50_ms: number
  p99_ms: number
  max_ms: number
}

export interface Measurement {
  messages_per_second: number
  p50_ms: number
  p95_ms: number
  p99_ms: number
  /** Milliseconds of processor time per message. */
  cpu_ms: Record<'api' | 'worker' | 'postgres' | 'redis' | 'total', number>
  /** Commands that Redis ran per message, including those within scripts. */
  redis_commands: number
  /** Milliseconds of processor time per message that the bench itself uses on the same machine. */
  own_cpu_ms: Record<'driver' | 'model', number>
  /**
   * Resident memory of the largest process of a kind. For PostgreSQL, of all its processes, with
   * shared pages counted once.
   */
  memory_mb: Record<'api' | 'api_peak' | 'worker' | 'worker_peak' | 'postgres' | 'redis', number>
  /** The figures of the slowest process. */
  api_event_loop: Lateness
  worker_event_loop: Lateness
  /** All answers, including those of the warm-up. */
  answers: number
}

const now = (pids: Record<string, number[]>, stack: Stack) => ({
  api: sum(pids.api!.map(cpuMs)),
  worker: sum(pids.worker!.map(cpuMs)),
  postgres: familyCpuMs(stack.postgresPid),
  redis: cpuMs(stack.redisPid),
  driver: cpuMs(pids.driver![0]!),
  model: cpuMs(pids.model![0]!),
})

interface Subject {
  stack: Stack
  system: System
  model: Process
  paths: string[]
  headers: Record<string, string>
  /** Whether a client posts to one path after the other, instead of to its own. */
  spread?: boolean
  /** Called when the warm-up ends, and when the measured time ends. */
  onBegin?: () => Promise<unknown>
  onEnd?: (messages: number) => Promise<unknown>
}

/** @throws if an answer is not a reply, or a reply came twice */
export async function measure(scenario: Scenario, subject: Subject): Promise<Measurement> {
  const { stack, system, model, paths, headers, spread, onBegin, onEnd } = subject
  const driver = fork('bench/load/driver.ts', { execArgv: ['--import', 'tsx'] })
  const both = Object.values(system.processes).flat()
  const pids = {
    api: system.processes.api.map(({ pid }) => pid),
    worker: system.processes.worker.map(({ pid }) => pid),
    driver: [driver.pid!],
    model: [model.pid],
  }
  const reports = on(driver, 'message', { close: ['exit'] })
  const heard = async <Event extends Report['event']>(event: Event) => {
    const { value, done } = await reports.next()
    if (done) throw new Error('the driver ended')
    const [report] = value as [Report]
    if (report.event === 'failed') throw new Error(`${system.name}: ${report.reason}`)
    if (report.event !== event) throw new Error(`the driver says ${report.event}, not ${event}`)
    return report as Extract<Report, { event: Event }>
  }
  const { clients, threads, delay_ms, warm_up, measure_ms, measure_messages = 0 } = scenario
  const everybody = Math.max(clients, warm_up.clients)
  const load: Load = {
    addresses: system.addresses,
    clients,
    headers,
    questions: QUESTIONS,
    areNew: threads !== undefined,
    begin_ms: Math.max(delay_ms, everybody * CONNECT_MS),
    warm_up,
    measure_ms,
    measure_messages,
    begun: scenario.begun ?? 0,
    paths:
      spread || threads
        ? paths.slice(0, threads)
        : Array.from({ length: everybody }, (_, index) => paths[index % paths.length]!),
  }
  try {
    driver.send(load)
    await heard('warm')
    const before = now(pids, stack)
    const commandsBefore = await stack.countRedisCommands()
    await Promise.all(both.map((process) => process.ask('probe begin')))
    await onBegin?.()
    await heard('measured')
    const after = now(pids, stack)
    const redis_commands = (await stack.countRedisCommands()) - commandsBefore
    const lateness = (of: Process[]) =>
      Promise.all(
        of.map(async (process) => (await process.ask<{ probe: Lateness }>('probe end')).probe),
      )
    const [api, worker] = await Promise.all([
      lateness(system.processes.api),
      lateness(system.processes.worker),
    ])
    const memory_mb = memoryOf(pids, stack)
    const { measured: counted } = await heard('done')
    await onEnd?.(counted.messages)
    return summarize(counted, { before, after, redis_commands, api, worker, memory_mb })
  } finally {
    driver.kill('SIGKILL')
  }
}

function memoryOf(
  { api, worker }: Record<'api' | 'worker', number[]>,
  stack: Stack,
): Measurement['memory_mb'] {
  return {
    api: Math.max(...api.map(rssMb)),
    api_peak: Math.max(...api.map(peakRssMb)),
    worker: Math.max(...worker.map(rssMb)),
    worker_peak: Math.max(...worker.map(peakRssMb)),
    postgres: familyPssMb(stack.postgresPid),
    redis: rssMb(stack.redisPid),
  }
}

interface Figures {
  before: ReturnType<typeof now>
  after: ReturnType<typeof now>
  redis_commands: number
  api: Lateness[]
  worker: Lateness[]
  memory_mb: Measurement['memory_mb']
}

function summarize(
  measured: Measured,
  { before, after, redis_commands, api, worker, memory_mb }: Figures,
): Measurement {
  const { messages, seconds, latencies_ms, replies, distinct_replies } = measured
  if (distinct_replies !== replies)
    throw new Error(`${replies} answers, but ${distinct_replies} replies`)
  if (!messages) throw new Error('no message was answered while it was measured')
  const per = (name: keyof typeof before) => (after[name] - before[name]) / messages
  const cpu = {
    api: per('api'),
    worker: per('worker'),
    postgres: per('postgres'),
    redis: per('redis'),
  }
  const { p50, p95, p99 } = latencies_ms
  return {
    messages_per_second: messages / seconds,
    p50_ms: p50,
    p95_ms: p95,
    p99_ms: p99,
    cpu_ms: { ...cpu, total: sum(Object.values(cpu)) },
    redis_commands: redis_commands / messages,
    own_cpu_ms: { driver: per('driver'), model: per('model') },
    memory_mb,
    api_event_loop: worst(api),
    worker_event_loop: worst(worker),
    answers: replies,
  }
}

const worst = (all: Lateness[]) => all.reduce((a, b) => (b.p99_ms > a.p99_ms ? b : a))
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
