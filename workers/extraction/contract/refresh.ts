/**
 * The most seconds after which a refresh counts as a redirect. A page that is shown for longer is
 * meant to be read.
 */
const MAX_SECONDS = 5

/** Matches the seconds, what separates them from the address, and `url=`, which may be missing. */
const REFRESH = /^\s*(\d{0,9})(?:\.[\d.]*)?(?:$|\s*[;,]\s*|\s+)(.*)$/s
const URL_SIGN = /^url\s*=\s*/i

/**
 * Reads the content of `<meta http-equiv="refresh">` or of the header `Refresh`, as the HTML
 * standard says (shared declarative refresh steps): `0; url='/new'`, `0;/new`, `5`.
 * @returns the address to go to, unchanged; empty: the page itself; undefined: the page
 *   stays for longer than 5 seconds, or the content says nothing
 */
export function refreshTarget(content: string): string | undefined {
  const [, seconds, rest = ''] = REFRESH.exec(content) ?? []
  if (seconds === undefined || !/^\s*[\d.]/.test(content)) return undefined
  if (Number(seconds) > MAX_SECONDS) return undefined
  const address = rest.replace(URL_SIGN, '')
  const quote = /^["']/.exec(address)?.[0]
  return quote ? address.slice(1).split(quote, 1)[0]!.trim() : address.trim()
}
