/**
 * Maps the characters of Indic scripts to Devanagari: their Unicode blocks of 128 have the same
 * layout.
 */
const asDevanagari = (token: string) =>
  token.replace(/[\u0980-\u0d7f]/g, (sign) =>
    String.fromCharCode(0x900 + (sign.charCodeAt(0) % 0x80)),
  )

/**
 * One syllable, such as `के` or `क्यू`: the first syllable of a name, or the name of a Latin
 * letter.
 */
const SYLLABLE =
  /^[\u0900-\u0d7f]$|^(?=[\u0900-\u0d7f])\p{L}[\p{M}\u200c\u200d]*(?:(?<=\u094d\u200d?)\p{L}\p{M}*)?$/u
/** Names of Latin letters that begin with a vowel: `एम`, `आर`. Southern languages add a virama. */
const NAMED_WITH_VOWEL = /^[एऎआऐ][फमनलरसचक]\u094d?$/u

/** Verbs and particles of one syllable that may end a sentence. */
const ENDING = new Set(
  'है हैं हो हूँ हूं था थी थे थीं की दी ली दो लो गा गी गे दे ले ही भी છે છો છું ના હા નહિ ਹੈ ਹਾਂ ਸੀ না হ্যাঁ কি নয়'.split(
    ' ',
  ),
)

/** Whether a word in an Indic script is a name's initial: `के. शर्मा`. */
export function isIndicInitial(token: string): boolean {
  if (!/^[\u0900-\u0d7f]/.test(token)) return false
  const plain = asDevanagari(token)
  return (SYLLABLE.test(plain) && !ENDING.has(token)) || NAMED_WITH_VOWEL.test(plain)
}
