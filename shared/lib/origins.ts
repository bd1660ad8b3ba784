import { parse } from 'tldts'
import { parseUrl } from './parseUrl.ts'

/** A host name has at most 253 characters. */
export const MAX_ORIGIN_LENGTH = 270

/** Stands in for `*.`, which the URL parser does not accept. */
const STAND_IN = 'wildcard.'

/**
 * Reads an entry of a list of allowed origins: only scheme, host and port, as browsers send them,
 * or `https://*.example.com` for all subdomains.
 * @returns the entry in its stored form, or what is wrong with the text and what to write instead
 */
export function readOrigin(text: string): { origin: string } | { problem: string } {
  const given = text.trim().replace(/(?<=[^/])\/$/, '')
  const { scheme, rest } = /^(?:(?<scheme>[a-z][a-z\d+.-]*):(?=\/\/))?(?:\/\/)?(?<rest>.*)$/is.exec(
    given,
  )!.groups!
  if (given === '*' || rest === '*')
    return {
      problem: 'would let every site in: list each origin, such as https://shop.example.com',
    }
  if (given.toLowerCase() === 'null')
    return {
      problem: 'cannot be allowed: every sandboxed page and every file sends it',
    }
  const hasScheme = given.includes('://')
  if (hasScheme && !/^https?$/i.test(scheme!))
    return { problem: `must begin with https://${EXAMPLE}` }
  const likely = /^(localhost|127\.|\[::1\])/i.test(rest!) ? 'http' : 'https'
  const plain = (hasScheme ? given : `${likely}://${rest}`).replace('://*.', `://${STAND_IN}`)
  const url = parseUrl(plain)
  if (given === '' || /\s/.test(given) || !url) return { problem: `is no origin${EXAMPLE}` }
  const origin = url.origin.replace(`://${STAND_IN}`, '://*.')
  if (url.host.includes('*'))
    return {
      problem:
        '* stands for whole names before a domain, as in https://*.example.com, and for nothing else',
    }
  // Strangers can have sites below a public suffix such as co.uk or github.io.
  if (
    origin.includes('*') &&
    parse(url.hostname, { allowPrivateDomains: true }).domain === url.hostname
  )
    return {
      problem: `would let in every site below ${url.hostname.slice(STAND_IN.length)}: name a domain of yours`,
    }
  if (origin === given.toLowerCase()) return { origin }
  const why = hasScheme ? reason(url, given) : 'has no scheme'
  return { problem: `${why}: write ${origin}` }
}

const EXAMPLE = ', such as https://shop.example.com'

function reason(url: URL, given: string): string {
  if (url.username || url.password) return 'has a user name in it'
  if (url.pathname !== '/' || url.search || url.hash) return 'has more than scheme, host and port'
  if (/:\d*$/.test(given)) return 'names a port that browsers leave out'
  return 'is not written as browsers send it'
}
