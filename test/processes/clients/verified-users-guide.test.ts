import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { transformSync } from 'esbuild'
import { identify, makeIdentitySecret } from '../../support/http/identity.ts'
import { type Parley, startParley, TEST_ORIGIN } from '../../support/product/parley.ts'

const PYTHON = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path))
const RUN =
  /<!-- run by test\/processes\/clients\/verified-users-guide\.test\.ts -->\n```(ts|python|sh)\n([\s\S]*?)^```/gm

/** Runs the programs of docs/guide/verified-users.md unchanged. */
describe('the guide to verified users', () => {
  const programs = [...readFileSync('docs/guide/verified-users.md', 'utf8').matchAll(RUN)]
  let parley: Parley
  let folder: string
  let secret: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-identities-'))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    parley = await startParley({ workers: false })
    secret = (await makeIdentitySecret(parley, parley.client)).secret
  })
  after(async () => {
    await parley.stop()
    rmSync(folder, { recursive: true })
  })

  /** Returns the output of a language's program. */
  async function printed(language: string, env: Record<string, string>): Promise<string> {
    const [, , source] = programs.find(([, one]) => one === language)!
    const code =
      language === 'ts' ? transformSync(source!, { loader: 'ts', format: 'esm' }).code : source!
    const file = join(folder, { ts: 'sign.mjs', python: 'sign.py', sh: 'ask.sh' }[language]!)
    writeFileSync(file, code)
    const program = { ts: process.execPath, python: PYTHON!, sh: 'sh' }[language]!
    return (
      await promisify(execFile)(program, [file], { env: { PATH: process.env.PATH ?? '', ...env } })
    ).stdout
  }

  it('has a program in Node, one in Python, and one for curl', () =>
    expect(programs.map(([, language]) => language)).to.deep.equal(['ts', 'python', 'sh']))

  for (const language of ['ts', 'python'])
    it(`signs tokens that Parley accepts: ${language}`, async function () {
      if (language === 'python' && !PYTHON) this.skip()
      const identity_token = (await printed(language, { PARLEY_IDENTITY_SECRET: secret })).trim()
      const { status, body } = await identify(parley.client, { identity_token })
      expect([status, body.detail]).to.deep.equal([200, undefined])
      const [context] = await parley.db('contexts').where({ user_reference: 'customer-1' })
      expect(context.traits).to.include({ name: 'Zoe' })
    })

  it('shows a customer their sessions by curl @long', async () => {
    const { address, credentials } = parley.client
    const IDENTITY = (await printed('ts', { PARLEY_IDENTITY_SECRET: secret })).trim()
    const AGENT = (await parley.client.makeAgent()).id
    const CLIENT_ID = credentials.client_id
    const output = await printed('sh', {
      PARLEY: address,
      ORIGIN: TEST_ORIGIN,
      CLIENT_ID,
      IDENTITY,
      AGENT,
    })
    const [opened, listed] = output.split(/(?<=\})(?=\{"status")/).map((one) => JSON.parse(one))
    expect(opened.data).to.include({ customer_id: 'customer-1' })
    expect(listed.data.map(({ id }: { id: string }) => id)).to.deep.equal([opened.data.id])
  })
})
