import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { startParley } from '../../support/product/parley.ts'
import { bareEnvironment } from '../../support/product/processes.ts'

const run = promisify(execFile)
/** NODE_24 may be the path of another Node than the one that runs the tests. */
const NODES = [process.execPath, ...(process.env.NODE_24 ? [process.env.NODE_24] : [])]
const BIN = resolve('node_modules/.bin')
/** The packages that npm would fetch: its dependencies, and the types of Node. */
const FETCHED = [
  'eventsource-parser',
  'openapi-fetch',
  'openapi-typescript-helpers',
  '@types/node',
  'undici-types',
]

/** Tests the package as a customer installs it elsewhere. */
describe("the client's package", () => {
  let folder: string
  let packed: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-client-'))
    // Packed as compiled before the tests, because other files import it at this moment.
    const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
    const { stdout } = await run('npm', pack, { cwd: 'client' })
    packed = join(folder, JSON.parse(stdout.slice(stdout.indexOf('[')))[0].filename)
    const installed = join(folder, 'node_modules/parley-client')
    mkdirSync(installed, { recursive: true })
    await run('tar', ['xzf', packed, '-C', installed, '--strip-components', '1'])
    for (const name of FETCHED) take(name)
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const take = (name: string) =>
    cpSync(join('node_modules', name), join(folder, 'node_modules', name), { recursive: true })

  it('contains built modules with their types, and no sources', async () => {
    const { stdout } = await run('tar', ['tzf', packed])
    const files = stdout.trim().split('\n').sort()
    const modules = ['events', 'index', 'persistent', 'react', 'schema', 'verify'].flatMap(
      (name) => [`${name}.d.ts`, `${name}.js`],
    )
    expect(files).to.deep.equal(
      ['README.md', ...modules.map((name) => `dist/${name}`), 'package.json'].map(
        (name) => `package/${name}`,
      ),
    )
  })

  it('can be loaded from an empty folder, without React', async () => {
    const main = "import { makeClient } from 'parley-client'; console.log(typeof makeClient)"
    writeFileSync(join(folder, 'main.mjs'), main)
    expect((await run(process.execPath, ['main.mjs'], { cwd: folder })).stdout).to.equal(
      'function\n',
    )
  })

  it('loads React only for its component, and renders nothing on a server @long', async () => {
    for (const name of ['react', 'react-dom', 'scheduler']) take(name)
    const server = `import { createElement } from 'react'
      import { renderToString } from 'react-dom/server'
      import { ParleyChat } from 'parley-client/react'
      const chat = createElement(ParleyChat, { address: 'https://chat.example.com', clientId: 'app_1' })
      console.log(JSON.stringify(renderToString(chat)))`
    writeFileSync(join(folder, 'server.mjs'), server)
    expect((await run(process.execPath, ['server.mjs'], { cwd: folder })).stdout).to.equal('""\n')
  })

  it('satisfies publint and attw @long', async () => {
    await run(join(BIN, 'publint'), ['run', packed, '--strict'])
    await run(join(BIN, 'attw'), [packed, '--profile', 'esm-only'])
  })

  for (const node of NODES)
    it(`gets a reply from an empty folder, with ${dirname(dirname(node))} @long`, async () => {
      const example = readFileSync('test/support/http/clientExample.ts', 'utf8')
      const options = {
        module: 'nodenext',
        target: 'es2023',
        lib: ['es2024'],
        types: ['node'],
        strict: true,
      }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }))
      writeFileSync(join(folder, 'example.ts'), example)
      await run(join(BIN, 'tsc'), ['-p', folder], { cwd: folder })
      const parley = await startParley()
      try {
        parley.model.behave(() => ({ text: 'It comes tomorrow.' }))
        const { address, credentials } = parley.client
        const env = {
          ...bareEnvironment(),
          PARLEY_ADDRESS: address,
          CLIENT_ID: credentials.client_id,
          CLIENT_SECRET: credentials.secret,
        }
        const { stdout } = await run(node, ['example.js'], { cwd: folder, env })
        expect(stdout).to.equal('It comes tomorrow.\n')
      } finally {
        await parley.stop()
      }
    })
})
