import { expect } from 'chai'
import { loadConfig } from '../shared/config.ts'
import type { Db } from '../shared/db.ts'
import { makeLog } from '../shared/log.ts'
import { startWorker, type WorkerProcess } from '../workers/worker.ts'
import { eventually } from './support/client.ts'
import { onBothQueues, type Parley, startParley } from './support/parley.ts'

/** Runs each statement; of the first that completes a reply, the answer is lost with the connection. */
function losingOneAnswer(db: Db): Db & { lost: number } {
  let lost = 0
  const raw = async (text: string, values: any) => {
    const result = await db.raw(text, values)
    if (!text.includes("set status = 'completed'") || lost++) return result
    throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' })
  }
  return new Proxy(db, {
    get: (target, name) => (name === 'raw' ? raw : name === 'lost' ? lost : Reflect.get(target, name)),
  }) as Db & { lost: number }
}

onBothQueues('a reply whose commit was not acknowledged', (backend) => {
  let parley: Parley
  let worker: WorkerProcess
  let db: ReturnType<typeof losingOneAnswer>
  before(async () => {
    parley = await startParley({ backend, workers: false })
    const config = loadConfig(parley.env)
    db = losingOneAnswer(parley.db)
    worker = startWorker({ lane: 'reply', config, db, log: makeLog('test', config), name: 'test' })
  })
  after(async () => {
    await worker.stop(1_000)
    await parley.stop()
  })

  it('is done: with one job, one usage, one call, and whoever waits is told', async () => {
    const { client, model } = parley
    model.behave(() => ({ text: 'stored' }))
    const conversation = await client.makeConversation()
    expect((await client.say(conversation.id, 'Hi')).body.data.content).to.equal('stored')
    expect((await client.say(conversation.id, 'And now?')).status).to.equal(201)
    expect(db.lost).to.be.above(1)
    expect(model.requests).to.have.length(2)
    const jobs = await eventually(async () => {
      const rows = await parley.db('jobs')
      return rows.length >= 2 && rows
    })
    expect(jobs.map(({ outcome }: any) => outcome)).to.deep.equal(['completed', 'completed'])
    const usages = await parley.db('usages')
    expect(usages.map(({ outcome }: any) => outcome)).to.deep.equal(['completed', 'completed'])
  })
})
