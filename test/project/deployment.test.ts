import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { parse } from 'yaml'
import { readProcfile } from '../../cli/local/supervisor.ts'
import { loadConfig, SETTING_NAMES } from '../../shared/lib/config/config.ts'
import type { Setting } from '../../shared/lib/config/setting.ts'
import { settings } from '../../shared/lib/config/settings.ts'
import { WORKER_LANE_NAMES } from '../../workers/lanes.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const dockerfile = read('Dockerfile')
const compose = parse(read('compose.yaml'), { merge: true })
const app = JSON.parse(read('app.json'))
const procfile = readProcfile(read('Procfile'))
const about = JSON.parse(read('package.json'))
const docs = read('docs/deployment.md')

/** Variables that libraries read themselves. */
const NOT_OURS = ['PGSSLMODE', 'PGPASSWORD']
const OUR_SERVICES = Object.entries<any>(compose.services).filter(([, { build }]) => build)
const lines = (instruction: string) =>
  [...dockerfile.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, rest]) => rest!)
const commandOf = (text: string) => [...text.matchAll(/"([^"]+)"/g)].map(([, word]) => word)

/**
 * Returns what Compose makes of `${NAME:-default}`, `${NAME:+replacement}` and `${NAME:?message}`,
 * from the inside out.
 */
function interpolated(value: unknown, env: Record<string, string>): string {
  const once = String(value).replace(
    /\$\{(\w+)(?::([-+?])([^${}]*))?\}/g,
    (_, name: string, operator: string | undefined, text = '') => {
      const given = env[name] ?? ''
      if (operator === '+') return given && text
      return given || (operator === '-' ? text : '')
    },
  )
  return once === String(value) ? once : interpolated(once, env)
}
const settingsOf = (service: string, env: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(compose.services[service].environment).map(([name, value]) => [
      name,
      interpolated(value, env),
    ]),
  )

