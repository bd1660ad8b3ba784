import type { Span } from '../../shared/lib/text/sentences.ts'
import { Ahead } from './ahead.ts'
import { blocksOfCode, endOfCodeSpan, endOfFormula } from './code.ts'
import { asWritten, ENDS_DISGUISED, quotesMark } from './disguise.ts'
import { FIRST_OF_MARK, markAt, type WrittenMark } from './forms.ts'
import { isEnd, isIndex, isStray, isValueList } from './meaning.ts'
import { numbersIn } from './numbers.ts'
import { isRaised } from './raised.ts'
import { removalOf } from './removal.ts'
import {
  definitionsOf,
  headingsOf,
  listUnder,
  listWithoutHeading,
  type SourceList,
} from './sourceLists.ts'
import { maySayWord } from './sourceWords.ts'
import { mayBeNamed, startOfLeading, withWrapping } from './surroundings.ts'

/** A claim, and the number of the source that the model cites for it. */
export interface Assertion {
  number: number
  claim: string
  /** Where the mark stood in `content`, in characters from its beginning. */
  at: number
}

/** What the model was given, which decides what is a mark. */
export interface MarksOfPrompt {
  /** How many sources it has; their numbers begin with 1. */
  sources: number
  /** The whole prompt, in which marks of the sources themselves are disguised. */
  given: string
  /** Whether the source of that number speaks of what the claim does. */
  isSupported: (claim: string, number: number) => boolean
  /** The sources' numbers by those that earlier answers had for them. */
  earlier?: ReadonlyMap<number, number>
}

interface ReadText {
  content: string
  claims: Assertion[]
}

/**
 * Removes the marks from a text, and returns the claims that they stand after. Code, formulas,
 * addresses and the definitions of links stay as they are. A mark goes with all that makes no sense
 * without it, and so does a list of the sources. A mark of a number that no source has cites
 * nothing; it goes, too, if it ends a sentence and the sources do not have it themselves, as a
 * footnote.
 */
export function readMarks(text: string, prompt: MarksOfPrompt): ReadText {
  const { content, claims } = new MarkReader(text, prompt, true).read()
  const indent = content.length - content.trimStart().length
  return {
    content: content.trim(),
    claims: claims.map(({ at, ...claim }) => ({ ...claim, at: Math.max(0, at - indent) })),
  }
}

/**
 * Returns the beginning of an unfinished text without its marks, as far as later text cannot change
 * it.
 */
export const readSettled = (text: string, prompt: MarksOfPrompt): string =>
  new MarkReader(text, prompt, false).read().content

/** The most characters before a mark that count as its claim. */
const MAX_CLAIMED = 10_000
/** The most unsure marks that are checked: each takes about a millisecond. */
const MAX_UNSURE = 30
/** The characters before an unsure mark that are searched with it in the prompt. */
const BEFORE_UNSURE = 12
/** The most marks beside each other that are read as one group. */
const MAX_GROUP = 20

/** The most characters of the address of a link. */
const MAX_ADDRESS = 2_000

const SIGNS = new RegExp(`\`|\\$\\$|\\](?=[([])|${FIRST_OF_MARK}`, 'gu')

/** A place at which something else than prose begins. */
interface Stop extends Span {
  isHeading: boolean
}

/** What stands at a place: a text that stays as it is, marks that go, or a list of the sources. */
type SignMeaning =
  | { kind: 'text'; end: number }
  | { kind: 'marks'; all: number[]; cited: number[]; removed: Span }
  | { kind: 'list'; list: SourceList }

/** Reads one text from its beginning to its end. */
class MarkReader {
  readonly #text: string
  readonly #prompt: MarksOfPrompt
  readonly #isWhole: boolean
  readonly #ahead: Ahead
  readonly #definitions: ReadonlyMap<string, Span>
  readonly #claims: Assertion[] = []
  readonly #cited = new Set<number>()
  #content = ''
  /** The claim of the last mark. */
  #claim = ''
  /** The text since the last mark, which the next one is for. */
  #unclaimed = ''
  /** All before this place has been read. */
  #end = 0
  #unsure = 0
  /** Whether marks have stood directly after words. */
  #isGlued = false

