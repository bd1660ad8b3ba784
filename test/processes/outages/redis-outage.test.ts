import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { timesAt } from '../../../shared/lib/config/times.ts'
import { problemsOf } from '../../../shared/lib/queue/redis.ts'
import { setHourlyLimit } from '../../../shared/people/organizations.ts'
import { Client, eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import {
  killAll,
  type Running,
  type RunningApi,
  runApi,
  runWorker,
} from '../../support/product/processes.ts'
import { freePort } from '../../support/servers/servers.ts'

/** Starts a Redis for one test, which may be killed, stopped and filled. */
async function startRedis(
  port: number,
  folder: string,
  args: string[] = [],
): Promise<ChildProcess> {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
  const redis = spawn('redis-server', [...settings, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  for await (const text of redis.stdout!.setEncoding('utf8').iterator({ destroyOnReturn: false }))
    if (/Ready to accept connections/.test(text)) break
  redis.stdout!.resume()
  return redis
}

const hasBinary = spawnSync('redis-server', ['--version']).status === 0

;(hasBinary ? describe : describe.skip)('a Redis that', function () {
  this.timeout(180_000)
  let parley: Parley
  let folder: string
  let port: number
  let redis: ChildProcess
  let api: RunningApi
  let worker: Running
  let client: Client
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-test-redis-'))
    port = await freePort()
    const settings = { REDIS_URL: `redis://127.0.0.1:${port}`, TIME_SCALE: '0.3' }
    // Its queue is in the Redis of this address.
    parley = await startParley({ backend: 'postgres', workers: false, settings })
  })
  beforeEach(() => {
    parley.model.reset()
    parley.model.behave(() => ({ text: 'answered' }))
  })
  after(async () => {
    await killAll()
    await end('SIGKILL')
    await parley.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Starts Redis. Without arguments, it is well configured. */
  const begin = async (...args: string[]) => {
    redis = await startRedis(port, folder, args)
  }
  const startProcesses = async () => {
    ;[api, worker] = await Promise.all([runApi(parley.env), runWorker(parley.env)])
    client = new Client(api.address, parley.client.credentials)
  }
  const stopProcesses = async () => {
    for (const process of [api, worker]) expect(await process.stop()).to.equal(0)
  }

  async function end(signal: NodeJS.Signals) {
    if (!redis || redis.exitCode !== null || redis.signalCode !== null) return
    const ended = once(redis, 'exit')
    redis.kill(signal)
    await ended
  }

  const warningsOf = ({ output }: Running) =>
    output()
      .split('\n')
      .filter((line) => /"level":[45]0/.test(line))
      .map((line) => JSON.parse(line) as { msg: string; err?: { message: string } })

  /**
   * Expects each message to be accepted during the outage, and answered in the end, with a short
   * log. The scenarios of test/faults measure how soon a message is accepted.
   */
  async function expectAccepted() {
    const { id } = await client.makeConversation()
    const before = [api, worker].map((process) => warningsOf(process).length)
    const since = Date.now()
    for (let n = 0; n < 30; n++) {
      const { status } = await client.say(id, `${n}`, { Prefer: 'respond-async' })
      expect(status).to.equal(202)
      await pause(20)
    }
    await eventually(async () => {
      const rows = await parley.db('messages').where({ thread_id: id, status: 'completed' })
      return rows.length === 60
    }, 120)
    // The slower the test, the more often each kind may be logged.
    const most = 2 + (Date.now() - since) / timesAt(0.3).logSummaryMs
    for (const [at, process] of [api, worker].entries()) {
      const lines = warningsOf(process).slice(before[at])
      const kinds = new Set(lines.map(({ msg, err }) => `${msg} ${err?.message}`))
      expect(lines.length, JSON.stringify(lines)).to.be.at.most(kinds.size * most)
      expect([...kinds], JSON.stringify(lines)).to.have.length.at.most(10)
      expect(process.output()).not.to.match(/"level":[56]0/)
      expect(process.output()).not.to.match(/^[^{\n]/m)
    }
  }

  async function expectAllWell() {
    expect((await client.say((await client.makeConversation()).id, 'Hi')).status).to.equal(201)
    await eventually(async () => (await client.get('/ready')).body.data?.queue === true, 60)
  }

  describe('was well at the start and', () => {
    before(async () => {
      await begin()
      await startProcesses()
    })

    it('is well configured causes no warning @long', async () => {
      await expectAllWell()
      for (const process of [api, worker]) expect(process.output()).not.to.match(/Redis (has|is) /)
    })

    it('is frozen delays no acceptance until it thaws, and nothing is lost @long', async () => {
      redis.kill('SIGSTOP')
      await expectAccepted()
      redis.kill('SIGCONT')
      await expectAllWell()
    })

    it('is dead delays no acceptance until it is back, and nothing is lost', async () => {
      await end('SIGKILL')
      await expectAccepted()
      await begin('--maxmemory', '5mb')
      await expectAllWell()
    })

    it('is full delays no acceptance, and nothing is lost', async () => {
      const filler = new Redis(port)
      for (let n = 0, full = false; !full; n++)
        full = await filler.set(`filler-${n}`, 'x'.repeat(1_000)).then(
          () => false,
          () => true,
        )
      await expectAccepted()
      await filler.flushall()
      filler.disconnect()
      await expectAllWell()
    })

    it('is frozen keeps no process from stopping', async () => {
      const { id } = await client.makeConversation()
      redis.kill('SIGSTOP')
      await client.say(id, 'Hi', { Prefer: 'respond-async' })
      await stopProcesses()
      await end('SIGKILL')
    })
  })

  it('may evict its data causes a warning at the start, and when it comes back @long', async () => {
    await begin('--maxmemory-policy', 'allkeys-lru')
    await startProcesses()
    for (const process of [api, worker])
      await process.printed(
        /"level":50.*"Redis has maxmemory-policy allkeys-lru: set it to noeviction/,
      )
    await end('SIGTERM')
    await begin('--maxmemory-policy', 'volatile-ttl')
    for (const process of [api, worker])
      await process.printed(/"level":50.*maxmemory-policy volatile-ttl/)
    await Promise.all([stopProcesses(), end('SIGTERM')])
  })

  describe('is not there at the start', () => {
    let indexer: Running
    before(async () => {
      const index = runWorker(parley.env, 'index')
      await startProcesses()
      indexer = await index
    })

    it('is named by /ready, whose router keeps sending, while /health says that the API is alive', async () => {
      const { status, body } = await client.get('/ready')
      expect(status).to.equal(200)
      expect(body.data).to.have.all.keys('database', 'queue', 'relay_lag_seconds')
      expect(body.data).to.include({ database: true, queue: false })
      expect(body.detail).to.match(/queue cannot be reached/)
      expect((await client.get('/health')).status).to.equal(200)
    })

    it('leaves messages and Q/A pairs to the sweep, and they are answered with 201', async () => {
      parley.model.behave(() => ({ text: 'Found it.' }))
      const conversation = await client.makeConversation()
      const { status, body } = await client.say(conversation.id, 'Hi')
      expect(status).to.equal(201)
      expect(body.data.content).to.equal('Found it.')
      const pair = { question: 'Why?', answer: 'So.' }
      const learned = await client.post('/api/v1/knowledge/qa', pair)
      expect(learned.status).to.equal(201)
      expect(learned.body.data.status).to.equal('ready')
    })

    it('has the API count requests by itself, and in Redis when that is there @long', async () => {
      const other = await parley.another('limited to 20')
      await setHourlyLimit(parley.db, other.organizationId, 20)
      const limited = new Client(api.address, other.credentials)
      const statuses = []
      for (let n = 0; n < 21; n++) statuses.push((await limited.get('/api/v1/agents')).status)
      expect(statuses).to.deep.equal([...Array(20).fill(200), 429])
      await begin()
      // Redis counts from 1.
      await eventually(async () => (await limited.get('/api/v1/agents')).status === 200, 60)
      await expectAllWell()
      await end('SIGKILL')
    })

    it('keeps neither the API nor a worker of any lane from stopping', async () => {
      expect(await indexer.stop()).to.equal(0)
      await stopProcesses()
    })
  })

  it('is too old causes a warning', () => {
    expect(problemsOf('redis_version:6.0.16\r\nmaxmemory_policy:noeviction\r\n')).to.have.length(1)
    for (const version of ['6.2.0', '7.0.15', '8.0.0', '10.1.2'])
      expect(
        problemsOf(`redis_version:${version}\r\nmaxmemory_policy:noeviction\r\n`),
      ).to.have.length(0)
  })
})
