import { connect, createServer, type Server, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { freePort } from './servers.ts'

/**
 * A proxy in front of a server. Closing it breaks connections and refuses new ones, as when the
 * server is down.
 */
export interface TcpProxy {
  /** The server's address through the proxy. */
  url: string
  open(): Promise<void>
  close(): Promise<void>
  /**
   * Keeps connections open and accepts new ones, but passes nothing on, like a server that hangs.
   */
  freeze(): void
  thaw(): void
  /**
   * Passes nothing more on existing connections, while new ones work, as when a server has vanished
   * and another has replaced it.
   */
  strand(): void
}

/** @param change alters the bytes that the server sends; by default it does not */
export async function makeProxy(
  target: string,
  change = (bytes: Buffer): Buffer => bytes,
): Promise<TcpProxy> {
  const to = new URL(target)
  const port = await freePort()
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let frozen = false
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  return {
    url: Object.assign(new URL(target), { host: `127.0.0.1:${port}` }).href,
    async open() {
      server = createServer((client) => {
        const upstream = connect(Number(to.port), to.hostname)
        const changing = new Transform({ transform: (bytes, _, done) => done(null, change(bytes)) })
        client.pipe(upstream)
        upstream.pipe(changing).pipe(client)
        for (const [socket, other] of [
          [client, upstream],
          [upstream, client],
        ] as const) {
          track(socket)
          socket.on('close', () => other.destroy())
          if (frozen) socket.pause()
        }
      })
      await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve))
    },
    async close() {
      const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
      for (const socket of sockets) socket.destroy()
      await closed
      server = undefined
    },
    strand() {
      for (const socket of sockets) socket.pause()
    },
    freeze() {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      frozen = false
      for (const socket of sockets) socket.resume()
    },
  }
}

/**
 * Makes what Parley sees of a pooler: each client gets a key, with a process id, that is not the
 * server's.
 */
export async function makePooler(target: string): Promise<TcpProxy> {
  const pooler = await makeProxy(target, (bytes) => {
    const at = bytes.indexOf(Buffer.from([75, 0, 0, 0, 12]))
    if (at >= 0) bytes.writeInt32BE(bytes.readInt32BE(at + 5) + 1, at + 5)
    return bytes
  })
  await pooler.open()
  return pooler
}