/** Returns the source file of a built program. */
const sourceOf = (program: string) => program.replace(/^dist\//, '').replace(/\.js$/, '.ts')

describe('the files of a deployment', () => {
  it('start the programs that the Procfile starts', () => {
    const started = OUR_SERVICES.map(([, { command }]) =>
      (command ?? commandOf(lines('CMD')[0]!)).join(' '),
    )
    expect(started).to.have.members(Object.values(procfile))
    expect(Object.keys(app.formation)).to.have.members(
      Object.keys(procfile).filter((name) => name !== 'release'),
    )
  })

  it('start a worker of every lane, in each example that starts workers', () => {
    const examples = execFileSync('git', ['ls-files', 'examples'], { encoding: 'utf8' })
      .trim()
      .split('\n')
    const starting = ['Procfile', 'compose.yaml', ...examples].flatMap((file) => {
      const found = [...read(file).matchAll(/workers\/main\.js((?:['", ]+[a-z]+)+)/g)]
      return found.length
        ? [{ file, started: found.flatMap(([, names]) => names!.match(/[a-z]+/g)!) }]
        : []
    })
    expect(starting.map(({ file }) => file)).to.include('examples/two-apis/balancer.mjs')
    for (const { file, started } of starting)
      expect(started, file).to.have.members(WORKER_LANE_NAMES)
  })

  it('have the processes that the reference of settings names', () => {
    const readers = Object.values<Setting>(settings).flatMap(({ readBy = [] }) => readBy)
    expect(readers).to.include('worker-deliver')
    expect(readers.filter((name) => name !== 'npm start' && !(name in procfile))).to.deep.equal([])
  })

  it('are what the deployment page lists', () => {
    const rows = [...docs.matchAll(/^\| `([\w-]+)` \| `(node [^`]+)` \|/gm)].map(
      ([, name, command]) => [name, command],
    )
    expect(Object.fromEntries(rows)).to.deep.equal(procfile)
  })

  it('name programs that exist', () => {
    const files = [dockerfile, read('compose.yaml'), read('app.json'), read('Procfile')]
    const named = files.flatMap((text) => text.match(/dist\/[\w/]+\.js/g) ?? [])
    expect(named).to.have.length.above(8)
    expect(named.filter((program) => !existsSync(sourceOf(program)))).to.deep.equal([])
  })

  it('name existing settings, with valid values', () => {
    const given = {
      ...app.env,
      ...Object.assign({}, ...OUR_SERVICES.map(([, service]) => service.environment)),
    }
    const names = Object.keys(given).filter((name) => !NOT_OURS.includes(name))
    expect(names).to.have.length.above(8)
    expect(names.filter((name) => !(SETTING_NAMES as string[]).includes(name))).to.deep.equal([])
    const isInFront = (name: string) => (settings[name as 'PORT'] as Setting).matters
    expect(
      Object.keys(app.env).filter((name) => !NOT_OURS.includes(name) && !isInFront(name)),
    ).to.deep.equal([])
    const DATABASE_URL = 'postgresql://localhost/parley'
    const ofApp = Object.entries<any>(app.env).map(([name, { value, generator }]) => [
      name,
      generator === 'secret' ? 'f00d'.repeat(16) : value,
    ])
    loadConfig({ DATABASE_URL, ...Object.fromEntries(ofApp) })
    const secret = { POSTGRES_PASSWORD: 'secret' }
    for (const [name] of OUR_SERVICES)
      for (const profile of [{}, { COMPOSE_PROFILES: 'meaning' }] as Record<string, string>[])
        loadConfig(settingsOf(name, { ...secret, ...profile }))
  })

  it("have connections for each process that fit the database's limit", () => {
    const OF_THE_SMALLEST = 20
    const processes = Object.values<any>(app.formation).reduce(
      (sum, { quantity }) => sum + quantity,
      0,
    )
    expect(app.env.DATABASE_POOL.value * processes).to.be.at.most(OF_THE_SMALLEST)
  })

  it('run without privileges, on a Node that the package accepts', () => {
    expect(lines('USER')).to.deep.equal(['node'])
    const major = Number(/^ARG NODE_VERSION=(\d+)$/m.exec(dockerfile)![1])
    const [, least] = /^>=(\d+)/.exec(about.engines.node)!
    expect(major).to.be.at.least(Number(least))
    expect(lines('FROM').every((from) => /^node(:\$\{NODE_VERSION\}-| |$)/.test(from))).to.equal(
      true,
    )
  })

  it('let processes end by themselves: signals reach Node, and nothing is killed within 25 s', () => {
    expect(lines('ENTRYPOINT')).to.deep.equal(['["tini", "--"]'])
    for (const [name, { command = [], stop_grace_period }] of OUR_SERVICES) {
      expect(command, name).to.be.an('array')
      expect(Number.parseInt(stop_grace_period, 10), name).to.be.above(25)
    }
  })

  it('listen on the expected ports', () => {
    const { ports, environment } = compose.services.api
    expect(lines('EXPOSE')).to.deep.equal(['3000'])
    expect(environment.PORT).to.equal(3000)
    expect(ports).to.deep.equal([`$${'{PUBLISH:-127.0.0.1:3000}'}:3000`])
  })

  it('have health checks for all lasting processes', () => {
    const tests = OUR_SERVICES.map(([name, { healthcheck }]) => [
      name,
      healthcheck?.test?.slice(1).join(' '),
    ])
    expect(Object.fromEntries(tests)).to.deep.equal({
      // The image's own health check.
      api: undefined,
      worker: 'node dist/cli/alive.js reply',
      'worker-index': 'node dist/cli/alive.js index',
      'worker-deliver': 'node dist/cli/alive.js deliver',
      migrate: undefined,
    })
    expect(dockerfile).to.match(/^HEALTHCHECK .* CMD \["node", "dist\/cli\/alive\.js"\]$/m)
  })

  it('start nothing before the database is migrated', () => {
    for (const [name, { depends_on }] of OUR_SERVICES)
      if (name === 'migrate') expect(depends_on.postgres.condition).to.equal('service_healthy')
      else expect(depends_on.migrate.condition, name).to.equal('service_completed_successfully')
  })

  it('have servers of accepted versions, and a Redis that keeps its data', () => {
    const [postgres, redis] = ['PostgreSQL', 'Redis'].map((name) => {
      const [, section = ''] = docs.split(`\n## ${name}\n`)
      return Number(/Version (\d+(\.\d+)?) or newer/.exec(section)![1])
    })
    const majorOf = (service: string) => Number(/:(\d+)/.exec(compose.services[service].image)![1])
    expect(majorOf('postgres')).to.be.at.least(postgres!)
    expect(majorOf('redis')).to.be.at.least(redis!)
    expect(compose.services.redis.command.join(' ')).to.contain('--maxmemory-policy noeviction')
    expect(compose.services.postgres.environment.POSTGRES_PASSWORD).to.match(
      /^\$\{POSTGRES_PASSWORD:\?/,
    )
    expect(compose.services.postgres).not.to.have.property('ports')
    expect(compose.services.redis).not.to.have.property('ports')
  })

  it('turn on search by meaning with one setting, and bring no other model', () => {
    const ofEmbedding = (env: Record<string, string>) => {
      const { EMBEDDING_MODEL, OLLAMA_BASE_URL } = loadConfig(settingsOf('worker-index', env))
      return { EMBEDDING_MODEL, OLLAMA_BASE_URL }
    }
    const meaning = { COMPOSE_PROFILES: 'meaning' }
    const { ollama, 'ollama-pull': pull } = compose.services
    expect(ofEmbedding({})).to.deep.equal({
      EMBEDDING_MODEL: undefined,
      OLLAMA_BASE_URL: undefined,
    })
    expect(ofEmbedding(meaning)).to.deep.equal({
      EMBEDDING_MODEL: 'ollama:bge-m3',
      OLLAMA_BASE_URL: 'http://ollama:11434',
    })
    expect(settingsOf('ollama-pull', meaning)).to.deep.equal({
      EMBEDDING_MODEL: 'ollama:bge-m3',
      OLLAMA_HOST: 'http://ollama:11434',
    })
    const own = { EMBEDDING_MODEL: 'ollama:nomic-embed-text' }
    expect(ofEmbedding({ ...meaning, ...own })).to.include(own)
    expect(settingsOf('ollama-pull', { ...meaning, ...own })).to.include(own)
    for (const service of [ollama, pull]) expect(service.profiles).to.deep.equal(['meaning'])
    expect(ollama.image)
      .to.equal(pull.image)
      .and.to.match(/:\d+\.\d+/)
    expect(ollama).not.to.have.property('ports')
    expect(ollama.volumes).to.deep.equal(['ollama:/root/.ollama'])
    expect(compose.volumes).to.have.property('ollama')
    expect(ollama.healthcheck.test).to.deep.equal(['CMD', 'ollama', 'list'])
    expect(pull.depends_on.ollama.condition).to.equal('service_healthy')
    // Compose refuses a dependency on a service whose profile is off.
    for (const [name, { depends_on = {} }] of OUR_SERVICES)
      expect(Object.keys(depends_on), name)
        .not.to.include('ollama')
        .and.not.to.include('ollama-pull')
  })

  it("keep secrets and a developer's files out of the image", () => {
    const ignored = read('.dockerignore').split('\n')
    expect(ignored).to.include.members(['**/node_modules', '**/.*', 'dist'])
    for (const copied of lines('COPY').filter((line) => !line.startsWith('--from')))
      expect(copied).not.to.contain('.env')
  })
})
