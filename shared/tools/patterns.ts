import { RE2JS } from 're2js'

/** Instructions: a pattern of `MAX_CHECKED_CHARACTERS` then takes at most about 20 ms. */
const MAX_PROGRAM = 1_000
/** Characters. Order numbers and the like take 50. */
const MAX_PATTERN = 200

/** The most characters of a text that a `pattern` or `format` is tried on. */
export const MAX_CHECKED_CHARACTERS = 1_000

interface Matcher {
  test: (text: string) => boolean
  /** By it ajv knows one matcher from another. */
  toString: () => string
}

/**
 * Compiles a pattern of a JSON schema so that matching takes time linear in the text, because
 * strangers write the texts. RE2 reads no look-arounds and no back-references, which need more.
 * @throws RE2JSException if RE2 cannot read it
 */
export function linearPattern(pattern: string): Matcher {
  const compiled = compile(pattern)
  return { test: (text) => compiled.test(text), toString: () => pattern }
}

/** Returns what is wrong with a pattern; undefined: nothing. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN) return `must have at most ${MAX_PATTERN} characters`
  try {
    return compile(pattern).programSize() > MAX_PROGRAM
      ? 'repeats too much: use smaller numbers, or maxLength'
      : undefined
  } catch {
    return 'cannot be read: it is matched by RE2, which has no look-arounds and back-references'
  }
}

/** JSON schemas have the syntax of JavaScript, in which `\\u00e4` is a letter. */
const compile = (pattern: string) => RE2JS.compile(RE2JS.translateRegExp(pattern))
