import { constants } from 'node:zlib'
import koaCompress from 'koa-compress'
import type { Middleware } from '../context.ts'

/** A reply takes 1 to 2 kB: packing it costs more than it saves. */
const MIN_BYTES = 2_048

/** Event streams must not wait in a compressor; pictures and fonts are compressed already. */
const TYPES = /^(?:application\/(?:json|jsonl|x-ndjson|yaml|javascript)|text\/(?!event-stream)|image\/svg)/

/** Compresses texts of 2 kB and more by Brotli or gzip, whichever the client prefers. */
export const compress = (): Middleware =>
  koaCompress({
    filter: (type) => TYPES.test(type),
    threshold: MIN_BYTES,
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    gzip: { level: 6 },
    deflate: false,
    zstd: false,
  }) as unknown as Middleware
