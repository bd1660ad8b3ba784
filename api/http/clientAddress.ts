import ipaddr from 'ipaddr.js'

/**
 * Returns the key by which a client's requests are counted: an IPv4 address, or the /64 of an IPv6
 * address, because internet providers give each customer at least that. Texts that are not
 * addresses share one key.
 * @param text `ctx.ip`; some routers add a port
 */
export const clientAddress = (text: string): string => clientNetworks(text)[0]!.network

/**
 * Prefix lengths of IPv6 networks in bits, and how many times one client's limit each network has.
 */
const NETWORKS = [
  [64, 1],
  // A household or a rented server.
  [56, 2],
  // A company, or 256 households.
  [48, 8],
] as const

/**
 * Returns the client's address and the networks around it that one customer may have, narrowest
 * first.
 */
export function clientNetworks(text: string): { network: string; times: number }[] {
  const [, bracketed, beforePort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const plain = bracketed ?? beforePort ?? text
  if (!ipaddr.IPv4.isValidFourPartDecimal(plain) && !ipaddr.IPv6.isValid(plain))
    return [{ network: 'unknown', times: 1 }]
  const address = ipaddr.process(plain)
  if (address instanceof ipaddr.IPv4) return [{ network: address.toString(), times: 1 }]
  return NETWORKS.map(([bits, times]) => ({
    network: `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`,
    times,
  }))
}
