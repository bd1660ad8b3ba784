import { expect } from 'chai'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { REPLY_LANE } from '../../../workers/lanes/replyLane.ts'
import { startWorker, type WorkerProcess } from '../../../workers/worker.ts'
import { eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { interceptStatements } from '../../support/product/statements.ts'

/**
 * Runs each statement, but loses the answer and the connection of the first that completes a reply.
 */
function loseOneAnswer(): { completions: () => number; end: () => void } {
  let completions = 0
  const end = interceptStatements((text, pass) => {
    if (!text.includes('delete from open_jobs') || completions++) return pass()
    return pass().then(() => {
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' })
    })
  })
  return { completions: () => completions, end }
}

onOneQueue('a reply whose commit was not acknowledged', (backend) => {
  let parley: Parley
  let worker: WorkerProcess
  let answers: ReturnType<typeof loseOneAnswer>
  before(async () => {
    parley = await startParley({ backend, workers: false })
    const config = loadConfig(parley.env)
    answers = loseOneAnswer()
    worker = startWorker({
      lanes: [REPLY_LANE],
      config,
      db: parley.db,
      log: makeLog('test', config),
      name: 'test',
    })
  })
  after(async () => {
    answers.end()
    await worker.stop(1_000)
    await parley.stop()
  })

  it('is completed once, with one job, one usage and one call, and the waiting client is notified', async () => {
    const { client, model } = parley
    model.behave(() => ({ text: 'stored' }))
    const conversation = await client.makeConversation()
    expect((await client.say(conversation.id, 'Hi')).body.data.content).to.equal('stored')
    expect((await client.say(conversation.id, 'And now?')).status).to.equal(201)
    expect(answers.completions()).to.be.above(1)
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
