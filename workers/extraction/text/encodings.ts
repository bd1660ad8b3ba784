import { detectAll } from 'jschardet'
import { unreadable } from '../contract/messages.ts'
import { decodeAs, WESTERN } from './decoding.ts'

/** The most bytes that are examined. More bytes do not improve the guess. */
const MAX_BYTES = 64 * 1024

/**
 * The possible encodings of an unlabelled text: maps jschardet's names to labels of `TextDecoder`.
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
const BYTES_IN_PAIRS: Record<string, string> = {
  CP932: 'shift_jis',
  SHIFT_JIS: 'shift_jis',
  Big5: 'big5',
}
const OTHERS: Record<string, string> = {
  'utf-16-le': 'utf-16le',
  'utf-16-be': 'utf-16be',
  GB18030: 'gb18030',
  'EUC-JP': 'euc-jp',
  'ISO-2022-JP': 'iso-2022-jp',
  CP949: 'euc-kr',
  'EUC-KR': 'euc-kr',
  'Windows-1251': 'windows-1251',
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

/**
 * Guesses the encoding of unlabelled bytes that are not UTF-8, by how often their characters follow
 * each other in each language. Latin letters beyond ASCII stand alone within words; letters of
 * other scripts stand in rows. Without such rows, other scripts are not considered.
 * @returns a label of `TextDecoder`
 * @throws AppError file_unreadable if no known encoding fits
 */
export function encodingOf(bytes: Buffer): string {
  const start = bytes.subarray(0, MAX_BYTES)
  const inRows = hasRows(start)
  const known = { ...LATIN, ...BYTES_IN_PAIRS, ...(inRows && OTHERS) }
  const found = detectAll(start, { minimumThreshold: 0 })
    .map(({ encoding, confidence }) => ({ label: known[encoding ?? ''], confidence }))
    .filter(({ label }) => label && isText(start, label))
  const best = found[0]
  const western = found.find(({ label }) => label === WESTERN)
  const isLatin = !inRows || Object.values(LATIN).includes(best?.label ?? '')
  if (best && !(isLatin && western && western.confidence * MARGIN > best.confidence))
    return best.label!
  if (western || (!inRows && isText(start, WESTERN))) return WESTERN
  throw unreadable(UNKNOWN_ENCODING)
}

const UNKNOWN_ENCODING = 'Its character encoding is unknown. Save it as UTF-8, and upload that.'

/** Whether at least a sixth of the bytes beyond ASCII stand in rows of three or more. */
function hasRows(bytes: Buffer): boolean {
  const signs = bytes.toString('latin1')
  const beyond = signs.match(/[\x80-\xff]/g)?.length ?? 0
  const rows = signs.match(/[\x80-\xff]{3,}/g)?.join('').length ?? 0
  return rows * 6 >= beyond
}

/**
 * Whether at most one character in 200 is invalid. The last character does not count, because the
 * limit may have cut it.
 */
function isText(bytes: Buffer, label: string): boolean {
  const text = decodeAs(bytes, label).slice(0, -1)
  const strange = text.match(/[\ufffd\p{Co}\p{Cn}]|(?![\t\n\f\r])\p{Cc}/gu)?.length ?? 0
  return strange * 200 <= text.length
}
