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

/**
 * @param change alters the bytes that the server sends; by default it does not
 * @param answer what the proxy answers itself to the first bytes of a client; null: nothing
 */
export async function makeProxy(
  target: string,
  change = (bytes: Buffer): Buffer => bytes,
  answer = (_bytes: Buffer): Buffer | null => null,
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
        client.once('data', (bytes) => {
          const own = answer(bytes)
          if (own) return client.end(own)
          upstream.write(bytes)
          return client.pipe(upstream)
        })
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
 * @param takesOptions false: as PgBouncer, it refuses a connection with `options`
 */
export async function makePooler(target: string, takesOptions = true): Promise<TcpProxy> {
  const pooler = await makeProxy(
    target,
    (bytes) => {
      const at = bytes.indexOf(Buffer.from([75, 0, 0, 0, 12]))
      if (at >= 0) bytes.writeInt32BE(bytes.readInt32BE(at + 5) + 1, at + 5)
      return bytes
    },
    (bytes) => (!takesOptions && bytes.includes('options\0') ? REFUSED_OPTIONS : null),
  )
  await pooler.open()
  return pooler
}

/** PgBouncer's ErrorResponse, in PostgreSQL's protocol. */
const REFUSED_OPTIONS = errorResponse('unsupported startup parameter: options')

function errorResponse(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
