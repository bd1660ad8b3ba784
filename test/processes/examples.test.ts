import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { build } from 'esbuild'
import { signatureHeaders, signedText } from '../../shared/tools/signing.ts'
import { hasChromium, startChromium } from '../support/browser/browser.ts'
import { startParley } from '../support/product/parley.ts'
import { bareEnvironment, killAll, run } from '../support/product/processes.ts'
import { RUNS_ALL } from '../support/run/runsAll.ts'
import { freePort, makeDatabase } from '../support/servers/servers.ts'

const shell = promisify(execFile)
const PYTHON = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path))

describe('the examples', () => {
  it('are listed, and have at most 120 lines each', async () => {
    const listed = await readFile('examples/README.md', 'utf8')
    const folders = await readdir('examples', { withFileTypes: true })
    for (const { name } of folders.filter((entry) => entry.isDirectory())) {
      expect(listed).to.contain(`(${name})`)
      const { stdout } = await shell('git', [
        'ls-files',
        '-co',
        '--exclude-standard',
        `examples/${name}`,
      ])
      const code = stdout.split('\n').filter((file) => /\.(mjs|jsx?|py|html)$/.test(file))
      const texts = await Promise.all(code.map((file) => readFile(file, 'utf8')))
      const lines = texts.flatMap((source) => source.trimEnd().split('\n'))
      expect(lines.length, name).to.be.within(1, 120)
    }
  })

  for (const [program, file] of [
    ['node', 'node-tools/server.mjs'],
    [PYTHON, 'python-tools/server.py'],
  ] as const)
    (program ? it : it.skip)(
      `refund once for each key, also after a restart: ${file}`,
      async () => {
        const folder = await mkdtemp(join(tmpdir(), 'parley-receiver-'))
        const secret = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`
        const start = async () => {
          const started = run(program!, [`examples/${file}`], {
            TOOL_SECRET: secret,
            KEYS_FILE: join(folder, 'keys'),
            PORT: '0',
          })
          return { ...started, address: (await started.printed(/http:\/\/localhost:\d+/))[0] }
        }
        try {
          let shop = await start()
          const call = async (path: string, key: string, sent?: object, more: object = {}) => {
            const method = sent ? 'POST' : 'GET'
            const body = sent && JSON.stringify(sent)
            const identity = { 'parley-call': key, 'parley-verified': 'true', ...more }
            const url = `${shop.address}${path}`
            const signed = signedText({ method, url, ...(body && { body }) }, identity)
            const headers = {
              ...identity,
              'idempotency-key': key,
              ...signatureHeaders(secret, key, signed, new Date()),
            }
            const answer = await fetch(url, { method, headers, ...(body && { body }) })
            return { status: answer.status, body: await answer.json() }
          }
          expect((await call('/orders/1042', 'a')).body).to.deep.equal({ state: 'on its way' })
          expect((await call('/orders/7', 'b')).status).to.equal(404)
          const refunded = { status: 200, body: { refunded: 5, order: '1042' } }
          expect(await call('/refunds', 'c', { order: '1042', amount: 5 })).to.deep.equal(refunded)
          expect(await call('/refunds', 'c', { order: '1042', amount: 6 })).to.deep.equal(refunded)
          const unknown = { 'parley-verified': 'false' }
          expect(
            (await call('/refunds', 'd', { order: '1042', amount: 5 }, unknown)).status,
          ).to.equal(403)
          const plain = await fetch(`${shop.address}/refunds`, { method: 'POST', body: '{}' })
          expect(plain.status).to.equal(401)
          await shop.stop()
          shop = await start()
          expect(await call('/refunds', 'c', { order: '1042', amount: 7 })).to.deep.equal(refunded)
          expect((await readFile(join(folder, 'keys'), 'utf8')).trim().split('\n')).to.have.length(
            1,
          )
          await shop.stop()
        } finally {
          await killAll()
          await rm(folder, { recursive: true, force: true })
        }
      },
    )

  it('answer with an installation that the environment names: node-server', async () => {
    const parley = await startParley()
    try {
      parley.model.behave(() => ({ text: 'It is free.' }))
      const { address: PARLEY_ADDRESS, credentials } = parley.client
      const started = run('node', ['examples/node-server/server.mjs'], {
        PARLEY_ADDRESS,
        CLIENT_ID: credentials.client_id,
        CLIENT_SECRET: credentials.secret,
        AGENT_ID: (await parley.client.makeAgent()).id,
        PORT: '0',
      })
      const [address] = await started.printed(/http:\/\/localhost:\d+\S*/)
      const body = JSON.stringify({ user: 'u-1', question: 'What does delivery cost?' })
      const answer = await fetch(address!, { method: 'POST', body })
      expect(await answer.json()).to.deep.equal({ answer: 'It is free.', sources: [] })
      await started.stop()
    } finally {
      await killAll()
      await parley.stop()
    }
  })
})

/** Runs each example by its one command, beside `npm start`. */
describe('the examples beside `npm start` @long', () => {
  let folder: string
  let env: Record<string, string>
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-examples-'))
    await chmod(folder, 0o755)
    const port = await freePort()
    const started = run('node', ['dist/cli/start.js'], {
      PARLEY_DATA_DIR: folder,
      PORT: String(port),
    })
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

  it("shop-page has the widget, whose visitors get a token at the page's origin", async () => {
    const { address } = await addressOf('examples/shop-page/server.mjs')
    const page = await (await fetch(address)).text()
    const [, client_id] = /data-client-id="(\w+)"/.exec(page)!
    expect(page).to.contain(`${env.PARLEY_ADDRESS}/widget.js`)
    expect(page).not.to.contain('{{')
    const origins = ['set-origins', '--client-id', client_id!, '--origin', address]
    await shell('node', ['dist/cli/admin.js', ...origins], {
      env: { ...bareEnvironment(), ...env },
    })
    const token = () =>
      fetch(`${env.PARLEY_ADDRESS}/api/v1/auth/widget-token`, {
        method: 'POST',
        headers: { Origin: address, 'Content-Type': 'application/json' },
        body: JSON.stringify({ client_id }),
      })
    // Another process changed the list, which takes effect here within 5 seconds.
    let answer = await token()
    for (const until = Date.now() + 10_000; !answer.ok && Date.now() < until; ) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      answer = await token()
    }
    expect(answer.status).to.equal(200)
  })

  it('node-server answers its users, each in a separate conversation @long', async () => {
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

  it('markdown-knowledge is found after its upload', async () => {
    const { stdout } = await shell('node', ['examples/markdown-knowledge/load.mjs'], {
      env: { ...bareEnvironment(), ...env },
    })
    expect(stdout.trim().split('\n')).to.deep.equal(['pests.md: ready', 'repotting.md: ready'])
  })

  it('python asks and prints the reply with its sources', async function () {
    if (!PYTHON) return this.skip()
    const question = 'How do I get rid of spider mites?'
    const { stdout } = await shell(PYTHON, ['examples/python/ask.py', question], {
      env: { ...bareEnvironment(), ...env },
    })
    expect(stdout).to.match(/spider mites/i)
    expect(stdout).to.contain('from “pests”')
  })

  describe('nextjs @long', () => {
    const FOLDER = 'examples/nextjs'
    const QUESTION = JSON.stringify({ question: 'When are you open?' })

    /** Reads the reply as another program would, and on the page. */
    async function seesReplies(address: string): Promise<void> {
      const ask = (cookie: string) =>
        fetch(`${address}/ask`, { method: 'POST', headers: { cookie }, body: QUESTION })
      const first = await ask('')
      expect(first.headers.get('content-type')).to.equal('text/event-stream')
      // Not compressed, so not held back.
      expect(first.headers.get('content-encoding')).to.equal(null)
      const events = await first.text()
      expect(events).to.match(/^event: delta\n.*\ndata: .*Monday to Friday/m)
      const conversation = (stream: string) => /"conversation_id":"([\w-]+)"/.exec(stream)![1]
      const cookie = first.headers.getSetCookie()[0]!.split(';')[0]!
      expect(conversation(await (await ask(cookie)).text())).to.equal(conversation(events))
      expect(conversation(await (await ask('visitor=another')).text())).not.to.equal(
        conversation(events),
      )
      if (!hasChromium) return
      const browser = await startChromium()
      const page = await browser.newPage()
      await page.goto(address)
      await page.getByRole('button', { name: 'Ask' }).click()
      await page.locator('blockquote').waitFor()
      expect(await page.locator('p').innerText()).to.contain('Monday to Friday')
      await browser.close()
    }

    /**
     * Serves the example's page and route instead of Next, whose installation takes longer than all
     * tests of the examples.
     */
    async function serve() {
      const contents = `
        import { createRoot } from 'react-dom/client'
        import Page from './${FOLDER}/app/page.jsx'
        createRoot(document.getElementById('root')).render(<Page />)`
      const { outputFiles } = await build({
        stdin: { contents, loader: 'jsx', resolveDir: process.cwd() },
        bundle: true,
        write: false,
        jsx: 'automatic',
        alias: { react: resolve('node_modules/react') },
        define: { 'process.env.NODE_ENV': '"production"' },
      })
      const html = `<!doctype html><div id="root"></div><script>${outputFiles[0]!.text}</script>`
      Object.assign(process.env, env)
      const { POST } = await import(resolve(FOLDER, 'app/ask/route.js'))
      for (const name of Object.keys(env)) delete process.env[name]
      const server = createServer(async (request, response) => {
        if (request.url !== '/ask') return response.setHeader('Content-Type', 'text/html').end(html)
        const { method, headers } = request
        const body = await text(request)
        const asked = new Request('http://localhost/ask', {
          method,
          headers: headers as never,
          body,
        })
        const answer: Response = await POST(asked)
        response.writeHead(answer.status, Object.fromEntries(answer.headers))
        Readable.fromWeb(answer.body as never).pipe(response)
      })
      await new Promise<void>((started) => server.listen(0, started))
      return { server, address: `http://localhost:${(server.address() as AddressInfo).port}` }
    }

    it('passes replies on to its page as a stream', async () => {
      const { server, address } = await serve()
      await seesReplies(address)
      server.closeAllConnections()
      server.close()
    })

    // 340 MB, which takes 15 s of a processor and more.
    const hasNext = existsSync(`${FOLDER}/node_modules`)
    const inNext = RUNS_ALL || hasNext ? it : it.skip
    inNext('does so in Next', async function () {
      this.timeout(600_000)
      // Here and not at the start, because npm may need variables that the tests' processes do not
      // get.
      if (!hasNext) await shell('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER })
      const port = String(await freePort())
      const started = run('npm', ['start', '--prefix', FOLDER], { ...env, PORT: port })
      await started.printed(/Ready in/)
      await seesReplies(`http://localhost:${port}`)
      await started.stop()
    })
  })

  it('two-apis answers by both processes in turn, and ends them @long', async () => {
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
