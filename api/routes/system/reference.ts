import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Router from '@koa/router'
import about from '../../../package.json' with { type: 'json' }
import type { Config } from '../../../shared/config/config.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { operation } from '../../http/operation.ts'
import { describeApi } from '../../openapi/document.ts'
import { withLegacyForm } from '../../openapi/legacy.ts'
import { collectionVariables, describeCollection } from '../../openapi/postman.ts'

const { resolve } = createRequire(import.meta.url)

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Parley: API reference</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="stylesheet" href="/docs/reference.css">
  </head>
  <body>
    <main id="reference"><noscript>This page needs JavaScript. The same for programs: <a href="/openapi.json">/openapi.json</a></noscript></main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/reference.js"></script>
  </body>
</html>
`

/** Sends no requests: trying one out would put a secret into a browser. The curl lines serve for that. */
const SCRIPT = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', supportedSubmitMethods: [], defaultModelsExpandDepth: 0, docExpansion: 'list', deepLinking: true, validatorUrl: null })
`

/** What only serves to try out goes, and the headers that are the same for every failure; lines for the shell stay lines. */
const STYLE = `
.swagger-ui .scheme-container,
.swagger-ui .authorization__btn,
.swagger-ui .parameters-col_description input,
.swagger-ui .parameters-col_description select,
.swagger-ui .response-control-media-type__accept-message,
.swagger-ui .response-col_links,
.swagger-ui .response[data-code^="4"]:not([data-code="429"]) .headers-wrapper,
.swagger-ui .response[data-code^="4"]:not([data-code="429"]) .response-col_description > div > h5 { display: none; }
.swagger-ui .opblock-description pre { background: #333; border-radius: 4px; overflow-x: auto; padding: 10px; }
.swagger-ui .opblock-description pre code { background: none; color: #fff; font-weight: 400; white-space: pre; }
`

/** Swagger UI writes styles into its elements. */
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** What the page loads: type and contents, read once and compressed once. */
const FILES: Record<string, { type: string; read: () => Promise<string | Buffer> }> = {
  'reference.js': { type: 'text/javascript', read: async () => SCRIPT },
  'reference.css': { type: 'text/css', read: async () => STYLE },
  'swagger-ui-bundle.js': { type: 'text/javascript', read: () => readPackaged('swagger-ui-bundle.js') },
  'swagger-ui.css': { type: 'text/css', read: () => readPackaged('swagger-ui.css') },
}
const readPackaged = (name: string) => readFile(resolve(`swagger-ui-dist/${name}`))

const compressed = new Map<string, Promise<Buffer>>()

const document = {
  type: 'object',
  description: 'OpenAPI 3.1, made of what the routes themselves check.',
}

/** The reference of these routes and of itself, for programs and for people. */
export function referenceOf(routers: readonly Router<State, Services>[]): Router<State, Services> {
  const reference = new Router<State, Services>()
  /** Made once for each configuration, of which a process has one. */
  const documents = new WeakMap<Config, string>()
  reference.get(
    '/openapi.json',
    operation('readOpenApi', 'This description', { 200: document }),
    ({ config, protocol, host, response }: Ctx) => {
      if (!documents.has(config)) {
        const { servers: _, ...described } = describeApi([...routers, reference], about.version, config)
        documents.set(config, JSON.stringify(config.LEGACY_FORM ? withLegacyForm(described) : described))
      }
      response.type = 'json'
      response.body = withServer(documents.get(config)!, host && `${protocol}://${host}`)
    },
  )
  let collection: ReturnType<typeof describeCollection> | undefined
  reference.get('/postman.json', ({ protocol, host, response }: Ctx) => {
    collection ??= describeCollection(routers, about.version)
    response.body = { ...collection, variable: collectionVariables(`${protocol}://${host}`) }
  })
  reference.get('/docs', (ctx: Ctx) => {
    ctx.set('Content-Security-Policy', CSP)
    ctx.type = 'html'
    ctx.body = PAGE
  })
  reference.get('/docs/:file', getFile)
  return reference
}

/** Adds the address of the server that was asked: not every program takes a relative one. */
const withServer = (document: string, address: string) =>
  `{"servers":${JSON.stringify([{ url: address || '/', description: 'This server.' }])},${document.slice(1)}`

async function getFile(ctx: Ctx) {
  const name = ctx.params.file!
  const file = Object.hasOwn(FILES, name) ? FILES[name]! : undefined
  if (!file) return
  ctx.type = file.type
  ctx.set('Cache-Control', 'public, max-age=86400')
  ctx.vary('Accept-Encoding')
  if (ctx.acceptsEncodings('gzip') !== 'gzip') {
    ctx.body = await file.read()
    return
  }
  if (!compressed.has(name)) compressed.set(name, file.read().then(promisify(gzip)) as Promise<Buffer>)
  ctx.set('Content-Encoding', 'gzip')
  ctx.body = await compressed.get(name)
}
