import { expect } from 'chai'
import { createFile } from '../../shared/knowledge/files.ts'
import { loadConfig } from '../../shared/lib/config/config.ts'
import { TIMES } from '../../shared/lib/config/times.ts'
import { makeSealer } from '../../shared/lib/sealing.ts'
import { eventually } from '../support/http/client.ts'
import { startParley } from '../support/product/parley.ts'
import { killAll, run, runApi, runWorker } from '../support/product/processes.ts'
import { startPages } from '../support/servers/pages.ts'

describe('the processes of the Procfile', function () {
  after(killAll)

  for (const [mark, ...args] of [
    ['', 'dist/api/main.js'],
    [' @long', 'dist/workers/main.js', 'reply'],
    [' @long', 'dist/workers/main.js', 'index'],
    [' @long', 'dist/workers/main.js', 'deliver'],
    ['', 'dist/cli/migrate.js'],
  ])
    it(`${args.join(' ')} names all wrong settings at once, shows no secret, and ends${mark}`, async () => {
      const WIDGET_TOKEN_KEYS = `a:${'k3y-'.repeat(3)}`
      const process = run('node', args, { PORT: 'abc', LOG_LEVEL: 'loud', WIDGET_TOKEN_KEYS })
      expect(await process.ended).to.equal(1)
      for (const name of ['DATABASE_URL', 'PORT', 'LOG_LEVEL', 'WIDGET_TOKEN_KEYS'])
        expect(process.output()).to.contain(`- ${name} `)
      expect(process.output())
        .not.to.match(/\n\s+at /)
        .and.not.contain('k3y-')
    })

  for (const [args, least] of [
    [['--max-semi-space-size=8', 'dist/api/main.js'], 48],
    [['dist/workers/main.js', 'index'], 80],
  ] as const)
    it(`${args.at(-1)} says that its heap is too small, where V8 would only abort`, async () => {
      const started = run('node', [...args], { NODE_OPTIONS: '--max-old-space-size=32' })
      expect(await started.ended).to.equal(1)
      expect(started.output())
        .to.contain(`The heap of this process may take 32 MB. It needs ${least} MB to start.`)
        .and.not.match(/\n\s+at |JS stacktrace/)
    })

  it('do not start without a key that stored secrets need, and name it @long', async () => {
    const parley = await startParley({ backend: 'postgres', workers: false })
    try {
      const { db, env, client } = parley
      const sealer = makeSealer(loadConfig(env).SECRET_KEYS)
      const [id, organization_id] = [crypto.randomUUID(), client.organizationId]
      const place = { organization_id, table: 'connections', row: id }
      const sealed_key = sealer.seal('sk-planted-0123456789', place)
      await db('connections').insert({
        id,
        organization_id,
        name: 'ours',
        provider: 'openai',
        sealed_key,
      })
      for (const args of [['dist/api/main.js'], ['dist/workers/main.js', 'reply']]) {
        const process = run('node', args, {
          ...env,
          SECRET_KEYS: `other:${Buffer.alloc(32).toString('base64')}`,
        })
        expect(await process.ended).to.equal(1)
        expect(process.output())
          .to.contain('SECRET_KEYS has no key test, which a stored secret needs')
          .and.not.match(/\n\s+at |planted/)
      }
      const unknown = run('node', ['dist/api/main.js'], { ...env, LLM_MODEL: 'opneai:gpt' })
      expect(await unknown.ended).to.equal(1)
      expect(unknown.output()).to.contain(
        'LLM_MODEL is opneai:gpt, and there is neither a provider nor',
      )
      const started = await runApi(env)
      expect((await fetch(`${started.address}/health`)).status).to.equal(200)
    } finally {
      await killAll()
      await parley.stop()
    }
  })

  it('refuse a lane that does not exist @long', async () => {
    const process = run('node', ['dist/workers/main.js', 'fast'], {
      DATABASE_URL: 'postgresql://localhost/x',
    })
    expect(await process.ended).to.equal(2)
    expect(process.output()).to.match(/^usage: .* reply\|index\|deliver …\n$/)
  })

  it('serve several lanes in one process, each of them alive, and count each figure once @long', async () => {
    const settings = { METRICS_TOKEN: 'a-token-for-the-metrics', TIME_SCALE: '0.3' }
    const parley = await startParley({ backend: 'postgres', settings, workers: false })
    try {
      const { db, client, env, model } = parley
      model.behave(() => ({ text: 'In the box.' }))
      const lanes = ['reply', 'index', 'deliver']
      const worker = run('node', ['dist/workers/main.js', ...lanes], env)
      const conversation = await client.makeConversation()
      expect((await client.say(conversation.id, 'Where?')).status).to.equal(201)
      await client.post('/api/v1/knowledge/qa', { question: 'Where?', answer: 'In the box.' })
      await eventually(
        async () => (await db('events').where({ type: 'message.completed' })).length > 0,
      )
      const rows = await eventually(async () => {
        const found = await db('workers').orderBy('lane')
        return found.length === 3 && found
      })
      expect(rows.map(({ lane }) => lane)).to.deep.equal([...lanes].sort())
      expect(new Set(rows.map(({ name }) => name)).size).to.equal(1)
      expect(rows.filter(({ figures }) => figures).map(({ lane }) => lane)).to.deep.equal(['reply'])
      const alive = run('node', ['dist/cli/alive.js', ...lanes], env)
      expect(await alive.ended).to.equal(0)
      worker.signal('SIGTERM')
      expect(await worker.ended).to.equal(0)
    } finally {
      await killAll()
      await parley.stop()
    }
  })

  it('read pages and files in the worker of the sources lane, and a large file in one attempt @long', async () => {
    const pages = await startPages()
    pages.serve(
      '/parcels',
      `<html><head><title>Parcels | Greenleaf</title></head><body><nav>Home Shop</nav>
        <main><h1>Parcels</h1><p>A parcel takes three days to Vienna.</p></main></body></html>`,
    )
    const settings = { FETCH_ALLOWED_HOSTS: pages.host }
    const parley = await startParley({ backend: 'postgres', settings, workers: false })
    try {
      const { db, client, env } = parley
      const worker = await runWorker(env, 'index')
      const page = await client.post('/api/v1/knowledge/urls', { url: pages.url('/parcels') })
      expect(page.body.data).to.include({ status: 'ready', chunk_count: 1 })
      const bytes = Buffer.alloc(5 * 1024 * 1024, 'A sentence of some length about nothing.\n\n')
      const file = { file_name: 'a.txt', file_type: 'txt' as const, bytes }
      const acceptance = {
        request_id: 'test',
        reply_to: null,
        deadline_seconds: 100,
        wake_up_grace_ms: TIMES.wakeUpGraceMs,
        capacity: { organization: 1000, total: 1000, floor: 0 },
      }
      const id = await createFile(db, client.organizationId, { title: 'Large' }, acceptance, file)
      const entry = await eventually(async () => {
        const { data } = (await client.get(`/api/v1/knowledge/files/${id}`)).body
        return data.status !== 'processing' && data
      }, 100)
      expect(entry).to.include({ status: 'ready', size_bytes: bytes.length })
      expect(entry.chunk_count).to.be.above(3_000)
      const attempts = await eventually(async () => {
        const jobs = await db('jobs').where({ target_id: id })
        return jobs.length > 0 && jobs.map(({ attempt }) => attempt)
      }, 60)
      expect(attempts).to.deep.equal([1])
      expect(await worker.stop()).to.equal(0)
    } finally {
      await killAll()
      await parley.stop()
      await pages.close()
    }
  })
})
