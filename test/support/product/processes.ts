import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { SETTING_NAMES } from '../../../shared/lib/config/config.ts'

/** A process of the built product, as the Procfile starts it. */
export interface Running {
  pid: number
  /** Everything that it has printed so far. */
  output(): string
  /**
   * Resolves when it has printed this.
   * @param from how many characters of its output to skip
   * @throws when it ends before
   */
  printed(pattern: RegExp, from?: number): Promise<RegExpExecArray>
  signal(signal: NodeJS.Signals): void
  /** Sends SIGTERM, and returns `ended`. */
  stop(): Promise<number | NodeJS.Signals>
  /** Resolves with its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
}

/**
 * Returns an environment with only the settings that a test gives. An empty setting counts as
 * unset, and keeps a developer's `.env` out.
 */
export const bareEnvironment = (): Record<string, string> => ({
  PATH: process.env.PATH!,
  HOME: process.env.HOME ?? '/',
  ...Object.fromEntries(SETTING_NAMES.map((name) => [name, ''])),
  // No router has to notice that a test's process stops.
  DRAIN_SECONDS: '0',
})

const running = new Set<ChildProcess>()

export function run(
  program: string,
  args: string[],
  env: Record<string, string>,
  cwd?: string,
): Running {
  const child = spawn(program, args, {
    cwd,
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child)
    return (signal ?? code) as number | NodeJS.Signals
  })
  return {
    pid: child.pid!,
    output: () => output,
    async printed(pattern, from = 0) {
      let over = false
      ended.then(() => (over = true))
      for (;;) {
        const match = pattern.exec(output.slice(from))
        if (match) return match
        if (over) throw new Error(`it ended without printing ${pattern}:\n${output}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    signal: (signal) => child.kill(signal),
    stop() {
      child.kill('SIGTERM')
      return ended
    },
    ended,
  }
}

/** Kills processes that a failed test left behind, because they must not outlive the suite. */
export async function killAll(): Promise<void> {
  const ends = [...running].map((child) => once(child, 'close'))
  for (const child of running) child.kill('SIGKILL')
  await Promise.all(ends)
}

export async function runWorker(
  env: Record<string, string>,
  lane = 'reply',
  LOG_LEVEL = 'info',
): Promise<Running> {
  const worker = run('node', ['dist/workers/main.js', lane], { ...env, LOG_LEVEL })
  await worker.printed(/"msg":"working"/)
  return worker
}

export type RunningApi = Running & { address: string }

/** @returns the process and its address */
export async function runApi(env: Record<string, string>, LOG_LEVEL = 'info'): Promise<RunningApi> {
  const api = run('node', ['dist/api/main.js'], { ...env, LOG_LEVEL })
  const [, port] = await api.printed(/"port":(\d+),"queue"/)
  return Object.assign(api, { address: `http://127.0.0.1:${port}` })
}
