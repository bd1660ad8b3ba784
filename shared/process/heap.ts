import { getHeapStatistics } from 'node:v8'

/** Megabytes of each of V8's three semi-spaces, unless an option sets another size. */
const SEMI_SPACE_MB = 16

/**
 * Returns the megabytes of V8's old space, which holds long-lived objects.
 * @param options the options of the command line. If NODE_OPTIONS enlarges the semi-spaces, the
 *   result is too high
 */
export function oldSpaceMb(
  bytes = getHeapStatistics().heap_size_limit,
  options = process.execArgv.join(' '),
): number {
  const given = [...options.matchAll(/--max[-_]semi[-_]space[-_]size[= ](\d+)/g)].at(-1)
  return Math.round(bytes / 1024 ** 2) - 3 * Number(given?.[1] ?? SEMI_SPACE_MB)
}

const WHAT_TO_DO =
  'Give it more memory: NODE_OPTIONS=--max-old-space-size=256, or a container with 512 MB, of which Node takes a part.'

/**
 * Returns what is wrong with a heap that is too small for a process. Without this sentence, V8
 * would end the process with a dump that does not name the setting.
 * @param least the megabytes of old space that the process needs to start, by measurement
 * @returns the sentence, and whether the process cannot start at all; undefined: the heap is large
 *   enough
 */
export function findHeapProblem(
  least: number,
  mb = oldSpaceMb(),
): { says: string; isFatal: boolean } | undefined {
  if (mb >= 1.5 * least) return undefined
  const isFatal = mb < least
  const effect = isFatal ? `It needs ${least} MB to start` : 'Under load it may run out'
  return { says: `The heap of this process may take ${mb} MB. ${effect}. ${WHAT_TO_DO}\n`, isFatal }
}

/**
 * Checks the heap by `findHeapProblem`. Ends the process with 1 if it could not start; for a
 * smaller problem, warns on standard error.
 */
export function checkHeap(least: number): void {
  const problem = findHeapProblem(least)
  if (problem) process.stderr.write(problem.says)
  if (problem?.isFatal) process.exit(1)
}
