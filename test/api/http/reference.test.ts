import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { ROUTERS } from '../../../api/app.ts'
import { EXAMPLE_ID } from '../../../api/http/schemas.ts'
import { describeApi } from '../../../api/openapi/document.ts'
import about from '../../../package.json' with { type: 'json' }
import { loadConfig } from '../../../shared/config/config.ts'
import { makeOwn, type Own, sampleFor } from '../../support/data/samples.ts'
import { bearer, makeUser, mintToken, request, signedIn } from '../../support/http/access.ts'
import { contract, type Operation, operations } from '../../support/http/contract.ts'
import { type Parley, startParley, TEST_ORIGIN } from '../../support/product/parley.ts'
import { type Pages, startPages } from '../../support/servers/pages.ts'

const run = promisify(execFile)
const MANY = '1000000'
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

type Variables = Record<string, string>

const linesOf = ({ description }: Operation) =>
  [...description.matchAll(/```sh\n(.+?)\n```/gs)].map(([, line]) => line!)

function whoOf(line: string): string {
  if (line.includes('$TOKEN')) return ' by a widget'
  return line.includes('$SESSION_COOKIE') ? ' at the dashboard' : ''
}

describe('the reference', () => {
  let parley: Parley
  let pages: Pages
  let agentId: string
  let contextId: string
  let person: { email: string; password: string }
  let folder: string
  let own: Own
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-reference-'))
    writeFileSync(join(folder, 'terms.txt'), 'Parcels can be sent back for 30 days.')
    pages = await startPages()
    pages.serve('/shipping', '<title>Shipping</title><p>A parcel takes two days.</p>')
    parley = await startParley({
      backend: 'postgres',
      settings: { FETCH_ALLOWED_HOSTS: pages.host, SIGN_IN_MINUTE_LIMIT: MANY, MINT_MINUTE_LIMIT: '7000' },
    })
    const { client } = parley
    own = await makeOwn(parley, client)
    person = await makeUser(parley, client, 'owner')
    agentId = (await client.makeAgent()).id
    contextId = (await client.post('/api/v1/contexts', { user_reference: 'zoe', traits: {} })).body.data.id
  })
  after(async () => {
    await parley.stop()
    await pages.close()
    rmSync(folder, { recursive: true })
  })

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(parley.client.address + path, { headers })

  it('is served as what the tests hold every answer against, with the limits of the service', async () => {
    const served: any = await (await get('/openapi.json')).json()
    expect(served.servers.map(({ url }: any) => url)).to.deep.equal([parley.client.address])
    const described: any = describeApi(ROUTERS, about.version, loadConfig(parley.env))
    const { servers } = described
    expect({ ...served, servers }).to.deep.equal(JSON.parse(JSON.stringify(described)))
    const post = (document: any) => document.paths['/api/v1/auth/widget-token'].post
    expect(post(served).description).to.contain('7,000 widget tokens a minute')
    expect(post(contract.document).description).to.contain('30 widget tokens a minute')
    expect({ ...post(served), description: '' }).to.deep.equal({
      ...post(contract.document),
      description: '',
    })
  })

  it('has neither errors nor warnings for redocly lint', async () => {
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
      Object.values(operation.requestBody?.content ?? {}).some(({ example }) => example === undefined),
    )
    expect(without.map(({ operation }) => operation.operationId)).to.deep.equal([])
  })

  it('has what a server calls first, and apart what takes a signed-in person alone', () => {
    const { tags, 'x-tagGroups': groups } = contract.document
    const named = groups.flatMap((group) => group.tags)
    expect(named).to.deep.equal(tags.map(({ name }) => name))
    expect(groups.map(({ tags }) => tags[0])).to.deep.equal(['sessions', 'agents', 'knowledge-base'])
    expect(groups[0]!.tags).to.include.members(['conversations', 'messages', 'knowledge'])
    expect(groups[2]!.description).to.match(/^These routes are the dashboard's own:/)
    for (const { method, path, operation } of operations) {
      const [tag] = operation.tags
      const isApart = groups[2]!.tags.includes(tag!)
      const kinds = operation.security.flatMap(Object.keys)
      const isForPeople = kinds.length > 0 && kinds.every((kind) => /^(dashboard|csrf)/.test(kind))
      // Whoever signs in or accepts an invitation has no credentials yet.
      if (kinds.length) expect(isApart, `${method} ${path}`).to.equal(isForPeople)
    }
  })

  it('tells of each operation who may call it, how often, and with how large a body', () => {
    const told = (id: string) =>
      operations.find(({ operation }) => operation.operationId === id)!.operation.description
    const post = told('postSessionMessage')
    expect(post).to.contain('A server, by key and secret: 100 API requests an hour for your organization')
    expect(post).to.contain('20 requests a minute in this session; 200 widget requests an hour')
    expect(post).to.contain('at most 256 kB')
    expect(told('readSessionMessage')).to.match(/by key and secret: 3,000 look-ups.+token: 6,000 look-ups/s)
    expect(told('uploadFile')).to.contain('The file may have at most 20 MB.')
    expect(told('deleteUser')).to.contain('signed in to the dashboard: 600 changes')
    expect(told('checkAlive')).to.contain('Anybody, without credentials: no limit.')
    for (const { operation } of operations) expect(operation.description).to.contain('**Callers and limits**')
  })

  it('is a page for people at /docs, whose scripts and styles are its own', async () => {
    const page = await get('/docs')
    expect(page.headers.get('content-type')).to.equal('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).to.match(/^default-src 'none'; script-src 'self';/)
    const loads = [...(await page.text()).matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(
      ([, path]) => path!,
    )
    expect(loads).to.have.length(4)
    for (const path of loads) {
      const plain = await (await get(path, { 'Accept-Encoding': 'identity' })).text()
      expect(plain).not.to.equal('')
      expect(await (await get(path, { 'Accept-Encoding': 'gzip' })).text()).to.equal(plain)
    }
    expect((await get('/docs/../package.json')).status).to.equal(404)
    expect((await get('/docs/constructor')).status).to.equal(404)
  })

  it('has an icon, and an address without a path leads people to the dashboard', async () => {
    const { address } = parley.client
    const icon = await fetch(`${address}/favicon.ico`)
    expect([icon.status, icon.headers.get('content-type')]).to.deep.equal([200, 'image/svg+xml'])
    await icon.body?.cancel()
    const home = await fetch(address, { redirect: 'manual' })
    expect([home.status, home.headers.get('location')]).to.deep.equal([302, '/dashboard'])
    await home.body?.cancel()
  })

  describe('has an example for curl that works, for', () => {
    for (const { method, path, operation } of operations)
      for (const line of linesOf(operation))
        it(`${method} ${path}${whoOf(line)}`, async () => {
          if (operation.operationId.startsWith('cancel')) parley.model.behave(() => ({ hang: true }))
          const variables = await variablesFor(path, line)
          const { status, body } = await runLine(line, variables)
          parley.model.reset()
          expect(status, body).to.be.within(200, 299)
          expect(operation.responses).to.have.property(String(status))
        })
  })

  /** Runs the line as it stands, but for ids and other names that are the tests' own. */
  async function runLine(line: string, variables: Variables): Promise<{ status: number; body: string }> {
    const { token: invitation } = (await sampleFor({ name: 'POST /api/v1/invitations/read' }, own)).body
    const withOwn = line
      .replaceAll(`"agent_id":"${EXAMPLE_ID}"`, `"agent_id":"${agentId}"`)
      .replaceAll(`"user_context_id":"${EXAMPLE_ID}"`, `"user_context_id":"${contextId}"`)
      .replaceAll('https://example.com', `http://${pages.host}`)
      .replaceAll(
        'zoe@example.com","password":"a long password',
        `${person.email}","password":"${person.password}`,
      )
      .replaceAll('app_greenleaf', parley.client.credentials.client_id)
      .replaceAll('"current_password":"a long password"', `"current_password":"${person.password}"`)
      .replaceAll('what-stands-after-the-number-sign-of-a-link', invitation)
    const script = `curl() { command curl -sS -w '\\n%{http_code}' "$@"; }\n${withOwn}`
    const { stdout } = await run('sh', ['-c', script], {
      env: { PATH: process.env.PATH!, ...variables },
      cwd: folder,
    })
    const end = stdout.lastIndexOf('\n')
    return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) }
  }

  /** What the line names: credentials, and records of their own for the ids of its path. */
  async function variablesFor(path: string, line: string): Promise<Variables> {
    const { address, credentials } = parley.client
    const variables: Variables = {
      BASE_URL: address,
      ORIGIN: TEST_ORIGIN,
      CLIENT_ID: credentials.client_id,
      CLIENT_SECRET: credentials.secret,
      ...(line.includes('$TOKEN') ? { TOKEN: await mintToken(parley.client) } : {}),
      ...(line.includes('$SESSION_COOKIE') ? await signIn() : {}),
    }
    let template = ''
    let collection = ''
    for (const part of path.split('/').slice(1)) {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      // A thread is made as what it is.
      const made = (path: string) => path.replace(/^\/api\/v1\/threads$/, '/api/v1/conversations')
      const id = name && (await make(made(template), made(collection), variables, path.endsWith('/trace')))
      if (name) variables[name.toUpperCase()] = id!
      template += `/${part}`
      collection += `/${id ?? part}`
    }
    if (path.endsWith('/content')) await fill(variables.ID!)
    return variables
  }

  /** An example makes the entry of a file without its content. */
  async function fill(knowledgeId: string): Promise<void> {
    const { headers } = await signedIn(parley, parley.client, 'owner')
    const form = new FormData()
    form.append('knowledge_id', knowledgeId)
    form.append('file', new Blob(['Parcels can be sent back for 30 days.']), 'terms.txt')
    const { status } = await request(parley.client.address, 'POST', '/knowledge-base', headers, form)
    expect(status).to.equal(200)
  }

  async function signIn(): Promise<Variables> {
    const { token, headers } = await signedIn(parley, parley.client, 'owner')
    return { SESSION_COOKIE: token, CSRF_TOKEN: headers['X-CSRF-Token']! }
  }

  /** A record made by the collection's own example. @returns its id */
  async function make(
    template: string,
    collection: string,
    variables: Variables,
    traced: boolean,
  ): Promise<string> {
    const token = variables.TOKEN
    const post = contract.document.paths[template]!.post
    // What no key can make has a sample that has it.
    if (!post?.security?.some((one) => 'client_id' in one || 'widget_token' in one)) {
      const name = `DELETE ${template.replace(/\{(\w+)\}/g, ':$1')}/:id`
      const { id, ...within } = (await sampleFor({ name }, own)).params!
      for (const [parent, value] of Object.entries(within)) variables[parent.toUpperCase()] = value
      return id!
    }
    const { example } = post.requestBody!.content['application/json']!
    const body = { ...example, ...('agent_id' in example ? { agent_id: agentId } : {}) }
    if (example.user_context_id) body.user_context_id = contextId
    // A visitor reaches no session but their own, and what they only read is the application's.
    const isTheirs = token && collection.startsWith('/api/v1/sessions')
    const authorization = isTheirs ? bearer(token) : parley.client.authorization
    if (traced && 'content' in example) body.trace = true
    const headers = { ...authorization, ...(traced ? {} : { Prefer: 'respond-async' }) }
    const made = await request(parley.client.address, 'POST', collection, headers, body)
    expect(made.status).to.be.within(200, 202)
    return made.body.data.id
  }
})
