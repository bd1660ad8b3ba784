import { CookieJar } from 'tough-cookie'

/**
 * The cookies of one reading of a page or site: some sites redirect until a cookie comes back that
 * they have set. They are kept in memory and end with the reading.
 */
export interface Cookies {
  /** Returns the value of the `Cookie` header for an address; empty: no cookie is for it. */
  headerFor(url: URL): string
  /** Keeps the cookies that an answer from this address sets. @returns whether any was new */
  keep(url: URL, setCookie: string | readonly string[] | undefined): boolean
  /** Copies the cookies, so that those of one page do not change what others are read as. */
  copy(): Cookies
}

/** The most cookies of a reading, and the most characters of each with its attributes. */
const MAX_COOKIES = 50
const MAX_CHARACTERS = 2_000
const isCookie = (line: string) => line.length <= MAX_CHARACTERS && /^\s*[^;\s]/.test(line)
/** The most characters of a request's cookies. Servers refuse headers of 8 kB and more. */
const MAX_SENT = 6_000

/**
 * Keeps cookies as RFC 6265 says: for the host that set them, or for its domain, unless that is a
 * public suffix such as `co.uk`. Hosts at different ports get no cookies of each other, unlike in
 * browsers: the ports of a trusted host may be different servers.
 * @param jars a jar for each port
 */
export function makeCookies(jars = new Map<string, CookieJar>(), count = 0): Cookies {
  const jarOf = ({ port }: URL) => {
    const jar = jars.get(port) ?? new CookieJar()
    jars.set(port, jar)
    return jar
  }
  const headerFor = (url: URL) => {
    const header = jarOf(url).getCookieStringSync(url.href)
    return header.length <= MAX_SENT ? header : ''
  }
  return {
    headerFor,
    keep(url, setCookie = []) {
      const before = headerFor(url)
      for (const line of [setCookie].flat().filter(isCookie))
        if (count++ < MAX_COOKIES)
          jarOf(url).setCookieSync(line, url.href, { ignoreError: true, loose: true })
      return headerFor(url) !== before
    },
    copy: () =>
      makeCookies(new Map([...jars].map(([port, jar]) => [port, jar.cloneSync()!])), count),
  }
}
