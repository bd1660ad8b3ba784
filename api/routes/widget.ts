import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import Router from '@koa/router'
import type { Ctx, Services, State } from '../context.ts'

/** Where the build puts it, seen from `dist/api/routes`, and from the sources. */
const PLACES = ['../../web/widget.js', '../../dist/web/widget.js'].map(
  (path) => new URL(path, import.meta.url),
)

interface Script {
  plain: Buffer
  packed: Buffer
  etag: string
}

/** Read once and compressed once; again if it could not be read. */
let kept: Promise<Script> | undefined

/** The chat that shops embed: one script, for pages of any origin. */
export const widget = new Router<State, Services>()
widget.get('/widget.js', async (ctx: Ctx) => {
  kept ??= readScript()
  const script = await kept.catch((error) => {
    kept = undefined
    throw error
  })
  ctx.set({
    // Short, so that a new version reaches every shop; the ETag makes asking again cheap.
    'Cache-Control': 'public, max-age=300',
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ETag: script.etag,
  })
  ctx.remove('Access-Control-Allow-Credentials')
  ctx.vary('Accept-Encoding')
  ctx.type = 'text/javascript'
  ctx.status = 200
  if (ctx.fresh) {
    ctx.status = 304
    return
  }
  const isPacked = ctx.acceptsEncodings('gzip', 'identity') === 'gzip'
  if (isPacked) ctx.set('Content-Encoding', 'gzip')
  ctx.body = isPacked ? script.packed : script.plain
})

async function readScript(): Promise<Script> {
  const [built, fromSources] = PLACES
  const plain = await readFile(built!).catch(() => readFile(fromSources!))
  const packed = await promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION })
  // Weak: it is the same for both forms.
  return { plain, packed, etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"` }
}
