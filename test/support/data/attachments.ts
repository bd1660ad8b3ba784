import { crc32, deflateSync } from 'node:zlib'
import { request } from '../http/access.ts'
import type { Answer, Client } from '../http/client.ts'

function pngPart(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/**
 * Makes a red PNG that browsers show; with `claims`, its header has another size than its picture.
 */
export function makePng(width = 8, height = 8, claims = { width, height }): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(claims.width, 0)
  head.writeUInt32BE(claims.height, 4)
  // 8 bits, red, green and blue.
  head.set([8, 2], 8)
  const line = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, Buffer.from([200, 30, 30]))])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngPart('IHDR', head),
    pngPart('IDAT', deflateSync(Buffer.concat(Array<Buffer>(height).fill(line)))),
    pngPart('IEND', Buffer.alloc(0)),
  ])
}

/** Makes a form with a named file. */
export function formWith(bytes: Buffer | string, name: string): FormData {
  const form = new FormData()
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
  return form
}

/**
 * Uploads a file for a thread, with a key of its organization unless the headers have other
 * credentials.
 */
export const upload = (
  client: Client,
  thread: { object: string; id: string },
  bytes: Buffer | string,
  name: string,
  headers: Record<string, string> = client.authorization,
): Promise<Answer> =>
  request(
    client.address,
    'POST',
    `/api/v1/${thread.object}s/${thread.id}/attachments`,
    headers,
    formWith(bytes, name),
  )
