import { run } from '../../support/product/processes.ts'

/** The processes that run. A run that ends early must not leave them behind. */
const alive = new Set<ReturnType<typeof run>>()
process.once('exit', () => {
  for (const life of alive) life.signal('SIGKILL')
})

/** Milliseconds that a process may take from SIGTERM to its end: a PaaS kills it after 30 s. */
const STOP_MS = 25_000
/** Milliseconds that a process may take to be ready, on a busy machine. */
const READY_MS = 60_000

/** A named process of the product, which can be killed and started again any number of times. */
export interface Child {
  name: string
  /** The id of the process that runs now. */
  pid(): number
  /** Resolves when it is ready. */
  start(): Promise<void>
  isReady(): boolean
  /** Kills the process, and resolves when it has ended. */
  kill(): Promise<void>
  /** Sends SIGTERM. Anything but an end with code 0 within 25 s is a problem. */
  stop(): Promise<void>
  /** The output of all its processes, one after the other. */
  output(): string
}

/**
 * @param problems receives what no process may do: end by itself, log at level fatal, print a
 *   warning
 */
export function makeChild(
  name: string,
  program: string[],
  env: Record<string, string>,
  ready: RegExp,
  problems: string[],
): Child {
  const lives: ReturnType<typeof run>[] = []
  let isReady = false
  /** Whether the harness ended it. */
  let isMeant = false
  const current = () => lives.at(-1)!

  async function end(signal: NodeJS.Signals): Promise<string | number> {
    isMeant = true
    isReady = false
    current().signal(signal)
    return current().ended
  }

  return {
    name,
    pid: () => current().pid,
    isReady: () => isReady,
    async start() {
      isMeant = false
      const life = run('node', program, { ...env, LOG_LEVEL: 'info' })
      lives.push(life)
      alive.add(life)
      life.ended.then((how) => {
        alive.delete(life)
        problems.push(...problemsOf(name, life.output()))
        if (life !== current() || isMeant) return
        isReady = false
        problems.push(`${name} ended by itself with ${how}: ${life.output().slice(-300)}`)
      })
      const late = setTimeout(() => {
        problems.push(`${name} was not ready in ${READY_MS} ms`)
        life.signal('SIGKILL')
      }, READY_MS)
      // A process that is killed before it is ready prints nothing, which is no problem.
      await life.printed(ready).then(
        () => {
          isReady = life === current() && !isMeant
        },
        () => undefined,
      )
      clearTimeout(late)
    },
    async kill() {
      if (lives.length > 0) await end('SIGKILL')
    },
    async stop() {
      const began = Date.now()
      const pid = current().pid
      const late = setTimeout(() => {
        problems.push(`${name} (${pid}) was still there ${STOP_MS} ms after SIGTERM`)
        current().signal('SIGKILL')
      }, STOP_MS)
      const how = await end('SIGTERM')
      clearTimeout(late)
      if (how !== 0)
        problems.push(`${name} ended with ${how}, ${Date.now() - began} ms after SIGTERM`)
    },
    output: () => lives.map((life) => life.output()).join(''),
  }
}

/** Finds lines that only a defect causes: fatal ones, and Node's warnings on standard error. */
function problemsOf(name: string, output: string): string[] {
  const bad = output
    .split('\n')
    .filter((line) => line && (!line.startsWith('{') || line.includes('"level":60')))
  return bad.slice(0, 5).map((line) => `${name} printed: ${line.slice(0, 300)}`)
}
