import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { transform } from 'esbuild'
import { EXAMPLE_ID } from '../../../api/http/schemas.ts'
import { RECORDED_ANSWERS, type RecordedAnswer } from '../../../api/openapi/recordedAnswers.ts'
import type { Sample } from '../../../api/openapi/samples.ts'
import { makePng } from '../../support/data/attachments.ts'
import { makeEvent } from '../../support/data/events.ts'
import { differences, stable, writeAnswers } from '../../support/data/recordedAnswers.ts'
import { codeNow, makeOwn, makeReset, type Own, sampleFor } from '../../support/data/samples.ts'
import { makeWaitingReply } from '../../support/data/toolCalls.ts'
import {
  bearer,
  COOKIE,
  makeUser,
  mintToken,
  PASSWORD,
  request,
  signedIn,
} from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'
import { contract, type Operation, operations } from '../../support/http/contract.ts'
import { type Issuer, startIssuer } from '../../support/people/issuer.ts'
import { makeSignInSteps, type SignInSteps } from '../../support/people/signInSteps.ts'
import { type Parley, startParley, TEST_ORIGIN } from '../../support/product/parley.ts'
import { type Pages, startPages } from '../../support/servers/pages.ts'

const run = promisify(execFile)
/** The longest answer is the reference itself. */
const MAX_ANSWER_BYTES = 8 * 2 ** 20
const MANY = '1000000'
const PYTHON = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path))
const ANSWER = 'You find its way under My orders.'
/** What agents know, of what the samples ask. */
const PAIRS = [
  ['Where is my parcel?', ANSWER],
  ['When do you close?', 'At six in the evening.'],
]
/** The model's text, with its mark of the source. */
const CITED = { text: `${ANSWER} [1]` }

type Variables = Record<string, string>

const THREE = ['curl', 'TypeScript', 'Python']
const samples = operations.flatMap(({ method, path, operation }) =>
  operation['x-codeSamples'].map((sample) => ({ method, path, operation, sample })),
)
/** Whether it is the sample whose answer the reference shows. */
const isShown = ({ operation, sample }: { operation: Operation; sample: Sample }) =>
  sample === operation['x-codeSamples'][0]
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

/** Whether this run records the answers, instead of comparing them with the recorded ones. */
const RECORDS = Boolean(process.env.RECORD_ANSWERS)
const NAME = 'Greenleaf'
const ORIGIN = 'https://chat.example.com'
const REDIRECT = `${ORIGIN}/dashboard/single-sign-on`
const JSON_TYPE = 'application/json'
/** Types of answers that the reference shows. Others are files. */
const SHOWN = [JSON_TYPE, 'application/x-ndjson', 'text/csv']
/** Prints the status and the type after the answer. A browser has the cookie of a first step. */
const CURL = `curl() {
  command curl -sS \${COOKIE:+-b "$COOKIE"} -w '\\n%{http_code} %{content_type}' "$@"
}`
/** The authenticator's answer in the samples. */
const PASSKEY_ANSWER = '{"id":"an-id","rawId":"an-id","type":"public-key","response":{}}'

const ASYNC = { Prefer: 'respond-async' }

