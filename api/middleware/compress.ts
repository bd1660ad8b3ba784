import { Stream } from 'node:stream'
import { constants } from 'node:zlib'
import koaCompress from 'koa-compress'
import type { Middleware } from '../context.ts'

/** A reply has 1 to 2 kB. Compressing it costs more than it saves. */
const MIN_BYTES = 2_048

/** Types to compress. Pictures and fonts are compressed already. */
const TYPES = /^(?:application\/(?:json|javascript)|text\/|image\/svg)/

/**
 * Compresses texts of 2 kB and more with Brotli or gzip, whichever the client prefers. Leaves
 * streams alone, because a compressor would delay events and hide that a download broke off.
 */
export function compress(): Middleware {
  const pack = koaCompress({
    filter: (type) => TYPES.test(type),
    threshold: MIN_BYTES,
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    gzip: { level: 6 },
    deflate: false,
    zstd: false,
  }) as unknown as Middleware
  return (ctx, next) =>
    pack(ctx, async () => {
      await next()
      if (ctx.body instanceof Stream) Object.assign(ctx, { compress: false })
    })
}
