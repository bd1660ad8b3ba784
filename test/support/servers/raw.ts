import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A server that says what a test writes to its sockets. */
export interface RawServer {
  url: string
  /** `host:port`, for EGRESS_ALLOWED_HOSTS. */
  host: string
  /** How many connections were made. */
  connections(): number
  close(): Promise<void>
}

/** Starts a server of TCP on this machine. @param answer called with each connection */
export const startRaw = (answer: (socket: Socket) => void): Promise<RawServer> =>
  listening(createServer(answer))

export const canMakeCertificates = spawnSync('openssl', ['version']).status === 0

/** Starts a server of TLS whose certificate nobody has signed; it needs openssl. */
export async function startUntrusted(): Promise<RawServer> {
  const folder = mkdtempSync(join(tmpdir(), 'untrusted-'))
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const made = `-newkey rsa:2048 -keyout ${key} -out ${cert} -days 1 -subj /CN=127.0.0.1`
    const asked = ['req', '-x509', '-nodes', ...made.split(' ')]
    execFileSync('openssl', asked, { stdio: 'ignore' })
    const server = createTlsServer(
      { key: readFileSync(key), cert: readFileSync(cert) },
      (_, response) => response.end(),
    )
    const { url, ...rest } = await listening(server)
    return { ...rest, url: url.replace('http:', 'https:') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function listening(server: Server): Promise<RawServer> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections++
    sockets.add(socket.on('error', () => undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}/hook`,
    host,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
