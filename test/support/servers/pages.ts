import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A web server with pages to fetch. */
export interface Pages {
  /** `127.0.0.1:port`, as FETCH_ALLOWED_HOSTS takes it. */
  host: string
  url(path: string): string
  /** The requests so far, as `GET /path`. */
  requests: string[]
  /** The number of connections so far, with or without a request. */
  connections: number
  /** Serves this at the path from now on. */
  serve(path: string, body: string | Buffer, type?: string, status?: number): void
  /** Forgets everything that is served. */
  clear(): void
  redirect(path: string, location: string, status?: number): void
  answer(path: string, handler: (request: IncomingMessage, response: ServerResponse) => void): void
  close(): Promise<void>
}

/** @param otherwise makes the HTML of every path without a page */
export async function startPages(
  address = '127.0.0.1',
  at = 0,
  otherwise?: (path: string) => string,
): Promise<Pages> {
  const handlers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>()
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const handler = handlers.get(request.url!)
    if (handler) handler(request, response)
    else if (otherwise && request.url !== '/robots.txt')
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(otherwise(request.url!))
    else response.writeHead(404).end()
  })
  server.on('connection', () => pages.connections++)
  await new Promise<void>((resolve) => server.listen(at, address, resolve))
  const { port } = server.address() as AddressInfo
  const host = `${address.includes(':') ? `[${address}]` : address}:${port}`
  const pages: Pages = {
    host,
    url: (path) => `http://${host}${path}`,
    requests,
    connections: 0,
    serve(path, body, type = 'text/html; charset=utf-8', status = 200) {
      handlers.set(path, (_, response) =>
        response.writeHead(status, { 'Content-Type': type }).end(body),
      )
    },
    clear: () => handlers.clear(),
    redirect(path, location, status = 302) {
      handlers.set(path, (_, response) => response.writeHead(status, { Location: location }).end())
    },
    answer: (path, handler) => void handlers.set(path, handler),
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return pages
}
