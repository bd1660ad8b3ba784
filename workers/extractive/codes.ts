import { datesOf } from '../figures/dates.ts'
import { readingOf } from '../figures/quantities.ts'
import { telephonesOf } from '../figures/telephones.ts'
import { isStopWord } from '../language/matching.ts'
import { piecesOf } from '../language/pieces.ts'
import { wordsIn } from '../language/tokenize.ts'
import { isNumberWord, UNSPACED, withoutNumberWord, withPlainSigns } from './numberWords.ts'

/**
 * A number or a code in a text, such as `1042` or `GL-1042`, that is no amount of money, no other
 * quantity with a unit, no date and no telephone number.
 */
export interface Code {
  /** As it is written, with the digits 0 to 9. */
  value: string
  /** The word that it belongs to, as written: `order` of `order no. 1042`; undefined: none. */
  beside: string | undefined
  /** Whether it is marked as a number: `no. 7`, `#7`, `1042 numaralı`. */
  isMarked: boolean
  /** Whether nothing else stands in its sentence. */
  isAlone: boolean
  /** Whether another code stands right before or after it: `1042 and 1043`. */
  isListed: boolean
}

interface TextToken {
  /** `figure`: an amount, a quantity, a date or a telephone number. */
  kind: 'code' | 'figure' | 'word' | 'sign'
  text: string
}

/** Where a number stands that is no code, in characters. */
interface FigurePlace {
  from: number
  to: number
}

const LETTERS = '\\p{sc=Latn}\\p{sc=Cyrl}\\p{sc=Grek}\\d'
/** Letters and digits, with signs between them. A point stands between digits only. */
const TOKEN = new RegExp(
  `(?<alike>[${LETTERS}]+(?:(?:[-_/]|(?<=\\d)\\.(?=\\d))[${LETTERS}]+)*)|(?<word>[\\p{L}\\p{M}]+)|(?<sign>[^\\p{L}\\p{M}\\d\\s]+|\\n)`,
  'gu',
)
/** More tokens and codes are not read; longer codes are none. */
const MAX_TOKENS = 300
const MAX_CODES = 20
const MAX_CHARACTERS = 40
/** Ends a sentence, unless it belongs to an abbreviation: `no. 7`. */
const STOP = /[.!?;\n\u3002\uff01\uff1f\u061f\u0964]/u
/** A number with an ending, as in `az 1042-es rendelés`. */
const WITH_ENDING = /^(\d+)-\p{Ll}{1,4}$/u

/** Finds the codes of a text. @param language BCP 47 */
export async function codesIn(written: string, language: string): Promise<Code[]> {
  if (!/\p{Nd}/u.test(written)) return []
  const { text, quantities } = await readingOf(withPlainSigns(written), language)
  const tokens = tokensOf(text, [
    ...quantities.filter(({ unit }) => unit),
    ...datesOf(text, language),
    ...telephonesOf(text).filter(({ from, to }) => /^\+|[ \u00a0()/]/.test(text.slice(from, to))),
  ])
  const alone = piecesOf(text).filter((sentence) =>
    tokensOf(sentence).every(({ kind, text }) => kind !== 'word' || saysLittle(text, language)),
  )
  return tokens
    .flatMap((token, at) => (token.kind === 'code' ? [codeAt(tokens, at, language)] : []))
    .slice(0, MAX_CODES)
    .map((code) => ({ ...code, isAlone: alone.some((text) => text.includes(code.value)) }))
}

/** @param figures the numbers that are no codes */
function tokensOf(text: string, figures: readonly FigurePlace[] = []): TextToken[] {
  const tokens: TextToken[] = []
  for (const { 0: written, index, groups } of text.matchAll(TOKEN)) {
    if (tokens.length >= MAX_TOKENS) break
    const end = index + written.length
    const isCode = groups!.alike && /\d/.test(written) && written.length <= MAX_CHARACTERS
    const isFigure = figures.some(({ from, to }) => from < end && index < to)
    const kind = groups!.sign ? 'sign' : isFigure ? 'figure' : isCode ? 'code' : 'word'
    tokens.push({ kind, text: written })
  }
  return tokens
}

function codeAt(tokens: readonly TextToken[], at: number, language: string): Omit<Code, 'isAlone'> {
  const [, number] = WITH_ENDING.exec(tokens[at]!.text) ?? []
  const before = wordBefore(tokens, at, language)
  const after = number || !before.word ? wordAfter(tokens, at, number !== undefined) : undefined
  return {
    value: number ?? tokens[at]!.text,
    beside: before.word ?? after,
    isMarked: before.isMarked || after !== undefined,
    isListed: isListed(tokens, at, language),
  }
}

/**
 * Finds the word that a code follows: right before it, before a word for `number`, or before one
 * little word, if the code ends its clause: `my order is 1042`.
 */
function wordBefore(tokens: readonly TextToken[], at: number, language: string) {
  let isMarked = false
  let little = 0
  for (let place = at - 1; place >= 0; place--) {
    const { kind, text } = tokens[place]!
    if (kind === 'code' || kind === 'figure') break
    if (kind === 'sign') {
      const isAbbreviation = text === '.' && isNumberWord(tokens[place - 1]?.text ?? '')
      if (/#/.test(text)) isMarked = true
      else if (STOP.test(text) ? !isAbbreviation : /[,،、]/u.test(text) && !isMarked) break
    } else if (isNumberWord(text)) isMarked = true
    else if (!isLittle(text, language)) {
      const word = withoutNumberWord(text)
      return { word: word || text, isMarked: isMarked || word !== text }
    } else if (!isMarked && (++little > 1 || !endsClause(tokens, at))) break
  }
  return { word: undefined, isMarked }
}

/** Finds the word after a word for `number`, as in `1042 numaralı siparişim` and `1042号订单`. */
function wordAfter(
  tokens: readonly TextToken[],
  at: number,
  hasEnding: boolean,
): string | undefined {
  const [next, second] = tokens.slice(at + 1).filter(({ text }) => text !== '.')
  if (next?.kind !== 'word') return undefined
  if (hasEnding) return next.text
  if (isNumberWord(next.text)) return second?.kind === 'word' ? second.text : undefined
  const rest = UNSPACED.test(next.text) ? withoutNumberWord(next.text, 'first') : next.text
  return rest === next.text ? undefined : rest
}

const endsClause = (tokens: readonly TextToken[], at: number) =>
  at + 1 === tokens.length || tokens[at + 1]!.kind === 'sign'

/** Whether at most one little word and a comma stand between a code and the next one. */
function isListed(tokens: readonly TextToken[], at: number, language: string): boolean {
  const meets = (rest: readonly TextToken[]) => {
    const next = rest.find(({ kind, text }) => kind === 'code' || !/^[,،、/&+]$/u.test(text))
    if (next?.kind !== 'word' || !isLittle(next.text, language)) return next?.kind === 'code'
    return rest[rest.indexOf(next) + 1]?.kind === 'code'
  }
  return meets(tokens.slice(at + 1)) || meets(tokens.slice(0, at).reverse())
}

const saysLittle = (text: string, language: string) =>
  isNumberWord(text) || isLittle(text, language)

/** Whether a word says nothing about the subject. */
const isLittle = (text: string, language: string) =>
  wordsIn(text).every(({ term }) => isStopWord(term, language))
