/** The numbers of adjacent rows or columns, from 0. */
export type Range = readonly [from: number, to: number]

/**
 * Returns those of the used rows or columns that are shown, in order, and between two of them the
 * first empty one, if any, as a border. Hidden ones leave no border.
 */
export function shownOf(used: Iterable<number>, hidden: readonly Range[]): number[] {
  const ranges = [...hidden].sort(([left], [right]) => left - right)
  let at = 0
  let end = 0
  /** @returns the first number from this one on that is not hidden; calls must be in order */
  const next = (number: number) => {
    end = Math.max(number, end)
    for (; at < ranges.length && ranges[at]![0] <= end; at++)
      end = Math.max(end, ranges[at]![1] + 1)
    return end
  }
  const shown: number[] = []
  for (const number of [...used].sort((left, right) => left - right)) {
    const last = shown.at(-1)
    const border = last === undefined ? number : next(last + 1)
    if (next(number) > number) continue
    if (border < number) shown.push(border)
    shown.push(number)
  }
  return shown
}

/** @returns the place of the first of these sorted numbers that is not below `least` */
export function placeOf(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! < least) low = middle + 1
    else high = middle
  }
  return low
}
