import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { type Parley, startParley } from '../../support/product/parley.ts'

const run = promisify(execFile)
const BIN = resolve('node_modules/.bin')
const GENERATOR = resolve('node_modules/@hey-api/openapi-ts/dist/run.mjs')

/** It needs the programming interface of TypeScript, which version 7 has no more. */
const TYPESCRIPT_5 = pathToFileURL(resolve('client/node_modules/typescript/lib/typescript.js')).href
const HOOK = `export const resolve = (name, context, next) => next(name === 'typescript' ? '${TYPESCRIPT_5}' : name, context)`
const inline = (module: string) => `data:text/javascript,${encodeURIComponent(module)}`
const WITH_TYPESCRIPT_5 = inline(
  `import { register } from 'node:module'; register(${JSON.stringify(inline(HOOK))})`,
)

/** As a customer has it who generates a client of `/openapi.json`, and writes against its types. */
const USE = `
import { client } from './made/client.gen.js'
import { createAgent, createConversation, postConversationMessage } from './made/sdk.gen.js'

export async function ask(address: string, key: string, secret: string): Promise<string | null> {
  client.setConfig({ baseUrl: address, headers: { 'X-API-Key': key, 'X-API-Secret': secret } })
  const agent = await createAgent({ body: { name: 'Ada' }, throwOnError: true })
  const agent_id: string = agent.data.data.id
  const metadata = { order: { number: 4711 }, page: '/pricing' }
  const thread = await createConversation({ body: { agent_id, metadata }, throwOnError: true })
  const kept: unknown = thread.data.data.metadata.order
  if (!kept) throw new Error('the metadata is lost')
  const path = { conversation_id: thread.data.data.id }
  const reply = await postConversationMessage({ path, body: { content: 'Hi' }, throwOnError: true })
  return reply.data.data.content
}
`

describe('a client that @hey-api/openapi-ts makes @long', () => {
  let parley: Parley
  let folder: string
  before(async () => {
    parley = await startParley()
    folder = mkdtempSync(join(tmpdir(), 'parley-generated-'))
  })
  after(async () => {
    await parley.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('gets the reply to a posted message, typed, and no stream', async () => {
    parley.model.behave(() => ({ text: 'It comes tomorrow.' }))
    const { address, credentials } = parley.client
    const document = join(folder, 'openapi.json')
    writeFileSync(document, await (await fetch(`${address}/openapi.json`)).text())
    const made = ['-i', document, '-o', join(folder, 'made'), '--silent']
    await run(process.execPath, ['--import', WITH_TYPESCRIPT_5, GENERATOR, ...made], {
      cwd: folder,
    })
    writeFileSync(join(folder, 'use.ts'), USE)
    const lib = ['ES2022', 'DOM', 'DOM.Iterable']
    const compilerOptions = {
      module: 'ESNext',
      moduleResolution: 'Bundler',
      target: 'ES2022',
      lib,
      strict: true,
      types: [],
    }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['use.ts'] }),
    )
    await run(join(BIN, 'tsc'), ['-p', folder, '--noEmit'])
    const { ask } = await import(join(folder, 'use.ts'))
    const content = await ask(address, credentials.client_id, credentials.secret)
    expect(content).to.equal('It comes tomorrow.')
  })
})
