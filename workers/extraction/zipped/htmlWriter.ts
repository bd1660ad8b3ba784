import { escaped } from './xml.ts'

/** The numbers of columns and rows that a cell of a table takes. */
export interface Spans {
  columns?: number
  rows?: number
}

export type HtmlWriter = ReturnType<typeof makeHtml>

/** Writes a document as HTML. Adjacent items of lists make one list. */
export function makeHtml() {
  const written: string[] = []
  let inList = false
  let hasText = false
  const beInList = (wanted: boolean) => {
    if (wanted !== inList) written.push(wanted ? '<ul>' : '</ul>')
    inList = wanted
  }
  return {
    text(text: string): void {
      hasText ||= text.trim() !== ''
      written.push(escaped(text))
    },
    hasText: () => hasText,
    /** @param html without blocks, or the output of another writer */
    add: (html: string) => void written.push(html),
    /**
     * Opens a heading, a paragraph, a list's item, or a part of a table.
     * @param spans the columns and rows of a table's cell, if it is merged
     */
    open(tag: string, { columns = 1, rows = 1 }: Spans = {}): void {
      beInList(tag === 'li')
      const across = columns > 1 ? ` colspan="${columns}"` : ''
      const down = rows > 1 ? ` rowspan="${rows}"` : ''
      written.push(`<${tag}${across}${down}>`)
    },
    close(tag: string): void {
      if (tag !== 'li') beInList(false)
      written.push(`</${tag}>`)
    },
    html: () => written.join('') + (inList ? '</ul>' : ''),
  }
}
