/**
 * Invisible characters. They keep words from being found, and can hide text that only a model
 * reads: tag characters spell any ASCII text, variation selectors encode any bytes, and bidi
 * controls show a line in another order than it is read.
 *
 * Some invisible characters have a meaning in their place, and stay there, one at a time: joiners
 * in scripts whose letters join (Persian, Indic scripts), joiners and selectors in emoji, the flags
 * of England, Scotland and Wales, the variants of Han and Mongolian letters.
 */
const JOINING = [
  'Arab',
  'Syrc',
  'Nkoo',
  'Mong',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Mymr',
  'Khmr',
  'Tibt',
].map((script) => `\\p{scx=${script}}`)

const MEANT = [
  '(?<=\\p{Emoji})[\\ufe0e\\ufe0f]',
  '(?<=\\p{Emoji}\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})',
  `(?<=[${JOINING.join('')}])[\\u200c\\u200d]`,
  '(?<=\\p{scx=Han})[\\u{e0100}-\\u{e010f}]',
  '(?<=\\p{scx=Mong})[\\u180b-\\u180d\\u180f]',
]
const FLAGS =
  '(?<=\\u{1f3f4})\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}'
const HIDDEN = '[\\p{Default_Ignorable_Code_Point}\\p{Cc}\\ufff9-\\ufffb]'

const ANY = new RegExp(`(?![\\t\\n\\r])(?=${HIDDEN})(?:(${[FLAGS, ...MEANT].join('|')})|.)`, 'gsu')

/**
 * Finds any invisible character. Nearly every text has none, and this check takes a tenth of the
 * time of the replacement.
 */
const SOME = new RegExp(`(?![\\t\\n\\r])${HIDDEN}`, 'u')

/** Removes invisible characters, except where they have a meaning in their place. */
export const withoutHidden = (text: string): string =>
  SOME.test(text) ? text.replace(ANY, (_, meant?: string) => meant ?? '') : text
