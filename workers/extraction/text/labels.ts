/** Windows code pages and what else has a number, by the labels that `decodeAs` knows. */
const PAGES: Readonly<Record<number, string>> = {
  ...named('cp', [437, 720, 737, 775, 850, 852, 855, 857, 858, 860, 861, 862, 863, 864, 865, 869]),
  ...named('windows-', [874, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258]),
  866: 'ibm866',
  932: 'shift_jis',
  936: 'gbk',
  943: 'shift_jis',
  949: 'euc-kr',
  950: 'big5',
  1125: 'cp1125',
  1200: 'utf-16le',
  1201: 'utf-16be',
  10000: 'macintosh',
  10006: 'macgreek',
  10007: 'x-mac-cyrillic',
  10029: 'maccenteuro',
  10081: 'macturkish',
  20127: 'windows-1252',
  20866: 'koi8-r',
  20932: 'euc-jp',
  21866: 'koi8-u',
  50220: 'iso-2022-jp',
  50221: 'iso-2022-jp',
  50222: 'iso-2022-jp',
  51932: 'euc-jp',
  51936: 'gbk',
  51949: 'euc-kr',
  54936: 'gb18030',
  65000: 'utf-7',
  65001: 'utf-8',
}

function named(prefix: string, pages: readonly number[]): Record<number, string> {
  return Object.fromEntries(pages.map((page) => [page, prefix + page]))
}

/** Encodings that are not WHATWG's, so that only iconv-lite reads them. */
export const NOT_WHATWG: ReadonlySet<string> = new Set([
  ...Object.values(PAGES).filter((label) => /^(?:cp|mac(?!intosh))/.test(label)),
  ...['iso-8859-16', 'maccroatian', 'maciceland', 'macromania', 'utf-7', 'utf-32le', 'utf-32be'],
])

/**
 * Labels that mail programs and servers write and WHATWG's list lacks, in small letters and without
 * a prefix, blanks and punctuation. The first that matches counts.
 */
const OTHER_LABELS: readonly [label: RegExp, encoding: string][] = [
  [/^(?:unicode11)?u(?:tf|ft)0?8/, 'utf-8'],
  [/^(?:unicode11)?utf7/, 'utf-7'],
  [/^(?:utf|ucs)(?:16|2)be$/, 'utf-16be'],
  [/^(?:utf|ucs)(?:16|2)/, 'utf-16le'],
  [/^(?:utf32|ucs4)be$/, 'utf-32be'],
  [/^(?:utf32|ucs4)/, 'utf-32le'],
  [/^(?:us)?ascii|^ansix34|^iso646us|^iso8859$/, 'windows-1252'],
  [/^latin(?:9|0)$/, 'iso-8859-15'],
  [/^(?:mac|apple)(?:os)?(?:roman)?$/, 'macintosh'],
  [/^mac(?:ce|centraleurope|centraleurroman|latin2)$/, 'maccenteuro'],
  [/^maccyrillic|^macukrain/, 'x-mac-cyrillic'],
  [/^shiftjis|^windows31j|^mskanji|^sjis/, 'shift_jis'],
  [/^eucjp/, 'euc-jp'],
  [/^iso2022jp/, 'iso-2022-jp'],
  [/^euckr|^ksc?5601|^ksc5861|^uhc$/, 'euc-kr'],
  [/^euccn|^cngb|^gb2312|^gbk/, 'gbk'],
  [/^gb18030/, 'gb18030'],
  [/^big5/, 'big5'],
  [/^koi8r/, 'koi8-r'],
  [/^koi8u/, 'koi8-u'],
  [/^tis620/, 'windows-874'],
]

/**
 * Finds the encoding that a label means, as senders and pages write it: `ISO8859_15`, `cp-850`,
 * `x-mac-roman`, `unicode-1-1-utf-7`.
 * @returns a label that `decodeAs` knows; undefined: the label names no encoding, such as `default`
 */
export function encodingNamed(label: string): string | undefined {
  const written = label.trim().toLowerCase()
  const short = written.replace(/^["']|["']$/g, '').slice(0, MAX_LABEL)
  return NOT_WHATWG.has(short) ? short : (whatwgNamed(short) ?? byLooseName(short))
}

/** The most characters of a label. Real ones have at most 45. */
const MAX_LABEL = 60

function byLooseName(short: string): string | undefined {
  const key = short.replace(/^(?:x-|cs(?!_))/, '').replace(/[^a-z0-9]/g, '')
  const [, page] =
    /^(?:cp|windows|wincp|win|msdos|ms|ibm|dos|oem|codepage|pc)?0*(\d{3,5})(?:mt|nt)?$/.exec(key) ??
    []
  if (page && PAGES[Number(page)]) return PAGES[Number(page)]
  const [, part] = /^iso0?8859(\d{1,2})/.exec(key) ?? []
  if (part) return whatwgNamed(`iso-8859-${part}`) ?? (part === '16' ? 'iso-8859-16' : undefined)
  return OTHER_LABELS.find(([pattern]) => pattern.test(key))?.[1] ?? whatwgNamed(key)
}

/** Returns WHATWG's name of an encoding; undefined: the platform has none of this label. */
function whatwgNamed(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

/** Returns the encoding of a code page by its number; undefined: it is not known. */
export const encodingOfPage = (page: number): string | undefined => PAGES[page]
