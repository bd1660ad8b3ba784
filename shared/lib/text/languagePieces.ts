import { readFileSync } from 'node:fs'

/**
 * Statistics of how often pieces of words occur in each of 60 languages, made from the data of
 * `eld` (`docs/tables/languagePieces.ts`). `eld` itself keeps 49,553 objects, which take 29 MB and
 * need 60 MB to load; this table takes 4 MB. A test compares the two.
 */
interface PieceTable {
  /** Their ISO 639-1 codes, by their numbers. */
  languages: readonly string[]
  /** The place of each piece's languages. A piece is 1 to 6 bytes of UTF-8, each as a character. */
  places: ReadonlyMap<string, number>
  /** At a piece's place the number of its languages, then the number and the score of each. */
  scores: Uint8Array
}

let table: PieceTable | undefined

function readTable(): PieceTable {
  const file = new URL('./languagePieces.json', import.meta.url)
  const { languages, pieces } = JSON.parse(readFileSync(file, 'utf8'))
  const bytes = Buffer.from(pieces, 'base64')
  const places = new Map<string, number>()
  const scores = new Uint8Array(bytes.length)
  let piece = ''
  let end = 0
  for (let at = 0; at < bytes.length; ) {
    const [lengths, count] = [bytes[at]!, bytes[at + 1]!]
    const further = at + 2 + (lengths & 7)
    piece = piece.slice(0, lengths >> 3) + bytes.toString('latin1', at + 2, further)
    places.set(piece, end)
    scores[end] = count
    at = further + 2 * count
    scores.set(bytes.subarray(further, at), end + 1)
    end += 1 + 2 * count
  }
  return { languages, places, scores: scores.slice(0, end) }
}

/** The data has the scores above this one. */
const LEAST_SCORE = 53
/** Letters of a word, with the apostrophes between them. */
const WORDS = /\p{L}+(?:['`’]+\p{L}+)*/gu
/** No word is read after this many bytes. */
const ENOUGH_BYTES = 350
/** The last word is cut after this many bytes of the text. */
const MOST_BYTES = 380
/** The most bytes of a word that are cut into pieces. */
const LONGEST_WORD = 70

/**
 * Returns the mean score of the text's pieces for each language with a piece in it, by the
 * language's code. Scores are 0 to 260. Only the first 350 bytes are read.
 */
export function pieceScores(text: string): ReadonlyMap<string, number> {
  table ??= readTable()
  const { languages, places, scores } = table
  const pieces = piecesOf(text)
  const sums = new Float64Array(languages.length)
  for (const piece of pieces) {
    const place = places.get(piece)
    if (place === undefined) continue
    for (let nth = 0; nth < scores[place]!; nth++) {
      const at = place + 1 + 2 * nth
      sums[scores[at]!]! += scores[at + 1]! + LEAST_SCORE
    }
  }
  const found = new Map<string, number>()
  for (const [number, sum] of sums.entries())
    if (sum > 0) found.set(languages[number]!, sum / pieces.size)
  return found
}

/**
 * Cuts the words of a text into pieces of four bytes. A piece begins at every third byte. The first
 * piece of a word has a space before it. The last one has the word's last four bytes and a space.
 */
function piecesOf(text: string): Set<string> {
  const pieces = new Set<string>()
  let read = 0
  for (const [word] of text.matchAll(WORDS)) {
    const bytes = bytesUpTo(MOST_BYTES - read, word.toLowerCase())
    read += bytes.length
    const length = Math.min(bytes.length, LONGEST_WORD)
    let at = 0
    for (; at + 4 < length; at += 3)
      pieces.add((at === 0 ? ' ' : '') + bytes.slice(at, Math.min(at + 4, length)))
    pieces.add(`${at === 0 ? ' ' : ''}${bytes.slice(Math.max(0, length - 4))} `)
    if (read > ENOUGH_BYTES) break
    // The space between two words.
    read += 1
  }
  return pieces
}

/** Returns the word's bytes in UTF-8 as characters, up to the end of the letter that passes `most`. */
function bytesUpTo(most: number, word: string): string {
  const bytes = Buffer.from(word)
  let end = most + 1
  while (end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end++
  return bytes.toString('latin1', 0, end)
}
