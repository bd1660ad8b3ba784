import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { problemsOf } from '../../shared/redis.ts'
import { awake } from '../support/awake.ts'
import { Client, eventually } from '../support/client.ts'
import { type Parley, startParley } from '../support/parley.ts'
import { killAll, type Running, runApi, runWorker } from '../support/processes.ts'
import { freePort } from '../support/servers.ts'

/** A Redis of a test's own, that may be killed, stopped and filled. */
async function startRedis(port: number, folder: string, args: string[] = []): Promise<ChildProcess> {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
  const redis = spawn('redis-server', [...settings, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  for await (const text of redis.stdout!.setEncoding('utf8').iterator({ destroyOnReturn: false }))
    if (/Ready to accept connections/.test(text)) break
  redis.stdout!.resume()
  return redis
}

const hasBinary = spawnSync('redis-server', ['--version']).status === 0

;(hasBinary ? describe : describe.skip)('a Redis that', function () {
  this.timeout(90_000)
  let parley: Parley
  let folder: string
  let port: number
  let redis: ChildProcess
  let api: Running & { address: string }
  let worker: Running
  let client: Client
  before(async () => {
    parley = await startParley({ backend: 'postgres', workers: false })
  })
  beforeEach(async () => {
    parley.model.reset()
    parley.model.behave(() => ({ text: 'answered' }))
    folder = await mkdtemp(join(tmpdir(), 'parley-test-redis-'))
    port = await freePort()
  })
  afterEach(async () => {
    await killAll()
    await end('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  after(() => parley.stop())

  async function start(args: string[] = []) {
    redis = await startRedis(port, folder, args)
    const env = { ...parley.env, REDIS_URL: `redis://127.0.0.1:${port}` }
    ;[api, worker] = await Promise.all([runApi(env), runWorker(env)])
    client = new Client(api.address, parley.client.credentials)
  }

  async function end(signal: NodeJS.Signals) {
    if (redis.exitCode !== null || redis.signalCode !== null) return
    const ended = once(redis, 'exit')
    redis.kill(signal)
    await ended
  }

  const warningsOf = ({ output }: Running) =>
    output()
      .split('\n')
      .filter((line) => /"level":[45]0/.test(line))
      .map((line) => JSON.parse(line) as { msg: string; err?: { message: string } })

  /** Posts for 6 s, and so that nobody waits: each is accepted in time, answered in the end, and the log stays short. */
  async function expectAccepted() {
    const { id } = await client.makeConversation()
    const before = [api, worker].map((process) => warningsOf(process).length)
    for (let n = 0; n < 30; n++) {
      const started = awake()
      const { status } = await client.say(id, `${n}`, { Prefer: 'respond-async' })
      expect(status).to.equal(202)
      expect(awake() - started).to.be.below(1_500)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    await eventually(async () => {
      const rows = await parley.db('messages').where({ thread_id: id, status: 'completed' })
      return rows.length === 60
    }, 60)
    for (const [at, process] of [api, worker].entries()) {
      const lines = warningsOf(process).slice(before[at])
      const kinds = new Set(lines.map(({ msg, err }) => `${msg} ${err?.message}`))
      // A kind is told of each 10 s, and this takes at most 60 s.
      expect(lines.length, JSON.stringify(lines)).to.be.at.most(kinds.size * 7)
      expect([...kinds], JSON.stringify(lines)).to.have.length.at.most(10)
      expect(process.output()).not.to.match(/"level":[56]0/)
      expect(process.output()).not.to.match(/^[^{\n]/m)
    }
    return id
  }

  async function expectAllWell() {
    expect((await client.say((await client.makeConversation()).id, 'Hi')).status).to.equal(201)
    await eventually(async () => (await client.get('/ready')).status === 200)
    for (const process of [api, worker]) expect(await process.stop()).to.equal(0)
  }

  it('is frozen delays no acceptance by more than 1.5 s, and nothing is lost', async () => {
    await start()
    redis.kill('SIGSTOP')
    await expectAccepted()
    redis.kill('SIGCONT')
    await expectAllWell()
  })

  it('is frozen keeps no process from its end', async () => {
    await start()
    const { id } = await client.makeConversation()
    redis.kill('SIGSTOP')
    await client.say(id, 'Hi', { Prefer: 'respond-async' })
    for (const process of [api, worker]) expect(await process.stop()).to.equal(0)
  })

  it('is dead delays no acceptance by more than 1.5 s, and nothing is lost', async () => {
    await start()
    await end('SIGKILL')
    await expectAccepted()
    redis = await startRedis(port, folder)
    await expectAllWell()
  })

  it('is full delays no acceptance by more than 1.5 s, and nothing is lost', async () => {
    await start(['--maxmemory', '5mb'])
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

  it('may delete what is in it is told of at the start, and when it has come again', async () => {
    await start(['--maxmemory-policy', 'allkeys-lru'])
    for (const process of [api, worker])
      await process.printed(/"level":50.*"Redis has maxmemory-policy allkeys-lru: set it to noeviction/)
    await end('SIGTERM')
    redis = await startRedis(port, folder, ['--maxmemory-policy', 'volatile-ttl'])
    for (const process of [api, worker]) await process.printed(/"level":50.*maxmemory-policy volatile-ttl/)
  })

  it('is as it should be is not told of', async () => {
    await start()
    await expectAllWell()
    for (const process of [api, worker]) expect(process.output()).not.to.match(/Redis (has|is) /)
  })

  it('is too old is told of', () => {
    expect(problemsOf('redis_version:6.0.16\r\nmaxmemory_policy:noeviction\r\n')).to.have.length(1)
    for (const version of ['6.2.0', '7.0.15', '8.0.0', '10.1.2'])
      expect(problemsOf(`redis_version:${version}\r\nmaxmemory_policy:noeviction\r\n`)).to.have.length(0)
  })
})
