import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bareEnvironment } from '../../test/support/product/processes.ts'

/** A process that the bench started. Its output goes to a file, and it can receive messages. */
export interface Process {
  name: string
  pid: number
  /**
   * Resolves when the process has printed this.
   * @throws if it ends before
   */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Sends a message, and resolves with the process's next message. */
  ask<T>(message: unknown): Promise<T>
  /**
   * Sends SIGTERM, and waits for the end.
   * @throws if the process ends with an error
   */
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()

/** @param folder for its output, in `<name>.log` */
export function startProcess(
  { name, folder, args }: { name: string; folder: string; args: string[] },
  env: Record<string, string>,
): Process {
  const file = join(folder, `${name}.log`)
  const log = openSync(file, 'w')
  const child = spawn(process.execPath, args, {
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  running.add(child)
  const ended = once(child, 'exit').then(([code, signal]) => {
    running.delete(child)
    return signal ?? code
  })
  return {
    name,
    pid: child.pid!,
    async printed(pattern) {
      for (;;) {
        const output = readFileSync(file, 'utf8')
        const match = pattern.exec(output)
        if (match) return match
        if (!running.has(child))
          throw new Error(`${name} ended without printing ${pattern}:\n${output}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    async ask<T>(message: unknown) {
      const answer = once(child, 'message')
      child.send(message as object)
      const over = ended.then((how) => {
        throw new Error(`${name} ended with ${how}; ${file} has its output`)
      })
      const [reply] = await Promise.race([answer, over])
      return reply as T
    },
    async stop() {
      child.kill('SIGTERM')
      const how = await ended
      if (how !== 0 && how !== 'SIGTERM')
        throw new Error(`${name} ended with ${how}; ${file} has its output`)
    },
  }
}

/** Kills the processes that a failed measurement left running. */
export async function killAll(): Promise<void> {
  const ends = [...running].map((child) => once(child, 'exit'))
  for (const child of running) child.kill('SIGKILL')
  await Promise.all(ends)
}
