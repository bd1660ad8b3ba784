/**
 * Unicode noncharacters with which a reader marks a question and its answer, such as a list's term,
 * an unfolding element or a row of a table. `withoutMarks` removes them from any text that is read.
 */
const QUESTION = '\ufdd0'
const ANSWER = '\ufdd1'
const END = '\ufdd2'
/** Separates the rows of a long table, each of which is found alone. */
const ROW = '\ufdd3'
/** Ends the number that a document's program has given to a heading or an item of a list. */
export const NUMBER_END = '\ufdd4'
/** Stands for a text that is put in later. */
export const PLACE = '\ufdd5'
const ANY = /[\ufdd0-\ufdd5]/g
const PAIRS_AND_ROWS = /[\ufdd0-\ufdd3]/g
const PAIR = /\ufdd0([^\ufdd0-\ufdd2]*)\ufdd1([^\ufdd0-\ufdd2]*)\ufdd2/g

export const openPair = (question: string) => QUESTION + question + ANSWER
export const closePair = END
export const openRow = ROW
export const withoutMarks = (text: string) => text.replace(ANY, '')

/** Returns a heading or a line without its number. A line that is bold stays so. */
export function withoutNumber(text: string): string {
  const end = text.indexOf(NUMBER_END)
  const bold = text.startsWith('**') ? '**' : ''
  return end === -1 ? text : bold + text.slice(end + 1).trimStart()
}
export const withoutNumberEnds = (text: string) => text.replaceAll(NUMBER_END, '')

/** Makes plain lines of the headings within an answer, because they belong to the answer. */
export const withoutInnerHeadings = (text: string) =>
  text.replace(PAIR, (pair) => pair.replace(/^#{1,6} /gm, ''))

/**
 * Splits a text into the marked pairs and the texts between them, in order. Numbers keep their
 * ends.
 */
export function splitMarked(text: string): { question?: string; text: string }[] {
  const pieces: { question?: string; text: string }[] = []
  let end = 0
  for (const { 0: pair, 1: question, 2: answer, index } of text.matchAll(PAIR)) {
    pieces.push(
      { text: text.slice(end, index) },
      { question: question!.trim(), text: answer!.trim() },
    )
    end = index + pair.length
  }
  pieces.push({ text: text.slice(end) })
  return pieces
    .flatMap((piece) => (piece.question ? piece : piece.text.split(ROW).map((text) => ({ text }))))
    .map((piece) => ({ ...piece, text: piece.text.replace(PAIRS_AND_ROWS, '').trim() }))
    .filter((piece) => piece.text)
}
