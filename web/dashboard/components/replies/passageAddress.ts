/** Most characters of a quote in an address. */
const MAX_QUOTE = 200

/**
 * Returns the address of a knowledge entry, scrolled to the passage with this quote, which is
 * marked. Empty: the entry itself.
 */
export const passageAddress = (kind: string, id: string, quote: string): string =>
  `/knowledge/${kind}/${id}${quote && `?${new URLSearchParams({ passage: quote.slice(0, MAX_QUOTE) })}`}`
