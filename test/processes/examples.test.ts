import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { bareEnvironment, killAll, run } from '../support/product/processes.ts'
import { freePort, makeDatabase } from '../support/servers/servers.ts'

const shell = promisify(execFile)
const PYTHON = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path))

/** Each by its one command, beside what `npm start` starts. */
describe('the examples', () => {
  let folder: string
  let env: Record<string, string>
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-examples-'))
    await chmod(folder, 0o755)
    const port = await freePort()
    const started = run('node', ['dist/cli/start.js'], { PARLEY_DATA_DIR: folder, PORT: String(port) })
    await started.printed(/^curl .*$/m)
    env = { PARLEY_DATA_DIR: folder, PARLEY_ADDRESS: `http://localhost:${port}` }
  })
  after(async () => {
    await killAll()
    await shell('node', ['dist/cli/admin.js', 'list'], {
      env: { ...bareEnvironment(), PARLEY_DATA_DIR: folder },
    })
    await rm(folder, { recursive: true, force: true })
  })

  const addressOf = async (example: string) => {
    const started = run('node', [example], env)
    const [address] = await started.printed(/http:\/\/localhost:\d+\S*/)
    return { started, address: address! }
  }

  it('are listed, and have at most 100 lines each', async () => {
    const listed = await readFile('examples/README.md', 'utf8')
    const folders = await readdir('examples', { withFileTypes: true })
    for (const { name, parentPath } of folders.filter((entry) => entry.isDirectory())) {
      expect(listed).to.contain(`(${name})`)
      for (const file of await readdir(join(parentPath, name))) {
        if (!/\.(mjs|py|html)$/.test(file)) continue
        const lines = (await readFile(join(parentPath, name, file), 'utf8')).split('\n')
        expect(lines.length, file).to.be.at.most(100)
      }
    }
  })

  it("shop-page: has the widget, whose visitors get a token at the page's origin", async () => {
    const { address } = await addressOf('examples/shop-page/server.mjs')
    const page = await (await fetch(address)).text()
    const [, client_id] = /data-client-id="(\w+)"/.exec(page)!
    expect(page).to.contain(`${env.PARLEY_ADDRESS}/widget.js`)
    expect(page).not.to.contain('{{')
    const origins = ['set-origins', '--client-id', client_id!, '--origin', address]
    await shell('node', ['dist/cli/admin.js', ...origins], { env: { ...bareEnvironment(), ...env } })
    const token = () =>
      fetch(`${env.PARLEY_ADDRESS}/api/v1/auth/widget-token`, {
        method: 'POST',
        headers: { Origin: address, 'Content-Type': 'application/json' },
        body: JSON.stringify({ client_id }),
      })
    // Another process changed the list: it holds here within 5 seconds.
    let answer = await token()
    for (const until = Date.now() + 10_000; !answer.ok && Date.now() < until; ) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      answer = await token()
    }
    expect(answer.status).to.equal(200)
  })

  it('node-server: answers its users, each in a conversation of their own', async () => {
    const { address } = await addressOf('examples/node-server/server.mjs')
    const ask = async (question: string) => {
      const answer = await fetch(address, {
        method: 'POST',
        body: JSON.stringify({ user: 'u-1', question }),
      })
      return (await answer.json()) as { answer: string; sources: { quote: string }[] }
    }
    const { answer, sources } = await ask('What does delivery cost?')
    expect(answer).to.equal('Delivery costs 4.90 euros. Above 50 euros it is free.')
    expect(sources[0]!.quote).to.contain('4.90 euros')
    expect((await ask('When are you open?')).answer).to.contain('Monday to Friday')
  })

  it('markdown-knowledge: is found when it is uploaded', async () => {
    const { stdout } = await shell('node', ['examples/markdown-knowledge/load.mjs'], {
      env: { ...bareEnvironment(), ...env },
    })
    expect(stdout.trim().split('\n')).to.deep.equal(['pests.md: ready', 'repotting.md: ready'])
  })

  it('python: asks and prints the reply with its sources', async function () {
    if (!PYTHON) return this.skip()
    const question = 'How do I get rid of spider mites?'
    const { stdout } = await shell(PYTHON, ['examples/python/ask.py', question], {
      env: { ...bareEnvironment(), ...env },
    })
    expect(stdout).to.match(/spider mites/i)
    expect(stdout).to.contain('from “pests”')
  })

  it('two-apis: answers by both processes in turn, and ends them', async () => {
    const database = await makeDatabase()
    const ports = [await freePort(), await freePort()]
    const balancer = run('node', ['examples/two-apis/balancer.mjs'], {
      DATABASE_URL: database.url,
      API_PORTS: ports.join(),
    })
    const [address] = await balancer.printed(/http:\/\/localhost:\d+/)
    const answeredBy = async () => (await fetch(`${address}/health`)).headers.get('x-answered-by')
    expect([await answeredBy(), await answeredBy()]).to.have.members(ports.map(String))
    expect(await balancer.stop()).to.equal(0)
    await database.drop()
  })
})
