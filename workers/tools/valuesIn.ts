/** The most levels of a result that are read, and the most values. */
const MAX_LEVELS = 12
const MAX_VALUES = 2_000

/**
 * Writes a JSON value as lines `path: value`, such as `order.items 1.name: Desk`: a line can be
 * quoted, and no bracket can be taken for the mark of a source.
 * @param most characters after which nothing is added
 */
export function valuesIn(value: unknown, most: number): string {
  const lines: string[] = []
  let length = 0
  const add = (path: string, text: string): void => {
    const line = path ? `${path}: ${text}` : text
    lines.push(line)
    length += line.length + 1
  }
  const visit = (path: string, part: unknown, level: number): void => {
    if (length >= most || lines.length >= MAX_VALUES) return
    if (typeof part !== 'object' || part === null) add(path, String(part))
    else if (level >= MAX_LEVELS) add(path, '(left out)')
    else {
      const parts = partsOf(path, part)
      for (const [at, child] of parts) visit(at, child, level + 1)
      if (!parts.length) add(path, '(none)')
    }
  }
  visit('', value, 0)
  return lines.join('\n')
}

/** Returns the parts of a list or an object with their paths. */
const partsOf = (path: string, part: object): [path: string, value: unknown][] =>
  Array.isArray(part)
    ? part.slice(0, MAX_VALUES).map((item, at) => [`${path} ${at + 1}`.trim(), item])
    : Object.entries(part)
        .slice(0, MAX_VALUES)
        .map(([name, field]) => [path ? `${path}.${name}` : name, field])
