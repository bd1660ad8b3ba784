import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect } from 'chai'

const GENERATED = ['client/schema.ts']
/**
 * The one file of the client that knows the server: its types are made of it, and it is no part of
 * it.
 */
const MAKES_CLIENT = ['api/app.ts', 'api/openapi/document.ts'].map(
  (file) => `client/generate.ts → ${file}`,
)

/** The rules of docs/architecture.md, read off the source. */
const ROOMS = ['api', 'workers', 'shared', 'cli', 'client', 'web', 'migrations']
const files = ROOMS.flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => join(room, name))
    .filter((name) => !GENERATED.includes(name)),
).concat('knexfile.ts')

const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))

function importsOf(file: string): string[] {
  const source = sources.get(file)!
  const found = [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name]) => name!)
  return found.map((name) => (name.startsWith('.') ? normalize(join(dirname(file), name)) : name))
}

/** Those of the files, besides the allowed ones, that import a package of this name. */
function importers(pattern: RegExp, allowed: RegExp): string[] {
  return files.filter(
    (file) => !allowed.test(file) && importsOf(file).some((name) => pattern.test(name)),
  )
}

/**
 * Its programs are texts, which run elsewhere: there, such words stand behind a quote or an escaped
 * brace.
 */
const SAMPLES = 'api/openapi/samples.ts'
/** The source of a file without the words that begin a text of the samples. */
const codeOf = (file: string) =>
  file === SAMPLES
    ? sources.get(file)!.replace(/(?:[`']|\\\$\{)(?:process\.env|console\.log)/g, '')
    : sources.get(file)!

const room = (file: string) => file.split('/')[0]!
/** The others are small, or ordered otherwise. */
const ROOMS_WITH_FOLDERS = ['api', 'workers', 'shared', 'cli']

/**
 * Which folders of its own room a folder imports; `.` is the room itself. `api/context.ts`, types
 * of what each request has, is everybody's in `api`.
 */
const FOLDERS: Record<string, string> = {
  api: 'auth limits metrics middleware replies routes/accounts routes/agents routes/analytics routes/attachments routes/chat routes/events routes/inbox routes/knowledge routes/live routes/people routes/system routes/visitors routes/widget',
  'api/audit': 'http',
  'api/auth': 'http limits',
  'api/demo': '',
  'api/http': '',
  'api/limits': 'http',
  'api/mail': 'limits',
  'api/metrics': '',
  'api/middleware': 'audit auth http limits metrics',
  'api/openapi': 'auth http limits middleware routes/events',
  'api/replies': '',
  'api/routes/accounts': 'audit auth http limits mail middleware routes/agents routes/records',
  'api/routes/agents': 'audit http middleware routes/chat routes/records',
  'api/routes/analytics': 'http limits middleware routes/records',
  'api/routes/attachments': 'http middleware routes/chat routes/records uploads',
  'api/routes/chat': 'audit auth http mail middleware routes/records',
  'api/routes/events':
    'audit auth http middleware routes/accounts routes/agents routes/chat routes/knowledge routes/records',
  'api/routes/inbox': 'http middleware routes/agents routes/chat routes/records',
  'api/routes/knowledge': 'audit http middleware routes/records uploads',
  'api/routes/live': 'auth http middleware routes/chat',
  'api/routes/people': 'audit auth http mail middleware routes/records uploads',
  'api/routes/records': 'audit http middleware',
  'api/routes/system': 'demo http middleware openapi',
  'api/routes/visitors': 'http mail middleware routes/chat',
  'api/routes/widget': 'auth http middleware routes/records',
  'api/uploads': 'http middleware',
  cli: 'admin doctor local terminal',
  'cli/admin': 'demo terminal',
  'cli/demo': 'demo/content',
  'cli/demo/content': '',
  'cli/doctor': '',
  'cli/local': 'admin',
  'cli/terminal': '',
  shared: '',
  'shared/async': '',
  'shared/config': '. providers/catalog',
  'shared/db': '. config',
  'shared/egress': '. async',
  'shared/events':
    'db records store/accounts store/budgets store/chat store/knowledge store/secrets',
  'shared/handoffs': '. smalltalk store/accounts store/handoffs text',
  'shared/mail': '. config db observability store/accounts store/events store/mail',
  'shared/observability': '. async config',
  'shared/process': '. async config db observability providers/catalog queue store/secrets',
  'shared/providers':
    '. config db egress observability providers/catalog providers/catalog/protocols store/secrets',
  'shared/providers/catalog': 'providers/catalog/protocols providers/catalog/rerankers',
  'shared/providers/catalog/protocols': '.',
  'shared/providers/catalog/rerankers': 'providers/catalog/protocols',
  'shared/queue': '. async config db observability',
  'shared/records': 'providers store/accounts store/budgets store/chat store/knowledge',
  'shared/reranking': '. config observability providers store/search',
  'shared/smalltalk': 'text',
  'shared/store/accounts': '. db store/secrets',
  'shared/store/analytics': 'db',
  'shared/store/budgets': 'db observability store/accounts',
  'shared/store/attachments': '. db',
  'shared/store/chat':
    '. db observability smalltalk store/attachments store/budgets store/mail store/queue store/retention',
  'shared/store/demo': 'db',
  'shared/store/events': '. db events observability store/queue',
  'shared/store/handoffs': 'db store/accounts store/chat',
  'shared/store/inbox': '. db store/chat store/queue',
  'shared/store/knowledge': '. async config db egress observability providers store/queue text',
  'shared/store/live': 'db store/chat',
  'shared/store/questions': '. db smalltalk text store/chat',
  'shared/store/mail': '. db',
  'shared/store/people': '. db store/accounts',
  'shared/store/queue': '. config db observability store/accounts store/attachments store/budgets',
  'shared/store/retention': 'config db',
  'shared/store/secrets': '. db',
  'shared/store/search': '. async config db observability providers store/knowledge text',
  'shared/store/visitors': 'db store/chat store/retention',
  'shared/text': '. async',
  workers: 'delivery indexing models reply runtime',
  'workers/attachments': 'prompt reader',
  'workers/chunking': '',
  'workers/citations': 'language prompt',
  'workers/grounding': 'citations language models prompt',
  'workers/crawl': 'extraction/contract reader runtime',
  'workers/delivery': 'runtime',
  'workers/extraction':
    'chunking extraction/contract extraction/formats extraction/html extraction/pdf extraction/rows extraction/rtf extraction/text extraction/word extraction/zipped',
  'workers/extraction/contract': '',
  'workers/extraction/formats':
    'extraction/contract extraction/hidden extraction/html extraction/rows extraction/text',
  'workers/extraction/hidden': '',
  'workers/extraction/html':
    'extraction/contract extraction/hidden extraction/rows extraction/text',
  'workers/extraction/pdf': 'chunking extraction/contract extraction/text',
  'workers/extraction/rows': '',
  'workers/extraction/rtf': 'extraction/contract extraction/html extraction/text extraction/zipped',
  'workers/extraction/text': 'extraction/contract',
  'workers/extraction/word': 'extraction/html extraction/zipped',
  'workers/extraction/zipped':
    'extraction/contract extraction/html extraction/rows extraction/text',
  'workers/extractive': 'language prompt',
  'workers/handoff': 'language',
  'workers/indexing': 'chunking crawl extraction/contract reader runtime',
  'workers/language': '',
  'workers/models': 'extractive prompt',
  'workers/prompt': '',
  'workers/queries': 'language models prompt',
  'workers/reader': 'extraction/contract',
  'workers/reply': 'attachments citations grounding handoff language models prompt queries runtime',
  'workers/runtime': 'handoff models topics',
  'workers/topics': 'language',
}
const allowedTo = (folder: string) =>
  (FOLDERS[folder] ?? '')
    .split(' ')
    .filter(Boolean)
    .map((name) => join(room(folder), name))

/** From folder, to folder, and the import itself, within a room. */
const innerImports = files.flatMap((file) =>
  importsOf(file)
    .filter(
      (name) => sources.has(name) && room(name) === room(file) && dirname(name) !== dirname(file),
    )
    .filter((name) => name !== 'api/context.ts' && ROOMS_WITH_FOLDERS.includes(room(file)))
    .map((name): [from: string, to: string, line: string] => [
      dirname(file),
      dirname(name),
      `${file} → ${name}`,
    ]),
)

describe('the architecture', () => {
  it('lets api and workers import shared, and shared nothing but packages', () => {
    const MAY: Record<string, string[]> = {
      api: ['api', 'shared'],
      workers: ['workers', 'shared'],
      shared: ['shared'],
      cli: ['cli', 'shared'],
      client: ['client'],
      web: ['web', 'client'],
      migrations: ['migrations'],
      'knexfile.ts': ['shared'],
    }
    const strays = files.flatMap((file) =>
      importsOf(file)
        .filter((name) => sources.has(name) && !MAY[room(file)]!.includes(room(name)))
        .filter((name) => !MAKES_CLIENT.includes(`${file} → ${name}`))
        .map((name) => `${file} → ${name}`),
    )
    expect(strays).to.deep.equal([])
  })

  it('has folders that import what stands beside them, and nothing else of their room', () => {
    const strays = innerImports.filter(([from, to]) => !allowedTo(from).includes(to))
    expect(strays.map(([from, to, line]) => `${from} → ${to}: ${line}`)).to.deep.equal([])
    const unused = Object.keys(FOLDERS).flatMap((from) =>
      allowedTo(from)
        .filter((to) => !innerImports.some(([one, other]) => one === from && other === to))
        .map((to) => `${from} → ${to}`),
    )
    expect(unused).to.deep.equal([])
  })

  it('has no cycles between folders', () => {
    const isBelow = (folder: string, path: string[]): string[] =>
      path.includes(folder)
        ? [[...path, folder].join(' → ')]
        : allowedTo(folder).flatMap((next) => isBelow(next, [...path, folder]))
    expect(Object.keys(FOLDERS).flatMap((folder) => isBelow(folder, []))).to.deep.equal([])
  })

  it('resolves every import between its files', () => {
    const broken = files.flatMap((file) =>
      importsOf(file).filter(
        (name) =>
          /^(api|workers|shared|cli|client|web)\/.*\.tsx?$/.test(name) &&
          !sources.has(name) &&
          !GENERATED.includes(name),
      ),
    )
    expect(broken).to.deep.equal([])
  })

  it('has no import cycles', () => {
    const cycles: string[] = []
    const done = new Set<string>()
    const visit = (file: string, path: string[]) => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      if (path.includes(file) || done.has(file)) return
      for (const next of importsOf(file).filter((name) => sources.has(name)))
        visit(next, [...path, file])
      done.add(file)
    }
    for (const file of files) visit(file, [])
    expect(cycles).to.deep.equal([])
  })

  it('reads the environment in shared/lib/config/config.ts alone', () => {
    const readers = files.filter((file) => /process\.(env|loadEnvFile)/.test(codeOf(file)))
    expect(readers).to.deep.equal(['shared/lib/config/config.ts'])
  })

  it('has one door to each outside thing', () => {
    expect(importers(/^bullmq$/, /^shared\/lib\/queue\/queue\.ts$/)).to.deep.equal([])
    expect(importers(/^ioredis$/, /^shared\/lib\/queue\/(queue|redis)\.ts$/)).to.deep.equal([])
    // Workers ask models for replies, and both processes ask for a question's vector.
    expect(
      importers(/^(@langchain\/|langchain)/, /^(workers\/models\/|shared\/lib\/catalog\/)/),
    ).to.deep.equal([])
    const segmenting = files.filter((file) => sources.get(file)!.includes('new Intl.Segmenter('))
    expect(segmenting).to.deep.equal(['shared/lib/text/segments.ts'])
    expect(
      importers(/^knex$/, /^(shared\/lib\/db\/(builder|migrations)\.ts|migrations\/)/),
    ).to.deep.equal([])
    expect(
      importers(
        /^pg$/,
        /^(shared\/lib\/(db\/(connection|db|migrations)|queue\/queue)\.ts|cli\/local\/postgres\.ts)$/,
      ),
    ).to.deep.equal([])
    expect(importers(/^prom-client$/, /^shared\/lib\/observability\/metrics\.ts$/)).to.deep.equal(
      [],
    )
    expect(
      importers(/^@opentelemetry\//, /^shared\/lib\/observability\/tracing\.ts$/),
    ).to.deep.equal([])
    expect(importers(/^pino/, /^shared\/lib\/observability\/log\.ts$/)).to.deep.equal([])
    expect(importers(/^openid-client$/, /^api\/auth\/oidc\.ts$/)).to.deep.equal([])
    expect(importers(/^nodemailer$/, /^shared\/mail\/mailer\.ts$/)).to.deep.equal([])
    expect(importers(/^(koa|@koa\/)/, /^api\//)).to.deep.equal([])
  })

  it('asks servers of others by one door, which limits what they answer after unpacking', () => {
    const door = 'shared/lib/egress/boundedRequest.ts'
    const named = (file: string, from: string) =>
      [...sources.get(file)!.matchAll(/import (?:type )?\{([^}]*)\} from '([^']+)'/g)]
        .filter(([, , name]) => name === from)
        .flatMap(([, names]) => names!.split(',').map((name) => name.trim()))
    const CONNECTS = /^(request|fetch|stream|pipeline|connect|get|Client|Pool|RetryAgent)\b/
    const own = files.filter((file) => /^(api|workers|shared|cli)\//.test(file))
    const byPackages = own.filter((file) =>
      ['undici', 'node:http', 'node:https', 'node:http2'].some((from) =>
        named(file, from).some((name) => CONNECTS.test(name)),
      ),
    )
    expect(byPackages).to.deep.equal([door])
    // The clients in the catalog are given the `fetch` of an exchange, samples are texts, and the
    // last two ask Parley itself.
    const OTHERS =
      /^(shared\/(lib\/catalog\/|models\/httpExchange)|api\/openapi\/samples|cli\/(alive|start)\.ts)/
    const byGlobal = own.filter(
      (file) => /(?<![.\w#])fetch\(/.test(codeOf(file)) && !OTHERS.test(file),
    )
    expect(byGlobal).to.deep.equal([])
  })

  it('keeps SQL in shared/db, shared/store and migrations', () => {
    const SQL = /\b(insert into|delete from|select .+ from|update \w+\s+set)\b|\bdb\('|\.raw\(/i
    const withSql = files.filter(
      (file) => !/^(shared\/(store|db)\/|migrations\/)/.test(file) && SQL.test(sources.get(file)!),
    )
    expect(withSql).to.deep.equal([])
  })

  it('writes error bodies in api/middleware/errors.ts alone', () => {
    const writers = files.filter(
      (file) => file !== 'api/middleware/errors.ts' && /status: 'error'/.test(sources.get(file)!),
    )
    expect(writers).to.deep.equal([])
  })

  it('has a widget that knows the API by its types alone', () => {
    const strays = files
      .filter((file) => file.startsWith('web/widget/'))
      .flatMap((file) => importsOf(file).map((name) => `${file} → ${name}`))
      .filter((line) => !/ → (web\/widget\/|vite$|client\/schema\.ts$)/.test(line))
    expect(strays).to.deep.equal([])
    const values = files.filter((file) =>
      /import (?!type\b).*client\/schema/.test(sources.get(file)!),
    )
    expect(values.filter((file) => room(file) === 'web')).to.deep.equal([])
  })

  it('has a dashboard that speaks to the API by the typed client, in one file', () => {
    const makers = files.filter((file) => importsOf(file).includes('client/index.ts'))
    expect(makers.filter((file) => room(file) === 'web')).to.deep.equal([
      'web/dashboard/lib/api.ts',
    ])
  })

  it('has all that is particular about a provider of models in one file, and the list of them', () => {
    const particular =
      /['"`](openai|anthropic|gemini|azure|bedrock|mistral|groq|deepseek|xai|openrouter|ollama|cohere|jina|tei)['":`]|(OPENAI|ANTHROPIC|GEMINI|BEDROCK|MISTRAL|GROQ|DEEPSEEK|XAI|OPENROUTER|OLLAMA|COHERE|JINA|TEI)_[A-Z]/
    const code = (file: string) =>
      sources
        .get(file)!
        .split('\n')
        .filter((line) => !/^\s*(\/?\*|\/\/)|examples: /.test(line))
    const strays = files.filter(
      (file) =>
        !file.startsWith('shared/lib/catalog/') &&
        // How the form of connections names each, and where its keys are made; its type knows all.
        file !== 'web/dashboard/components/records/providers.ts' &&
        code(file).some((line) => particular.test(line)),
    )
    expect(strays).to.deep.equal([])
  })

  it('waits for no job by BullMQ', () => {
    const waiters = files.filter((file) => /waitUntilFinished|QueueEvents/.test(sources.get(file)!))
    expect(waiters).to.deep.equal([])
  })

  it('writes to the console only where a person runs a command, or opens it because no chat works', () => {
    expect(
      files.filter(
        (file) =>
          room(file) !== 'cli' &&
          /\bconsole\.(log|info|warn|error|debug|table)\b/.test(codeOf(file)),
      ),
    ).to.deep.equal(['web/widget/hints.ts'])
  })

  it('has no type name twice in api, workers and shared', () => {
    const places = new Map<string, string[]>()
    for (const file of files.filter((file) => /^(api|workers|shared)\//.test(file)))
      for (const [, name] of sources
        .get(file)!
        .matchAll(/^(?:export )?(?:interface|type|class) (\w+)/gm))
        places.set(name!, [...(places.get(name!) ?? []), file])
    expect([...places].filter(([, where]) => where.length > 1)).to.deep.equal([])
  })

  it('has no default exports but those that a tool asks for', () => {
    expect(files.filter((file) => /^export default/m.test(sources.get(file)!))).to.have.members([
      'knexfile.ts',
      'web/dashboard/vite.config.ts',
      'web/reference/vite.config.ts',
      'web/widget/vite.config.ts',
    ])
  })
})
