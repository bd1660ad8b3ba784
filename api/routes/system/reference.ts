import Router from '@koa/router'
import about from '../../../package.json' with { type: 'json' }
import type { Config } from '../../../shared/lib/config/config.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answerBuiltFile } from '../../http/builtFiles.ts'
import { answerUnlessKnown, tagOf } from '../../http/etags.ts'
import { operation } from '../../http/operation.ts'
import { describeApi } from '../../openapi/document.ts'
import { withLegacyForm } from '../../openapi/legacy.ts'
import { collectionVariables, describeCollection } from '../../openapi/postman.ts'

/** Allows its own files only: no inline script or style, no other site, no framing. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const document = {
  type: 'object',
  tagged: true,
  description: 'OpenAPI 3.1, built from the checks of the routes themselves.',
}

/** Makes the routes of the reference, which describes these routers and itself. */
export function referenceOf(routers: readonly Router<State, Services>[]): Router<State, Services> {
  const reference = new Router<State, Services>()
  /** Made once for each configuration; a process has only one. */
  const documents = new WeakMap<Config, { document: string; tag: string }>()
  reference.get(
    '/openapi.json',
    operation(
      'readOpenApi',
      'Read this description',
      { 200: document },
      'Describes every request and answer of this service, for programs that generate clients, tests or pages.',
    ),
    (ctx: Ctx) => {
      const { config, protocol, host, response } = ctx
      if (!documents.has(config)) {
        const { servers: _, ...described } = describeApi(
          [...routers, reference],
          about.version,
          config,
        )
        const document = config.LEGACY_FORM ? withLegacyForm(described) : described
        documents.set(config, { document: JSON.stringify(document), tag: tagOf(document) })
      }
      const { document, tag } = documents.get(config)!
      const address = host && `${protocol}://${host}`
      response.type = 'json'
      response.body = withServer(document, address)
      // It is over a megabyte, and the same until the next version.
      const taggedHere = tagOf({ tag, address })
      ctx.set({ 'Cache-Control': 'no-cache', ETag: taggedHere })
      answerUnlessKnown(ctx, taggedHere)
    },
  )
  let collection: ReturnType<typeof describeCollection> | undefined
  reference.get('/postman.json', ({ protocol, host, response }: Ctx) => {
    collection ??= describeCollection(routers, about.version)
    response.body = { ...collection, variable: collectionVariables(`${protocol}://${host}`) }
  })
  reference.get('/docs', async (ctx: Ctx) => {
    if (!(await answerBuiltFile(ctx, 'reference/index.html', 'no-cache')))
      throw new Error('dist/web/reference is missing: npm run build makes it')
    ctx.set('Content-Security-Policy', POLICY)
  })
  reference.get('/docs/assets/:file', async (ctx: Ctx) => {
    // A file's name changes with its content.
    await answerBuiltFile(
      ctx,
      `reference/assets/${ctx.params.file}`,
      'public, max-age=31536000, immutable',
    )
  })
  return reference
}

/**
 * Adds the address of the server that was called, because not every program takes a relative
 * address.
 */
const withServer = (document: string, address: string) =>
  `{"servers":${JSON.stringify([{ url: address || '/', description: 'This server.' }])},${document.slice(1)}`
