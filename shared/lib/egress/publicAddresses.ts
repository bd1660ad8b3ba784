import { isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The range of all public IPv6 addresses. Addresses outside it embed an IPv4 address or lead
 * nowhere.
 */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/**
 * Azure's metadata and DNS service, which every machine in Azure can reach at this address,
 * although it looks public.
 */
const METADATA = '168.63.129.16'

/** Whether an IP address, in any notation that a system returns, is on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const plain = ipaddr.process(isIPv6(address) ? inHex(address) : address)
  if (plain.range() !== 'unicast' || plain.toString() === METADATA) return false
  return plain.kind() === 'ipv4' || plain.match(GLOBAL_UNICAST)
}

/** Writes an IPv6 address in hex, because ipaddr.js mistakes `::8.8.8.8` for an IPv4 address. */
const inHex = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1)

/**
 * Parses a comma-separated list of `host:port`, and of `host`, which stands for the ports 80 and
 * 443.
 */
export function parseHosts(list: string): ReadonlySet<string> {
  return new Set(
    list
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
  )
}

/**
 * Returns why a URL may not be fetched, judging by the URL alone; undefined: it may, if its host is
 * public.
 */
export function whyNotAllowed(url: URL, trustedHosts: ReadonlySet<string>): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return 'Only http and https can be fetched.'
  if (url.username || url.password) return 'A URL with a user name or password is not fetched.'
  if (isTrusted(url, trustedHosts)) return undefined
  if (url.port) return 'Only the ports 80 and 443 can be fetched.'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLocalName = host.endsWith('.') || /(^|\.)localhost$/.test(host)
  if (isLocalName || (isIP(host) && !isPublicAddress(host))) return NOT_PUBLIC
  return undefined
}

export const NOT_PUBLIC = 'The address is not on the public internet.'

/** Whether the operator listed the URL's host. */
export const isTrusted = ({ hostname, host, port }: URL, trustedHosts: ReadonlySet<string>) =>
  trustedHosts.has(host) || (!port && trustedHosts.has(hostname))
