/** A part of a document under one heading. */
export interface Section {
  /** The headings above it, outermost first, separated by ` › `; empty: none. */
  heading: string
  text: string
}

/** The most characters of a heading, and the most headings of a path, which keeps the innermost ones. */
const MAX_CHARACTERS = 120
const MAX_LEVELS = 4

const HEADING = /^ {0,3}(#{1,6})[ \t](.*)$/
/** The end of `## Title ##`. */
const CLOSING = /(?<=^|[ \t])#+$/
const UNDERLINE = /^ {0,3}(=+|-{3,})[ \t]*$/
const CODE_FENCE = /^ {0,3}(```|~~~)/

/**
 * Cuts a text at its Markdown headings; headings of HTML and Word have become Markdown by then. A heading
 * with nothing below it becomes the text itself.
 */
export function sectionsOf(text: string): Section[] {
  const lines = text.split('\n')
  const path: string[] = []
  const sections: (Section & { level: number })[] = []
  let body: string[] = []
  let codeFence: string | undefined
  const close = () => {
    const level = path.length
    sections.push({ heading: join(path), text: body.join('\n').trim(), level })
    body = []
  }
  const open = (level: number, title: string) => {
    close()
    path.length = Math.min(path.length, level - 1)
    while (path.length < level - 1) path.push('')
    path.push(title.trim().slice(0, MAX_CHARACTERS))
  }
  for (const [index, line] of lines.entries()) {
    const mark = CODE_FENCE.exec(line)?.[1]
    if (mark) codeFence = codeFence === undefined ? mark : codeFence === mark ? undefined : codeFence
    const [, signs, written = ''] = codeFence === undefined ? (HEADING.exec(line) ?? []) : []
    const title = written.trim().replace(CLOSING, '').trim()
    const underline =
      codeFence === undefined && isTitle(lines, index - 1) ? UNDERLINE.exec(line)?.[1] : undefined
    if (signs && title) open(signs.length, title)
    else if (underline) {
      const above = body.pop()!
      open(underline.startsWith('=') ? 1 : 2, above)
    } else body.push(line)
  }
  close()
  return sections.flatMap(({ heading, text, level }, index) => {
    if (text) return [{ heading, text }]
    const isAbove = (sections[index + 1]?.level ?? 0) > level
    const levels = heading.split(SEPARATOR)
    return isAbove || !heading ? [] : [{ heading: levels.slice(0, -1).join(SEPARATOR), text: levels.at(-1)! }]
  })
}

/**
 * Whether an underline makes a heading of this line, because it stands alone. Under a paragraph, the
 * underline is a rule.
 */
function isTitle(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? ''
  return /[\p{L}\p{N}]/u.test(line) && !line.includes('|') && !lines[index - 1]?.trim() && !HEADING.test(line)
}

const SEPARATOR = ' › '
const join = (path: readonly string[]) => path.filter(Boolean).slice(-MAX_LEVELS).join(SEPARATOR)
