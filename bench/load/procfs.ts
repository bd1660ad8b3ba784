import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/**
 * Returns the fields of /proc/<pid>/stat after the program's name, which may contain spaces;
 * undefined: the process has ended.
 */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

const ticksToMs = (ticks: number) => (ticks * 1000) / TICKS_PER_SECOND

/** Returns the processor time that all threads of a process have used so far, in milliseconds. */
export function cpuMs(pid: number): number {
  const fields = statOf(pid)
  return fields ? ticksToMs(Number(fields[11]) + Number(fields[12])) : 0
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/**
 * Returns the processor time of a process and its children, including ended children, in
 * milliseconds.
 */
export function familyCpuMs(pid: number): number {
  const fields = statOf(pid)
  const ended = fields ? ticksToMs(Number(fields[13]) + Number(fields[14])) : 0
  return childrenOf(pid).reduce((sum, child) => sum + cpuMs(child), cpuMs(pid) + ended)
}

function kilobytes(file: string, field: string): number {
  try {
    const match = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'utf8'))
    return Number(match?.[1] ?? 0)
  } catch {
    return 0
  }
}

const inMegabytes = (kB: number) => kB / 1024

export const rssMb = (pid: number) => inMegabytes(kilobytes(`/proc/${pid}/status`, 'VmRSS'))

/** Returns the highest resident memory of a process so far, including its start, in megabytes. */
export const peakRssMb = (pid: number) => inMegabytes(kilobytes(`/proc/${pid}/status`, 'VmHWM'))

/**
 * Returns the memory of a process and its children, with shared pages counted once, in megabytes.
 */
export const familyPssMb = (pid: number) =>
  [pid, ...childrenOf(pid)].reduce(
    (sum, id) => sum + inMegabytes(kilobytes(`/proc/${id}/smaps_rollup`, 'Pss')),
    0,
  )
