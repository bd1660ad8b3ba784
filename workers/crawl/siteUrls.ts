import type { PageFacts } from '../extraction/contract/messages.ts'

/** Whether two addresses are of one site: their hosts are the same but for a `www.`. */
export const isSameSite = (one: URL, other: URL) => siteOf(one) === siteOf(other)

const siteOf = ({ host }: URL) => host.replace(/^www\./, '')

/**
 * An address as it is compared, fetched and cited: without the place within the page, and without what tells only where
 * its reader came from or who it is.
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

/** What campaigns, advertisers and mailings add to links, and sessions of servers that set no cookies. */
const TRACKING =
  /^(?:utm_\w+|(?:g|fb|y|d|tw|tt)clid|msclkid|irclickid|gclsrc|gbraid|wbraid|srsltid|igshid|igsh|mc_[ce]id|_ga|_gl|_hs(?:enc|mi)|__hs\w+|hsa_\w+|hsctatracking|mkt_tok|li_fat_id|oly_\w+_id|vero_(?:id|conv)|wickedid|_openstat|(?:mtm|pk|piwik|matomo)_\w+|s_kwcid|ef_id|rb_clickid|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken|oscsid|zenid|sess(?:ion)?_?id)$/i
/** Another name of sessions is so only with a value like one. */
const SESSION = /^(?:sid|session)=(?=[^&]*\d)[\da-z]{20,}$/i

const isTracking = (field: string) => TRACKING.test(field.split('=', 1)[0]!) || SESSION.test(field)

const MAX_CHARACTERS = 500
const MAX_SEGMENTS = 15
/** A segment that stands so often in a path is one that leads back to itself, and makes each address longer. */
const REPEATED = 3

/** Whether an address looks like one of a series that never ends. */
export function isEndless({ pathname, search }: URL): boolean {
  if (pathname.length + search.length > MAX_CHARACTERS) return true
  const segments = pathname.split('/').filter(Boolean)
  if (segments.length > MAX_SEGMENTS) return true
  const times = new Map<string, number>()
  for (const segment of segments) times.set(segment, (times.get(segment) ?? 0) + 1)
  return Math.max(0, ...times.values()) >= REPEATED
}

/** What addresses have in common that differ by numbers or by their query: the months of a calendar, the pages of a list. */
export const seriesOf = ({ pathname, search }: URL) => pathname.replace(/\d+/g, '0') + (search && '?')

/** What a page is called that does not say so: the name of its file, or its host. */
export function nameOf({ pathname, hostname }: URL): string {
  const name = pathname.split('/').findLast(Boolean) ?? hostname
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/**
 * The address that a page wants to be known by, if it is one of its own site; undefined: none. Where every page of a
 * site names the start page, that is a mistake of its template.
 */
export function canonicalOf(found: URL, facts: PageFacts | undefined): string | undefined {
  if (!facts?.canonical) return undefined
  const canonical = new URL(facts.canonical)
  if (!isSameSite(canonical, found)) return undefined
  return canonical.pathname === '/' && found.pathname !== '/' ? undefined : plain(canonical)
}
