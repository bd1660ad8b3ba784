import { expect } from 'chai'
import { eventually } from '../../support/http/client.ts'
import { type Acting, makeActing, outcomesOf } from '../../support/product/actors.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { makeStatementHolds, type StatementHolds } from '../../support/product/statementHolds.ts'
import { type Ledger, startLedger, toolOf } from '../../support/servers/ledger.ts'
import { makeMoment, resultsIn } from '../../support/servers/model.ts'

onOneQueue('a handoff while an agent acts', (backend) => {
  let parley: Parley
  let ledger: Ledger
  let statements: StatementHolds
  let acting: Acting
  before(async () => {
    ledger = await startLedger()
    parley = await startParley({
      backend,
      settings: { TIME_SCALE: '0.3', EGRESS_ALLOWED_HOSTS: ledger.host },
    })
    statements = await makeStatementHolds(parley.env.DATABASE_URL!, { at_row: 'insert' })
  })
  after(async () => {
    await statements.close()
    await parley.stop()
    await ledger.close()
  })
  beforeEach(async () => {
    parley.model.reset()
    acting = await makeActing(
      parley,
      (['keyed', 'bare'] as const).map((route) =>
        toolOf(route, ledger.url, { trusts_result: true }),
      ),
    )
  })

  const handOff = () => acting.client.post(`/api/v1/conversations/${acting.thread}/handoff`, {})
  const call = (name: string, point: string) => ({ name, arguments: { point } })
  /** What the ledger has got since the test began. */
  const effects = async () => {
    const ids = (await acting.steps()).map(({ call_id }) => call_id)
    return ledger
      .entries()
      .filter((entry) => entry.kind === 'effect' && ids.includes(entry.call_id))
  }
  const isFree = () =>
    eventually(async () => {
      const open = await parley.db('open_jobs').where({ thread_id: acting.thread, lane: 'reply' })
      return open.length === 0
    })

  it('before the round of a model stores nothing and opens no socket', async () => {
    const { come, promise } = makeMoment()
    parley.model.behave(() => ({ calls: [call('bare', 'x')], after: promise }))
    const before = ledger.entries().length
    const saying = acting.say()
    await eventually(async () => parley.model.requests.length === 1)
    expect((await handOff()).status).to.equal(201)
    come()
    await saying
    await isFree()
    expect(await acting.steps()).to.deep.equal([])
    expect(ledger.entries()).to.have.length(before)
    expect(parley.model.requests).to.have.length(1)
  })

  it('between row and socket waits for the row: the act counts as before it, and is kept', async () => {
    parley.model.behave((request) =>
      resultsIn(request).length
        ? { text: 'Done.' }
        : { calls: [call('bare', 'at_row'), call('bare', 'later')] },
    )
    await statements.hold()
    const saying = acting.say()
    await eventually(async () => (await statements.held('at_row')) === 1)
    const handing = handOff()
    await statements.release()
    expect((await handing).status).to.equal(201)
    await saying
    // The outcome is stored also after the reply is over; the second call has no row.
    await eventually(async () => {
      const states = outcomesOf(await acting.steps())
      return states.length > 0 && states.every((state) => !state.includes('pending'))
    })
    const states = outcomesOf(await acting.steps())
    const done = await effects()
    expect(states).to.have.length.within(1, 2)
    // Each row has its effect, whichever of the two came first; and nobody acts without a row.
    expect(states.filter((state) => state === 'bare succeeded')).to.have.length(done.length)
    expect(ledger.entries().filter(({ point }) => point === 'at_row')).to.have.length(
      2 * done.filter(({ point }) => point === 'at_row').length,
    )
    expect(parley.model.requests).to.have.length(1)
    const { body } = await acting.client.get(`/api/v1/conversations/${acting.thread}/messages`)
    expect(body.data.at(-1)).to.include({ role: 'assistant', status: 'cancelled' })
  })

  it('after the socket keeps the outcome, makes no further call and asks no model', async () => {
    parley.model.behave((request) =>
      resultsIn(request).length
        ? { text: 'Done.' }
        : { calls: [call('bare', 'held'), call('keyed', 'later')] },
    )
    ledger.hold('held', 'after')
    const saying = acting.say()
    await eventually(async () => ledger.held('held') === 1)
    expect((await handOff()).status).to.equal(201)
    await saying
    ledger.release('held')
    await eventually(async () => outcomesOf(await acting.steps())[0] === 'bare succeeded')
    expect(outcomesOf(await acting.steps())).to.deep.equal(['bare succeeded'])
    expect(await effects()).to.have.length(1)
    expect(ledger.entries().some(({ point }) => point === 'later')).to.equal(false)
    expect(parley.model.requests).to.have.length(1)
  })

  it('and its return leave the next reply with what was done', async () => {
    parley.model.behave((request) =>
      resultsIn(request).length ? { text: 'Done.' } : { calls: [call('bare', 'before_handoff')] },
    )
    ledger.hold('before_handoff', 'after')
    const saying = acting.say()
    await eventually(async () => ledger.held('before_handoff') === 1)
    await handOff()
    await saying
    ledger.release('before_handoff')
    await eventually(async () => outcomesOf(await acting.steps())[0] === 'bare succeeded')
    await acting.client.post(`/api/v1/conversations/${acting.thread}/return`, {})
    parley.model.behave(() => ({ text: 'I know.' }))
    await acting.say('What was done?')
    expect(JSON.stringify(parley.model.requests.at(-1)!.messages)).to.contain('before_handoff')
    expect(await effects()).to.have.length(1)
  })

  it('a cancel keeps the outcome of a call that has begun, and begins no other', async () => {
    parley.model.behave(() => ({ calls: [call('bare', 'cancelled'), call('bare', 'never')] }))
    ledger.hold('cancelled', 'after')
    const path = `/api/v1/conversations/${acting.thread}/messages`
    const { body } = await acting.client.post(path, { content: 'Go.' }, { Prefer: 'respond-async' })
    await eventually(async () => ledger.held('cancelled') === 1)
    expect((await acting.client.send('DELETE', `${path}/${body.data.id}`)).status).to.equal(200)
    ledger.release('cancelled')
    await eventually(async () => outcomesOf(await acting.steps())[0] === 'bare succeeded')
    expect(outcomesOf(await acting.steps())).to.deep.equal(['bare succeeded'])
    expect(ledger.entries().some(({ point }) => point === 'never')).to.equal(false)
  })
})
