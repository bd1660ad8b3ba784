import { labelOfCharset } from './codePages.ts'

/** The state of the reader within the tables of fonts and colours. */
export interface TableState {
  /** The number of the font; -1: none. */
  font: number
  /** The table that the group is; undefined: it is none. */
  table?: 'fonts' | 'colors'
}

/** The least red, green and blue of a colour that counts as white. */
const WHITE = 240

/** Collects, from the tables of a document, the encodings of fonts and which colours are white. */
export function makeTables() {
  const fonts = new Map<number, string>()
  const whites: boolean[] = []
  let color = new Map<string, number>()
  return {
    /** Returns the encoding of a font; undefined: that of the document. */
    labelOf: (font: number) => fonts.get(font),
    isWhite: (number: number) => whites[number] ?? false,
    readColors(text: string): void {
      for (const sign of text)
        if (sign === ';') {
          whites.push(
            color.size > 0 &&
              ['red', 'green', 'blue'].every((part) => (color.get(part) ?? 0) >= WHITE),
          )
          color = new Map()
        }
    },
    /** Reads a control word. @returns whether it belongs to a table */
    describe(word: string, number: number, state: TableState): boolean {
      if (word === 'fonttbl') state.table = 'fonts'
      if (word === 'colortbl') state.table = 'colors'
      if (state.table === 'colors' && word !== 'colortbl') color.set(word, number)
      if (state.table === 'fonts' && word === 'f') state.font = number
      const label =
        state.table === 'fonts' && word === 'fcharset' ? labelOfCharset(number) : undefined
      if (label) fonts.set(state.font, label)
      return state.table !== undefined
    },
  }
}
