import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect } from 'chai'

const GENERATED = ['client/schema.ts']
/** The one file of the client that knows the server: its types are made of it, and it is no part of it. */
const MAKES_CLIENT = ['api/app.ts', 'api/openapi/document.ts'].map((file) => `client/generate.ts → ${file}`)

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
  return files.filter((file) => !allowed.test(file) && importsOf(file).some((name) => pattern.test(name)))
}

const room = (file: string) => file.split('/')[0]!

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
      for (const next of importsOf(file).filter((name) => sources.has(name))) visit(next, [...path, file])
      done.add(file)
    }
    for (const file of files) visit(file, [])
    expect(cycles).to.deep.equal([])
  })

  it('reads the environment in shared/config/config.ts alone', () => {
    const readers = files.filter((file) => /process\.(env|loadEnvFile)/.test(sources.get(file)!))
    expect(readers).to.deep.equal(['shared/config/config.ts'])
  })

  it('has one door to each outside thing', () => {
    expect(importers(/^bullmq$/, /^shared\/queue\.ts$/)).to.deep.equal([])
    expect(importers(/^ioredis$/, /^shared\/(queue|redis)\.ts$/)).to.deep.equal([])
    // Workers ask models for replies, and both processes ask for a question's vector.
    expect(
      importers(
        /^(@langchain\/|langchain)/,
        /^(workers\/(model|providers|openAiModel)|shared\/embedding)\.ts$/,
      ),
    ).to.deep.equal([])
    const segmenting = files.filter((file) => sources.get(file)!.includes('new Intl.Segmenter('))
    expect(segmenting).to.deep.equal(['shared/text/segments.ts'])
    expect(importers(/^knex$/, /^(shared\/db\.ts|migrations\/)/)).to.deep.equal([])
    expect(importers(/^pg$/, /^(shared\/(postgres|queue)\.ts|cli\/postgres\.ts)$/)).to.deep.equal([])
    expect(importers(/^prom-client$/, /^shared\/metrics\.ts$/)).to.deep.equal([])
    expect(importers(/^@opentelemetry\//, /^shared\/tracing\.ts$/)).to.deep.equal([])
    expect(importers(/^pino/, /^shared\/log\.ts$/)).to.deep.equal([])
    expect(importers(/^(koa|@koa\/)/, /^api\//)).to.deep.equal([])
  })

  it('keeps SQL in shared/store and migrations', () => {
    const SQL = /\b(insert into|delete from|select .+ from|update \w+\s+set)\b|\bdb\('|\.raw\(/i
    const withSql = files.filter(
      (file) => !/^(shared\/(store\/|db\.ts)|migrations\/)/.test(file) && SQL.test(sources.get(file)!),
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
    const values = files.filter((file) => /import (?!type\b).*client\/schema/.test(sources.get(file)!))
    expect(values.filter((file) => room(file) === 'web')).to.deep.equal([])
  })

  it('has a dashboard that speaks to the API by the typed client, in one file', () => {
    const makers = files.filter((file) => importsOf(file).includes('client/index.ts'))
    expect(makers.filter((file) => room(file) === 'web')).to.deep.equal(['web/dashboard/api.ts'])
  })

  it('waits for jobs in api/replies/replyWaiter.ts alone', () => {
    const waiters = files.filter((file) => /waitUntilFinished|QueueEvents/.test(sources.get(file)!))
    expect(waiters).to.deep.equal([])
  })

  it('writes to the console only where a person runs a command, or opens it because no chat works', () => {
    expect(
      files.filter((file) => room(file) !== 'cli' && /console\./.test(sources.get(file)!)),
    ).to.deep.equal(['web/widget/hints.ts'])
  })

  it('has no file over 250 lines', () => {
    const long = files.filter((file) => sources.get(file)!.split('\n').length > 251)
    expect(long).to.deep.equal([])
  })

  it('has no default exports but those that a tool asks for', () => {
    expect(files.filter((file) => /^export default/m.test(sources.get(file)!))).to.have.members([
      'knexfile.ts',
      'web/dashboard/vite.config.ts',
      'web/widget/vite.config.ts',
    ])
  })
})
