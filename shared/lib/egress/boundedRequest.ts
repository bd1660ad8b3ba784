import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, Readable, Transform, type TransformCallback } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { undici } from './undici.ts'

/**
 * All requests of Parley to other servers. Answers have a limit of bytes, which counts unpacked
 * bytes: 60 kB on the wire can be 60 MB of text, so a limit of the bytes on the wire alone, such as
 * undici's `maxResponseSize`, protects nothing. `test/project/architecture.test.ts` forbids
 * requests in all other files. Uses undici's `request`, because `fetch` takes three times as much
 * processor time: 0.6 ms.
 */

export interface BoundedRequest extends Pick<Dispatcher.RequestOptions, 'body'> {
  method?: Dispatcher.HttpMethod
  headers?: Record<string, string>
  /** Makes the connections. Default: undici's own, to any address. */
  dispatcher?: Dispatcher | undefined
  /** Aborts the request and its answer, also while the request connects. */
  signal: AbortSignal
  /** The most bytes of the body, both on the wire and after each encoding is undone. */
  maxBytes: number
  /** Whether an encoded body stays encoded. Default: it is unpacked. */
  isLeftPacked?: boolean
}

export interface BoundedAnswer {
  status: number
  /** Names are in lower case. The headers of an encoding that was undone are left out. */
  headers: IncomingHttpHeaders
  /**
   * The body, in pieces as they arrive. The caller must read it or abort the signal; otherwise the
   * connection stays open. If the caller stops reading early, the connection is closed. Throws
   * AnswerTooLarge after the bytes up to the limit, UnknownEncoding, and the errors of undici and
   * zlib.
   */
  pieces: AsyncGenerator<Uint8Array, void, undefined>
}

/** The body has more than `maxBytes`. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge'
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`The answer has more than ${maxBytes} bytes.`)
    this.maxBytes = maxBytes
  }
}

/** The body has an unknown encoding. */
export class UnknownEncoding extends Error {
  override name = 'UnknownEncoding'
  /** The encoding's name in the answer, at most `MAX_SHOWN` characters. */
  readonly encoding: string
  constructor(encoding: string) {
    const shown = encoding.slice(0, MAX_SHOWN)
    super(`The answer has an unknown encoding: ${shown}.`)
    this.encoding = shown
  }
}

const MAX_SHOWN = 50

/** The most encodings on top of each other. Honest servers use at most one. */
const MAX_ENCODINGS = 3

/**
 * Sends a request. Follows no redirects, and asks for no encoding, although some servers encode
 * their answers anyway.
 */
export async function boundedRequest(
  url: string | URL,
  { signal, maxBytes, isLeftPacked = false, dispatcher, ...asked }: BoundedRequest,
): Promise<BoundedAnswer> {
  signal.throwIfAborted()
  const sent = undici().request(url, { ...asked, signal, ...(dispatcher && { dispatcher }) })
  const { statusCode: status, headers, body } = await unlessAborted(sent, signal)
  // Without a listener, an error of a body that is no longer read would end the process.
  body.on('error', nothing)
  const encodings = isLeftPacked || !headers['content-encoding'] ? [] : encodingsIn(headers)
  if (encodings.length === 0) return { status, headers, pieces: bounded(body, maxBytes) }
  const { 'content-encoding': _, 'content-length': __, ...rest } = headers
  return { status, headers: rest, pieces: bounded(body, maxBytes, encodings) }
}

/** Sends a request as `boundedRequest` does, and reads the whole body. */
export async function readBounded(
  url: string | URL,
  options: BoundedRequest,
): Promise<Omit<BoundedAnswer, 'pieces'> & { bytes: Buffer }> {
  const { pieces, ...answer } = await boundedRequest(url, options)
  return { ...answer, bytes: await wholeOf(pieces) }
}

export async function wholeOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const piece of pieces) chunks.push(piece)
  return Buffer.concat(chunks)
}

/**
 * Rejects as soon as the signal is aborted. While undici connects, it heeds only its own timeout of
 * 10 s.
 */
async function unlessAborted<T>(sent: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort!: () => void
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([sent, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/**
 * Passes on at most `maxBytes` bytes, then throws. Closes the connection when it ends, also early,
 * unless the whole body was read.
 */
async function* bounded(
  body: Readable,
  maxBytes: number,
  encodings: readonly string[] = [],
): AsyncGenerator<Uint8Array, void, undefined> {
  let left = maxBytes
  try {
    for await (const piece of unpack(body, encodings, maxBytes) as AsyncIterable<Uint8Array>) {
      if (left > 0) yield piece.subarray(0, left)
      left -= piece.length
      if (left < 0) throw new AnswerTooLarge(maxBytes)
    }
  } finally {
    // Ends the body also while an unpacker waits for it.
    body.destroy()
  }
}

/** Returns the body's encodings in the order in which they were applied. */
const encodingsIn = (headers: IncomingHttpHeaders): string[] =>
  String(headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')

/**
 * Undoes the last encoding first. Counts the bytes of each step, because a large intermediate form
 * can unpack to little text.
 */
function unpack(body: Readable, encodings: readonly string[], maxBytes: number): Readable {
  const unknown = encodings.find((name) => !UNPACKERS.has(name))
  if (unknown !== undefined) throw new UnknownEncoding(unknown)
  if (encodings.length > MAX_ENCODINGS) throw new UnknownEncoding(encodings.join(', '))
  return encodings.reduceRight<Readable>(
    (packed, name) => UNPACKERS.get(name)!(pipeline(packed, new ByteLimit(maxBytes), nothing)),
    body,
  )
}

/**
 * Ignores an error: an error of a step destroys the steps after it, and the last step throws it.
 */
const nothing = () => undefined

const UNPACKERS: ReadonlyMap<string, (packed: Readable) => Readable> = new Map([
  ['gzip', (packed) => pipeline(packed, createGunzip(), nothing)],
  ['x-gzip', (packed) => pipeline(packed, createGunzip(), nothing)],
  ['br', (packed) => pipeline(packed, createBrotliDecompress(), nothing)],
  ['deflate', (packed) => Readable.from(inflated(packed), { objectMode: false })],
])

/**
 * Unpacks `deflate`, with or without the header of zlib, which some servers leave out. The first
 * byte shows whether it is present.
 */
async function* inflated(packed: Readable): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = packed[Symbol.asyncIterator]() as AsyncIterableIterator<Uint8Array>
  const { value: first, done } = await pieces.next()
  if (done) return
  const unpacker = ((first[0] ?? 0) & 0x0f) === 0x08 ? createInflate() : createInflateRaw()
  async function* all() {
    yield first
    yield* pieces
  }
  yield* pipeline(all, unpacker, nothing) as AsyncIterable<Uint8Array>
}

/**
 * Limits the body of an answer that a client requested with its own HTTP. The connection is closed
 * when the body ends or exceeds the limit.
 */
export const boundedBody = (body: Readable, maxBytes: number): Readable =>
  pipeline(body, new ByteLimit(maxBytes), nothing)

/** Passes on at most `maxBytes` bytes, then fails. */
class ByteLimit extends Transform {
  #left: number
  readonly #maxBytes: number
  constructor(maxBytes: number) {
    super()
    this.#left = maxBytes
    this.#maxBytes = maxBytes
  }
  override _transform(piece: Uint8Array, _: string, done: TransformCallback): void {
    this.#left -= piece.length
    if (this.#left < 0) done(new AnswerTooLarge(this.#maxBytes))
    else done(null, piece)
  }
}
