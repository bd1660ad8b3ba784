import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Environment } from '../../shared/lib/config/config.ts'

/** Milliseconds until a process that ended is started again. */
const RESTART_MS = 1_000
/**
 * Gives up on a process that ends this often in a row within its first half minute. On a busy
 * machine, a start takes that long.
 */
const MAX_EARLY_ENDS = 3
const EARLY_MS = 30_000

export interface Supervisor {
  /**
   * Sends SIGTERM to the first process and, when it has ended, to the others. Resolves when all
   * have ended.
   */
  stop(): Promise<void>
}

/**
 * Returns the folder with the Procfile, where its commands run: the package's folder, wherever it
 * is installed.
 */
export function packageFolder(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'Procfile'))) folder = dirname(folder)
  return folder
}

/** Reads `name: command` lines. */
export function readProcfile(text: string): Record<string, string> {
  const lines = text.split('\n').map((line) => /^([\w-]+):\s*(\S.*)$/.exec(line))
  return Object.fromEntries(lines.flatMap((match) => (match ? [[match[1]!, match[2]!]] : [])))
}

/**
 * Runs a command and waits for it.
 * @throws if it fails
 */
export async function runToEnd(command: string, env: Environment): Promise<void> {
  const child = launch(command, env)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`\`${command}\` failed; its output above says why.`)
}

/** Keeps one process per command running. Calls `onHopeless` once if a process does not start. */
export function makeSupervisor(
  commands: Record<string, string>,
  env: Environment,
  onHopeless: () => void,
): Supervisor {
  const children = new Map<string, ChildProcess>()
  const timers = new Set<NodeJS.Timeout>()
  let stopping = false

  function keepRunning(name: string, command: string, earlyEnds = 0): void {
    const started = Date.now()
    const child = launch(command, env)
    children.set(name, child)
    child.once('exit', (code, signal) => {
      children.delete(name)
      if (stopping) return
      const ends = Date.now() - started < EARLY_MS ? earlyEnds + 1 : 0
      const how = `${name} ended (${signal ?? `code ${code}`})`
      // V8 aborts a process whose heap is full, with a dump that names no setting.
      const hint =
        signal === 'SIGABRT' || code === 134
          ? '. It may have run out of memory: NODE_OPTIONS=--max-old-space-size=512 gives it more'
          : ''
      console.error(
        ends < MAX_EARLY_ENDS
          ? `${how}, starting it again${hint}`
          : `${how} ${MAX_EARLY_ENDS} times soon after its start${hint}. What it printed above says why`,
      )
      if (ends >= MAX_EARLY_ENDS) {
        onHopeless()
        return
      }
      const timer = setTimeout(() => {
        timers.delete(timer)
        keepRunning(name, command, ends)
      }, RESTART_MS)
      timers.add(timer)
    })
  }

  for (const [name, command] of Object.entries(commands)) keepRunning(name, command)

  return {
    async stop() {
      stopping = true
      for (const timer of timers) clearTimeout(timer)
      // The first process takes the requests. The others go on working until it has answered them.
      const [first, ...others] = Object.keys(commands)
      await end(children.get(first!))
      await Promise.all(others.map((name) => end(children.get(name))))
    },
  }
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/**
 * `exec`: a signal reaches the program and not the shell. `ipc`: the program notices when this
 * process is gone, even by `kill -9`, and ends as well (see shared/process/shutdown.ts).
 * `detached`: Ctrl-C reaches this process alone, which then ends the others in order.
 */
const launch = (command: string, env: Environment) =>
  spawn('sh', ['-c', `exec ${command}`], {
    env,
    cwd: packageFolder(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
