import { expect } from 'chai'
import pg from 'pg'
import { timesAt } from '../../../shared/lib/config/times.ts'
import { LANE_NAMES } from '../../../shared/lib/jobs.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { makeWakeUps } from '../../../shared/lib/queue/queue.ts'
import { eventually } from '../../support/http/client.ts'
import { freePort } from '../../support/servers/servers.ts'

describe('a queue in a PostgreSQL that is away', () => {
  it('is opened again each second, and leaves nothing behind', async () => {
    const { connect } = pg.Pool.prototype
    const asked: pg.Pool[] = []
    pg.Pool.prototype.connect = function (this: pg.Pool, ...args: any[]) {
      asked.push(this)
      return connect.apply(this, args as never)
    } as typeof connect
    const log = makeLog('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' })
    const DATABASE_URL = `postgresql://127.0.0.1:${await freePort()}/parley`
    const wakeUps = makeWakeUps(
      { DATABASE_URL, REDIS_URL: undefined, times: timesAt(0.2) },
      LANE_NAMES,
      async () => undefined,
      log,
    )
    try {
      const times = 4
      await eventually(async () => asked.length >= times * LANE_NAMES.length)
      const [pool] = asked as [pg.Pool]
      expect(new Set(asked)).to.have.property('size', 1)
      // One listener of each lane, and Parley's own.
      expect(pool.listenerCount('error')).to.be.at.most(LANE_NAMES.length + 1)
    } finally {
      pg.Pool.prototype.connect = connect
      await wakeUps.close()
    }
  })
})
