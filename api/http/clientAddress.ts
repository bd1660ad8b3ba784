import ipaddr from 'ipaddr.js'

/**
 * The key that a client's requests are counted by: an IPv4 address, or the /64 of an IPv6 address, because one customer of an
 * internet provider has all of that. Everything that is not an address counts as one client.
 *
 * @param text as `ctx.ip` has it; some routers add a port
 */
export const clientAddress = (text: string): string => clientNetworks(text)[0]!.network

/** Widths of IPv6 networks in bits, and how many times one client's limit the whole network has. */
const NETWORKS = [
  [64, 1],
  // A household, or one server that was rented.
  [56, 2],
  // A company, or 256 households.
  [48, 8],
] as const

/** The client's own address and the networks around it that a single customer may have, the narrowest first. */
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
