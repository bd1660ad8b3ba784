import { parse } from 'tldts'

/** A character that can continue an address. */
const SIGN = '[^\\s<>"\'`()[\\]{}|\\\\^]'

/**
 * Matches an address with its scheme, or a host name with its path, if any. Chat programs, mail
 * programs and our widget turn these into links, and some fetch a preview before anyone clicks.
 * Inside a word, a match begins at `://`, so the word stays.
 */
const BARE = new RegExp(
  `(?:(?<![a-z\\d])(?:https?:\\/\\/|mailto:)|(?<![\\w@./-])www\\.|:\\/\\/)${SIGN}+|` +
    `(?<![\\w@./-])(?<label>[a-z\\d-]{1,63})(?<parents>(?:\\.[a-z\\d-]{1,63}){1,8})(?<path>(?::\\d{1,5})?(?:[/?#]${SIGN}*)?)`,
  'gi',
)

/** Patterns for the end of a text at which an address may begin or go on. */
export const UNFINISHED = [
  `(?:(?<![a-z\\d])(?:https?:\\/\\/|mailto:)|(?<![\\w@./-])www\\.|:\\/\\/)${SIGN}{0,2000}`,
  '(?<![a-z\\d])(?:h|ht|htt|https?|w|ww|www|m|ma|mai|mail|mailt|mailto)|(?:(?<![a-z\\d])https?)?:\\/?',
  // The first label of a host name is left out, because it stays.
  `(?<=[a-z\\d-])\\.${SIGN}{0,2000}`,
]

/** Replaces an address that the model made up. */
const REMOVED = '(link removed)'

/** Matches the text after a whole address: a full stop at most, but no further part of it. */
const ENDS = /^\/?[.,;:!?]{0,3}(?:$|[^\w/?#%&=~+@.-])/
/** Matches the text before an address that is not the end of a longer address. */
const BEGINS = /(?:^|[^\w.@/%+-]|:\/\/)$/
/** The most places of an address in the prompt that are checked. */
const MAX_PLACES = 1_000

/**
 * Whether the prompt has this whole address, with or without its scheme. An address that only
 * begins like a given address may leak the conversation, or lead elsewhere.
 */
export function isGiven(address: string, given: string): boolean {
  const plain = address.replace(/^(?:(?:https?)?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, '')
  if (!plain) return false
  let at = -1
  for (let places = 0; places < MAX_PLACES; places++) {
    at = given.indexOf(plain, at + 1)
    if (at < 0) return false
    const end = at + plain.length
    if (ENDS.test(given.slice(end, end + 8)) && BEGINS.test(given.slice(Math.max(0, at - 3), at)))
      return true
  }
  return false
}

/**
 * Removes the addresses that the model made up from prose or code. A bare name such as `Shop.com`
 * stays.
 */
export const withoutMadeUp = (text: string, given: string) =>
  text.replace(BARE, (found, ...more) => {
    const { label, parents, path } = more.at(-1) as Partial<
      Record<'label' | 'parents' | 'path', string>
    >
    const end = endOfAddress(found)
    if (isGiven(found.slice(0, end), given)) return found
    if (label === undefined)
      return `${found.startsWith(':') ? ' ' : ''}${REMOVED}${found.slice(end)}`
    return leadsAway(`${label}${parents}`, Boolean(path))
      ? `${label} ${REMOVED}${found.slice(end)}`
      : found
  })

/** Top-level domains that RFC 2606 reserves for examples and tests. */
const RESERVED = new Set(['example', 'test'])

/**
 * Whether a name without a scheme is a host name, unlike most file names, and could leak the
 * conversation.
 */
function leadsAway(name: string, hasPath: boolean): boolean {
  const { isIcann, publicSuffix, subdomain } = parse(name)
  return Boolean(isIcann || RESERVED.has(publicSuffix ?? '')) && (hasPath || Boolean(subdomain))
}

/** Returns the end of an address, without the punctuation of its sentence. */
function endOfAddress(found: string): number {
  let end = found.length
  while (end > 0 && STOPS.includes(found[end - 1]!)) end--
  return end
}
const STOPS = '.,;:!?*_~。，；：！？、'
