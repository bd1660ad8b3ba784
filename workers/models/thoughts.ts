import { makeTextScan } from './textScan.ts'
import { beginningOf, startOfOpenMark } from './thoughtMarks.ts'

/** A model's text without its thoughts. */
export interface Separated {
  /** What a reader may see. */
  text: string
  /** Thoughts and calls of tools, the first 64,000 characters of them, for the trace. */
  thoughts: string
  /** Whether thoughts came without their opening mark, which the model's template has written. */
  isUnopened: boolean
}

const MAX_THOUGHTS = 64_000
/** The most characters of a mark at which thoughts end, which may come in pieces. */
const LONGEST_END = 130
const BLANKS = /^[\s\u200b\u2060\ufeff]+/

/**
 * Words with which thoughts begin that have no opening mark. They hold the text back until a
 * closing mark comes or the text has ended, so a wrong guess costs no more than the stream.
 */
const LIKE_THOUGHTS =
  /\bthe user(?:['’]s)? (?:is|has|wants|asks|asked|asking|says|said|just|needs|seems|may|might|wrote|message|question|query|greeted|sent|would)\b|\bwe (?:need to|should) (?:answer|respond|reply|produce|provide)\b|用户(?:问|想|说|在|的|询|发)/i
const MAX_BEGINNING = 500

/**
 * Separates a model's text from its thoughts while it comes. Thoughts stand before the answer,
 * between marks; calls of tools may stand after it, too. A text that mentions a mark stays whole.
 */
export class ThoughtFilter {
  /** What is neither text nor thoughts yet. */
  #rest = ''
  #text = ''
  #thoughts = ''
  #shown = ''
  #state: 'beginning' | 'thought' | 'text' = 'beginning'
  /** Matches where the present thoughts end. */
  #ends = /$^/
  /** Has read the beginning of `#rest`, if that is text. */
  #scan = makeTextScan()
  #hasThoughts = false
  #hasOwnThoughts = false
  #isHeld: boolean
  #isUnopened = false
  #isEnded = false
  #isCut = false

  /**
   * @param isUnopened whether the model is known to write no opening mark: then no text is shown
   *   before a closing mark or the end
   */
  constructor(isUnopened = false) {
    this.#isHeld = isUnopened
  }

  /**
   * Takes a piece of the text.
   * @returns the text so far that a reader may see. It grows, but begins anew if a closing mark
   *   shows that it was thoughts
   */
  add(piece: string): string {
    this.#rest += piece
    this.#read()
    return this.#show()
  }

  /** Takes thoughts that the provider itself has separated. */
  addThoughts(piece: string): void {
    this.#hasOwnThoughts = true
    this.#keep(piece)
  }

  /** @param isCut whether the model reached its limit, so that its text may end within thoughts */
  end(isCut: boolean): Separated {
    this.#isEnded = true
    this.#isCut = isCut
    if (this.#state === 'thought' || (isCut && this.#isHeld && !this.#hasOwnThoughts))
      this.#keepRest()
    this.#read()
    return {
      text: this.#text + this.#rest,
      thoughts: this.#thoughts.trim(),
      isUnopened: this.#isUnopened,
    }
  }

  #read(): void {
    const step = {
      beginning: () => this.#readBeginning(),
      thought: () => this.#readThought(),
      text: () => this.#readText(),
    }
    while (this.#rest && step[this.#state]());
  }

  /** @returns whether something was read, so that more can be; the same below */
  #readBeginning(): boolean {
    this.#rest = this.#rest.replace(BLANKS, '')
    const beginning = beginningOf(this.#rest, this.#hasThoughts)
    if (beginning.kind === 'open' && !this.#isEnded) return false
    if (beginning.kind === 'open' && (this.#isCut || this.#rest.startsWith('<|'))) {
      this.#keepRest()
      return false
    }
    if (beginning.kind === 'open' || beginning.kind === 'text') {
      this.#state = 'text'
      this.#scan = makeTextScan()
      return true
    }
    if (beginning.kind === 'thought') {
      this.#state = 'thought'
      this.#ends = beginning.ends
      this.#hasThoughts = true
    } else if (beginning.kind === 'final') this.#keepText('')
    this.#drop(beginning.length)
    return true
  }

  #readThought(): boolean {
    const end = this.#ends.exec(this.#rest)
    const read = end ? end.index : Math.max(0, this.#rest.length - LONGEST_END)
    this.#keep(this.#rest.slice(0, read))
    this.#drop(read + (end?.[0].length ?? 0))
    if (!end) return false
    this.#state = 'beginning'
    this.#isHeld = false
    return true
  }

  #readText(): boolean {
    const rest = this.#rest
    const limit = this.#isEnded ? rest.length : startOfOpenMark(rest)
    const found = this.#scan.next(rest, limit, this.#isEnded)
    if (!found) return false
    if (found.kind === 'answer' && !this.#hasThoughts) return true
    const before = rest.slice(0, found.at)
    if (found.kind === 'closing') {
      this.#isUnopened ||= !this.#hasThoughts
      this.#keepText(before)
    } else this.#text += before
    const isMark = found.kind === 'closing' || found.kind === 'answer'
    this.#drop(isMark ? found.end : found.at)
    this.#state = 'beginning'
    return true
  }

  #show(): string {
    if (this.#isHeld && !this.#hasOwnThoughts) return this.#shown
    const next = this.#text + (this.#state === 'text' ? this.#rest.slice(0, this.#scan.at) : '')
    const isBeginning = !this.#hasThoughts && next.length <= MAX_BEGINNING
    if (isBeginning && LIKE_THOUGHTS.test(next)) this.#isHeld = true
    else this.#shown = next
    return this.#shown
  }

  #drop(characters: number): void {
    this.#rest = this.#rest.slice(characters)
  }

  #keep(thought: string): void {
    const room = MAX_THOUGHTS - this.#thoughts.length
    if (room > 0 && thought.trim()) this.#thoughts += thought.slice(0, room)
  }

  #keepRest(): void {
    this.#keep(this.#rest)
    this.#rest = ''
  }

  /** Keeps the text so far as thoughts, with `more` at its end. */
  #keepText(more: string): void {
    this.#keep(this.#text + more)
    this.#text = ''
    this.#hasThoughts = true
    this.#isHeld = false
  }
}
