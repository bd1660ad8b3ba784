import { languageOf } from '../../../shared/lib/text/language.ts'
import type { OcrOptions } from '../contract/messages.ts'
import type { PictureTask } from './engine.ts'
import { codesFor, knownLanguages } from './languageData.ts'
import { makeRecognizer, secondsTaken } from './recognizer.ts'
import { type SeenText, textOf } from './seenLines.ts'

/** A picture of a page: a file that Tesseract can decode. */
export interface Picture {
  bytes: Uint8Array
  width: number
  height: number
  /** As in EXIF, 1 to 8. */
  orientation: number
}

/** Why a picture was not read: it took too long, or no time was left; it could not be decoded. */
export class Unread extends Error {
  readonly reason: 'late' | 'broken'

  constructor(reason: 'late' | 'broken') {
    super(`A picture was not read: ${reason}`)
    this.reason = reason
  }
}

/** Reads the pictures of one file. */
export interface PageReader {
  /** @throws Unread */
  read(picture: Picture): Promise<SeenText>
  close(): Promise<void>
}

/** The most processor seconds of a picture: a page in small print takes 10 to 20. */
const MAX_PAGE_SECONDS = 60
/** The confidence from which a text is taken as it is. */
const SURE = 0.75
/** The fewest letters from which the language of a text is detected. */
const MIN_LETTERS = 60
/** The most languages that are tried together. Each takes as long as all others. */
const MAX_TOGETHER = 6
/** The orientations of EXIF without mirroring, each a quarter turn to the right from the last. */
const TURNS = [1, 6, 3, 8]
/** How many times more letters show that a picture lies otherwise. */
const CLEARLY = 1.5
/** Pixels of the square in the middle of a picture by which its turn is found. */
const SAMPLE = 1_200

/** Keeps `result` if a picture cannot be read better: no time is left, or data are broken. */
const orAsBefore =
  <Result>(result: Result) =>
  (error: unknown): Result => {
    if (error instanceof Unread) return result
    throw error
  }

/** Returns the letters that were surely recognized, to compare two readings of a picture. */
const sureLetters = ({ letters, confidence }: SeenText) => letters * confidence

/** Returns the task's part in the middle of a picture, as it lies when it is turned. */
function middleOf({ width, height }: Picture, turns: number): Pick<PictureTask, 'part'> {
  const [across, down] = turns % 2 ? [height, width] : [width, height]
  const size = Math.min(width, height, SAMPLE)
  return { part: [(across - size) >> 1, (down - size) >> 1, size, size] }
}

/**
 * Makes a reader of pictures, which learns from each picture for the next: the language of the
 * file, and the time that is left.
 * @param onAlive called many times a second while a picture is recognized
 */
export function makePageReader(options: OcrOptions, onAlive: () => void): PageReader {
  const known = knownLanguages(options.folder)
  const recognizer = makeRecognizer(onAlive)
  const end = secondsTaken() + options.seconds
  let codes = codesFor(known, options.language)
  let isDetected = false

  async function see(picture: Picture, part: Pick<PictureTask, 'part'> = {}): Promise<SeenText> {
    const seconds = Math.min(MAX_PAGE_SECONDS, end - secondsTaken())
    if (seconds <= 0) throw new Unread('late')
    const languages = codes.map((code) => known.get(code)!)
    const { bytes, orientation } = picture
    const answer = await recognizer.see({ bytes, orientation, languages, ...part }, seconds)
    if (!answer) throw new Unread(answer === null ? 'broken' : 'late')
    return textOf(answer)
  }

  /** Reads a picture again if it seems to lie on its side or upside down. */
  async function upright(picture: Picture, first: SeenText): Promise<[Picture, SeenText]> {
    const at = TURNS.indexOf(picture.orientation)
    if (at === -1) return [picture, first]
    if (first.turns) {
      const turned = { ...picture, orientation: TURNS[(at + first.turns) % TURNS.length]! }
      return [turned, await see(turned)]
    }
    if (first.confidence >= SURE) return [picture, first]
    let best = picture
    let most = sureLetters(await see(picture, middleOf(picture, at)))
    // A page on its side is commoner than one upside down.
    for (const turns of [at + 1, at + 3, at + 2]) {
      const turned = { ...picture, orientation: TURNS[turns % TURNS.length]! }
      const sure = sureLetters(await see(turned, middleOf(picture, turns)))
      if (sure <= CLEARLY * most) continue
      best = turned
      most = sure
    }
    return [best, best === picture ? first : await see(best)]
  }

  /**
   * Reads a picture again in the language of its text. If the text is unsure, it may be in any
   * language: all are tried together.
   */
  async function inItsLanguage(picture: Picture, first: SeenText): Promise<SeenText> {
    const before = codes
    if (first.confidence >= SURE && first.letters >= MIN_LETTERS) {
      const text = first.lines.map(({ text }) => text).join('\n')
      codes = codesFor(known, languageOf(text, options.language))
      isDetected = true
    } else codes = [...new Set([...codes, ...known.keys()])].slice(0, MAX_TOGETHER)
    if (codes.every((code) => before.includes(code))) return first
    const second = await see(picture).catch(orAsBefore(null))
    if (second && sureLetters(second) > sureLetters(first)) return second
    if (!isDetected || !second) codes = before
    return first
  }

  return {
    async read(picture) {
      const first = await see(picture)
      const asItLies: [Picture, SeenText] = [picture, first]
      const [turned, text] = await upright(picture, first).catch(orAsBefore(asItLies))
      if (isDetected) return text
      return inItsLanguage(turned, text)
    },
    close: recognizer.close,
  }
}
