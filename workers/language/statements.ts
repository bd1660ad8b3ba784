import { sentencesOf } from '../../shared/text/sentences.ts'

/** What is said as one thing: a sentence, or the items of a list or the steps of an instruction, in order. */
export interface Statement {
  /** The line ending in `:` above it, which means nothing alone; or empty. */
  lead: string
  lines: string[]
  /** Of those of a text, the one to which it belongs; a long one is several statements. */
  list?: number
  /** Steps belong together; of items, the one that was asked for can be said alone. */
  isOrdered?: boolean
  /** Whether the list has more items, in the next statement. */
  goesOn?: boolean
}

/** Longer sentences are cut at blanks: they are lists, or in Thai and Lao, which have no full stops, several sentences. */
const MAX_OF_SENTENCE = 1_000
const MAX_UNSTOPPED = 400
const UNSTOPPED = /[\p{sc=Thai}\p{sc=Laoo}]/u
const PIECE = /.{1,200}(?=\s|$)|.{1,200}/gsu

/** So much of a list is said as a whole. */
const MAX_ITEMS = 10
const MAX_CHARACTERS = 600
/** Longer items are paragraphs, whose sentences can be said alone. */
const MAX_OF_ITEM = 250

const ITEM =
  /^\s*(?:[-*+•‣◦▪●○·–—]|(?:\d{1,3}|\p{L})[.)]|\(\d{1,3}\)|[①-⑳])\s+\S|^\s*(?:[•・●○▪■◆※①-⑳]|\d{1,3}、)\s*\S/u
const ORDERED = /^\s*(?:\(?\p{N}|\p{L}[.)])/u
const LEAD = /[:：][*_`\s]*$/
const ENDS = /[\p{Sentence_Terminal};；][\p{Pe}\p{Pf}"'*_`]*$/u
const indent = (line: string) => line.length - line.trimStart().length

/** The sentences of a text as it has them, word for word. */
export const piecesOf = (text: string): string[] =>
  sentencesOf(text).flatMap((sentence) =>
    sentence.length <= (UNSTOPPED.test(sentence) ? MAX_UNSTOPPED : MAX_OF_SENTENCE)
      ? [sentence]
      : (sentence.match(PIECE) ?? []).map((piece) => piece.trim()).filter(Boolean),
  )

/** The sentences and lists of a text, word for word, in reading order. */
export function statementsOf(text: string): Statement[] {
  const said: Statement[] = []
  const lines = text.split('\n')
  let lists = 0
  let lead = ''
  const addList = (items: readonly string[]) => {
    const isProse = items.some((item) => item.length > MAX_OF_ITEM)
    if (isProse || (items.length < 2 && ORDERED.test(items[0]!))) return items.forEach(addProse)
    said.push(...statementsOfList(items, lead, lists++))
    lead = ''
  }
  const addProse = (line: string) => {
    for (const sentence of piecesOf(line)) {
      if (LEAD.test(sentence)) lead = sentence
      else {
        said.push({ lead, lines: [sentence] })
        lead = ''
      }
    }
  }
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!
    const marked = ITEM.test(line) ? itemsFrom(lines, at) : undefined
    const found = marked ?? (lead ? unmarkedFrom(lines, at) : undefined)
    if (found) addList(found.items)
    else addProse(line)
    at = found?.end ?? at + 1
  }
  return said
}

/** The items of the list that begins there, each with what is indented below it. */
function itemsFrom(lines: readonly string[], start: number): { items: string[]; end: number } {
  const items: string[] = []
  let end = start
  for (let at = start; at < lines.length; at++) {
    const line = lines[at]!
    if (!line.trim()) continue
    const isInner = indent(line) > indent(lines[start]!)
    if (!isInner && !ITEM.test(line)) break
    if (isInner && items.length) items[items.length - 1] += `\n${line}`
    else items.push(line.trim())
    end = at + 1
  }
  return { items, end }
}

/** The lines below a lead that are no sentences, up to a blank one: what they list has no marks. */
function unmarkedFrom(lines: readonly string[], start: number): { items: string[]; end: number } | undefined {
  let end = start
  const isItem = (line = '') =>
    line.trim() !== '' &&
    line.length <= MAX_OF_ITEM &&
    !ENDS.test(line) &&
    !LEAD.test(line) &&
    !ITEM.test(line)
  while (isItem(lines[end])) end++
  return end - start < 2 ? undefined : { items: lines.slice(start, end).map((line) => line.trim()), end }
}

function statementsOfList(items: readonly string[], lead: string, list: number): Statement[] {
  const isOrdered = ORDERED.test(items[0]!)
  const said: Statement[] = []
  for (const item of items) {
    const last = said.at(-1)
    const length = last?.lines.join('\n').length ?? 0
    if (last && last.lines.length < MAX_ITEMS && length + item.length <= MAX_CHARACTERS) last.lines.push(item)
    else {
      if (last) last.goesOn = true
      said.push({ lead, lines: [item], list, isOrdered })
    }
  }
  return said
}
