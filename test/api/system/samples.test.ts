import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { transform } from 'esbuild'
import { EXAMPLE_ID } from '../../../api/http/schemas.ts'
import type { Sample } from '../../../api/openapi/samples.ts'
import { makePng } from '../../support/data/attachments.ts'
import { makeEvent } from '../../support/data/events.ts'
import { codeNow, makeOwn, makeReset, type Own, sampleFor } from '../../support/data/samples.ts'
import { makeWaitingReply } from '../../support/data/toolCalls.ts'
import {
  bearer,
  makeUser,
  mintToken,
  PASSWORD,
  request,
  signedIn,
} from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'
import { contract, type Operation, operations } from '../../support/http/contract.ts'
import { type Parley, startParley, TEST_ORIGIN } from '../../support/product/parley.ts'
import { type Pages, startPages } from '../../support/servers/pages.ts'

const run = promisify(execFile)
/** The longest answer is the reference itself. */
const MAX_ANSWER_BYTES = 8 * 2 ** 20
const MANY = '1000000'
const PYTHON = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path))
const ANSWER = 'It comes tomorrow.'

type Variables = Record<string, string>

const THREE = ['curl', 'TypeScript', 'Python']
const samples = operations.flatMap(({ method, path, operation }) =>
  operation['x-codeSamples'].map((sample) => ({ method, path, operation, sample })),
)
/**
 * Node takes half a second for each program, and Python a third. The samples of these paths have
 * all shapes, and the compiler checks the other TypeScript samples. For each other tag, one shell
 * command is run.
 */
const RUN_ALWAYS = [
  '/api/v1/auth/widget-token',
  '/api/v1/sessions/{session_id}/messages',
  '/api/v1/sessions/{session_id}/messages/{id}',
]
const FIRST_LINES = new Map(
  samples
    .filter(({ sample }) => sample.label === 'curl')
    .toReversed()
    .map(({ operation, sample }) => [operation.tags[0], sample]),
)
const markOf = (path: string, operation: Operation, sample: Sample) =>
  RUN_ALWAYS.includes(path) || FIRST_LINES.get(operation.tags[0]) === sample ? '' : ' @long'

/**
 * These need an identity provider or an authenticator, of which the sample requests have as much as
 * possible.
 */
const NEEDS_ANOTHER = /\/(passkeys?|single-sign-on)(\/|$)/

/** Causes a change in the sample's thread. */
const inThread = (kind: string) => ({
  shows: 'Over here',
  happen: ({ client }: Parley, variables: Variables) =>
    client.post(
      `/api/v1/${kind}s/${variables[`${kind.toUpperCase()}_ID`]}/messages`,
      { content: 'Over here' },
      { Prefer: 'respond-async' },
    ),
})
/** Endless streams, and what makes them send an event. */
const ENDLESS: Record<
  string,
  { shows: string; happen: (parley: Parley, variables: Variables) => Promise<unknown> }
> = {
  listEvents: {
    shows: 'connection.changed',
    happen: ({ db, client }) => makeEvent(db, { organization_id: client.organizationId }),
  },
  followSession: inThread('session'),
  followConversation: inThread('conversation'),
}

/**
 * Runs each sample unchanged, except for ids and other names of the tests. Needs the compiled
 * client.
 */