/** Causes a change in the sample's thread. */
const inThread = (kind: string) => ({
  shows: 'Over here',
  happen: ({ client }: Parley, variables: Variables) =>
    client.post(
      `/api/v1/${kind}s/${variables[`${kind.toUpperCase()}_ID`]}/messages`,
      { content: 'Over here' },
      ASYNC,
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
  let issuer: Issuer
  let steps: SignInSteps
  /** Addresses of this run, and what stands for them in recorded answers. */
  let hosts: Record<string, string>
  /** What the operations have answered in this run. */
  const answers = new Map<string, RecordedAnswer>()
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-samples-'))
    writeFileSync(join(folder, 'terms.txt'), 'Parcels can be sent back for 30 days.')
    writeFileSync(join(folder, 'receipt.pdf'), '%PDF-1.4\n')
    // Its bytes determine its type, whatever its name.
    writeFileSync(join(folder, 'zoe.jpg'), makePng())
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    pages = await startPages()
    pages.serve('/shipping', '<title>Shipping</title><p>A parcel takes two days.</p>')
    issuer = await startIssuer(REDIRECT)
    parley = await startParley({
      settings: {
        FETCH_ALLOWED_HOSTS: pages.host,
        EGRESS_ALLOWED_HOSTS: issuer.host,
        SIGN_IN_MINUTE_LIMIT: MANY,
        MINT_MINUTE_LIMIT: MANY,
      },
    })
    parley.model.behave(() => CITED)
    const { client } = parley
    hosts = {
      [`http://${pages.host}`]: 'https://example.com',
      [pages.host]: 'example.com',
      [client.address]: 'https://chat.example.com',
      [issuer.url]: 'https://login.example.com',
      '127.0.0.1': '203.0.113.7',
      'test-model': 'gpt-4o-mini',
    }
    await parley.db('organizations').where({ id: client.organizationId }).update({ name: NAME })
    for (const [question, answer] of PAIRS)
      await client.post('/api/v1/knowledge/qa', { question, answer })
    steps = makeSignInSteps(parley, issuer, ORIGIN)
    own = await makeOwn(parley, client)
    person = await makeUser(parley, client, 'owner')
    agentId = (await client.makeAgent()).id
    contextId = (await client.post('/api/v1/contexts', { user_reference: 'zoe', traits: {} })).body
      .data.id
  })
  after(async () => {
    if (RECORDS) writeAnswers(answers)
    await parley.stop()
    await issuer.close()
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
    for (const { method, path, operation, sample } of RECORDS ? samples.filter(isShown) : samples)
      it(`${method} ${path} by ${sample.label}${markOf(path, operation, sample)}`, async function () {
        if (sample.lang === 'Python' && !PYTHON) this.skip()
        if (operation.operationId.startsWith('cancel')) parley.model.behave(() => ({ hang: true }))
        const variables = await variablesFor(method, path, sample)
        const source = await withOwn(path, sample.source, variables)
        const endless = sample.label.endsWith('streamed') && ENDLESS[operation.operationId]
        if (endless) {
          const happen = () => endless.happen(parley, variables)
          return expect(
            await prints(sample.lang, source, variables, endless.shows, happen),
          ).to.equal(true)
        }
        if (sample.lang === 'Shell') {
          const { status, type, body } = await runLine(source, variables)
          expect(status, body).to.be.within(200, 299)
          if (sample.label.endsWith('streamed')) expect(body).to.contain('event: message.completed')
          else expect(operation.responses).to.have.property(String(status))
          if (isShown({ operation, sample })) compare(operation.operationId, status, type, body)
        } else {
          const printed = await runProgram(sample.lang, source, variables)
          if (sample.label.endsWith('streamed')) expect(printed.trim()).to.equal(ANSWER)
          else expect(printed).not.to.equal('')
        }
        parley.model.behave(() => CITED)
      })
  })

  /** Compares an answer with the recorded one, which the reference shows, or records it. */
  function compare(id: string, status: number, type: string, body: string): void {
    if (id === 'readOpenApi' || !SHOWN.includes(type)) return
    const answer = stable(type === JSON_TYPE ? JSON.parse(body) : body, hosts)
    answers.set(id, { status, type, answer })
    if (RECORDS) return
    const recorded = RECORDED_ANSWERS[id]
    expect(recorded, `${id}: npm run answers records its answer`).to.include({ type })
    const found = recorded!.status === status ? differences(recorded!.answer, answer) : []
    expect(found, `${id}: npm run answers records it anew`).to.deep.equal([])
  }

  async function withOwn(path: string, source: string, variables: Variables): Promise<string> {
    const step = await takeFirstStep(path, variables)
    const { token: invitation } = (await sampleFor({ name: 'POST /api/v1/invitations/read' }, own))
      .body
    const idOf = (field: string) => new RegExp(`(\\b${field}"?: ?["'])${EXAMPLE_ID}`, 'g')
    return source
      .replaceAll(idOf('agent_id'), `$1${agentId}`)
      .replaceAll(idOf('user_context_id'), `$1${contextId}`)
      .replaceAll(idOf('user_id'), `$1${person.id}`)
      .replaceAll(idOf('message_id'), `$1${variables.MESSAGE_ID ?? EXAMPLE_ID}`)
      .replaceAll('code=a-code&state=the-state', step)
      .replaceAll(PASSKEY_ANSWER, step)
      .replaceAll('https://login.example.com', issuer.url)
      .replaceAll('"organization":"Example Ltd"', `"organization":"${NAME}"`)
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

  /**
   * Takes the step before one that finishes a sign-in, or makes a passkey. Its cookie goes into the
   * variables.
   * @returns the answer of the provider or authenticator; empty: the path needs none
   */
  async function takeFirstStep(path: string, variables: Variables): Promise<string> {
    if (path === '/dashboard/single-sign-on') await steps.connect()
    const begin = {
      '/dashboard/single-sign-on/finish': steps.bySingleSignOn,
      '/dashboard/passkey/finish': steps.byPasskey,
    }[path]
    if (begin) {
      const { cookie, answer } = await begin()
      variables.COOKIE = cookie
      return answer
    }
    if (path !== '/api/v1/account/passkeys' || !variables.SESSION_COOKIE) return ''
    const { cookie, answer } = await steps.toPasskey({ headers: headersOf(variables) })
    variables.SESSION_COOKIE += `; ${cookie}`
    return answer
  }

  const headersOf = ({ SESSION_COOKIE, CSRF_TOKEN }: Variables) => ({
    Cookie: `${COOKIE}=${SESSION_COOKIE}`,
    'X-CSRF-Token': CSRF_TOKEN!,
  })

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
  ): Promise<{ status: number; type: string; body: string }> {
    const script = `${CURL}\n${line}`
    const { stdout } = await run('sh', ['-c', script], {
      env: { PATH: process.env.PATH!, ...variables },
      cwd: folder,
      maxBuffer: MAX_ANSWER_BYTES,
    })
    const end = stdout.lastIndexOf('\n')
    const [status, type = ''] = stdout.slice(end + 1).split(' ')
    return { status: Number(status), type: type.split(';')[0]!, body: stdout.slice(0, end) }
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
  async function variablesFor(method: string, path: string, sample: Sample): Promise<Variables> {
    const { source } = sample
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
    if (path.endsWith('}/read')) variables.MESSAGE_ID = await ask(path, variables)
    if (/\/(contact|transcript)$/.test(path)) await leaveAddress(path, variables)
    if (path.endsWith('/content')) await fill(variables.ID!)
    if (path.endsWith('}/accept')) await describeAnew(path, variables.ID!)
    if (path.endsWith('/decisions')) variables.ID = await wait(path, variables)
    if (path.endsWith('/attachments')) await parley.db('agents').update({ allow_attachments: true })
    const operation = contract.document.paths[path]![method.toLowerCase()]!
    if (isShown({ operation, sample }) && method === 'GET') {
      await fillList(path, variables)
      await jobsEnd()
    }
    return variables
  }

  /** Makes a record for the list at this path, so that its answer shows more than an empty list. */
  async function fillList(path: string, variables: Variables): Promise<void> {
    if (path.endsWith('/messages')) await ask(path, variables)
    if (path.endsWith('/feedback'))
      await parley.client.post(`${threadOf(path, variables)}/feedback`, exampleOf(path))
    if (path.endsWith('/handoffs')) {
      await handOff(path, variables)
      await parley.client.post(`${threadOf(path, variables)}/return`, {})
    }
    if (path.endsWith('/deliveries'))
      await parley.client.post(`${threadOf(path, variables)}/test`, {}, ASYNC)
    if (path.endsWith('/passkeys')) await steps.addPasskey({ headers: headersOf(variables) })
    if (!path.includes('{')) await sampleFor({ name: `GET ${path}` }, own)
  }

  /** Waits until replies and knowledge that earlier requests have begun are finished. */
  const jobsEnd = () =>
    eventually(async () => {
      const jobs = parley.db('open_jobs').whereIn('lane', ['reply', 'index'])
      return !(await jobs.where('run_at', '<', new Date()).first())
    })

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

  /** Posts a question, such as a suggestion answers. @returns the id of its reply */
  async function ask(path: string, variables: Variables): Promise<string> {
    const { status, body } = await parley.client.post(`${threadOf(path, variables)}/messages`, {
      content: 'Where is my parcel?',
    })
    expect(status).to.equal(201)
    return body.data.id
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
    if (example.url) body.url = example.url.replace('https://example.com', `http://${pages.host}`)
    if (example.user_context_id) body.user_context_id = contextId
    // A visitor reaches only their own session, while the records that they only read are the
    // application's.
    const isTheirs = token && collection.startsWith('/api/v1/sessions')
    const authorization = isTheirs ? bearer(token) : parley.client.authorization
    if (traced && 'content' in example) body.trace = true
    const headers = { ...authorization, ...(traced ? {} : ASYNC) }
    const made = await request(parley.client.address, 'POST', collection, headers, body)
    expect(made.status).to.be.within(200, 202)
    return made.body.data.id
  }
})
