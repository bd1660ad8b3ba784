import { expect } from 'chai'
import type { Job } from '../shared/jobs.ts'
import { makeLog } from '../shared/log.ts'
import { makeDoorbell, makeListener } from '../shared/queue.ts'
import { eventually } from './support/client.ts'
import { type Backend, onBothQueues } from './support/parley.ts'
import { emptyRedis, makeDatabase } from './support/servers.ts'

const RINGS = 12
const JOBS: Job[] = Array.from({ length: RINGS }, (_, nth) => ({
  id: `reply-${nth}`,
  organization_id: 'organization',
  request_id: `request-${nth}`,
}))
const IDS = JOBS.map(({ id }) => id).sort()

onBothQueues('a listener that finds many rings', (backend: Backend) => {
  const log = makeLog('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' })
  let database: Awaited<ReturnType<typeof makeDatabase>>
  let config: Parameters<typeof makeListener>[0]
  const listeners: ReturnType<typeof makeListener>[] = []
  const listen = (onJob: (job: Job) => Promise<void>) => {
    const listener = makeListener(config, 'reply', RINGS, onJob, log)
    listeners.push(listener)
    return listener
  }

  beforeEach(async () => {
    database = await makeDatabase()
    config = {
      DATABASE_URL: database.url,
      REDIS_URL: backend === 'redis' ? await emptyRedis() : undefined,
    }
    const doorbell = makeDoorbell(config, ['reply'], log)
    await eventually(async () => doorbell.isReachable())
    for (const job of JOBS) expect(await doorbell.ring('reply', job)).to.equal(true)
    await doorbell.close()
  })

  afterEach(async () => {
    await Promise.all(listeners.splice(0).map((listener) => listener.close()))
    await database.drop()
  })

  it('answers the first before it has fetched the others: who pauses then leaves them to the next one', async () => {
    const first: string[] = []
    const others: string[] = []
    const paused = listen(async ({ id }) => {
      paused.pause()
      first.push(id)
    })
    await eventually(async () => first.length > 0)
    listen(async ({ id }) => {
      others.push(id)
    })
    await eventually(async () => first.length + others.length === RINGS)
    expect([...first, ...others].sort()).to.deep.equal(IDS)
    // One may have been on its way.
    expect(first).to.have.lengthOf.at.most(2)
  })

  it('answers each once, also those whose answer fails at once', async () => {
    const answered: string[] = []
    listen(async ({ id }) => {
      answered.push(id)
      throw new Error('the database is away')
    })
    await eventually(async () => answered.length === RINGS)
    await listeners[0]!.close()
    expect(answered.sort()).to.deep.equal(IDS)
  })
})
