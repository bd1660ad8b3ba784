import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import {
  type DeliveryTry,
  makeStoreDelivered,
  skipWaiting,
  storeTry,
} from '../../../shared/events/deliveryJobs.ts'
import { endpointRecords } from '../../../shared/events/endpoints.ts'
import type { AttemptRecord } from '../../../shared/jobs/attempts.ts'
import { sql } from '../../../shared/lib/db/statements.ts'
import { DELIVER } from '../../../shared/lib/jobs.ts'
import { makeEvent, makeEventWorld } from '../../support/data/events.ts'
import { waitsForLock } from '../../support/product/statements.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

describe('the deletion of a webhook endpoint', () => {
  let db: TestDb
  let drop: () => Promise<void>
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 5)
  })
  after(async () => {
    await db.destroy()
    await drop()
  })

  /**
   * Makes an endpoint with a recent success, and its two deliveries, of which a worker holds the
   * first.
   */
  async function makeDeliveries() {
    const { organization_id, makeEndpoint } = await makeEventWorld(db)
    const endpoint = await makeEndpoint({ last_success_at: new Date() })
    for (const _ of 'ab') await makeEvent(db, { organization_id })
    const [first, second] = await db('webhook_deliveries')
      .where({ endpoint_id: endpoint.id })
      .orderBy('id')
    const claim = { id: first.id, organization_id, attempt: 1 }
    await db('open_jobs')
      .where({ id: claim.id })
      .update({ attempt: 1, worker: uuid(), claimed_at: new Date(), lease_expires_at: new Date() })
    const tried: DeliveryTry = {
      endpoint_id: endpoint.id,
      status: 200,
      error: null,
      duration_ms: 5,
      response_head: null,
      at: new Date(),
    }
    return { endpoint, second, claim, tried }
  }
  type Deliveries = Awaited<ReturnType<typeof makeDeliveries>>

  const completed = ({ id, ...claim }: Deliveries['claim']): AttemptRecord => ({
    ...claim,
    lane: DELIVER.name,
    target_id: id,
    request_id: 'r',
    worker: 'w',
    outcome: 'completed',
    error_code: null,
    wait_ms: 1,
    run_ms: 5,
  })

  const WORK: Record<string, (deliveries: Deliveries) => Promise<unknown>> = {
    'a delivery that its receiver has taken': async ({ claim, tried }) =>
      expect(await makeStoreDelivered(db)({ claim, tried, job: completed(claim) })).to.equal(false),
    'a delivery that failed': async ({ claim, tried }) =>
      expect(
        await storeTry(db, claim, { ...tried, status: 500 }, { status: 'failed' }, []),
      ).to.deep.equal({
        isHeld: false,
      }),
    'a delivery that ends without a try': async ({ claim }) =>
      expect(await storeTry(db, claim, undefined, { status: 'failed' }, [])).to.deep.equal({
        isHeld: false,
      }),
    'the end of all that wait': async ({ endpoint }) =>
      skipWaiting(db, { organization_id: endpoint.organization_id, endpoint_id: endpoint.id }),
  }

  for (const [what, work] of Object.entries(WORK))
    it(`does not deadlock with ${what}`, async () => {
      const deliveries = await makeDeliveries()
      const { endpoint, second } = deliveries
      const { both } = await db.transaction(async (transaction) => {
        await sql(transaction)`select from webhook_deliveries where id = ${second.id} for update`
        // The first delivery is deleted now, and its job is not yet.
        const deletion = endpointRecords.remove(db, endpoint.organization_id, endpoint.id)
        await waitsForLock(db, 1)
        const both = Promise.allSettled([deletion, work(deliveries)])
        await waitsForLock(db, 2)
        return { both }
      })
      for (const one of await both) if (one.status === 'rejected') throw one.reason
      expect(await db('webhook_deliveries').where({ endpoint_id: endpoint.id })).to.deep.equal([])
      expect(await db('open_jobs').where({ endpoint_id: endpoint.id })).to.deep.equal([])
    })
})
