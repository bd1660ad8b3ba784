import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { ROUTERS } from '../../../api/app.ts'
import { EXAMPLE_ID } from '../../../api/http/schemas.ts'
import { describeApi } from '../../../api/openapi/document.ts'
import { RECORDED_ANSWERS } from '../../../api/openapi/recordedAnswers.ts'
import about from '../../../package.json' with { type: 'json' }
import { EVENT_NAMES } from '../../../shared/events/eventTypes.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { contract, operations, validatorOfEvent } from '../../support/http/contract.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const run = promisify(execFile)
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

describe('the API reference', () => {
  let parley: Parley
  let folder: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-reference-'))
    parley = await startParley({ workers: false, settings: { MINT_MINUTE_LIMIT: '7' } })
  })
  after(async () => {
    await parley.stop()
    rmSync(folder, { recursive: true })
  })

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(parley.client.address + path, { headers })

  it("is the document that tests check every answer against, with the service's limits", async () => {
    const served: any = await (await get('/openapi.json')).json()
    expect(served.servers.map(({ url }: any) => url)).to.deep.equal([parley.client.address])
    const described: any = describeApi(ROUTERS, about.version, loadConfig(parley.env))
    const { servers } = described
    expect({ ...served, servers }).to.deep.equal(JSON.parse(JSON.stringify(described)))
    const post = (document: any) => document.paths['/api/v1/auth/widget-token'].post
    expect(post(served).description).to.contain('7 widget tokens a minute')
    expect(post(contract.document).description).to.contain('30 widget tokens a minute')
    expect({ ...post(served), description: '' }).to.deep.equal({
      ...post(contract.document),
      description: '',
    })
  })

  it('has neither errors nor warnings for redocly lint @long', async () => {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(contract.document))
    const lint = ['--no', 'redocly', 'lint', file, '--format=json']
    const { stdout } = await run('npx', lint, { env: { ...process.env, ...QUIET } })
    const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf('{')))
    expect(problems).to.deep.equal([])
    expect(totals).to.deep.equal({ errors: 0, warnings: 0, ignored: 0 })
  })

  it('describes every route but its own pages', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids)).to.have.property('size', ids.length)
    expect(ids).to.have.length.of.at.least(70)
  })

  it('has an example of every body', () => {
    const without = operations.filter(({ operation }) =>
      Object.values(operation.requestBody?.content ?? {}).some(
        ({ example }) => example === undefined,
      ),
    )
    expect(without.map(({ operation }) => operation.operationId)).to.deep.equal([])
  })

  it('has a recorded answer of every operation but itself and those that answer with files, and it fits', () => {
    const without: string[] = []
    for (const { method, path, operation } of operations) {
      const contents = Object.entries(operation.responses).flatMap(([status, answer]) =>
        '$ref' in answer
          ? []
          : Object.entries(answer.content ?? {}).map(([type, { example }]) => ({
              place: ['paths', path, method.toLowerCase(), 'responses', status, 'content', type],
              type,
              example,
            })),
      )
      const shown = contents.filter(({ example }) => example !== undefined)
      if (shown.length === 0) without.push(operation.operationId)
      for (const { place, example } of shown.filter(({ type }) => type === 'application/json')) {
        const fits = contract.validatorAt(...place, 'schema')
        expect(fits(example), JSON.stringify([place, fits.errors])).to.equal(true)
      }
    }
    expect(without).to.deep.equal([
      'readSessionAttachment',
      'readConversationAttachment',
      'readFileContent',
      'readOpenApi',
    ])
  })

  it('shows completed replies, and no secret of the run that recorded them', () => {
    for (const id of ['postSessionMessage', 'postConversationMessage']) {
      const { status, answer } = RECORDED_ANSWERS[id]! as { status: number; answer: any }
      expect(status).to.equal(201)
      expect(answer.data).to.include({ status: 'completed', grounded: true })
      expect(answer.data.citations).to.have.length(1)
    }
    const text = JSON.stringify(RECORDED_ANSWERS)
    expect(text).not.to.match(
      /127\.0\.0\.1|localhost|sk_(?:test_)?(?!your-secret)[\w-]+|whsec_(?!eW91)/,
    )
    const ids = text.match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g)!
    expect(ids.filter((id) => !id.startsWith(EXAMPLE_ID.slice(0, -4)))).to.deep.equal([])
  })

  it('has a webhook for each type of event, with an example that fits only it', () => {
    const webhooks = Object.entries(contract.document.webhooks)
    expect(webhooks.map(([type]) => type)).to.deep.equal(EVENT_NAMES)
    const ids = webhooks.map(([, { post }]) => post.operationId)
    expect(new Set(ids)).to.have.property('size', ids.length)
    const { schemas } = contract.document.components
    for (const [type, { post }] of webhooks) {
      const { schema, example } = post.requestBody.content['application/json']!
      const fits = validatorOfEvent(type)
      expect(fits(example), JSON.stringify([type, fits.errors])).to.equal(true)
      const facts = schemas[schema.allOf[0].$ref.split('/').at(-1)].properties.facts.properties
      expect(Object.keys(facts)).to.include.members(Object.keys(example.facts))
      for (const other of EVENT_NAMES.filter((other) => other !== type))
        expect(validatorOfEvent(other)(example), `${type} as ${other}`).to.equal(false)
    }
  })

  it('has what a server calls first, and separately what only a signed-in person can call', () => {
    const { tags, 'x-tagGroups': groups } = contract.document
    const named = groups.flatMap((group) => group.tags)
    expect(named).to.deep.equal(tags.map(({ name }) => name))
    expect(groups.map(({ tags }) => tags[0])).to.deep.equal([
      'sessions',
      'agents',
      'knowledge-base',
    ])
    expect(groups[0]!.tags).to.include.members(['conversations', 'messages', 'knowledge'])
    expect(groups[2]!.description).to.match(/^These routes are the dashboard's own:/)
    for (const { method, path, operation } of operations) {
      const [tag] = operation.tags
      const isApart = groups[2]!.tags.includes(tag!)
      const kinds = operation.security.flatMap(Object.keys)
      const isForPeople = kinds.length > 0 && kinds.every((kind) => /^(dashboard|csrf)/.test(kind))
      // A client that signs in or accepts an invitation has no credentials yet.
      if (kinds.length) expect(isApart, `${method} ${path}`).to.equal(isForPeople)
    }
  })

  it('shows for each operation who may call it, how often, and with how large a body', () => {
    const descriptionOf = (id: string) =>
      operations.find(({ operation }) => operation.operationId === id)!.operation.description
    const post = descriptionOf('postSessionMessage')
    expect(post).to.contain(
      'A server, by key and secret: 100 API requests an hour for your organization',
    )
    expect(post).to.contain('20 requests a minute in this session; 200 widget requests an hour')
    expect(post).to.contain('at most 256 kB')
    expect(descriptionOf('readSessionMessage')).to.match(
      /by key and secret: 3,000 look-ups.+token: 6,000 look-ups/s,
    )
    expect(descriptionOf('uploadFile')).to.contain('The file may have at most 20 MB.')
    expect(descriptionOf('deleteUser')).to.contain('signed in to the dashboard: 600 changes')
    expect(descriptionOf('checkAlive')).to.contain('Anybody, without credentials: no limit.')
    for (const { operation } of operations)
      expect(operation.description).to.contain('**Callers and limits**')
  })

  it('is a page for people at /docs, whose scripts and styles are its own', async () => {
    const page = await get('/docs')
    expect(page.headers.get('content-type')).to.equal('text/html; charset=utf-8')
    const policy = page.headers.get('content-security-policy')!
    expect(policy).to.match(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(policy).not.to.match(/unsafe|http|data:|\*/)
    const document = await page.text()
    expect(document).not.to.match(/<script[^>]*>[^<]|<style|https?:/)
    const loads = [...document.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path]) => path!)
    expect(loads).to.have.length(2)
    for (const path of loads) {
      const plain = await get(path, { 'Accept-Encoding': 'identity' })
      expect(plain.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
      const packed = await get(path, { 'Accept-Encoding': 'gzip' })
      expect(packed.headers.get('content-encoding')).to.equal('gzip')
      expect(await packed.text()).to.equal(await plain.text())
    }
    expect((await get('/docs/../package.json')).status).to.equal(404)
    expect((await get('/docs/assets/constructor')).status).to.equal(404)
  })

  it('has an icon, and an address without a path leads to the dashboard', async () => {
    const { address } = parley.client
    const icon = await fetch(`${address}/favicon.ico`)
    expect([icon.status, icon.headers.get('content-type')]).to.deep.equal([200, 'image/svg+xml'])
    await icon.body?.cancel()
    const home = await fetch(address, { redirect: 'manual' })
    expect([home.status, home.headers.get('location')]).to.deep.equal([302, '/dashboard'])
    await home.body?.cancel()
    const program = await fetch(address, {
      redirect: 'manual',
      headers: { Accept: 'application/json' },
    })
    expect([program.status, ((await program.json()) as { code: string }).code]).to.deep.equal([
      404,
      'not_found',
    ])
  })
})
