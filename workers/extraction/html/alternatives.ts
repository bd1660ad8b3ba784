/** The most characters of an alternative text. Longer ones are seldom written by people. */
const MAX_CHARACTERS = 1_000
/** The fewest words, or signs of scripts without blanks. Shorter texts name an icon or a person. */
const MIN_WORDS = 3
const MIN_SIGNS = 6
const FILE = /\.(?:jpe?g|png|gif|webp|svg|bmp|tiff?|avif|heic|ico)$/i
/** Beginnings that programs write where a picture has no text of its own, or that give orders. */
const WITHOUT =
  /^(?:this image has|image may contain|no (?:image|photo|alt)|missing|placeholder|click|tap|enlarge|open image|show image|view image|play video|loading|advertisement|illustration for article|(?:refer to|see) caption)/i
/** Words of decorations, which make a short text meaningless: `The logo of Rowe & Sons`. */
const DECORATION =
  /(?:^|[^\p{L}])(?:logo|icon|avatar|profile (?:picture|photo|image)|thumbnail|headshot|badge|emoji|banner)(?:$|[^\p{L}])/iu
const MAX_DECORATION_WORDS = 7

/**
 * Returns the alternative text of a picture if it says what the picture shows: at least three
 * words that are no file name, and name no icon, logo or placeholder.
 * @returns undefined for any other text
 */
export function meaningOf(alternative: string | null | undefined): string | undefined {
  const text = (alternative ?? '')
    .replace(/<[^<>]{0,500}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const words = text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word))
  const signs = text.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/gu)?.length ?? 0
  const isLong = words.length >= MIN_WORDS || signs >= MIN_SIGNS
  if (!isLong || text.length > MAX_CHARACTERS || FILE.test(text) || WITHOUT.test(text))
    return undefined
  return words.length <= MAX_DECORATION_WORDS && DECORATION.test(text) ? undefined : text
}
