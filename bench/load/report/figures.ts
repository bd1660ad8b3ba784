/** A tree of numbers: a measurement, or a combination of several. */
export type Figures = { [name: string]: number | Figures }

/** Makes a tree with the same shape, combining the numbers at each place. */
export function combine<T extends object>(
  trees: readonly T[],
  make: (numbers: number[]) => number,
): T {
  const [first] = trees as readonly Figures[]
  const names = Object.keys(first!)
  const made = names.map((name) => {
    const parts = (trees as readonly Figures[]).map((tree) => tree[name]!)
    const value =
      typeof parts[0] === 'number' ? make(parts as number[]) : combine(parts as Figures[], make)
    return [name, value]
  })
  return Object.fromEntries(made)
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
