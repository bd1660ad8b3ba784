/**
 * Follows JSON that comes in pieces, to know whether its outermost object or array is closed. Each
 * character is read once. It does not check the JSON.
 */
export class ObjectScan {
  #depth = 0
  #isInText = false
  #isEscaped = false
  #isOver = false

  /** Whether the outermost object is closed. */
  get isOver(): boolean {
    return this.#isOver
  }

  add(piece: string): void {
    for (const character of piece) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (this.#isInText) this.#readText(character)
      else if (character === '"') this.#isInText = true
      else if (character === '{' || character === '[') this.#depth++
      else if (character === '}' || character === ']') this.#isOver ||= --this.#depth === 0
    }
  }

  #readText(character: string): void {
    if (character === '\\') this.#isEscaped = true
    else if (character === '"') this.#isInText = false
  }
}
