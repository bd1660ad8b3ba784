import { LEFT_OUT, type Tag } from '../../../workers/prompt/delimiters.ts'

/** A source as a model reads it. */
interface DelimitedSource {
  number: number
  kind: string
  /** All its parts, with a line end in place of each tag between them. */
  text: string
}

/** Reads the sources back from a prompt. No data may change the result. */
export function readSources(system: string): DelimitedSource[] {
  // No source follows the last end.
  return system
    .split(/\n<\/source>$/m)
    .slice(0, -1)
    .flatMap((whole) => {
      const found = /^<source number="(\d+)" kind="(\w+)"[^\n\r\u2028\u2029>]*>\n/m.exec(whole)
      if (!found) return []
      const [opening, number, kind] = found
      const text = whole.slice(found.index + opening.length).replaceAll(LEFT_OUT, '\n')
      return [{ number: Number(number), kind: kind!, text }]
    })
}

/** The text between the lines of a tag; undefined: the tag is missing. */
export function readDelimited(tag: Tag, system: string): string | undefined {
  const lines = `\n${system}\n`
  const [opening, closing] = [`\n<${tag}>\n`, `\n</${tag}>\n`]
  const start = lines.indexOf(opening) + opening.length
  const end = start < opening.length ? -1 : lines.indexOf(closing, start)
  return end < 0 ? undefined : lines.slice(start, end)
}
