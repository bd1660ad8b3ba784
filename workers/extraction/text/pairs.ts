/**
 * The encodings of Chinese, Japanese and Korean in which a character is two bytes: rows of their
 * frequent characters, which are the first level of each standard, with kana, Hangul and signs; and
 * kana alone. The bytes are matched as characters of Latin-1.
 */
const PAIRS: readonly { label: string; rows: RegExp; kana?: RegExp }[] = [
  {
    label: 'shift_jis',
    rows: /(?:[\x81-\x83\x88-\x97][\x40-\x7e\x80-\xfc]|\x98[\x40-\x72])+/g,
    kana: /\x82[\x9f-\xf1]|\x83[\x40-\x96]/g,
  },
  {
    label: 'euc-jp',
    rows: /(?:[\xa1\xa3-\xa5\xb0-\xcf][\xa1-\xfe])+/g,
    kana: /[\xa4\xa5][\xa1-\xf6]/g,
  },
  { label: 'gb18030', rows: /(?:[\xa1\xa3\xb0-\xd7][\xa1-\xfe])+/g },
  { label: 'euc-kr', rows: /(?:[\xa1\xa3\xb0-\xc8][\xa1-\xfe])+/g },
  { label: 'big5', rows: /(?:[\xa1-\xc6][\x40-\x7e\xa1-\xfe])+/g },
]

/** The least share of the bytes beyond ASCII that belong to frequent characters. */
const MIN_FREQUENT = 0.95
/** The least share of these that stand beside another: `it’s` is one pair, alone within a word. */
const MIN_IN_ROWS = 0.5
const MIN_KANA = 0.4

/** An encoding that the bytes may be in, because nearly all their characters are frequent in it. */
export interface Fit {
  label: string
  /** Whether so many are kana that no other encoding is possible. */
  isCertain: boolean
}

/** Returns the two-byte encodings that the bytes may be in. */
export function pairsIn(bytes: Buffer): Fit[] {
  const signs = bytes.toString('latin1')
  const beyond = countBeyond(signs)
  return PAIRS.flatMap(({ label, rows: pattern, kana }) => {
    const rows = signs.match(pattern) ?? []
    const covered = countBeyond(rows.join(''))
    const inRows = countBeyond(rows.filter((row) => row.length > 2).join(''))
    if (!covered || covered < beyond * MIN_FREQUENT || inRows < covered * MIN_IN_ROWS) return []
    const characters = rows.join('').length / 2
    const isCertain = ((kana && signs.match(kana)?.length) || 0) >= characters * MIN_KANA
    return [{ label, isCertain }]
  })
}

const countBeyond = (signs: string) => signs.match(/[\x80-\xff]/g)?.length ?? 0