  /** @param isWhole whether the text has ended */
  constructor(text: string, prompt: MarksOfPrompt, isWhole: boolean) {
    this.#text = text
    this.#prompt = prompt
    this.#isWhole = isWhole
    this.#ahead = new Ahead(text)
    this.#definitions = definitionsOf(text)
  }

  read(): ReadText {
    const stops = this.#stops()
    let place = 0
    for (;;) {
      SIGNS.lastIndex = place
      const sign = SIGNS.exec(this.#text)?.index ?? this.#text.length
      const stop = stops[0] && stops[0].start <= sign ? stops.shift() : undefined
      if (stop && stop.start < place) continue
      if (!stop && sign === this.#text.length) break
      this.#ahead.reachedEnd = false
      const at = stop?.start ?? sign
      const found = stop ? this.#atStop(stop) : this.#atSign(sign)
      if (this.#ahead.reachedEnd && !this.#isWhole) return this.#settled(at)
      place = this.#take(found, at)
    }
    return this.#isWhole ? this.#finished() : this.#settled(this.#text.length)
  }

  #stops(): Stop[] {
    const code = [...blocksOfCode(this.#text), ...this.#definitions.values()]
    return [
      ...code.map((span) => ({ ...span, isHeading: false })),
      ...headingsOf(this.#text).map((span) => ({ ...span, isHeading: true })),
    ].sort((one, other) => one.start - other.start)
  }

  #finished(): ReadText {
    this.#content += asWritten(this.#text.slice(this.#end))
    return { content: this.#content, claims: this.#claims }
  }

  /** Ends at a place from which on later text could still change what was read. */
  #settled(place: number): ReadText {
    let end = place
    if (end === this.#text.length) {
      const tail = this.#text.slice(-MAX_WORD)
      const [word = ''] = LAST_WORD.exec(tail) ?? []
      if (ENDS_DISGUISED.test(tail)) end--
      else if (word && maySayWord(word) && mayBeNamed(this.#text.slice(0, end - word.length)))
        end -= word.length
    }
    const start = Math.max(this.#end, startOfLeading(this.#text, end))
    this.#content += asWritten(this.#text.slice(this.#end, start))
    return { content: this.#content, claims: this.#claims }
  }

  #atStop({ start, end, isHeading }: Stop): SignMeaning {
    if (!isHeading) return { kind: 'text', end }
    const list = this.#isAfterText(start) && listUnder(this.#ahead, { start, end }, this.#known())
    return list ? { kind: 'list', list } : { kind: 'text', end: start }
  }

  #atSign(start: number): SignMeaning {
    const ahead = this.#ahead
    switch (this.#text[start]) {
      case '`':
        return { kind: 'text', end: endOfCodeSpan(ahead, start) }
      case '$':
        return { kind: 'text', end: endOfFormula(ahead, start, '$$') }
      case ']':
        return { kind: 'text', end: this.#endOfLink(start) }
      case '\\':
        return this.#marksAt(start) ?? { kind: 'text', end: this.#endOfEscaped(start) }
      default:
        return this.#marksAt(start) ?? { kind: 'text', end: start + 1 }
    }
  }

  #endOfEscaped(start: number): number {
    const sign = this.#ahead.at(start + 1)
    if (sign === '[') return endOfFormula(this.#ahead, start, '\\]')
    if (sign === '(') return endOfFormula(this.#ahead, start, '\\)')
    return start + 2
  }

  /** Returns the end of a link's address or of the name of its definition; `start` is its `]`. */
  #endOfLink(start: number): number {
    const ahead = this.#ahead
    const isRound = ahead.at(start + 1) === '('
    if (this.#isWhole && !ahead.hasLater(isRound ? ')' : ']', start)) return start + 1
    const inside = ahead.until(isRound ? ')' : ']', start + 2, isRound ? MAX_ADDRESS : MAX_WORD)
    const before = this.#text.slice(Math.max(0, start - MAX_LABEL), start)
    const opening = before.lastIndexOf('[')
    if (
      inside === undefined ||
      opening <= Math.max(before.lastIndexOf(']'), before.lastIndexOf('\n'))
    )
      return start + 1
    const end = start + inside.length + 3
    if (isRound || this.#definitions.has(inside.toLowerCase())) return end
    if (/^\d+$/.test(inside)) ahead.reachedEnd = true
    return start + 1
  }

  #known() {
    const numberOf = (number: number) => this.#prompt.earlier?.get(number) ?? number
    return {
      isSource: (number: number) => this.#isSource(numberOf(number)),
      isCited: (number: number) => this.#cited.has(numberOf(number)),
    }
  }

  #isSource = (number: number) => number >= 1 && number <= this.#prompt.sources

  #isAfterText = (place: number) =>
    Boolean(this.#content || this.#text.slice(this.#end, place).trim())

  #marksAt(start: number): SignMeaning | undefined {
    const ahead = this.#ahead
    const first = markAt(ahead, start)
    if (!first) return undefined
    const list = this.#listAt(first)
    if (list) return { kind: 'list', list }
    if (first.form === 'unsure' && !this.#isAfterWord(first))
      return { kind: 'text', end: first.end }
    const group = groupFrom(ahead, first)
    const { end } = group.at(-1)!
    const whole = withWrapping(ahead, { start, end })
    const written =
      first.form === 'raised'
        ? group.flatMap(({ numbers }) => this.#digitsApart(numbers))
        : numbersOf(this.#text, group)
    const all = written.map((number) => this.#prompt.earlier?.get(number) ?? number)
    const cited = all.filter(this.#isSource)
    const isMark = cited.length
      ? this.#isMark(first, end, cited)
      : isStray(ahead, first, whole, this.#isGlued) && !quotesMark(this.#prompt.given, all)
    if (!isMark || isValueList(ahead, first)) return { kind: 'text', end: first.end }
    const removed = removalOf(ahead, whole, this.#end)
    return { kind: 'marks', all, cited, removed }
  }

  /** Reads `¹²` as two marks if there is no source 12. */
  #digitsApart = (numbers: readonly number[]): number[] =>
    numbers.flatMap((number) =>
      this.#isSource(number) ? [number] : [...String(number)].map(Number),
    )

  /** Reads a list of sources that has no heading, if one begins with this mark. */
  #listAt({ start, end, form, numbers }: WrittenMark): SourceList | undefined {
    const known = this.#known()
    if (form === 'unsure' || !numbers.every(known.isSource)) return undefined
    const before = this.#text.slice(Math.max(0, start - 60), start)
    const item = STARTS_LIST.exec(before)?.groups?.item
    if (item === undefined || !this.#isAfterText(start)) return undefined
    const from = start - item.length
    const isNote = this.#text[start + 1] === '^' && this.#ahead.at(end) === ':'
    return listWithoutHeading(this.#ahead, from, isNote ? known.isSource : known.isCited)
  }

  /** Whether a mark with the number of a source is one. */
  #isMark(mark: WrittenMark, end: number, cited: readonly number[]): boolean {
    const { start, form } = mark
    const { given, isSupported } = this.#prompt
    const written = this.#text.slice(start, end)
    if (mark.isLink && this.#text[start - 1] === '!') return false
    if (form === 'plain') return !isIndex(this.#ahead, mark)
    if (form === 'raised') return isRaised(this.#ahead, mark, end) && !given.includes(written)
    if (form === 'named') return !written.startsWith('<') || !given.includes(written)
    if (!isEnd(this.#ahead, end)) return false
    const before = this.#text.slice(Math.max(0, start - BEFORE_UNSURE), start)
    if (given.includes(before + written) || ++this.#unsure > MAX_UNSURE) return false
    return isSupported(this.#saidBefore(start), cited[0]!)
  }

  /** Whether an unsure mark stands where one could, after a word. */
  #isAfterWord({ start }: WrittenMark): boolean {
    const before = this.#text.slice(Math.max(0, start - 2), start)
    return (this.#text[start] === '<' ? /[^\s<>|] ?$/u : /[\p{L}\d”"'%)] ?$/u).test(before)
  }

  /** Returns the text that a mark at a place is for. */
  #saidBefore = (place: number): string => this.#saidAfter(this.#text.slice(this.#end, place))

  #saidAfter = (before: string): string =>
    (this.#unclaimed + before).slice(-MAX_CLAIMED).trim() || this.#claim

  /** Takes over what was found, and returns the place from which to go on. */
  #take(found: SignMeaning, at: number): number {
    if (found.kind === 'text') return found.end
    if (found.kind === 'list') return this.#takeList(found.list)
    const { all, cited, removed } = found
    const before = this.#text.slice(this.#end, removed.start)
    const said = () => this.#saidAfter(before)
    this.#content += asWritten(before)
    if (/\p{L}$/u.test(this.#text.slice(Math.max(0, at - 2), at))) this.#isGlued = true
    this.#end = removed.end
    if (!cited.length) {
      this.#unclaimed += before
      return removed.end
    }
    const after = this.#content.length === 0 || /\s$/.test(this.#content.slice(-1))
    const ahead = after ? this.#restOfLine() : ''
    this.#claim = ahead || said()
    if (ahead) this.#unclaimed += before
    else this.#unclaimed = ''
    this.#cite(cited, this.#content.length + (ahead ? 1 : 0))
    const others = all.filter((number) => !cited.includes(number))
    if (others.length && quotesMark(this.#prompt.given, all))
      this.#content += ` [${others.join(', ')}]`
    return removed.end
  }

  /** Returns the text up to the next bracket, which a mark at the beginning of its line is for. */
  #restOfLine = (): string =>
    /^[^\n[【]*/.exec(this.#text.slice(this.#end, this.#end + MAX_CLAIMED))![0].trim()

  #takeList({ start, end, numbers }: SourceList): number {
    const { isCited } = this.#known()
    const before = this.#text.slice(this.#end, start)
    const uncited = numbers.filter((number) => !isCited(number))
    if (uncited.length) this.#claim = this.#saidAfter(before)
    this.#content += asWritten(before.trimEnd())
    this.#unclaimed += before
    this.#end = end
    this.#cite(
      uncited.map((number) => this.#prompt.earlier?.get(number) ?? number),
      this.#content.length,
    )
    return end
  }

  #cite(numbers: readonly number[], at: number): void {
    const claim = asWritten(this.#claim)
    for (const number of numbers) this.#cited.add(number)
    this.#claims.push(...numbers.map((number) => ({ number, claim, at })))
  }
}

const MAX_WORD = 20
const LAST_WORD = /(?<![\p{L}\p{N}])\p{L}{1,16}\.?$/u
/** The most characters of the text of a link. */
const MAX_LABEL = 500
/** An empty line or one that divides, before the first item of a list. */
const STARTS_LIST =
  /\n[ \t]{0,20}(?:-{3,20}[ \t]{0,20})?\n(?<item>[ \t>]{0,10}(?:[-*+•–][ \t]{1,4})?)$/

/** Reads the marks beside a mark, also those after a comma or a word such as `and`. */
function groupFrom(ahead: Ahead, first: WrittenMark): WrittenMark[] {
  const group = [first]
  while (group.length < MAX_GROUP) {
    const next = markAt(ahead, afterJoin(ahead, group.at(-1)!.end))
    if (!next || (next.form === 'unsure') !== (first.form === 'unsure')) break
    group.push(next)
  }
  return group
}

/** Returns the numbers of a group: `[1]–[3]` is a range, too. */
const numbersOf = (text: string, group: readonly WrittenMark[]): number[] =>
  group.flatMap(({ numbers, start }, index) => {
    const { end = start, numbers: before = [] } = group[index - 1] ?? {}
    const isRange = /^\s*[–—-]\s*$/.test(text.slice(end, start))
    return isRange ? numbersIn(`${before.at(-1)}-${numbers[0]}`).slice(1) : numbers
  })

/** Returns the place after what may stand between two marks. */
function afterJoin(ahead: Ahead, end: number): number {
  const start = ahead.afterBlanks(end)
  if (SIGN.test(ahead.at(start))) return ahead.afterBlanks(start + 1)
  let place = start
  while (place - start < MAX_JOIN && /\p{L}/u.test(ahead.at(place))) place++
  return JOIN_WORD.test(ahead.text.slice(start, place)) ? ahead.afterBlanks(place) : start
}
const MAX_JOIN = 4
const SIGN = /^[,;،、，；&+–—-]$/
const JOIN_WORD = /^(?:and|und|et|y|e|og|och|en|и|і|ve|和|与|與|と|및)$/iu
