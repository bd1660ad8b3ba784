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
const QUOTE = /["'“‘«„「`]/
const BLANKS = /^[\s\u200b\u2060\ufeff]+/

/**
 * Words with which thoughts begin that have no opening mark. They hold the text back until a
 * closing mark comes or the text has ended, so no usual answer begins with them: “the user has”
 * stands in many, but “Okay, the user has” does not.
 */
const LIKE_THOUGHTS = [
  /^(?:okay|ok|alright|all right|hmm+|well|so|now|wait|first(?:ly)?|let['’]?s see|let me (?:see|think))\b[^\n.?!]{0,40}\bthe user(?:['’]s)?\b/i,
  /^(?:analysis\s{1,3})?(?:so )?(?:the )?user(?:['’]s)? (?:is asking|wants|asks|asked|says|said|just|seems|wrote|greeted|sent|message|question|query)\b/i,
  /^(?:analysis\s{1,3})?(?:so )?we (?:need to (?:answer|respond|reply|produce|look|check)|should (?:answer|respond))\b/i,
  /^(?:好的?|嗯+|首先|现在|那么)?[，,。\s]{0,3}(?:我现在)?(?:这个)?用户(?:问|询问|想知道|想了解|想让|说[，,：:“]|让我|要求我|发来|发送了)/,
]
const MAX_BEGINNING = 200

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
  #mayGuess: boolean
  #isUnopened = false
  #isEnded = false
  #isCut = false

  /**
   * @param isUnopened whether the model writes no opening mark: then no text is shown before a
   *   closing mark or the end. Undefined: it is not known, so the text's first words decide
   */
  constructor(isUnopened?: boolean) {
    this.#isHeld = isUnopened === true
    this.#mayGuess = isUnopened === undefined
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
    if (beginning.kind === 'open' && (this.#isCut || beginning.isMark)) {
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
    // What follows shows whether the thoughts quote the mark.
    const isLast = end && end.index + end[0].length === this.#rest.length
    if (isLast && !this.#isEnded && QUOTE.test(this.#rest.charAt(end.index - 1))) return false
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
    this.#guess()
    const found = this.#scan.next(rest, limit, this.#isEnded, this.#isHeld)
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
    this.#shown = next
    return this.#shown
  }

  /** Holds the text back if its beginning is like thoughts. */
  #guess(): void {
    if (!this.#mayGuess || this.#isHeld || this.#hasThoughts) return
    if (this.#text.length > MAX_BEGINNING) return
    const beginning = (this.#text + this.#rest).slice(0, MAX_BEGINNING)
    this.#isHeld = LIKE_THOUGHTS.some((words) => words.test(beginning))
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