describe('the samples of the reference', () => {
  let parley: Parley
  let pages: Pages
  let agentId: string
  let contextId: string
  let person: { id: string; email: string; password: string }
  let folder: string
  let own: Own
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-samples-'))
    writeFileSync(join(folder, 'terms.txt'), 'Parcels can be sent back for 30 days.')
    writeFileSync(join(folder, 'receipt.pdf'), '%PDF-1.4\n')
    // Its bytes determine its type, whatever its name.
    writeFileSync(join(folder, 'zoe.jpg'), makePng())
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    pages = await startPages()
    pages.serve('/shipping', '<title>Shipping</title><p>A parcel takes two days.</p>')
    parley = await startParley({
      settings: {
        FETCH_ALLOWED_HOSTS: pages.host,
        SIGN_IN_MINUTE_LIMIT: MANY,
        MINT_MINUTE_LIMIT: MANY,
      },
    })
    parley.model.behave(() => ({ text: ANSWER }))
    const { client } = parley
    own = await makeOwn(parley, client)
    person = await makeUser(parley, client, 'owner')
    agentId = (await client.makeAgent()).id
    contextId = (await client.post('/api/v1/contexts', { user_reference: 'zoe', traits: {} })).body
      .data.id
  })
  after(async () => {
    await parley.stop()
    await pages.close()
    rmSync(folder, { recursive: true })
  })

  it('exist for every operation, in three languages for each that a key may call', () => {
    for (const { operation } of operations) {
      const labels = operation['x-codeSamples'].map(({ label }) => label)
      const isForServers = operation.security.some((scheme) => 'client_id' in scheme)
      if (isForServers) expect(labels.slice(0, 3), operation.operationId).to.deep.equal(THREE)
      expect(labels[0], operation.operationId).to.match(/^curl/)
      expect(new Set(labels)).to.have.property('size', labels.length)
      if (isForServers && operation['x-event-stream'])
        expect(labels).to.include.members(THREE.map((name) => `${name}, streamed`))
    }
  })

  it("have correct types, by the client's own @long", async () => {
    const types = mkdtempSync(join(folder, 'types-'))
    symlinkSync(resolve('node_modules'), join(types, 'node_modules'))
    const inTypeScript = samples.filter(({ sample }) => sample.lang === 'TypeScript')
    expect(inTypeScript).to.have.length.above(70)
    // A file without imports is not a module yet.
    for (const [index, { operation, sample }] of inTypeScript.entries())
      writeFileSync(
        join(types, `${operation.operationId}${index}.ts`),
        `${sample.source}\nexport {}\n`,
      )
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2024'],
      types: ['node'],
      strict: true,
      noEmit: true,
    }
    writeFileSync(join(types, 'package.json'), '{"type":"module"}')
    writeFileSync(join(types, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    const { stdout } = await run(resolve('node_modules/.bin/tsc'), ['-p', types]).catch(
      (error) => error,
    )
    expect(stdout).to.equal('')
  })

  describe('work for', () => {
    for (const { method, path, operation, sample } of samples)
      it(`${method} ${path} by ${sample.label}${markOf(path, operation, sample)}`, async function () {
        if (sample.lang === 'Python' && !PYTHON) this.skip()
        if (operation.operationId.startsWith('cancel')) parley.model.behave(() => ({ hang: true }))
        const variables = await variablesFor(path, sample.source)
        const source = await withOwn(sample.source)
        const endless = sample.label.endsWith('streamed') && ENDLESS[operation.operationId]
        if (endless) {
          const happen = () => endless.happen(parley, variables)
          return expect(
            await prints(sample.lang, source, variables, endless.shows, happen),
          ).to.equal(true)
        }
        const name = `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
        const { code } = NEEDS_ANOTHER.test(path) ? await sampleFor({ name }, own) : {}
        if (sample.lang === 'Shell') {
          const { status, body } = await runLine(source, variables)
          if (code) expect(JSON.parse(body)).to.include({ code })
          else expect(status, body).to.be.within(200, 299)
          if (sample.label.endsWith('streamed')) expect(body).to.contain('event: message.completed')
          else expect(operation.responses).to.have.property(String(status))
        } else {
          const printed = await runProgram(sample.lang, source, variables)
          if (sample.label.endsWith('streamed')) expect(printed.trim()).to.equal(ANSWER)
          else expect(printed).not.to.equal('')
        }
        parley.model.behave(() => ({ text: ANSWER }))
      })
  })

  async function withOwn(source: string): Promise<string> {
    const { token: invitation } = (await sampleFor({ name: 'POST /api/v1/invitations/read' }, own))
      .body
    const idOf = (field: string) => new RegExp(`(\\b${field}"?: ?["'])${EXAMPLE_ID}`, 'g')
    return source
      .replaceAll(idOf('agent_id'), `$1${agentId}`)
      .replaceAll(idOf('user_context_id'), `$1${contextId}`)
      .replaceAll(idOf('user_id'), `$1${person.id}`)
      .replaceAll('https://example.com', `http://${pages.host}`)
      .replaceAll(
        'zoe@example.com","password":"a long password',
        `${person.email}","password":"${person.password}`,
      )
      .replaceAll('app_greenleaf', parley.client.credentials.client_id)
      .replaceAll('"password":"a long password"', `"password":"${PASSWORD}"`)
      .replaceAll('"code":"492039"', `"code":"${codeNow()}"`)
      .replaceAll('"current_password":"a long password"', `"current_password":"${person.password}"`)
      .replaceAll(
        'what-stands-after-the-number-sign-of-a-link","password":"four',
        `${await makeReset(own)}","password":"four`,
      )
      .replaceAll('what-stands-after-the-number-sign-of-a-link', invitation)
  }

  /** Runs an endless program until it has printed an event. */
  async function prints(
    lang: Sample['lang'],
    source: string,
    env: Variables,
    text: string,
    happen: () => Promise<unknown>,
  ): Promise<boolean> {
    const program = lang === 'Shell' ? 'sh' : lang === 'Python' ? PYTHON! : process.execPath
    const file = lang === 'Shell' ? writeSample('Shell', source) : await writeProgram(lang, source)
    // In a process group, because the shell has a child.
    const running = spawn(program, [file], {
      cwd: folder,
      detached: true,
      env: { PATH: process.env.PATH!, ...env },
    })
    let printed = ''
    running.stdout.on('data', (data) => {
      printed += data
    })
    try {
      // The first events may come before the program listens.
      return await eventually(async () => {
        await happen()
        return printed.includes(text)
      })
    } finally {
      process.kill(-running.pid!)
    }
  }

  function writeSample(lang: Sample['lang'], source: string): string {
    const file = join(
      folder,
      { Shell: 'sample.sh', Python: 'sample.py', TypeScript: 'sample.mjs' }[lang],
    )
    writeFileSync(file, source)
    return file
  }

  const writeProgram = async (lang: Sample['lang'], source: string) =>
    writeSample(
      lang,
      lang === 'Python' ? source : (await transform(source, { loader: 'ts', format: 'esm' })).code,
    )

  async function runLine(
    line: string,
    variables: Variables,
  ): Promise<{ status: number; body: string }> {
    const script = `curl() { command curl -sS -w '\\n%{http_code}' "$@"; }\n${line}`
    const { stdout } = await run('sh', ['-c', script], {
      env: { PATH: process.env.PATH!, ...variables },
      cwd: folder,
      maxBuffer: MAX_ANSWER_BYTES,
    })
    const end = stdout.lastIndexOf('\n')
    return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) }
  }

  /** @returns what it prints @throws Error when it ends with another code than 0 */
  async function runProgram(lang: Sample['lang'], source: string, env: Variables): Promise<string> {
    const file = await writeProgram(lang, source)
    const { stdout } = await run(lang === 'Python' ? PYTHON! : process.execPath, [file], {
      cwd: folder,
      env,
      maxBuffer: MAX_ANSWER_BYTES,
    })
    return stdout
  }

  /** Returns the variables of a sample: credentials, and new records for the ids of its path. */
  async function variablesFor(path: string, source: string): Promise<Variables> {
    const { address, credentials } = parley.client
    const variables: Variables = {
      BASE_URL: address,
      ORIGIN: TEST_ORIGIN,
      CLIENT_ID: credentials.client_id,
      CLIENT_SECRET: credentials.secret,
      ...(source.includes('$TOKEN') ? { TOKEN: await mintToken(parley.client) } : {}),
      ...(source.includes('$SESSION_COOKIE') ? await signIn() : {}),
    }
    // Names of tools and of servers of MCP are taken once.
    if (/\/(tools|mcp-servers)\b/.test(path)) await forgetTools()
    let template = ''
    let collection = ''
    for (const part of path.split('/').slice(1)) {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      // A thread is created under its own kind's path.
      const made = (path: string) => path.replace(/^\/api\/v1\/threads$/, '/api/v1/conversations')
      const id =
        name && (await make(made(template), made(collection), variables, path.endsWith('/trace')))
      if (name) variables[name.toUpperCase()] = id!
      template += `/${part}`
      collection += `/${id ?? part}`
    }
    if (/\/(assign|return)$/.test(path)) await handOff(path, variables)
    if (path.endsWith('/suggestion')) await ask(path, variables)
    if (/\/(contact|transcript)$/.test(path)) await leaveAddress(path, variables)
    if (path.endsWith('/content')) await fill(variables.ID!)
    if (path.endsWith('/accept')) await describeAnew(path, variables.ID!)
    if (path.endsWith('/decisions')) variables.ID = await wait(path, variables)
    if (path.endsWith('/attachments')) await parley.db('agents').update({ allow_attachments: true })
    return variables
  }

  const threadOf = (path: string, variables: Variables) =>
    path.replace(/\/\w+$/, '').replace(/\{(\w+)\}/g, (_, name) => variables[name.toUpperCase()]!)

  async function forgetTools(): Promise<void> {
    await parley.db('tools').del()
    await parley.db('mcp_servers').del()
  }

  /** Stores what a server says of a tool now, with the digest of the example. */
  async function describeAnew(path: string, toolId: string): Promise<void> {
    const { db } = parley
    const { input_schema } = await db('tools').where({ id: toolId }).first()
    const change = { description: 'Finds orders.', input_schema, ...exampleOf(path) }
    await db('tools')
      .where({ id: toolId })
      .update({ mcp_change: JSON.stringify(change) })
  }

  const exampleOf = (path: string) =>
    contract.document.paths[path]!.post!.requestBody!.content['application/json']!.example

  /** Makes a reply that waits for the decision of the example. @returns its id */
  async function wait(path: string, variables: Variables): Promise<string> {
    const { call_id, digest } = exampleOf(path)
    const thread_id = variables.SESSION_ID ?? variables.CONVERSATION_ID
    await parley.db('reply_steps').where({ call_id }).del()
    // There, users of the dashboard decide as the customer, too.
    await parley.db('threads').where({ id: thread_id }).update({ is_playground: true })
    const place = { organization_id: parley.client.organizationId, thread_id: thread_id! }
    const fields = { call_id, digest: Buffer.from(digest, 'hex') }
    return (await makeWaitingReply(parley.db, place, fields)).id
  }

  /** Posts the question that a suggestion answers. */
  async function ask(path: string, variables: Variables): Promise<void> {
    const { status } = await parley.client.post(`${threadOf(path, variables)}/messages`, {
      content: 'Hi',
    })
    expect(status).to.equal(201)
  }

  /**
   * Stores the contact that is read, or mailed to. An address gets few mails, so it is a new one
   * each time.
   */
  async function leaveAddress(path: string, variables: Variables): Promise<void> {
    const body = JSON.stringify({ email: `${crypto.randomUUID()}@example.com` })
    const headers = { 'Content-Type': 'application/json' }
    const { status } = await parley.client.send(
      'PUT',
      `${threadOf(path, variables)}/contact`,
      body,
      headers,
    )
    expect(status).to.equal(200)
  }

  /** Hands the thread off to people, which must precede assigning and returning it. */
  async function handOff(path: string, variables: Variables): Promise<void> {
    const thread = threadOf(path, variables)
    expect((await parley.client.post(`${thread}/handoff`, {})).status).to.equal(201)
  }

  /** Completes a file entry, which the example creates without content. */
  async function fill(knowledgeId: string): Promise<void> {
    const { headers } = await signedIn(parley, parley.client, 'owner')
    const form = new FormData()
    form.append('knowledge_id', knowledgeId)
    form.append('file', new Blob(['Parcels can be sent back for 30 days.']), 'terms.txt')
    const { status } = await request(
      parley.client.address,
      'POST',
      '/knowledge-base',
      headers,
      form,
    )
    expect(status).to.equal(200)
  }

  async function signIn(): Promise<Variables> {
    const { token, headers } = await signedIn(parley, parley.client, 'owner')
    return { SESSION_COOKIE: token, CSRF_TOKEN: headers['X-CSRF-Token']! }
  }

  /** Makes a record by the collection's own example. @returns its id */
  async function make(
    template: string,
    collection: string,
    variables: Variables,
    traced: boolean,
  ): Promise<string> {
    const token = variables.TOKEN
    const post = contract.document.paths[template]?.post
    // Records that no key can make, or that a form makes, are made by the other samples.
    const isByKey = post?.security?.some(
      (scheme) => 'client_id' in scheme || 'widget_token' in scheme,
    )
    if (!isByKey || !post?.requestBody?.content['application/json']) {
      const method = contract.document.paths[`${template}/{id}`]!.delete ? 'DELETE' : 'GET'
      const name = `${method} ${template.replace(/\{(\w+)\}/g, ':$1')}/:id`
      const { id, ...within } = (await sampleFor({ name }, own)).params!
      for (const [parent, value] of Object.entries(within)) variables[parent.toUpperCase()] = value
      if (token) variables.TOKEN = own.token
      return id!
    }
    // An organization may have 16 endpoints.
    if (template === '/api/v1/webhook-endpoints') await parley.db('webhook_endpoints').del()
    const { example } = post.requestBody!.content['application/json']!
    const body = { ...example, ...('agent_id' in example ? { agent_id: agentId } : {}) }
    if (example.user_context_id) body.user_context_id = contextId
    // A visitor reaches only their own session, while the records that they only read are the
    // application's.
    const isTheirs = token && collection.startsWith('/api/v1/sessions')
    const authorization = isTheirs ? bearer(token) : parley.client.authorization
    if (traced && 'content' in example) body.trace = true
    const headers = { ...authorization, ...(traced ? {} : { Prefer: 'respond-async' }) }
    const made = await request(parley.client.address, 'POST', collection, headers, body)
    expect(made.status).to.be.within(200, 202)
    return made.body.data.id
  }
})
