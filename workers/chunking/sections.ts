/** A part of a document under one heading. */
export interface Section {
  /** The headings above it, outermost first, separated by ` › `; empty: none. */
  heading: string
  text: string
}

/** The most characters of a heading, and the most headings of a path: the innermost are kept. */
const MAX_CHARACTERS = 120
const MAX_LEVELS = 4

const HEADING = /^ {0,3}(#{1,6})[ \t](.*)$/
/** Matches the end of `## Title ##`. */
const CLOSING = /(?<=^|[ \t])#+$/
const UNDERLINE = /^ {0,3}(=+|-{3,})[ \t]*$/
const CODE_FENCE = /^ {0,3}(```|~~~)/

/**
 * Cuts a text at its Markdown headings. Those of HTML and Word are converted to Markdown before.
 */
export function sectionsOf(text: string): Section[] {
  const lines = text.split('\n')
  const parts: { level: number; title: string; body: string[] }[] = [
    { level: 0, title: '', body: [] },
  ]
  let codeFence: string | undefined
  for (const [index, line] of lines.entries()) {
    const mark = CODE_FENCE.exec(line)?.[1]
    if (mark)
      codeFence = codeFence === undefined ? mark : codeFence === mark ? undefined : codeFence
    const [, signs, written = ''] = codeFence === undefined ? (HEADING.exec(line) ?? []) : []
    const title = written.trim().replace(CLOSING, '').trim()
    const underline =
      codeFence === undefined && isTitle(lines, index - 1) ? UNDERLINE.exec(line)?.[1] : undefined
    if (signs && title) parts.push({ level: signs.length, title, body: [] })
    else if (underline) {
      const above = parts.at(-1)!.body.pop()!
      parts.push({ level: underline.startsWith('=') ? 1 : 2, title: above, body: [] })
    } else parts.at(-1)!.body.push(line)
  }
  return underHeadings(
    parts.map(({ body, ...part }) => ({ ...part, text: body.join('\n').trim() })),
  )
}

/** The text below a heading, up to the next heading of any level. */
interface Headed {
  /** The heading's level, from 1 (outermost); 0: the text stands before the first heading. */
  level: number
  title: string
  text: string
}

/** Gives each text the path of its headings. A heading without text becomes a text itself. */
export function underHeadings<Part extends Headed>(parts: readonly Part[]): (Part & Section)[] {
  const path: string[] = []
  return parts.flatMap((part, index) => {
    const { level, title, text } = part
    if (level) {
      path.length = Math.min(path.length, level - 1)
      while (path.length < level - 1) path.push('')
      path.push(title.trim().slice(0, MAX_CHARACTERS))
    }
    if (text) return [{ ...part, heading: join(path) }]
    const isAbove = (parts[index + 1]?.level ?? 0) > level
    return isAbove || !level
      ? []
      : [{ ...part, heading: join(path.slice(0, -1)), text: path.at(-1)! }]
  })
}

/**
 * Whether an underlined line is a heading: it must stand alone. Below a paragraph, it is a rule.
 */
function isTitle(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? ''
  return (
    /[\p{L}\p{N}]/u.test(line) &&
    !line.includes('|') &&
    !lines[index - 1]?.trim() &&
    !HEADING.test(line)
  )
}

const SEPARATOR = ' › '
const join = (path: readonly string[]) => path.filter(Boolean).slice(-MAX_LEVELS).join(SEPARATOR)
