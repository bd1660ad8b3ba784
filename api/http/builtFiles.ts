import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { Ctx } from '../context.ts'

/** `dist/web`, as seen from the sources and from `dist/api`. */
const PLACES = ['../../dist/web/', '../../web/'].map((path) => new URL(path, import.meta.url))

interface BuiltFile {
  plain: Buffer
  /** undefined: the file's format is compressed already. */
  packed: Buffer | undefined
  etag: string
}

/** Files by name, each read and compressed once. */
const kept = new Map<string, Promise<BuiltFile | undefined>>()

/** Plain names between slashes, so that no path leads out of the folder. */
const IS_NAME = /^[\w-]+(\.[\w-]+)*(\/[\w-]+(\.[\w-]+)*)*$/

/**
 * Answers with a file of the build: compressed if the client accepts that, 304 if the client has
 * it.
 * @param name its path in `dist/web`
 * @param cacheControl how long the client may use it without asking; the ETag makes asking cheap
 * @returns false, without an answer, if there is no such file
 */
export async function answerBuiltFile(
  ctx: Ctx,
  name: string,
  cacheControl: string,
): Promise<boolean> {
  if (!IS_NAME.test(name)) return false
  const reading = kept.get(name) ?? readBuiltFile(name)
  const file = await reading
  // Clients can make up wrong names without end, so missing files are not cached.
  if (!file) return false
  kept.set(name, reading)
  ctx.set({ 'Cache-Control': cacheControl, ETag: file.etag })
  ctx.vary('Accept-Encoding')
  ctx.type = name.slice(name.lastIndexOf('.'))
  ctx.status = 200
  if (ctx.fresh) {
    ctx.status = 304
    return true
  }
  const packed = ctx.acceptsEncodings('gzip', 'identity') === 'gzip' ? file.packed : undefined
  if (packed) ctx.set('Content-Encoding', 'gzip')
  ctx.body = packed ?? file.plain
  return true
}

async function readBuiltFile(name: string): Promise<BuiltFile | undefined> {
  for (const place of PLACES) {
    const plain = await readFile(new URL(name, place)).catch(() => undefined)
    if (!plain) continue
    const packed = name.endsWith('.woff2')
      ? undefined
      : await promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION })
    // A weak ETag, because both forms share it.
    const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
    return { plain, packed, etag: `W/"${hash}"` }
  }
}
