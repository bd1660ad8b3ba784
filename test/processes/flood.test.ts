import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { eventually } from '../support/http/client.ts'
import { type Parley, startParley } from '../support/product/parley.ts'
import { killAll, runWorker } from '../support/product/processes.ts'

/** Returns the most memory that the process has used so far, in MB. */
const peakOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

describe('a worker whose provider never stops sending @long', function () {
  this.timeout(180_000)
  let parley: Parley
  before(async () => {
    parley = await startParley({ backend: 'postgres', workers: false })
  })
  after(async () => {
    await killAll()
    await parley.stop()
  })

  it('stops reading, fails the messages, and needs little memory for all of them at once', async function () {
    if (process.platform !== 'linux') this.skip()
    const { client, model, db } = parley
    const agent_id = (await client.makeAgent()).id
    const conversations: { id: string }[] = []
    for (let n = 0; n < 60; n++) conversations.push(await client.makeConversation({ agent_id }))
    const worker = await runWorker(parley.env)
    model.behave(() => ({ text: 'well' }))
    await client.say(conversations[0]!.id, 'Hi')
    const before = peakOf(worker.pid)
    model.behave(() => ({ flood: true }))
    await Promise.all(
      conversations.map(({ id }) => client.say(id, 'Hi', { Prefer: 'respond-async' })),
    )
    const rows = await eventually(async () => {
      const failed = await db('messages').where({ role: 'assistant', status: 'failed' })
      return failed.length === 60 && failed
    }, 120)
    const grown = peakOf(worker.pid) - before
    if (process.env.TEST_FIGURES) process.stderr.write(`${JSON.stringify({ before, grown })}\n`)
    for (const { error } of rows) expect(error.code).to.equal('model_bad_output')
    await eventually(async () => model.aborted >= 120, 60)
    expect(model.aborted).to.equal(120)
    expect(grown).to.be.below(250)
    expect(await worker.stop()).to.equal(0)
  })
})
