import { expect } from 'chai'
import { openStream, textOf } from '../../support/http/stream.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { killAll, runWorker } from '../../support/product/processes.ts'
import { makeMoment } from '../../support/servers/model.ts'

const WORDS = ['We ', 'open ', 'at ', 'nine.']

onOneQueue('a fallback model whose worker is killed', function (backend) {
  let parley: Parley
  before(async () => {
    parley = await startParley({ backend, workers: false, settings: { TIME_SCALE: '0.3' } })
  })
  after(async () => {
    await killAll()
    await parley.stop()
  })

  it('is called again by another worker: one reply, and the usage of each call that ended @long', async () => {
    const { client } = parley
    const asked = makeMoment()
    let calls = 0
    parley.model.behave(({ model }) => {
      if (model === 'first')
        return { pieces: ['We ', 'never ', 'open'], everyMs: 60, ending: 'reset' }
      if (calls++ > 0) return { pieces: WORDS, everyMs: 30 }
      asked.come()
      return { pieces: ['Who ', 'knows'], everyMs: 60, ending: 'hang' }
    })
    const { id: agent_id } = await client.makeAgent({
      model: 'openai:first',
      fallback_models: ['openai:second'],
    })
    const { id: conversation } = await client.makeConversation({ agent_id })
    const killed = await runWorker(parley.env)
    const stream = await openStream(client, `/api/v1/conversations/${conversation}/messages`, {
      body: { content: 'When do you open?' },
    })
    await asked.promise
    await stream.until('message.restarted')
    killed.signal('SIGKILL')
    await killed.ended
    await runWorker(parley.env)
    const events = await stream.end()
    expect(textOf(events)).to.equal(WORDS.join(''))
    const { id, ...reply } = events.at(-1)!.data
    expect(reply).to.include({
      status: 'completed',
      model: 'openai:second',
      fallback_for: 'openai:first',
    })
    expect(await parley.db('messages').where({ role: 'assistant' })).to.have.length(1)
    expect(await parley.db('open_jobs')).to.have.length(0)
    const usages = await parley.db('usages').where({ reply_id: id }).orderBy('attempt')
    // The second call was the killed worker's, so its cost is unknown.
    expect(
      usages.map(({ attempt, model, outcome }: any) => [attempt, model, outcome]),
    ).to.deep.equal([
      [1, 'openai:first', 'failed'],
      [3, 'openai:first', 'failed'],
      [4, 'openai:second', 'completed'],
    ])
    const jobs = await parley.db('jobs').where({ target_id: id }).orderBy('attempt')
    expect(
      jobs.map(({ attempt, outcome, error_code }: any) => [attempt, outcome, error_code]),
    ).to.deep.equal([
      [2, 'crashed', 'worker_crashed'],
      [4, 'completed', null],
    ])
  })
})
