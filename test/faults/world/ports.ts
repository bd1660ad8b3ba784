import { createServer } from 'node:net'

/**
 * Ports below those that systems give to outgoing connections (Linux from 32768, others from
 * 49152). While a server is down, no other process may take its port, and a client that retries the
 * port must not be connected to itself.
 */
const PORTS = { from: 12_000, to: 32_000 }
const given = new Set<number>()

/** Returns a port that stays free while its server is down. */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from))
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (free) await new Promise((resolve) => server.close(resolve))
  return free
}
