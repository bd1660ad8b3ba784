import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A server that speaks the part of S3's protocol that Parley uses, and accepts only requests signed
 * with its key.
 */
export interface FakeS3 {
  settings: Record<string, string>
  /** The stored objects, by key. */
  objects: Map<string, Buffer>
  /** The requests so far, as `PUT /bucket/key`. */
  requests: string[]
  /** Answers everything with this status from now on; 0: normally; -1: never. */
  fail(status: number): void
  /** Lengthens each body by so many bytes from now on. */
  lengthen(bytes: number): void
  close(): Promise<void>
}

const BUCKET = 'parley-files'
const REGION = 'eu-central-1'
const KEY_ID = 'AKIATEST'
export const S3_SECRET = 'the secret of the object storage'

export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>()
  const requests: string[] = []
  let failure = 0
  let added = 0
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts)
    const path = new URL(request.url!, 'http://s3').pathname
    requests.push(`${request.method} ${path}`)
    const answer = (status: number, code = '') =>
      response
        .writeHead(status, { 'Content-Type': 'application/xml' })
        .end(code && errorOf(code) + ' '.repeat(added))
    if (failure < 0) return
    if (failure) return answer(failure, 'InternalError')
    if (!isSigned(request, body)) return answer(403, 'SignatureDoesNotMatch')
    if (!path.startsWith(`/${BUCKET}/`)) return answer(404, 'NoSuchBucket')
    const key = path.slice(BUCKET.length + 2)
    if (request.method === 'PUT') objects.set(key, body)
    if (request.method === 'DELETE') objects.delete(key)
    if (request.method !== 'GET') return answer(request.method === 'DELETE' ? 204 : 200)
    const found = objects.get(key)
    if (!found) return answer(404, 'NoSuchKey')
    response.writeHead(200).end(added ? Buffer.concat([found, Buffer.alloc(added)]) : found)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: REGION,
      S3_ACCESS_KEY_ID: KEY_ID,
      S3_SECRET_ACCESS_KEY: S3_SECRET,
      S3_FORCE_PATH_STYLE: 'true',
    },
    objects,
    requests,
    fail(status) {
      failure = status
    },
    lengthen(bytes) {
      added = bytes
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const errorOf = (code: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

/** Verifies AWS Signature Version 4 by calculating it from the request. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([^/]+)\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
  const [, id, scope = '', day = '', region = '', names = '', signature] =
    pattern.exec(request.headers.authorization ?? '') ?? []
  const payload = String(request.headers['x-amz-content-sha256'])
  if (id !== KEY_ID || region !== REGION) return false
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false
  const { pathname, searchParams } = new URL(request.url!, 'http://s3')
  searchParams.sort()
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, pathname, searchParams, headers.join(''), names, payload].join(
    '\n',
  )
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join(
    '\n',
  )
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${S3_SECRET}`, day), region))
  return hmac(key, text).toString('hex') === signature
}
