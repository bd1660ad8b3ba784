/**
 * Equations in one line, as they are typed: `(a+b)/c`, `x^2`, `√(x)`. The form is that of Unicode
 * Technical Note 28, with parentheses wherever an operand has several parts.
 */

/** Matches an operand that needs no parentheses: a number, or a word of letters. */
const SINGLE = /^(?:[\d.,]+|[\p{L}\p{M}]+|\p{S}|)$/u
const OPENING = '([{'
const CLOSING = ')]}'

/** Whether a text stands in one pair of brackets, unlike `(a)(b)`. */
function isBracketed(text: string): boolean {
  let depth = 0
  for (const [at, sign] of [...text].entries()) {
    if (OPENING.includes(sign)) depth++
    if (CLOSING.includes(sign)) depth--
    if (depth === 0) return at > 0 && at === [...text].length - 1
  }
  return false
}

const grouped = (text: string) => {
  const operand = text.trim()
  return SINGLE.test(operand) || isBracketed(operand) ? operand : `(${operand})`
}

export const fraction = (above: string, below: string) => `${grouped(above)}/${grouped(below)}`

/** Writes what stands above another text without a line between, as in binomial coefficients. */
export const stacked = (above: string, below: string) => `${grouped(above)}¦${grouped(below)}`

/** Writes a base with what stands below and above it; empty: nothing stands there. */
export const scripted = (base: string, below: string, above: string) =>
  grouped(base) + (below.trim() && `_${grouped(below)}`) + (above.trim() && `^${grouped(above)}`)

const ROOTS: Readonly<Record<string, string>> = { '': '√', 2: '√', 3: '∛', 4: '∜' }

export const root = (radicand: string, degree: string) =>
  `${ROOTS[degree.trim()] ?? `√[${degree.trim()}]`}(${radicand.trim()})`

/** Writes a sum, product or integral with its limits before what it ranges over. */
export const ranged = (sign: string, below: string, above: string, over: string) =>
  `${scripted(sign, below, above)} ${over.trim()}`

/** Puts a combining mark, such as an arrow or a bar, on a text. */
export const marked = (text: string, mark: string) => grouped(text) + mark

export const matrix = (rows: readonly (readonly string[])[]) =>
  `[${rows.map((cells) => cells.map((cell) => cell.trim()).join(', ')).join('; ')}]`

/** Joins equations that stand one below the other. */
export const lines = (texts: readonly string[]) =>
  texts
    .map((text) => text.trim())
    .filter(Boolean)
    .join('; ')
