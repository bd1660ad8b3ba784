import getRawBody from 'raw-body'
import secureJson from 'secure-json-parse'
import { withTimeout } from '../../shared/lib/async/withTimeout.ts'
import { AppError } from '../../shared/lib/errors.ts'
import { findUnstorableText, isDeeperThan } from '../../shared/lib/storable.ts'
import type { Ctx, Middleware } from '../context.ts'
import { invalidText } from '../http/fieldErrors.ts'

/** Bytes of a JSON body. */
export const MAX_JSON_BYTES = 256 * 1024
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024
/** Levels of nesting, more than any schema has. Stored JSON has a tighter limit. */
const MAX_DEPTH = 32

/**
 * Reads a JSON body into `ctx.state.body`, which stays undefined without a body.
 * @param leave whether the route reads the body itself
 */
export const body = (leave: (ctx: Ctx) => boolean): Middleware =>
  async function body(ctx, next) {
    if (leave(ctx)) return next()
    const type = ctx.request.length === 0 ? null : ctx.is('json', '+json')
    if (type === false || (type && isEncoded(ctx)))
      throw new AppError(
        'unsupported_media_type',
        'Send the body as JSON, uncompressed, with Content-Type: application/json.',
      )
    if (type && !/^(utf-?8|us-ascii)?$/i.test(ctx.request.charset))
      throw new AppError(
        'unsupported_media_type',
        'JSON is read as UTF-8 alone: encode the body so, and send Content-Type: application/json without another charset.',
      )
    if (type) ctx.state.body = parse(decode(await readBytes(ctx)))
    await next()
  }

/**
 * Whether the body is compressed. Such bodies are refused, because a small body can unpack to a
 * large one.
 */
export const isEncoded = (ctx: Ctx) => (ctx.get('Content-Encoding') || 'identity') !== 'identity'

async function readBytes(ctx: Ctx): Promise<Buffer> {
  const { slowBodyMs } = ctx.config.times
  try {
    const reading = getRawBody(ctx.req, {
      length: ctx.request.length ?? null,
      limit: MAX_JSON_BYTES,
    })
    return await withTimeout(reading, slowBodyMs, () => tooSlow(slowBodyMs))
  } catch (error) {
    if (error instanceof AppError) throw error
    if ((error as { type?: string }).type === 'entity.too.large')
      throw new AppError('payload_too_large', `The body is over ${MAX_JSON_BYTES / 1024} kB.`)
    throw new AppError('malformed_request', 'The body ended before it was complete.', {
      cause: error,
    })
  }
}

const tooSlow = (ms: number) =>
  new AppError('malformed_request', `The body was not complete within ${ms / 1000} s.`)

/**
 * Reads the rest of a refused body, up to 64 MB: some clients read no answer before they have sent
 * all.
 */
export function discard({ req, config }: Ctx): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_DISCARDED_BYTES) done()
    }
    const done = () => {
      clearTimeout(limit)
      req.off('data', count)
      resolve()
    }
    const limit = setTimeout(done, config.times.discardMs)
    for (const event of ['end', 'close', 'error']) req.once(event, done)
    req.on('data', count).resume()
  })
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new AppError('invalid_text', 'The body is not valid UTF-8.', { cause: error })
  }
}

function parse(text: string): unknown {
  let value: unknown
  try {
    value = secureJson.parse(text)
  } catch (error) {
    throw new AppError(
      'malformed_json',
      'The body is not valid JSON, or has a key such as __proto__.',
      {
        cause: error,
      },
    )
  }
  if (isDeeperThan(value, MAX_DEPTH))
    throw new AppError('malformed_json', `The body is nested over ${MAX_DEPTH} levels deep.`)
  const path = findUnstorableText(value)
  if (path !== undefined) throw invalidText(path)
  return value
}
