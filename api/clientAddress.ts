import ipaddr from 'ipaddr.js'

/**
 * What a client's requests are counted by: an IPv4 address, or the /64 of an IPv6 address, because a single customer of
 * an internet provider has all of it. What is no address counts as one client.
 *
 * @param text as `ctx.ip` has it; some routers add a port
 */
export function clientAddress(text: string): string {
  const [, bracketed, beforePort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const plain = bracketed ?? beforePort ?? text
  if (!ipaddr.IPv4.isValidFourPartDecimal(plain) && !ipaddr.IPv6.isValid(plain)) return 'unknown'
  const address = ipaddr.process(plain)
  if (address instanceof ipaddr.IPv4) return address.toString()
  const network = address.parts.map((part, index) => (index < 4 ? part : 0))
  return `${new ipaddr.IPv6(network).toString()}/64`
}
