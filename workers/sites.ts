import type { PageFacts } from './extract.ts'

/** Whether two addresses are of one site: their hosts are the same but for a `www.`. */
export const isSameSite = (one: URL, other: URL) => siteOf(one) === siteOf(other)

const siteOf = ({ host }: URL) => host.replace(/^www\./, '')

/** An address as it is compared: without the place within the page. */
export function plain(address: string | URL): string {
  const url = new URL(address)
  url.hash = ''
  return url.href
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
