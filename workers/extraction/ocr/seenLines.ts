import type { Box, SeenLine, SeenPage, SeenWord } from './tesseract.ts'

/** A line of recognized text, or a paragraph of such lines. */
export interface TextLine {
  text: string
  /** Where it begins. */
  box: Box
  /** The height of its letters, in pixels. */
  height: number
  /** Whether it has wide gaps, like the cells of a table. */
  isTabular: boolean
}

/** The text of a picture. */
export interface SeenText {
  lines: TextLine[]
  /** The letters and digits of all lines. */
  letters: number
  /** How sure Tesseract is of them, on average, from 0 to 1; 0 without letters. */
  confidence: number
  /**
   * The quarter turns to the right after which most lines are level: Tesseract also reads lines
   * that run up or down.
   */
  turns: 0 | 1 | 3
}

/** The least confidence of a line. Below it are stains, photos and drawings. */
const MIN_LINE = 50
/** The least confidence of a word by which its line counts as text. */
const MIN_WORD = 65
/** The share of the median height within which a line has letters of the usual size. */
const USUAL = 0.3

const lettersIn = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/** Returns the text that Tesseract found, without lines that are mere noise. */
export function textOf(page: SeenPage): SeenText {
  const paragraphs = page.blocks
    .flatMap(({ paragraphs }) => paragraphs)
    .map(({ bbox, lines }) => ({ bbox, lines: lines.filter(isText) }))
  const words = paragraphs.flatMap(({ lines }) => lines.flatMap(({ words }) => words))
  const letters = words.reduce((sum, { text }) => sum + lettersIn(text), 0)
  const lines = paragraphs.flatMap(({ bbox, lines }) => joinedLines(lines, bbox))
  const turns = turnsOf(paragraphs.flatMap(({ lines }) => lines))
  return { lines: withUsualHeights(lines), letters, confidence: confidenceOf(words) / 100, turns }
}

/** Returns how a picture lies by the lines of several words in it. */
function turnsOf(lines: readonly SeenLine[]): SeenText['turns'] {
  const runs = lines.flatMap(({ words }) => {
    const [first, last] = [words[0]!.bbox, words.at(-1)!.bbox]
    return words.length > 1 ? [{ across: last.x0 - first.x0, down: last.y0 - first.y0 }] : []
  })
  const upright = runs.filter(({ across, down }) => Math.abs(down) > Math.abs(across))
  if (upright.length <= runs.length / 2) return 0
  return upright.filter(({ down }) => down < 0).length > upright.length / 2 ? 1 : 3
}

/** Returns the mean confidence of words, from 0 to 100, in which long words weigh more. */
function confidenceOf(words: readonly SeenWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + lettersIn(text), 0)
  const sure = words.reduce((sum, { text, confidence }) => sum + lettersIn(text) * confidence, 0)
  return letters ? sure / letters : 0
}

const isText = ({ words }: SeenLine) =>
  confidenceOf(words) >= MIN_LINE &&
  words.some(({ text, confidence }) => confidence >= MIN_WORD && lettersIn(text) > 1)

/** The least width of a paragraph whose lines are joined, in heights of letters. */
const MIN_WIDTH = 12

/** Joins the lines of a paragraph that are broken at its margin. */
function joinedLines(lines: readonly SeenLine[], { x0, x1 }: Box): TextLine[] {
  const joined: TextLine[] = []
  for (const [at, line] of lines.entries()) {
    const text = line.words.map(({ text }) => text).join(' ')
    const height = line.rowAttributes.rowHeight
    const before = lines[at - 1]
    const isJoined =
      before &&
      x1 - x0 > MIN_WIDTH * height &&
      !isTabular(before) &&
      !isTabular(line) &&
      x1 - before.bbox.x1 < widthOf(line.words[0]!) + height
    const last = joined.at(-1)
    if (last && isJoined) last.text = joinedText(last.text, text)
    else joined.push({ text, box: line.bbox, height, isTabular: isTabular(line) })
  }
  return joined
}

const widthOf = ({ bbox }: SeenWord) => bbox.x1 - bbox.x0

const isTabular = ({ words, rowAttributes }: SeenLine) =>
  words.some(
    ({ bbox }, at) => at > 0 && bbox.x0 - words[at - 1]!.bbox.x1 > 2 * rowAttributes.rowHeight,
  )

const joinedText = (text: string, next: string) =>
  /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next) ? text.slice(0, -1) + next : `${text} ${next}`

/**
 * Gives lines of about the usual height the same height. The measured heights of equal letters
 * differ, and larger lines count as headings.
 */
function withUsualHeights(lines: readonly TextLine[]): TextLine[] {
  const heights = lines.map(({ height }) => height).sort((a, b) => a - b)
  const usual = heights[Math.floor(heights.length / 2)] ?? 0
  return lines.map((line) =>
    Math.abs(line.height - usual) <= USUAL * usual ? { ...line, height: usual } : line,
  )
}
