import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { freePort } from '../../support/servers/servers.ts'

const hasBinary = spawnSync('redis-server', ['--version']).status === 0

/** A master, its replica, and the Sentinel that promotes the replica when the master is gone. */
;(hasBinary ? describe : describe.skip)('a Redis that Sentinels watch', function () {
  let folder: string
  let parley: Parley
  let master: number
  let replica: number
  const running = new Map<number, ChildProcess>()
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-test-sentinel-'))
    const sentinel = await freePort()
    ;[master, replica] = [await freePort(), await freePort()]
    await start(master)
    await start(replica, '--replicaof', '127.0.0.1', String(master))
    const file = join(folder, 'sentinel.conf')
    await writeFile(
      file,
      `port ${sentinel}
bind 127.0.0.1
dir ${folder}
sentinel monitor parley-test 127.0.0.1 ${master} 1
sentinel down-after-milliseconds parley-test 500
sentinel failover-timeout parley-test 2000
`,
    )
    running.set(sentinel, spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' }))
    await withClient(sentinel, async (client) => {
      await eventually(async () => {
        const replicas = (await client.call('sentinel', 'replicas', 'parley-test')) as unknown[]
        return replicas.length > 0
      }, 60)
    })
    const settings = {
      REDIS_URL: `redis-sentinel://127.0.0.1:${sentinel}/1#parley-test`,
      TIME_SCALE: '0.3',
    }
    parley = await startParley({ backend: 'postgres', settings })
  })
  after(async () => {
    await parley?.stop()
    for (const child of running.values()) await kill(child)
    await rm(folder, { recursive: true, force: true })
  })

  async function start(port: number, ...args: string[]) {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
    running.set(port, spawn('redis-server', [...settings, ...args], { stdio: 'ignore' }))
    await withClient(port, (client) => eventually(() => client.ping().catch(() => false)))
  }
  async function kill(child: ChildProcess) {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  async function withClient<T>(port: number, work: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(port, '127.0.0.1', { db: 0 })
    client.on('error', () => undefined)
    try {
      return await work(client)
    } finally {
      client.disconnect()
    }
  }
  const isReached = async () => (await parley.client.get('/ready')).body.data.queue === true
  const isKept = (port: number) =>
    withClient(port, async (client) => /db1:keys=\d+/.test(await client.info('keyspace')))

  it('has the queue on its master, and on the next master after a failover @long', async () => {
    const { client, model } = parley
    model.behave(() => ({ text: 'Hello.' }))
    const { id } = await client.makeConversation()
    expect((await client.say(id, 'Hi')).status).to.equal(201)
    expect(await isReached()).to.equal(true)
    expect(await isKept(master)).to.equal(true)
    await kill(running.get(master)!)
    // The sweep finds the messages whose wake-ups are lost.
    expect((await client.say(id, 'Still there?')).status).to.equal(201)
    await eventually(isReached, 120)
    await withClient(replica, async (next) =>
      expect(await next.info('replication')).to.contain('role:master'),
    )
    expect((await client.say(id, 'And now?')).status).to.equal(201)
    expect(await isKept(replica)).to.equal(true)
  })
})
