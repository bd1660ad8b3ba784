import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect } from 'chai'

const GENERATED = ['client/schema.ts']
/**
 * The client's only module that reads the server, from which its types are generated. It is not
 * part of the package.
 */
const MAKES_CLIENT = ['api/app.ts', 'api/openapi/document.ts'].map(
  (file) => `client/generate.ts → ${file}`,
)

/** The rules of docs/architecture.md, checked in the source. */
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

/** Returns the files, besides the allowed ones, that import a package of this name. */
function importers(pattern: RegExp, allowed: RegExp): string[] {
  return files.filter(
    (file) => !allowed.test(file) && importsOf(file).some((name) => pattern.test(name)),
  )
}

/**
 * Its programs are texts, which run elsewhere: such words come after a quote or an escaped brace.
 */
const SAMPLES = 'api/openapi/samples.ts'
/** Returns the source of a file, without words at the start of a sample's text. */
const codeOf = (file: string) =>
  file === SAMPLES
    ? sources.get(file)!.replace(/(?:[`']|\\\$\{)(?:process\.env|console\.log)/g, '')
    : sources.get(file)!

const room = (file: string) => file.split('/')[0]!
/** The trees whose folders have rules. The others are small, or ordered differently. */
const TREES = ['api', 'workers', 'shared', 'cli', 'web/dashboard']
const treeOf = (path: string) => TREES.find((tree) => path === tree || path.startsWith(`${tree}/`))

/** A page of the dashboard is one room, and so is each kind of its components. */
const DASHBOARD_ROOM =
  /^web\/dashboard\/(?:pages\/[^/]+|components\/(?:threads|transcript|records)(?=\/)|[^/]+)/
const folderOf = (file: string) => DASHBOARD_ROOM.exec(file)?.[0] ?? dirname(file)

/**
 * The folders of its own tree that each folder imports; `.` is the tree's root. All of `api` may
 * import `api/context.ts`, the types of a request's state.
 */
const FOLDERS: Record<string, string> = {
  api: 'auth limits metrics middleware replies routes/agents routes/alerts routes/analytics routes/applications routes/attachments routes/audit routes/budgets routes/chat routes/events routes/handoffs routes/inbox routes/knowledge routes/live routes/models routes/people routes/questions routes/search routes/system routes/tools routes/trials routes/visitors',
  'api/audit': 'http',
  'api/auth': 'http limits',
  'api/demo': '',
  'api/http': '',
  'api/limits': 'http',
  'api/mail': 'http limits',
  'api/metrics': '',
  'api/middleware': 'audit auth http limits metrics',
  'api/openapi': 'auth http limits middleware routes/events',
  'api/replies': '',
  'api/routes/agents': 'audit http middleware routes/records',
  'api/routes/alerts': 'http middleware routes/records',
  'api/routes/analytics': 'http limits middleware routes/records',
  'api/routes/applications': 'audit http limits middleware routes/records',
  'api/routes/attachments': 'http middleware routes/records routes/threads uploads',
  'api/routes/audit': 'http middleware routes/records',
  'api/routes/budgets': 'audit http middleware routes/agents routes/records',
  'api/routes/chat': 'audit auth http middleware routes/records routes/threads',
  'api/routes/events':
    'audit auth http middleware routes/agents routes/alerts routes/applications routes/budgets routes/chat routes/handoffs routes/knowledge routes/models routes/people routes/records routes/threads',
  'api/routes/handoffs': 'http middleware routes/records routes/threads',
  'api/routes/inbox': 'http middleware routes/handoffs routes/records routes/threads routes/trials',
  'api/routes/knowledge': 'audit http middleware routes/records uploads',
  'api/routes/live': 'auth http middleware routes/handoffs routes/threads',
  'api/routes/models': 'audit http middleware routes/records',
  'api/routes/people':
    'audit auth http limits mail middleware routes/agents routes/records uploads',
  'api/routes/questions': 'http middleware routes/analytics routes/records',
  'api/routes/records': 'audit http middleware',
  'api/routes/search': 'http middleware routes/records',
  'api/routes/system': 'demo http middleware openapi',
  'api/routes/threads': 'http mail routes/records',
  'api/routes/tools': 'audit http middleware routes/records routes/threads',
  'api/routes/trials': 'http middleware routes/agents routes/records routes/threads',
  'api/routes/visitors': 'auth http mail middleware routes/threads',
  'api/uploads': 'http middleware',
  workers: 'jobs lanes',
  'workers/attachments': 'prompt reader',
  'workers/chunking': '',
  'workers/citations': 'language marks',
  'workers/crawl': 'extraction/contract jobs reader',
  'workers/contradictions': 'figures language',
  'workers/events': 'jobs',
  'workers/extraction':
    'chunking extraction/contract extraction/formats extraction/html extraction/mail extraction/ocr extraction/pdf extraction/rows extraction/rtf extraction/text extraction/word extraction/zipped',
  'workers/extraction/contract': '',
  'workers/extraction/formats':
    'extraction/contract extraction/hidden extraction/html extraction/rows extraction/text',
  'workers/extraction/hidden': '',
  'workers/extraction/html':
    'extraction/contract extraction/hidden extraction/rows extraction/text',
  'workers/extraction/mail': 'extraction/contract extraction/html extraction/text',
  'workers/extraction/ocr': 'extraction/contract extraction/pdf',
  'workers/extraction/pdf': 'chunking extraction/contract extraction/rows extraction/text',
  'workers/extraction/rows': 'extraction/text',
  'workers/extraction/rtf': 'extraction/contract extraction/html extraction/text extraction/zipped',
  'workers/extraction/text': 'extraction/contract',
  'workers/extraction/word':
    'extraction/html extraction/mail extraction/rtf extraction/text extraction/zipped',
  'workers/extraction/zipped':
    'extraction/contract extraction/html extraction/rows extraction/text',
  'workers/extractive': 'figures language prompt',
  'workers/grounding':
    'citations figures grounding/known grounding/opposites language models prompt',
  'workers/grounding/known': 'citations figures language',
  'workers/grounding/opposites': 'citations figures language',
  'workers/figures': 'language',
  'workers/handoffs': 'language',
  'workers/jobs': 'handoffs models questions',
  'workers/knowledge': 'chunking crawl extraction/contract jobs reader',
  'workers/lanes': 'events jobs knowledge mail models reply',
  'workers/language': '',
  'workers/mail': '',
  'workers/models': 'extractive prompt',
  'workers/marks': '',
  'workers/prompt': 'marks',
  'workers/questions': 'language',
  'workers/reader': 'extraction/contract',
  'workers/reply':
    'attachments citations contradictions grounding handoffs jobs language marks models prompt search tools',
  'workers/tools': 'jobs prompt',
  'workers/search': 'language models prompt',
  'shared/agents': 'lib lib/db',
  'shared/alerts': 'lib/db',
  'shared/analytics': 'lib/db',
  'shared/applications': 'lib lib/db',
  'shared/audit': 'lib/db',
  'shared/budgets': 'agents audit lib/db lib/observability',
  'shared/chat':
    'agents budgets jobs languages lib lib/db lib/observability models retention tools',
  'shared/events':
    'agents alerts applications audit budgets chat events/types handoffs jobs knowledge lib lib/config lib/db lib/observability mail models people tools',
  'shared/events/types': 'agents alerts budgets handoffs knowledge lib lib/catalog people',
  'shared/handoffs': 'agents chat languages lib lib/db lib/queue lib/text mail people tools',
  'shared/inbox': 'chat handoffs languages lib lib/db lib/text questions',
  'shared/jobs': 'lib lib/config lib/db lib/observability',
  'shared/knowledge':
    'agents jobs lib lib/async lib/config lib/db lib/egress lib/observability lib/text models',
  'shared/languages': 'lib lib/text',
  'shared/lib': '',
  'shared/lib/async': '',
  'shared/lib/catalog': 'lib/catalog/protocols lib/catalog/rerankers lib/catalog/static',
  'shared/lib/catalog/protocols': 'lib',
  'shared/lib/catalog/rerankers': 'lib/catalog/protocols',
  'shared/lib/catalog/static': 'lib lib/catalog/protocols',
  'shared/lib/config': 'lib lib/catalog',
  'shared/lib/db': 'lib lib/config',
  'shared/lib/egress': 'lib lib/async',
  'shared/lib/observability': 'lib lib/async lib/config',
  'shared/lib/queue': 'lib lib/async lib/config lib/db lib/observability',
  'shared/lib/text': 'lib lib/async',
  'shared/mail': 'languages lib lib/config lib/db lib/observability',
  'shared/models':
    'lib lib/catalog lib/catalog/protocols lib/config lib/db lib/egress lib/observability',
  'shared/people': 'lib lib/db',
  'shared/process':
    'lib lib/async lib/catalog lib/config lib/db lib/observability lib/queue models',
  'shared/questions': 'chat languages lib lib/db lib/text',
  'shared/retention': 'lib/config lib/db',
  'shared/search':
    'knowledge lib lib/async lib/config lib/db lib/observability lib/text models search/wordIndex',
  'shared/search/wordIndex': 'knowledge lib/async lib/db lib/text',
  'shared/tools': 'budgets jobs lib lib/config lib/db lib/egress',
  'shared/trials': 'budgets chat jobs lib lib/db lib/observability',
  'shared/visitors': 'chat lib/db retention',
  cli: 'admin doctor local terminal',
  'cli/admin': 'demo terminal',
  'cli/demo': 'demo/content',
  'cli/demo/content': '',
  'cli/doctor': '',
  'cli/local': 'admin',
  'cli/terminal': '',
  'web/dashboard/app': 'components components/records inbox lib pages/sign-in palette sections.ts',
  'web/dashboard/components': 'lib',
  'web/dashboard/components/records': 'components lib',
  'web/dashboard/components/threads': 'components lib',
  'web/dashboard/components/transcript': 'components components/threads lib',
  'web/dashboard/inbox': 'lib',
  'web/dashboard/pages/account': 'components lib',
  'web/dashboard/pages/agents': 'components components/records components/transcript lib',
  'web/dashboard/pages/analytics': 'components lib',
  'web/dashboard/pages/applications': 'components components/records lib',
  'web/dashboard/pages/audit': 'components components/records lib',
  'web/dashboard/pages/connections': 'components components/records lib',
  'web/dashboard/pages/conversations': 'components components/threads components/transcript lib',
  'web/dashboard/pages/customers': 'components components/threads lib',
  'web/dashboard/pages/inbox': 'components components/threads components/transcript inbox lib',
  'web/dashboard/pages/invitation': 'components lib',
  'web/dashboard/pages/knowledge': 'components components/records lib',
  'web/dashboard/pages/organization': 'components components/records lib',
  'web/dashboard/pages/overview': 'components components/records components/threads lib',
  'web/dashboard/pages/people': 'components lib',
  'web/dashboard/pages/reset': 'components lib',
  'web/dashboard/pages/sign-in': 'components lib',
  'web/dashboard/pages/single-sign-on': 'components lib',
  'web/dashboard/pages/tools': 'components lib',
  'web/dashboard/pages/webhooks': 'components components/records lib',
  'web/dashboard/pages/widgets': 'components components/records lib preview',
  'web/dashboard/palette': 'components components/threads lib pages/customers sections.ts',
  'web/dashboard/sections.ts':
    'components lib pages/account pages/agents pages/analytics pages/applications pages/audit pages/connections pages/conversations pages/customers pages/inbox pages/invitation pages/knowledge pages/organization pages/overview pages/people pages/reset pages/single-sign-on pages/tools pages/webhooks pages/widgets',
}
const allowedTo = (folder: string) =>
  (FOLDERS[folder] ?? '')
    .split(' ')
    .filter(Boolean)
    .map((name) => join(treeOf(folder)!, name))

/** Imports within a tree: from folder, to folder, and the import itself. */
const innerImports = files
  .filter((file) => treeOf(file))
  .flatMap((file) =>
    importsOf(file)
      .filter((name) => sources.has(name) && treeOf(name) === treeOf(file))
      .filter((name) => folderOf(name) !== folderOf(file) && name !== 'api/context.ts')
      .map((name): [from: string, to: string, line: string] => [
        folderOf(file),
        folderOf(name),
        `${file} → ${name}`,
      ]),
  )

/** The files that know which migrations there are, and whether the database has them. */
const KNOWS_MIGRATIONS = ['shared/lib/db/migrations.ts', 'shared/lib/db/migrationState.ts']

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
        .filter((name) => !(KNOWS_MIGRATIONS.includes(file) && room(name) === 'migrations'))
        .map((name) => `${file} → ${name}`),
    )
    expect(strays).to.deep.equal([])
  })

  it('has folders that import only their neighbours of the same tree', () => {
    const strays = innerImports.filter(([from, to]) => !allowedTo(from).includes(to))
    expect(strays.map(([from, to, line]) => `${from} → ${to}: ${line}`)).to.deep.equal([])
    const unused = Object.keys(FOLDERS).flatMap((from) =>
      allowedTo(from)
        .filter((to) => !innerImports.some(([one, other]) => one === from && other === to))
        .map((to) => `${from} → ${to}`),
    )
    expect(unused).to.deep.equal([])
  })

  it('has in shared/lib only what knows no subject', () => {
    const strays = innerImports.filter(
      ([from, to]) => /^shared\/lib\b/.test(from) && !/^shared\/lib\b/.test(to),
    )
    expect(strays.map(([, , line]) => line)).to.deep.equal([])
  })

  it('has events and the inbox at the top of shared, where nothing below imports them', () => {
    const strays = innerImports.filter(([, to]) => /^shared\/(events|inbox)$/.test(to))
    expect(strays.map(([, , line]) => line)).to.deep.equal([])
  })

  it('has pages of the dashboard that import no other page', () => {
    const strays = innerImports.filter(
      ([from, to]) => from.includes('/pages/') && to.includes('/pages/'),
    )
    expect(strays.map(([, , line]) => line)).to.deep.equal([])
  })

  it('asks the index of words by one door', () => {
    const strays = innerImports.filter(
      ([, to, line]) =>
        to === 'shared/search/wordIndex' &&
        !line.endsWith(' → shared/search/wordIndex/wordIndex.ts'),
    )
    expect(strays.map(([, , line]) => line)).to.deep.equal([])
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

  it('has one module for each outside system', () => {
    expect(importers(/^bullmq$/, /^shared\/lib\/queue\/queue\.ts$/)).to.deep.equal([])
    expect(importers(/^ioredis$/, /^shared\/lib\/queue\/(queue|redis)\.ts$/)).to.deep.equal([])
    // Workers call models for replies, and both processes request a question's vector.
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
    expect(importers(/^@modelcontextprotocol\//, /^shared\/tools\/mcpClient\.ts$/)).to.deep.equal(
      [],
    )
    expect(importers(/^openid-client$/, /^api\/auth\/oidc\.ts$/)).to.deep.equal([])
    expect(importers(/^nodemailer$/, /^shared\/mail\/mailer\.ts$/)).to.deep.equal([])
    expect(importers(/^(koa|@koa\/)/, /^api\//)).to.deep.equal([])
  })

  it('calls foreign servers through one module, which limits unpacked answers', () => {
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
    const byUndici = own.filter((file) =>
      [...codeOf(file).matchAll(/\bundici\(\)\.(\w+)/g)].some(([, name]) => CONNECTS.test(name!)),
    )
    expect(byPackages).to.deep.equal([])
    expect(byUndici).to.deep.equal([door])
    // The catalog's clients get the `fetch` of an exchange, samples are texts, and the last two
    // call Parley itself.
    const OTHERS =
      /^(shared\/(lib\/catalog\/|models\/httpExchange)|api\/openapi\/samples|cli\/(alive|start)\.ts)/
    const byGlobal = own.filter(
      (file) => /(?<![.\w#])fetch\(/.test(codeOf(file)) && !OTHERS.test(file),
    )
    expect(byGlobal).to.deep.equal([])
  })

  it('keeps SQL in the subjects of shared, in shared/lib/db and in migrations', () => {
    const SQL = /\b(insert into|delete from|select .+ from|update \w+\s+set)\b|\bdb\('|\.raw\(/i
    const withSql = files.filter(
      (file) =>
        !/^(shared\/(?!lib\/|process\/|.*\/present)|shared\/lib\/db\/(?!present)|migrations\/)/.test(
          file,
        ) && SQL.test(sources.get(file)!),
    )
    expect(withSql).to.deep.equal([])
  })

  it('writes error bodies in api/middleware/errors.ts alone', () => {
    const writers = files.filter(
      (file) => file !== 'api/middleware/errors.ts' && /status: 'error'/.test(sources.get(file)!),
    )
    expect(writers).to.deep.equal([])
  })

  it('has a widget that knows the API by its types only', () => {
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

  it('has a dashboard that calls the API by the typed client, in one file', () => {
    const makers = files.filter((file) => importsOf(file).includes('client/index.ts'))
    expect(makers.filter((file) => room(file) === 'web')).to.deep.equal([
      'web/dashboard/lib/api.ts',
    ])
  })

  it('has everything particular to a model provider in one file, and the list of them', () => {
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
        // The form of connections names each provider, and where its keys are made. Its type covers
        // all.
        file !== 'web/dashboard/components/records/providers.ts' &&
        code(file).some((line) => particular.test(line)),
    )
    expect(strays).to.deep.equal([])
  })

  it('waits for no job by BullMQ', () => {
    const waiters = files.filter((file) => /waitUntilFinished|QueueEvents/.test(sources.get(file)!))
    expect(waiters).to.deep.equal([])
  })

  it("writes to the console only in commands for people, and in the widget's one hint", () => {
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

  it('has no default exports but those that a tool requires', () => {
    expect(files.filter((file) => /^export default/m.test(sources.get(file)!))).to.have.members([
      'knexfile.ts',
      'web/dashboard/vite.config.ts',
      'web/reference/vite.config.ts',
      'web/widget/vite.config.ts',
    ])
  })
})
