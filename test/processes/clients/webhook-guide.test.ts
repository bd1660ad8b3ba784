import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { transformSync } from 'esbuild'
import { request, type SignedIn, signedIn } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { killAll, run } from '../../support/product/processes.ts'
import { freePort } from '../../support/servers/servers.ts'

const PYTHON = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path))
const RUN =
  /<!-- run by test\/processes\/clients\/webhook-guide\.test\.ts -->\n```(ts|python)\n([\s\S]*?)^```/gm

/** Runs the programs of docs/guide/webhooks.md unchanged. Needs the compiled client. */
describe('the receivers of the webhook guide', () => {
  const programs = [...readFileSync('docs/guide/webhooks.md', 'utf8').matchAll(RUN)]
  let parley: Parley
  let owner: SignedIn
  let folder: string
  let ports: Record<string, number>
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-receivers-'))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    ports = { ts: await freePort(), python: await freePort() }
    const hosts = Object.values(ports).map((port) => `127.0.0.1:${port}`)
    parley = await startParley({ settings: { EGRESS_ALLOWED_HOSTS: hosts.join() } })
    owner = await signedIn(parley, parley.client, 'owner')
  })
  after(async () => {
    await killAll()
    await parley.stop()
    rmSync(folder, { recursive: true })
  })

  const ask = async (path: string, body?: object) =>
    (await request(parley.client.address, 'POST', path, owner.headers, body)).body.data

  async function start(language: string, source: string, secret: string) {
    const env = { WEBHOOK_SECRET: secret, PORT: String(ports[language]) }
    if (language === 'python') {
      const file = join(folder, 'receiver.py')
      writeFileSync(file, source)
      return run(PYTHON!, [file], env)
    }
    const file = join(folder, 'receiver.mjs')
    writeFileSync(file, transformSync(source, { loader: 'ts', format: 'esm' }).code)
    return run(process.execPath, [file], env)
  }

  it('are one in Node and one in Python', () =>
    expect(programs.map(([, language]) => language)).to.deep.equal(['ts', 'python']))

  for (const [, language, source] of programs)
    it(`accept events that Parley has signed, each once, and no others: ${language}${language === 'ts' ? '' : ' @long'}`, async function () {
      if (language === 'python' && !PYTHON) this.skip()
      const url = `http://127.0.0.1:${ports[language!]}/webhooks`
      const endpoint = await ask('/api/v1/webhook-endpoints', { url, events: ['budget.reached'] })
      const receiver = await start(language!, source!, endpoint.secret)
      await eventually(() =>
        fetch(url, { method: 'POST', body: '' }).then(
          () => true,
          () => undefined,
        ),
      )

      const delivery = await ask(`/api/v1/webhook-endpoints/${endpoint.id}/test`)
      expect(delivery).to.include({ status: 'delivered', last_status: 204 })
      await receiver.printed(new RegExp(`endpoint\\.tested ${endpoint.id}`))
      const again = await ask(`/api/v1/deliveries/${delivery.id}/retry`)
      expect(again).to.include({ status: 'delivered', attempts: 2 })
      expect(receiver.output().match(/endpoint\.tested/g)).to.have.length(1)

      const post = async (headers: Record<string, string>) =>
        (await fetch(url, { method: 'POST', body: '{"id":"x"}', headers })).status
      const now = String(Math.floor(Date.now() / 1000))
      const signature = `v1,${Buffer.alloc(32).toString('base64')}`
      expect(await post({})).to.equal(400)
      for (const time of [now, '1000', 'soon'])
        expect(
          await post({
            'webhook-id': 'x',
            'webhook-timestamp': time,
            'webhook-signature': signature,
          }),
        ).to.equal(400)

      // Both secrets sign now, and the receiver has the previous secret.
      await ask(`/api/v1/webhook-endpoints/${endpoint.id}/rotate`, { grace_hours: 1 })
      const rotated = await ask(`/api/v1/webhook-endpoints/${endpoint.id}/test`)
      expect(rotated.status).to.equal('delivered')
      await receiver.stop()
    })
})
