import { parse } from 'tldts'

/** What an address goes on with. */
const SIGN = '[^\\s<>"\'`()[\\]{}|\\\\^]'

/**
 * What chat programs, mail and our widget make a link of wherever it stands, and what some of them fetch for a preview
 * before anybody has clicked: an address with its scheme, or a host's name with what follows it. Of one that begins within a word
 * the word stays.
 */
const BARE = new RegExp(
  `(?:(?<![a-z\\d])(?:https?:\\/\\/|mailto:)|(?<![\\w@./-])www\\.|:\\/\\/)${SIGN}+|` +
    `(?<![\\w@./-])(?<label>[a-z\\d-]{1,63})(?<parents>(?:\\.[a-z\\d-]{1,63}){1,8})(?<path>(?::\\d{1,5})?(?:[/?#]${SIGN}*)?)`,
  'gi',
)

/** The end of a text that may be the beginning of an address, or an address that may go on. */
export const UNFINISHED = [
  `(?:(?<![a-z\\d])(?:https?:\\/\\/|mailto:)|(?<![\\w@./-])www\\.|:\\/\\/)${SIGN}{0,2000}`,
  '(?<![a-z\\d])(?:h|ht|htt|https?|w|ww|www|m|ma|mai|mail|mailt|mailto)|(?:(?<![a-z\\d])https?)?:\\/?',
  // The first label of a host's name stays.
  `(?<=[a-z\\d-])\\.${SIGN}{0,2000}`,
]

/** Replaces an address that the model made up. */
const REMOVED = '(link removed)'

/** Behind an address that is whole: no sign that would go on with it, but perhaps the stop of a sentence. */
const ENDS = /^\/?[.,;:!?]{0,3}(?:$|[^\w/?#%&=~+@.-])/
/** What may stand before an address, so that it is not the rest of a longer one. */
const BEGINS = /(?:^|[^\w.@/%+-]|:\/\/)$/
/** Places of the same address in the prompt that are looked at. */
const MAX_PLACES = 1_000

/**
 * Whether an address stands in what the model was given, from its beginning to its end: one that only begins like another may
 * carry away what was said, or lead elsewhere. Its scheme may be left out.
 */
export function isGiven(address: string, given: string): boolean {
  const plain = address.replace(/^(?:(?:https?)?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, '')
  if (!plain) return false
  let at = -1
  for (let places = 0; places < MAX_PLACES; places++) {
    at = given.indexOf(plain, at + 1)
    if (at < 0) return false
    const end = at + plain.length
    if (ENDS.test(given.slice(end, end + 8)) && BEGINS.test(given.slice(Math.max(0, at - 3), at))) return true
  }
  return false
}

/** A text, prose or code, without the addresses that the model made up. A name such as `Shop.com` alone stays. */
export const withoutMadeUp = (text: string, given: string) =>
  text.replace(BARE, (found, ...more) => {
    const { label, parents, path } = more.at(-1) as Partial<Record<'label' | 'parents' | 'path', string>>
    const end = endOfAddress(found)
    if (isGiven(found.slice(0, end), given)) return found
    if (label === undefined) return `${found.startsWith(':') ? ' ' : ''}${REMOVED}${found.slice(end)}`
    return leadsAway(`${label}${parents}`, Boolean(path)) ? `${label} ${REMOVED}${found.slice(end)}` : found
  })

/** Names of RFC 2606 that stand for any other in examples. */
const RESERVED = new Set(['example', 'test'])

/** Whether a name without a scheme is a host's, as those of files seldom are, and could carry away what was said. */
function leadsAway(name: string, hasPath: boolean): boolean {
  const { isIcann, publicSuffix, subdomain } = parse(name)
  return Boolean(isIcann || RESERVED.has(publicSuffix ?? '')) && (hasPath || Boolean(subdomain))
}

/** A stop at its end is the sentence's. */
function endOfAddress(found: string): number {
  let end = found.length
  while (end > 0 && STOPS.includes(found[end - 1]!)) end--
  return end
}
const STOPS = '.,;:!?*_~。，；：！？、'
