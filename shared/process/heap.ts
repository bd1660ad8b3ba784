import { getHeapStatistics } from 'node:v8'

/** Megabytes of V8's semi-spaces where no option says otherwise. There are three. */
const SEMI_SPACE_MB = 16

/**
 * The megabytes of V8's old space, where what lives for long is kept.
 * @param options those of the command line. Where NODE_OPTIONS enlarge the semi-spaces, this is
 *   too much.
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
 * Says what is wrong with a heap in which a process cannot live: V8 ends one that is full with a
 * dump that says nothing of settings.
 * @param least megabytes of old space without which the process does not start, by measurement
 * @returns the sentence, and whether it is no use to start; undefined: there is enough
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
 * Ends the process with 1 if it could not start, and otherwise warns on standard error. See
 * `findHeapProblem`.
 */
export function checkHeap(least: number): void {
  const problem = findHeapProblem(least)
  if (problem) process.stderr.write(problem.says)
  if (problem?.isFatal) process.exit(1)
}
