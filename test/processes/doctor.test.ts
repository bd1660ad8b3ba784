import { rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { expect } from 'chai'
import { CHECKS, type Check, type Finding } from '../../cli/doctor/finding.ts'
import { makeRedis, onRedis } from '../faults/world/servers.ts'
import { makeVectorTable } from '../support/data/vectorTable.ts'
import { startFakeReranker } from '../support/models/rerankers.ts'
import {
  onOneQueue,
  type Parley,
  startParley,
  TEST_SIGNING_SECRET,
} from '../support/product/parley.ts'
import { bareEnvironment, run } from '../support/product/processes.ts'
import { makeTestDb } from '../support/product/testDb.ts'
import { makePooler } from '../support/servers/proxy.ts'
import { freePort, hasRedis, makeDatabase } from '../support/servers/servers.ts'

interface Diagnosis {
  code: number | NodeJS.Signals
  findings: Finding[]
  output: string
}

async function examine(env: Record<string, string>, ...args: string[]): Promise<Diagnosis> {
  const doctor = run('node', ['dist/cli/doctor.js', '--json', ...args], {
    ...bareEnvironment(),
    ...env,
  })
  const code = await doctor.ended
  const output = doctor.output()
  expect(output, 'a stack').not.to.match(/\n\s+at /)
  return { code, output, findings: JSON.parse(output).findings }
}

const of = ({ findings }: Diagnosis, check: Check, level?: Finding['level']) =>
  findings.filter((finding) => finding.check === check && (!level || finding.level === level))

const skippedIn = ({ findings }: Diagnosis) =>
  findings.filter(({ level }) => level === 'skipped').map(({ check, what }) => `${check}: ${what}`)

onOneQueue('npm run doctor on a working service', function (backend) {
  let parley: Parley
  before(async () => {
    parley = await startParley({ backend, settings: { PASSWORD_COST: '15', SMTP_URL: '' } })
  })
  after(() => parley.stop())

  /** The tests' own server is fast, not safe. The server of DATABASE_URL may be both. */
  const expected = async () => {
    const { rows } = await parley.db.raw('show fsync')
    return rows[0].fsync === 'on' ? [] : ['fsync or synchronous_commit is off.']
  }

  it('finds nothing wrong but a server that may lose data', async () => {
    const diagnosis = await examine(parley.env, '--no-model')
    const wrong = diagnosis.findings.filter(({ level }) => level !== 'ok')
    expect(
      wrong.map(({ what }) => what),
      diagnosis.output,
    ).to.deep.equal(await expected())
    expect(diagnosis.code).to.equal(0)
    const checks = [
      'settings',
      'signing keys',
      'database',
      'clock',
      'migrations',
      'connections',
      'workers',
    ]
    const found = new Set(diagnosis.findings.map(({ check }) => check))
    expect([...found]).to.include.members([
      ...checks,
      'node',
      'origins',
      'redis',
      'files',
      'open files',
    ])
    const order = diagnosis.findings.map(({ check }) => CHECKS.indexOf(check))
    expect(order).to.deep.equal(order.toSorted((one, other) => one - other))
  })

  it('says the same to people in words @long', async () => {
    const doctor = run('node', ['dist/cli/doctor.js', '--no-model'], {
      ...bareEnvironment(),
      ...parley.env,
    })
    expect(await doctor.ended).to.equal(0)
    const lines = doctor.output().split('\n')
    expect(lines[0]).to.match(/^ok {7}node +\d+\.\d+\.\d+\.$/)
    for (const line of lines.slice(0, lines.indexOf('')))
      expect(line).to.match(/^(ok|warning) +[a-z]+|^ +→ \S/)
    const { length } = await expected()
    expect(doctor.output()).to.contain(`0 errors, ${length} warning${length === 1 ? '' : 's'}\n`)
  })
})

describe('npm run doctor', function () {
  let parley: Parley
  before(async () => {
    parley = await startParley({
      backend: 'postgres',
      settings: { PASSWORD_COST: '15' },
      workers: false,
    })
  })
  after(() => parley.stop())

  const url = (change: Partial<URL>) =>
    Object.assign(new URL(parley.env.DATABASE_URL!), change).href
  const well = () => ({ ...parley.env, LLM_MODEL: 'builtin:extractive', SMTP_URL: '' })

  it('names all wrong settings @long', async () => {
    const diagnosis = await examine({ PORT: 'abc', LLM_MODEL: 'openai:gpt-4o-mini' })
    expect(diagnosis.code).to.equal(1)
    expect(of(diagnosis, 'settings', 'error')).to.have.length(3)
    for (const name of ['DATABASE_URL', 'PORT', 'OPENAI_API_KEY'])
      expect(diagnosis.output).to.contain(name)
    expect(diagnosis.output).to.contain('Run `npm start`')
    expect(skippedIn(diagnosis)).to.include('workers: Not checked, because the settings are wrong.')
  })

  it('names a misspelt setting, which is ignored @long', async () => {
    const diagnosis = await examine(
      { ...well(), S3_BUCKETS: 'b', SOME_OTHER_NAME: '1' },
      '--no-model',
    )
    const [finding, ...others] = of(diagnosis, 'settings', 'warning').filter(({ what }) =>
      /no setting/.test(what),
    )
    expect(finding).to.include({
      what: 'There is no setting S3_BUCKETS.',
      fix: 'Is S3_BUCKET meant?',
    })
    expect(others).to.deep.equal([])
  })

  it('refuses unknown options @long', async () => {
    const doctor = run('node', ['dist/cli/doctor.js', '--now'], bareEnvironment())
    expect(await doctor.ended).to.equal(2)
    expect(doctor.output())
      .to.contain('usage:')
      .and.not.to.match(/\n\s+at /)
  })

  const broken: [string, () => Promise<string> | string, RegExp][] = [
    ['a wrong password', () => url({ password: 'not-the-password' }), /password or the user/],
    ['a database that is not there', () => url({ pathname: '/nowhere' }), /create database/],
    [
      'a server that is not there',
      async () => `postgresql://me:pass-word@127.0.0.1:${await freePort()}/x`,
      /listens/,
    ],
    ['a host without an address', () => url({ hostname: 'nowhere.invalid' }), /is its name right/],
  ]
  for (const [name, address, fix] of broken)
    it(`says what to do about ${name}, and shows no password @long`, async () => {
      const diagnosis = await examine({ ...well(), DATABASE_URL: await address() })
      expect(diagnosis.code).to.equal(1)
      const [finding] = of(diagnosis, 'database', 'error')
      expect(finding!.fix).to.match(fix)
      expect(diagnosis.output).not.to.match(/not-the-password|pass-word/)
      // Everything is checked nonetheless, except the database's contents.
      expect(of(diagnosis, 'redis', 'ok')).to.have.length(1)
      expect(skippedIn(diagnosis)).to.deep.equal([
        ...['clock', 'migrations', 'secrets', 'queue', 'connections', 'workers', 'origins'].map(
          (check) => `${check}: Not checked, because the database cannot be used.`,
        ),
      ])
    })

  it('ends also with a server that accepts connections and never answers @long', async () => {
    const taken = new Set<Socket>()
    const silent = createServer((socket) => taken.add(socket)).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const { port } = silent.address() as { port: number }
    const nothing = {
      DATABASE_URL: `postgresql://127.0.0.1:${port}/x`,
      REDIS_URL: `redis://127.0.0.1:${port}`,
    }
    try {
      const diagnosis = await examine({ ...well(), ...nothing })
      expect(of(diagnosis, 'database', 'error')[0]!.what).to.contain('it does not answer')
      expect(of(diagnosis, 'redis', 'error')).to.have.length(1)
    } finally {
      for (const socket of taken) socket.destroy()
      silent.close()
    }
  })

  it('reports missing workers, unless there are to be none yet @long', async () => {
    expect(of(await examine(well()), 'workers', 'error')).to.have.length(3)
    const before = await examine(well(), '--no-workers')
    expect(before.code, before.output).to.equal(0)
  })

  it('reports migrations that have not run, and those of a newer version @long', async () => {
    const database = await makeDatabase()
    try {
      const db = makeTestDb(database.url, 1)
      await db.migrate.down()
      await db('knex_migrations').insert({
        name: '9999_of_tomorrow',
        batch: 9,
        migration_time: new Date(),
      })
      await db.destroy()
      const diagnosis = await examine({ ...well(), DATABASE_URL: database.url })
      expect(of(diagnosis, 'migrations', 'error')[0]!.fix).to.contain('npm run migrate')
      expect(of(diagnosis, 'migrations', 'warning')[0]!.what).to.contain('9999_of_tomorrow')
      expect(skippedIn(diagnosis)).to.include(
        'workers: Not checked, because migrations have not run.',
      )
    } finally {
      await database.drop()
    }
  })

  it('reports queue tables that are missing or closed to the user @long', async () => {
    const role = `weak_${Date.now()}`
    const { db } = parley
    const asRole = () => ({ ...well(), DATABASE_URL: url({ search: `?options=-c role=${role}` }) })
    await db.raw(`create role ${role}`)
    try {
      await db.raw(`grant all on all tables in schema public to ${role}`)
      const [closed] = of(await examine(asRole(), '--no-workers'), 'queue', 'error')
      expect(closed!.what).to.match(/may not use its tables: \w+/)
      await db.raw(
        `grant usage on schema bullmq to ${role}; grant all on all tables in schema bullmq to ${role}`,
      )
      expect(of(await examine(asRole(), '--no-workers'), 'queue', 'ok')).to.have.length(1)
      const last = 'version = (select max(version) from bullmq.migration)'
      const { rows } = await db.raw(`delete from bullmq.migration where ${last} returning *`)
      const [older] = of(await examine(well(), '--no-workers'), 'queue', 'error')
      expect(older!.what).to.contain('of an older version')
      await db.withSchema('bullmq').table('migration').insert(rows[0])
      await db.raw('alter schema bullmq rename to elsewhere')
      const [missing] = of(await examine(well(), '--no-workers'), 'queue', 'error')
      expect(missing!.what).to.contain('missing')
    } finally {
      await db.raw('alter schema elsewhere rename to bullmq').catch(() => undefined)
      await db.raw(`drop owned by ${role}; drop role ${role}`)
    }
  })

  it('shows people an error with the remedy below it, and the next step @long', async () => {
    const env = {
      ...bareEnvironment(),
      ...well(),
      DATABASE_URL: url({ password: 'not-the-password' }),
    }
    const doctor = run('node', ['dist/cli/doctor.js'], env)
    expect(await doctor.ended).to.equal(1)
    expect(doctor.output()).to.match(
      /^error +database +postgresql:.* cannot be used: .*\n +→ The password or the user/m,
    )
    expect(doctor.output()).to.match(
      /^skipped +workers +Not checked, because the database cannot be used\.$/m,
    )
    expect(doctor.output()).to.contain('1 error, ').and.contain('\nMend the first error')
  })

  it('has help with examples that work @long', async () => {
    const help = run('node', ['dist/cli/doctor.js', '--help'], bareEnvironment())
    expect(await help.ended).to.equal(0)
    const [, examples] = /^Examples\n((?: {2}.*\n)+)/m.exec(help.output())!
    const commands = examples!.trim().split(/\n\s*/)
    expect(commands).to.have.length.above(2)
    for (const command of commands) {
      expect(command).to.match(/^npm run --silent doctor/)
      const [, args = ''] = command.split(' -- ')
      const env = { ...bareEnvironment(), ...well() }
      const doctor = run('node', ['dist/cli/doctor.js', ...args.split(' ').filter(Boolean)], env)
      // No workers run here.
      expect(await doctor.ended, command).to.equal(args.includes('--no-workers') ? 0 : 1)
    }
  })

  it('reports a pooler before PostgreSQL, and what the role and the queue need behind it @long', async () => {
    const role = `pooled_${Date.now()}`
    const { db } = parley
    const pooler = await makePooler(parley.env.DATABASE_URL!)
    await db.raw(`create role ${role} superuser login password 'a-password'`)
    try {
      const address = Object.assign(new URL(pooler.url), {
        username: role,
        password: 'a-password',
      }).href
      const look = async (more = {}) =>
        of(await examine({ ...well(), DATABASE_URL: address, ...more }, '--no-workers'), 'pooler')
      const found = await look()
      expect(found.map(({ level }) => level)).to.deep.equal(['warning', 'warning'])
      expect(found[0]!.fix).to.equal(`alter role ${role} set statement_timeout = '10s'`)
      expect(found[1]!.fix).to.contain('REDIS_URL')
      await db.raw(found[0]!.fix!)
      expect((await look()).map(({ fix }) => fix)).to.deep.equal([found[1]!.fix])
    } finally {
      await pooler.close()
      await db.raw(`drop role ${role}`)
    }
    const straight = await examine({ ...well(), DATABASE_PREPARE: 'false' }, '--no-workers')
    expect(of(straight, 'pooler', 'warning')[0]!.fix).to.contain('DATABASE_PREPARE')
    expect(of(await examine(well(), '--no-workers'), 'pooler')).to.deep.equal([])
  })

  it('reports origins that no browser sends, or that lack TLS @long', async () => {
    const origins = [
      'https://shop.example.com/cart',
      'http://shop.example.com',
      'http://localhost:3000',
    ]
    await parley.db('applications').update({ allowed_origins: origins })
    const found = of(await examine(well(), '--no-workers'), 'origins', 'warning')
    expect(found.map(({ what }) => what).join()).to.match(/has more than scheme.*without TLS/s)
    expect(found).to.have.length(2)
    // The command replaces the whole list.
    expect(found[1]!.fix).to.contain(
      '--origin … --origin https://shop.example.com/cart --origin http://localhost:3000',
    )
  })

  it('reports weak and missing signing keys, and shows none @long', async () => {
    const weak = await examine(
      { ...well(), WIDGET_TOKEN_KEYS: `a:${'xy'.repeat(20)}` },
      '--no-workers',
    )
    expect(of(weak, 'signing keys', 'warning')).to.have.length(1)
    expect(weak.output).not.to.contain('xyxy').and.not.to.contain(TEST_SIGNING_SECRET)
    const none = await examine({ ...well(), WIDGET_TOKEN_KEYS: '' }, '--no-workers')
    expect(of(none, 'signing keys', 'warning')).to.have.length(1)
  })

  it('reports contradicting settings, and too few connections @long', async () => {
    const settings = {
      REPLY_WAIT_SECONDS: '60',
      MODEL_TIMEOUT_SECONDS: '200',
      PASSWORD_COST: '10',
      DATABASE_POOL: '200',
    }
    const diagnosis = await examine({ ...well(), ...settings }, '--no-workers', '--apis', '3')
    expect(of(diagnosis, 'settings', 'warning')).to.have.length(3)
    expect(of(diagnosis, 'connections', 'warning')[0]!.what).to.contain('3 processes')
  })

  it('asks the provider for its models: none, refused, wrong name, right name @long', async () => {
    const asked: (string | undefined)[] = []
    const { createServer: createHttpServer } = await import('node:http')
    let status = 200
    const provider = createHttpServer((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization}`)
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end('{"data":[{"id":"here"}]}')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => provider.once('listening', resolve))
    const { port } = provider.address() as { port: number }
    const env = {
      ...well(),
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_API_KEY: 'sk-the-key',
    }
    const look = async (model: string) => {
      const diagnosis = await examine({ ...env, LLM_MODEL: model }, '--no-workers')
      expect(diagnosis.output).not.to.contain('sk-the-key')
      return of(diagnosis, 'model')[0]!
    }
    try {
      expect((await look('openai:here')).level).to.equal('ok')
      expect(asked).to.deep.equal(['/v1/models Bearer sk-the-key'])
      expect((await look('openai:elsewhere')).what).to.contain('not among the 1 models')
      const both = { ...env, LLM_MODEL: 'openai:here', EMBEDDING_MODEL: 'openai:nowhere' }
      const diagnosis = await examine(both, '--no-workers')
      expect(of(diagnosis, 'model').map(({ level }) => level)).to.deep.equal(['ok'])
      const [missed] = of(diagnosis, 'embedding', 'warning')
      expect(missed!.why).to.contain('words alone').and.not.contain('Replies fail')
      const other = await examine(
        { ...env, LLM_MODEL: 'openai:here', QUERY_MODEL: 'openai:gone' },
        '--no-workers',
      )
      expect(of(other, 'queries', 'warning')[0]!.fix).to.contain('Set QUERY_MODEL to one of these')
      expect(of(diagnosis, 'queries')).to.deep.equal([])
      status = 401
      expect((await look('openai:here')).fix).to.contain('OPENAI_API_KEY')
      status = 403
      expect((await look('openai:here')).level, 'a key without the right to list models').to.equal(
        'warning',
      )
    } finally {
      provider.close()
    }
    expect((await look('openai:here')).what).to.contain('cannot be reached')
  })

  it('says when search uses words only, and has a reranker order two words @long', async () => {
    const plain = await examine(well(), '--no-workers')
    const [alone] = of(plain, 'embedding', 'ok')
    expect(alone!.what).to.contain('by its words alone')
    expect(alone!.fix).to.contain('Hint')
    expect(of(plain, 'rerank')).to.deep.equal([])
    const folder = await makeVectorTable()
    const table = { ...well(), EMBEDDING_MODEL: `static:${folder}` }
    expect(of(await examine(table, '--no-workers'), 'embedding', 'ok')).to.have.length(1)
    await rm(folder, { recursive: true })
    const [gone] = of(await examine(table, '--no-workers'), 'embedding', 'error')
    expect(gone!.what).to.contain('cannot be read')
    const fake = await startFakeReranker()
    const env = {
      ...well(),
      RERANK_MODEL: 'cohere:any',
      COHERE_BASE_URL: fake.url,
      COHERE_API_KEY: 'co-the-key',
    }
    try {
      expect(of(await examine(env, '--no-workers'), 'rerank', 'ok')).to.have.length(1)
      expect(fake.headers[0]!.authorization).to.equal('Bearer co-the-key')
      fake.behave(() => ({ status: 401 }))
      const refused = await examine(env, '--no-workers')
      expect(of(refused, 'rerank', 'error')[0]!.what).to.contain(
        "refuses the service's credentials",
      )
      expect(refused.output).not.to.contain('co-the-key')
    } finally {
      await fake.close()
    }
  })

  const withRedis = hasRedis ? it : it.skip
  withRedis('sees a Redis that is away, and one that drops what it holds @long', async () => {
    const away = await examine({
      ...well(),
      REDIS_URL: `redis://:pass-word@127.0.0.1:${await freePort()}`,
    })
    expect(of(away, 'redis', 'error')[0]!.what).to.contain('ECONNREFUSED')
    expect(away.output).not.to.contain('pass-word')
    const redis = await makeRedis()
    await redis.start()
    try {
      const nowhere = await examine({ ...well(), REDIS_URL: `${redis.url}/99` })
      expect(of(nowhere, 'redis', 'error')[0]!.fix).to.contain(
        'Name a database that the server has',
      )
      await onRedis(redis.url, (client) => client.config('SET', 'maxmemory-policy', 'allkeys-lru'))
      const [finding] = of(await examine({ ...well(), REDIS_URL: redis.url }), 'redis', 'error')
      expect(finding!.what).to.contain('noeviction')
    } finally {
      await redis.remove()
    }
  })
})
