import { detectAll } from 'jschardet'
import { unreadable } from '../contract/messages.ts'
import { decodeAs, WESTERN } from './codecs.ts'
import { type Fit, pairsIn } from './pairs.ts'
import { MAX_SAMPLE, sampleOf } from './sample.ts'
import { strangenessOf } from './strangeness.ts'

/**
 * The possible encodings of an unlabelled text: maps jschardet's names to labels of `decodeAs`.
 */
const LATIN: Record<string, string> = {
  'Windows-1252': 'windows-1252',
  'ISO-8859-1': 'windows-1252',
  'Windows-1250': 'windows-1250',
  'ISO-8859-2': 'iso-8859-2',
  'Windows-1254': 'windows-1254',
  'ISO-8859-9': 'windows-1254',
  'Windows-1257': 'windows-1257',
}
/** Latin letters of DOS and of the old Macintosh, which programs still export. */
const OLD_LATIN: Record<string, string> = {
  MacRoman: 'macintosh',
  MacLatin2: 'maccenteuro',
  cp437: 'cp437',
  cp850: 'cp850',
  cp852: 'cp852',
  cp857: 'cp857',
}
const BYTES_IN_PAIRS: Record<string, string> = {
  CP932: 'shift_jis',
  SHIFT_JIS: 'shift_jis',
  Big5: 'big5',
  GB18030: 'gb18030',
  'EUC-JP': 'euc-jp',
  CP949: 'euc-kr',
  'EUC-KR': 'euc-kr',
}
const OTHERS: Record<string, string> = {
  'utf-16-le': 'utf-16le',
  'utf-16-be': 'utf-16be',
  'ISO-2022-JP': 'iso-2022-jp',
  'Windows-1251': 'windows-1251',
  MacCyrillic: 'x-mac-cyrillic',
  'KOI8-R': 'koi8-r',
  'koi8-u': 'koi8-u',
  'ISO-8859-5': 'iso-8859-5',
  IBM866: 'ibm866',
  'Windows-1253': 'windows-1253',
  'ISO-8859-7': 'iso-8859-7',
  'Windows-1255': 'windows-1255',
  'ISO-8859-8': 'iso-8859-8',
  'Windows-1256': 'windows-1256',
  'ISO-8859-6': 'iso-8859-6',
  CP874: 'windows-874',
  'TIS-620': 'windows-874',
}

/**
 * How many times as likely as windows-1252, by far the commonest, another Latin encoding must be.
 * The same holds for a two-byte encoding in a text without rows.
 */
const MARGIN = 1.2
/** How much stranger the text must be as windows-1252, for DOS and the old Macintosh to count. */
const LEAST_GAIN = 0.1
/** With more than this share of the characters in strange places, a guess is none. */
const MAX_STRANGENESS = 0.5

interface Guess {
  label: string
  /** How likely it is, from 0 to 2. */
  score: number
  /** See `strangenessOf`. */
  strangeness: number
}

/**
 * Guesses the encoding of unlabelled bytes that are not UTF-8, by how often their characters follow
 * each other in each language, and how many stand where they hardly ever do. Latin letters beyond
 * ASCII stand alone within words; letters of other scripts stand in rows. Without such rows, other
 * scripts are not considered.
 * @returns a label of `decodeAs`
 * @throws AppError file_unreadable if no known encoding fits
 */
