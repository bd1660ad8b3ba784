import { withoutNumber, withoutNumberEnds } from '../text/sentinels.ts'
import { ANSWER_INSIDE, ANSWER_SIGN, areNames, isWord, QUESTION_SIGN } from './qaColumns.ts'

/** A text, or a question whose answer is the text. */
export interface RowPiece {
  question?: string
  text: string
}

/** A piece of a document. */
export interface Part extends RowPiece {
  /** The headings above it, outermost first, separated by ` › `; empty: none. */
  heading: string
  /** Returns the page, from 1, on which a piece of the text begins. Pieces must come in order. */
  pageOf?: (piece: string) => number
}

const MAX_IN_QUESTION = 300
const MAX_IN_ANSWER = 3_000
const ENDS_AS_QUESTION = /[?？؟;;][*_\s"”»)]*$/u

/** Splits a text into questions with answers, if their form is clear, and the text around them. */
export const splitPairs = (text: string): RowPiece[] =>
  (bySigns(text) ?? [{ text }]).flatMap((piece) =>
    piece.question ? piece : (byParagraphs(piece.text) ?? piece),
  )

interface Signed {
  lines: string[]
  name: string
  question: string[]
  answer?: string[]
}

/** Finds `Q: Where is it?` followed by `A: Here.`, in the words and letters of many languages. */
function bySigns(text: string): RowPiece[] | undefined {
  const before: string[] = []
  const found: Signed[] = []
  for (const line of text.split('\n')) {
    const last = found.at(-1)
    const opened = openedBy(line)
    const answer = last && !last.answer ? signOf(line, ANSWER_SIGN) : undefined
    if (last && answer && isAnswerTo(last, answer.name)) {
      last.answer = [answer.rest]
      last.lines.push(line)
    } else if (opened) found.push(opened)
    else if (last) {
      last.lines.push(line)
      ;(last.answer ?? last.question).push(line)
    } else before.push(line)
  }
  if (!found.some(isWhole)) return undefined
  const pieces: RowPiece[] = [{ text: before.join('\n') }]
  for (const signed of found) {
    const last = pieces.at(-1)!
    if (isWhole(signed))
      pieces.push({ question: plain(signed.question), text: signed.answer!.join('\n').trim() })
    else last.text += `\n${signed.lines.join('\n')}`
  }
  return endedWell(pieces)
}

/** Finds a sign behind the number of a line, or in it, because `Q1:` may be one. */
function signOf(line: string, pattern: RegExp): { name: string; rest: string } | undefined {
  for (const text of new Set([withoutNumber(line), withoutNumberEnds(line)])) {
    const sign = pattern.exec(text)
    if (sign) return { name: sign.groups!.name!, rest: text.slice(sign[0].length) }
  }
  return undefined
}

function openedBy(line: string): Signed | undefined {
  const sign = signOf(line, QUESTION_SIGN)
  if (!sign) return undefined
  const { name, rest } = sign
  const inside = ANSWER_INSIDE.exec(rest)
  const opened: Signed = { lines: [line], name, question: [rest] }
  if (inside) {
    const whole = { ...opened, question: [rest.slice(0, inside.index)] }
    if (isAnswerTo(whole, inside.groups!.name!))
      return { ...whole, answer: [rest.slice(inside.index + inside[0].length)] }
  }
  return isWord(name) || ENDS_AS_QUESTION.test(rest) || !rest ? opened : undefined
}

const isAnswerTo = ({ name, question }: Signed, answer: string) =>
  areNames(name, answer) && (isWord(name) || ENDS_AS_QUESTION.test(plain(question)))

function isWhole({ question, answer }: Signed): boolean {
  const asked = plain(question)
  return (
    answer !== undefined &&
    /[\p{L}\p{N}]/u.test(answer.join('')) &&
    /[\p{L}\p{N}]/u.test(asked) &&
    asked.length <= MAX_IN_QUESTION
  )
}

const plain = (lines: readonly string[]) =>
  lines
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/^[*_\s]+|(?<![*_\s])[*_\s]+$/g, '')

/**
 * Cuts the text below the last answer off, because it may not belong to the answer, which keeps as
 * many paragraphs as the longest other answer has.
 */
function endedWell(pieces: RowPiece[]): RowPiece[] {
  const last = pieces.at(-1)!
  const paragraphs = last.text.split(/\n\s*\n/)
  const others = pieces.slice(0, -1).filter(({ question }) => question)
  const most = Math.max(1, ...others.map(({ text }) => text.split(/\n\s*\n/).length))
  if (last.question && paragraphs.length > most) {
    last.text = paragraphs.slice(0, most).join('\n\n')
    pieces.push({ text: paragraphs.slice(most).join('\n\n') })
  }
  return pieces
    .map((piece) => ({
      ...piece,
      text: piece.text.replace(/^[*_\s]*\s|^\*\*|\n[-*_ ]{3,}$/g, '').trim(),
    }))
    .filter(({ text }) => text)
}

const QUESTION_LINE =
  /^(?<bold>\*\*|__)?\s*(?:\d{1,3}[.)]\s*)?(?<asked>[^\s|>#*-].{2,200}[?？؟])\s*(?:\*\*|__)?$/u
const INNER_END = /[.!?。！？؟]\s+\S/u
/** The fewest plain questions that make a list: any text may have a question as a paragraph. */
const MIN_PLAIN = 3

/**
 * Finds questions on lines of their own, above their answers. They must be bold, or at least
 * `MIN_PLAIN`.
 */
function byParagraphs(text: string): RowPiece[] | undefined {
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => {
    const [first = '', ...rest] = paragraph.trim().split('\n')
    const { asked, bold } = QUESTION_LINE.exec(withoutNumber(first))?.groups ?? {}
    const question = asked && !INNER_END.test(asked) ? asked : undefined
    return { paragraph, question, bold: Boolean(bold), rest: rest.join('\n') }
  })
  const isAnswered = (at: number) =>
    Boolean(paragraphs[at]!.rest || (paragraphs[at + 1] && !paragraphs[at + 1]!.question))
  const asked = paragraphs.filter(({ question }, at) => question && isAnswered(at))
  const bold = asked.filter((paragraph) => paragraph.bold)
  const chosen = new Set(bold.length ? bold : asked.length >= MIN_PLAIN ? asked : [])
  if (!chosen.size) return undefined
  const pieces: RowPiece[] = [{ text: '' }]
  for (const read of paragraphs) {
    const last = pieces.at(-1)!
    if (chosen.has(read)) pieces.push({ question: read.question!, text: read.rest })
    else last.text = [last.text, read.paragraph].filter(Boolean).join('\n\n')
  }
  return endedWell(pieces).map(({ question, text }) =>
    question && text.length > MAX_IN_ANSWER
      ? { text: `${question}\n\n${text}` }
      : { question, text },
  )
}
