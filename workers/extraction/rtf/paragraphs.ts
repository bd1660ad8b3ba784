import { makeHtml } from '../zipped/htmlWriter.ts'

/** Collects paragraphs, headings and the rows of tables. */
export function makeParagraphs() {
  const out = makeHtml()
  let text = ''
  let level = 0
  let inTable = false
  let cells: string[] = []
  let isOpen = false

  function closeTable(): void {
    if (isOpen) out.close('table')
    isOpen = false
  }

  function endParagraph(): void {
    if (inTable && text.trim()) text += '\n'
    else if (!inTable) {
      closeTable()
      const tag = level ? `h${level}` : 'p'
      if (text.trim()) {
        out.open(tag)
        writeLines()
        out.close(tag)
      }
      text = ''
    }
  }

  function writeLines(lines = text): void {
    for (const [at, line] of lines.trim().split('\n').entries()) {
      if (at) out.add('<br>')
      out.text(line)
    }
  }

  function endRow(): void {
    if (!isOpen) out.open('table')
    isOpen = true
    out.open('tr')
    for (const cell of cells) {
      out.open('td')
      writeLines(cell)
      out.close('td')
    }
    out.close('tr')
    cells = []
    text = ''
  }

  return {
    write(more: string): void {
      text += more
    },
    isInTable: () => inTable,
    control(word: string, number = 0): void {
      if (word === 'par' || word === 'sect' || word === 'page') endParagraph()
      else if (word === 'line') text += '\n'
      else if (word === 'intbl') inTable = true
      else if (word === 'outlinelevel') level = number >= 0 && number <= 5 ? number + 1 : 0
      else if (word === 'cell') {
        cells.push(text)
        text = ''
      } else if (word === 'nestcell' || word === 'nestrow') text += word === 'nestcell' ? ' ' : '\n'
      else if (word === 'row') endRow()
      else if (word === 'pard') {
        inTable = false
        level = 0
      }
    },
    html(): string {
      inTable = false
      endParagraph()
      closeTable()
      return out.html()
    },
  }
}
