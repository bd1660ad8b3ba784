import type { PageFacts } from '../extraction/contract/messages.ts'

/** Whether two addresses belong to one site: their hosts are equal, apart from a leading `www.`. */
export const isSameSite = (left: URL, right: URL) => siteOf(left) === siteOf(right)

const siteOf = ({ host }: URL) => host.replace(/^www\./, '')

/**
 * Normalizes an address for comparing, fetching and citing: drops its fragment, its tracking
 * parameters and its session ids.
 */
export function plain(address: string | URL): string {
  const url = new URL(address)
  url.hash = ''
  const pathname = url.pathname.replace(/;(?:jsessionid|phpsessid|sid)=[^/;]*/gi, '')
  if (pathname !== url.pathname) url.pathname = pathname
  const fields = url.search.slice(1).split('&')
  const kept = fields.filter((field) => !isTracking(field))
  if (kept.length < fields.length) url.search = kept.join('&')
  return url.href
}

/**
 * Parameters of campaigns, advertisements and mailings, and session ids of servers without cookies.
 */
const TRACKING =
  /^(?:utm_\w+|(?:g|fb|y|d|tw|tt)clid|msclkid|irclickid|gclsrc|gbraid|wbraid|srsltid|igshid|igsh|mc_[ce]id|_ga|_gl|_hs(?:enc|mi)|__hs\w+|hsa_\w+|hsctatracking|mkt_tok|li_fat_id|oly_\w+_id|vero_(?:id|conv)|wickedid|_openstat|(?:mtm|pk|piwik|matomo)_\w+|s_kwcid|ef_id|rb_clickid|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken|oscsid|zenid|sess(?:ion)?_?id)$/i
/**
 * `sid` and `session` count as session ids only if the value looks so: 20 characters or more,
 * with a digit.
 */
const SESSION = /^(?:sid|session)=(?=[^&]*\d)[\da-z]{20,}$/i

const isTracking = (field: string) => TRACKING.test(field.split('=', 1)[0]!) || SESSION.test(field)

const MAX_CHARACTERS = 500
const MAX_SEGMENTS = 15
/**
 * The number of equal segments from which a path counts as endless: it comes from a link that leads
 * back to itself and grows each time.
 */
const REPEATED = 3

/** Whether an address looks like part of a series that never ends. */
export function isEndless({ pathname, search }: URL): boolean {
  if (pathname.length + search.length > MAX_CHARACTERS) return true
  const segments = pathname.split('/').filter(Boolean)
  if (segments.length > MAX_SEGMENTS) return true
  const times = new Map<string, number>()
  for (const segment of segments) times.set(segment, (times.get(segment) ?? 0) + 1)
  return Math.max(0, ...times.values()) >= REPEATED
}

/**
 * Returns a key that addresses share if they differ only in numbers or query, such as the months of
 * a calendar or the pages of a list.
 */
export const seriesOf = ({ pathname, search }: URL) =>
  pathname.replace(/\d+/g, '0') + (search && '?')

/** Returns the name of a page without a title: its file name, else its host. */
export function nameOf({ pathname, hostname }: URL): string {
  const name = pathname.split('/').findLast(Boolean) ?? hostname
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/**
 * Returns the canonical address that a page names, if it is on the same site; undefined: none. The
 * start page is ignored as the canonical address of other pages, because faulty templates name it
 * on every page.
 */
export function canonicalOf(found: URL, facts: PageFacts | undefined): string | undefined {
  if (!facts?.canonical) return undefined
  const canonical = new URL(facts.canonical)
  if (!isSameSite(canonical, found)) return undefined
  return canonical.pathname === '/' && found.pathname !== '/' ? undefined : plain(canonical)
}
