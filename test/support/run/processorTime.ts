import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/** The environment variable with the path of the list, for the jobs of a run and its reporter. */
const LIST = 'TEST_PROCESSOR_TIMES'

/** Milliseconds of a tick in /proc, on every Linux. */
const TICK_MS = 10

/** @returns a function that removes the list */
export function beginProcessorTimes(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-times-'))
  process.env[LIST] = join(folder, 'times')
  return () => rm(folder, { recursive: true, force: true })
}

let noted = 0

/**
 * Adds a line to the list: the milliseconds of processor time since this job's last file, and the
 * test file. It counts loading the file and the child processes that have ended, but not the run's
 * shared servers.
 */
export function noteProcessorTime(file: string): void {
  const { user, system } = process.cpuUsage()
  const all = (user + system) / 1_000 + ofEndedChildren()
  appendFileSync(process.env[LIST]!, `${Math.round(all - noted)} ${relative('test', file)}\n`)
  noted = all
}

/** Milliseconds; 0 where there is no /proc. */
function ofEndedChildren(): number {
  try {
    // The name of the program, in brackets, may contain blanks.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)!.split(' ')
    const [user, system] = fields.slice(13, 15)
    return (Number(user) + Number(system)) * TICK_MS
  } catch {
    return 0
  }
}
