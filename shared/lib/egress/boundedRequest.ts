import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, Readable, Transform, type TransformCallback } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { type Dispatcher, request } from 'undici'

/**
 * The one way in which Parley asks servers of others: its answers have a limit of bytes, which
 * counts what was unpacked. 60 kB on the wire can be 60 MB of text, so a limit of the bytes on the
 * wire alone, such as undici's `maxResponseSize`, protects nothing.
 * `test/project/architecture.test.ts` lets no other file ask. It is undici's `request`, because
 * `fetch` takes three times as much processor time: 0.6 ms.
 */

export interface BoundedRequest extends Pick<Dispatcher.RequestOptions, 'body'> {
  method?: Dispatcher.HttpMethod
  headers?: Record<string, string>
  /** Makes the connections. Default: undici's own, to any address. */
  dispatcher?: Dispatcher | undefined
  /** Ends the request and its answer, also while it connects. */
  signal: AbortSignal
  /** Most bytes of the body: on the wire, and after each encoding is undone. */
  maxBytes: number
  /** Whether an encoded body is left as it is. Default: it is unpacked. */
  isLeftPacked?: boolean
}

export interface BoundedAnswer {
  status: number
  /** In lower case. Those of an encoding that was undone are left out. */
  headers: IncomingHttpHeaders
  /**
   * The body, in pieces as they arrive. Must be read, or the signal aborted: otherwise the
   * connection stays open. Its end closes the connection, unless the whole body was read. Throws
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

/** The body is packed in a way that is not known. */
export class UnknownEncoding extends Error {
  override name = 'UnknownEncoding'
  /** What the answer names, at most `MAX_SHOWN` characters. */
  readonly encoding: string
  constructor(encoding: string) {
    const shown = encoding.slice(0, MAX_SHOWN)
    super(`The answer is packed in a way that is not known: ${shown}.`)
    this.encoding = shown
  }
}

const MAX_SHOWN = 50

/** Encodings on top of each other. No server that means well uses more than one. */
const MAX_ENCODINGS = 3

/** Follows no redirects, and asks for no encoding: some servers pack their answers anyway. */
export async function boundedRequest(
  url: string | URL,
  { signal, maxBytes, isLeftPacked = false, dispatcher, ...asked }: BoundedRequest,
): Promise<BoundedAnswer> {
  signal.throwIfAborted()
  const sent = request(url, { ...asked, signal, ...(dispatcher && { dispatcher }) })
  const { statusCode: status, headers, body } = await unlessAborted(sent, signal)
  // Without a listener, an error of a body that nobody reads any more would end the process.
  body.on('error', nothing)
  const encodings = isLeftPacked || !headers['content-encoding'] ? [] : encodingsIn(headers)
  if (encodings.length === 0) return { status, headers, pieces: bounded(body, maxBytes) }
  const { 'content-encoding': _, 'content-length': __, ...rest } = headers
  return { status, headers: rest, pieces: bounded(body, maxBytes, encodings) }
}

/** Like `boundedRequest`, but reads the body. */
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

/** While undici connects, it heeds its own timeout of 10 s only. */
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
 * Passes at most so many bytes on, before it throws. At its end, also an early one, closes the
 * connection unless the whole body was read.
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
    // Also while an unpacker waits for it.
    body.destroy()
  }
}

/** The encodings in the order in which they were applied. */
const encodingsIn = (headers: IncomingHttpHeaders): string[] =>
  String(headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')

/**
 * Undoes the last encoding first. Each step is counted: little text can come of much that is
 * packed.
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

/** An error of a step destroys the steps after it, and the last one throws it. */
const nothing = () => undefined

const UNPACKERS: ReadonlyMap<string, (packed: Readable) => Readable> = new Map([
  ['gzip', (packed) => pipeline(packed, createGunzip(), nothing)],
  ['x-gzip', (packed) => pipeline(packed, createGunzip(), nothing)],
  ['br', (packed) => pipeline(packed, createBrotliDecompress(), nothing)],
  ['deflate', (packed) => Readable.from(inflated(packed), { objectMode: false })],
])

/**
 * Some servers leave the header of zlib out, and browsers accept that. The first byte shows whether
 * it is there.
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
 * Limits a body that a client has asked for by HTTP of its own: its end, or too much, ends the
 * connection.
 */
export const boundedBody = (body: Readable, maxBytes: number): Readable =>
  pipeline(body, new ByteLimit(maxBytes), nothing)

/** Passes at most so many bytes on. */
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
