import { escaped } from './xml.ts'

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
    /** Opens a heading, a paragraph, a list's item, or a part of a table. */
    open(tag: string): void {
      beInList(tag === 'li')
      written.push(`<${tag}>`)
    },
    close(tag: string): void {
      if (tag !== 'li') beInList(false)
      written.push(`</${tag}>`)
    },
    html: () => written.join('') + (inList ? '</ul>' : ''),
  }
}
