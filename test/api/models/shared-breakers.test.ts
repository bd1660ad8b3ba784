import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { timesAt } from '../../../shared/lib/config/times.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { AppError, type ErrorCode } from '../../../shared/lib/errors.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { type Breakers, makeBreakers } from '../../../shared/models/circuitBreaker.ts'
import { startSharingBreakers } from '../../../workers/jobs/shareBreakers.ts'
import { REPLY_LANE } from '../../../workers/lanes/replyLane.ts'
import { startWorker, type WorkerProcess } from '../../../workers/worker.ts'
import { eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'

onOneQueue('the breakers of several workers', (backend) => {
  let parley: Parley
  const log = makeLog('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' })
  const times = timesAt(0.2)
  const stops: (() => Promise<unknown>)[] = []
  before(async () => {
    parley = await startParley({ backend, workers: false, settings: { TIME_SCALE: '0.2' } })
  })
  after(() => parley.stop())
  beforeEach(() => parley.db('model_breakers').delete())
  afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())))

  /** Makes the breakers of a worker that shares them. */
  function share(db: Db = parley.db): Breakers {
    const breakers = makeBreakers(log, times)
    stops.push(startSharingBreakers({ db, breakers, log, everyMs: times.breakerShareMs }))
    return breakers
  }
  const fail = (breakers: Breakers, code: ErrorCode = 'model_unavailable') =>
    breakers
      .admit('openai:m')(Promise.reject(new AppError(code, 'no')))
      .catch(() => undefined)
  async function open(breakers: Breakers) {
    for (let n = 0; n < 5; n++) await fail(breakers)
  }
  const capacities = (all: Breakers[]) => all.map((breakers) => breakers.capacity('openai:m'))

  it('open together when one worker has found a model down, and close together', async () => {
    const all = [share(), share(), share()]
    await open(all[0]!)
    await eventually(async () => all.every((breakers) => breakers.down().includes('openai:m')))
    const trying = await eventually(async () =>
      all.find((breakers) => breakers.capacity('openai:m') === 1),
    )
    await trying.admit('openai:m')(Promise.resolve('well'))
    await eventually(async () => capacities(all).every((capacity) => capacity === Infinity))
    expect(await parley.db('model_breakers')).to.deep.equal([])
  })

  it('let only one worker try, and another worker when that trial hangs', async () => {
    const all = [share(), share(), share(), share()]
    await open(all[0]!)
    await eventually(async () => all.every((breakers) => breakers.down().length === 1))
    for (let n = 0; n < 3; n++) {
      const trying = await eventually(async () => {
        const able = capacities(all).flatMap((capacity, at) => (capacity === 1 ? [at] : []))
        expect(able.length).to.be.at.most(1)
        return able.length === 1 && all[able[0]!]!
      })
      trying.admit('openai:m')(new Promise(() => undefined))
      expect(() => trying.admit('openai:m')).to.throw('The model is down.')
    }
  })

  it('stay open longer in all workers after a failed trial', async () => {
    const all = [share(), share()]
    await open(all[0]!)
    const trying = await eventually(async () =>
      all.find((breakers) => breakers.capacity('openai:m') === 1),
    )
    await fail(trying)
    const [row] = await eventually(async () => {
      const rows = await parley.db('model_breakers').where('open_ms', '>', times.breakerFirstOpenMs)
      return rows.length > 0 && rows
    })
    expect(row.open_ms).to.equal(2 * times.breakerFirstOpenMs)
  })

  it('learn what they missed while PostgreSQL was away, and report what they found', async () => {
    let isAway = true
    const away = new Proxy(parley.db, {
      get(db, name) {
        if (isAway) throw new Error('away')
        return Reflect.get(db, name)
      },
    })
    const [cut, other] = [share(away), share()]
    await open(cut)
    await parley.db('model_breakers').insert({
      key: 'openai:other',
      open_ms: 60_000,
      trial_at: new Date(Date.now() + 60_000),
    })
    await eventually(async () => other.down().includes('openai:other'))
    expect(other.down()).not.to.include('openai:m')
    isAway = false
    await eventually(
      async () => other.down().includes('openai:m') && cut.down().includes('openai:other'),
    )
  })

  it('forget a model that was not found down for an hour', async () => {
    const breakers = share()
    const untried = new Date(Date.now() - 3_601_000)
    await parley
      .db('model_breakers')
      .insert({ key: 'openai:m', open_ms: 1, trial_at: untried, tried_at: untried })
    await eventually(async () => (await parley.db('model_breakers')).length === 0)
    expect(breakers.down()).to.deep.equal([])
  })

  it('limit an outage to few calls, whichever worker has the replies @long', async () => {
    let isDown = true
    parley.model.behave(() => (isDown ? { status: 503 } : { text: 'well' }))
    const config = loadConfig(parley.env)
    const knowing = new Set<number>()
    const workers: WorkerProcess[] = Array.from({ length: 4 }, (_, n) => {
      const out = new PassThrough().on(
        'data',
        (line) => /a model is down/.test(line) && knowing.add(n),
      )
      const own = makeLog('test', { LOG_LEVEL: 'warn', LOG_FORMAT: 'json' }, out)
      return startWorker({ lanes: [REPLY_LANE], config, db: parley.db, log: own, name: `w-${n}` })
    })
    stops.push(() => Promise.all(workers.map((worker) => worker.stop(1_000))))
    const { client } = parley
    const { id: agent_id } = await client.makeAgent()
    const post = async () => {
      const { id } = await client.makeConversation({ agent_id })
      const { status, body } = await client.say(id, 'Hi', { Prefer: 'respond-async' })
      expect(status).to.equal(202)
      return body.data.id as string
    }
    // Five in a row in one worker.
    while ((await parley.db('model_breakers')).length === 0) await post()
    await eventually(async () => (await parley.db('open_jobs').whereNotNull('worker')).length === 0)
    await eventually(async () => knowing.size === workers.length)
    const calls = parley.model.requests.length
    const waiting: string[] = []
    for (let n = 0; n < 60; n++) waiting.push(await post())
    await eventually(async () => {
      const rows = await parley.db('model_breakers').where('open_ms', '>=', times.breakerMaxOpenMs)
      return rows.length > 0
    })
    // Alone, each of the four would make five calls, and then its own trials.
    expect(parley.model.requests.length - calls).to.be.below(15)
    isDown = false
    await eventually(async () => {
      const replies = await parley
        .db('messages')
        .whereIn('id', waiting)
        .where({ status: 'completed' })
      return replies.length === waiting.length
    })
  })
})
