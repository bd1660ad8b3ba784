/**
 * Reads a text forward, and notes whether its end was reached. What was decided without reaching
 * the end stays true however the text goes on.
 */
export class Ahead {
  reachedEnd = false
  readonly text: string
  readonly #lastPlaces = new Map<string, number>()

  constructor(text: string) {
    this.text = text
  }

  /** Returns the character at a place; empty after the end. */
  at(place: number): string {
    if (place < this.text.length) return this.text[place]!
    this.reachedEnd = true
    return ''
  }

  /** Whether the text has these characters at a place. It is read as far as it has them. */
  has(expected: string, place: number): boolean {
    for (let step = 0; step < expected.length; step++)
      if (this.at(place + step) !== expected[step]) return false
    return true
  }

  /** Returns the place after up to `most` blanks of a line. */
  afterBlanks(place: number, most = 3): number {
    let end = place
    while (end - place < most && BLANK.test(this.at(end))) end++
    return end
  }

  /**
   * Returns the text from a place to the next of `ends`, without it; undefined: a line ends before,
   * or the text is longer than `most` characters.
   */
  until(ends: string, place: number, most: number): string | undefined {
    if (ends.length === 1) return this.#untilSign(ends, place, most)
    for (let end = place; end <= place + most; end++) {
      const sign = this.at(end)
      if (!sign || sign === '\n') return undefined
      if (ends.includes(sign)) return this.text.slice(place, end)
    }
    return undefined
  }

  #untilSign(sign: string, place: number, most: number): string | undefined {
    const window = this.text.slice(place, place + most + 1)
    const end = window.indexOf(sign)
    const line = window.indexOf('\n')
    if (end < 0 && line < 0 && place + most >= this.text.length) this.reachedEnd = true
    return end < 0 || (line >= 0 && line < end) ? undefined : window.slice(0, end)
  }

  /** Whether a text stands anywhere after a place. */
  hasLater(sought: string, place: number): boolean {
    const last = this.#lastPlaces.get(sought) ?? this.text.lastIndexOf(sought)
    this.#lastPlaces.set(sought, last)
    return last > place
  }

  /** Returns the end of the line that contains a place; a line without an end is not whole. */
  endOfLine(place: number): number {
    const end = this.text.indexOf('\n', place)
    if (end >= 0) return end
    this.reachedEnd = true
    return this.text.length
  }
}

const BLANK = /^[^\S\n]$/