export function encodingOf(bytes: Buffer): string {
  const lines = sampleOf(bytes, 'lines')
  const inRows = hasRows(lines)
  const pairs = pairsIn(lines)
  const known = {
    ...LATIN,
    ...OLD_LATIN,
    ...((inRows || pairs.length) && BYTES_IN_PAIRS),
    ...(inRows && OTHERS),
  }
  const pair = pairOf(sampleOf(bytes, 'words'), pairs, known)
  if (pair) return pair
  const guesses = guessesFor([lines, bytes.subarray(0, MAX_SAMPLE)], known)
  const western =
    guesses.find(({ label }) => label === WESTERN) ?? (inRows ? undefined : guessOf(lines, WESTERN))
  const best = guesses.find((guess) => !isIn(OLD_LATIN, guess.label) || isClearer(guess, guesses))
  const isLatin = !inRows || isIn(LATIN, best?.label)
  const isWestern = western && (!best || (isLatin && western.score * MARGIN > best.score))
  const chosen = isWestern ? western : best
  if (chosen && chosen.strangeness <= MAX_STRANGENESS) return chosen.label
  throw unreadable(UNKNOWN_ENCODING)
}

/** Whether a guess leaves fewer strange characters than the encodings of Windows do. */
function isClearer({ strangeness }: Guess, guesses: readonly Guess[]): boolean {
  const western = guesses.find(({ label }) => label === WESTERN)
  const latin = guesses.find(({ label }) => isIn(LATIN, label))
  return (
    (western?.strangeness ?? 1) >= strangeness + LEAST_GAIN &&
    (latin?.strangeness ?? 1) >= strangeness
  )
}

const isIn = (group: Record<string, string>, label: string | undefined) =>
  Object.values(group).includes(label ?? '')

/**
 * Returns the two-byte encoding of a text, of which the words beyond ASCII are given; undefined:
 * another encoding is likelier.
 */
function pairOf(words: Buffer, pairs: readonly Fit[], known: Record<string, string>) {
  if (!pairs.length) return undefined
  const certain = pairs.find(({ isCertain }) => isCertain)
  if (certain) return certain.label
  const best = detectAll(words, { minimumThreshold: 0 }).find(({ encoding }) =>
    Object.hasOwn(known, encoding ?? ''),
  )
  const label = known[best?.encoding ?? '']
  return pairs.some((pair) => pair.label === label) ? label : undefined
}

const UNKNOWN_ENCODING = 'Its character encoding is unknown. Save it as UTF-8, and upload that.'

/** Returns the guesses by several samples of a text, the first of which is shown to be text. */
function guessesFor(samples: readonly [Buffer, ...Buffer[]], known: Record<string, string>) {
  const guesses = new Map<string, Guess | undefined>()
  for (const sample of samples) {
    const found = detectAll(sample, { minimumThreshold: 0 })
    const top = found[0]?.confidence || 1
    const counted = new Set<string>()
    for (const { encoding, confidence } of found) {
      const label = known[encoding ?? '']
      if (!label || counted.has(label)) continue
      counted.add(label)
      if (!guesses.has(label)) guesses.set(label, guessOf(samples[0], label))
      const guess = guesses.get(label)
      if (guess) guess.score += (confidence / top) * (1 - guess.strangeness)
    }
  }
  return [...guesses.values()]
    .filter((guess) => guess !== undefined)
    .sort((left, right) => right.score - left.score)
}

/** Returns a guess without a score; undefined: the bytes are no text in this encoding. */
function guessOf(bytes: Buffer, label: string): Guess | undefined {
  // The last character does not count, because the limit of the sample may have cut it.
  const text = decodeAs(bytes, label).slice(0, -1)
  return isText(text) ? { label, score: 0, strangeness: strangenessOf(text) } : undefined
}

/** Whether at least a sixth of the bytes beyond ASCII stand in rows of three or more. */
function hasRows(bytes: Buffer): boolean {
  const signs = bytes.toString('latin1')
  const beyond = signs.match(/[\x80-\xff]/g)?.length ?? 0
  const rows = signs.match(/[\x80-\xff]{3,}/g)?.join('').length ?? 0
  return rows * 6 >= beyond
}

/** Whether at most one character in 200 is invalid. */
function isText(text: string): boolean {
  const strange = text.match(/[\ufffd\p{Co}\p{Cn}]|(?![\t\n\f\r])\p{Cc}/gu)?.length ?? 0
  return strange * 200 <= text.length
}
