import { expect } from 'chai'
import { eventually } from '../../support/http/client.ts'
import { makeActing } from '../../support/product/actors.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { killAll, runWorker } from '../../support/product/processes.ts'
import { makeStatementHolds } from '../../support/product/statementHolds.ts'
import { type Ledger, startLedger, toolOf } from '../../support/servers/ledger.ts'
import { questionIn, resultsIn } from '../../support/servers/model.ts'

/**
 * The state and the number of effects of an approved call, by the point at which its worker was
 * killed. What nobody can know is never sent again.
 */
const CASES = {
  keyed_before_begin: ['succeeded', 1],
  keyed_before_socket: ['succeeded', 1],
  keyed_before_effect: ['succeeded', 1],
  keyed_after_effect: ['succeeded', 1],
  bare_before_begin: ['succeeded', 1],
  bare_before_socket: ['unknown', 0],
  bare_before_effect: ['unknown', 1],
  bare_after_effect: ['unknown', 1],
} as const
const NAMES = Object.keys(CASES) as (keyof typeof CASES)[]
const IN_POSTGRES = NAMES.filter((name) => /begin|socket/.test(name))
const IN_LEDGER = NAMES.filter((name) => !IN_POSTGRES.includes(name))

onOneQueue('an approved call whose worker is killed', (backend) => {
  let parley: Parley
  let ledger: Ledger
  before(async () => {
    ledger = await startLedger()
    const settings = { TIME_SCALE: '0.3', EGRESS_ALLOWED_HOSTS: ledger.host }
    parley = await startParley({ backend, workers: false, settings })
    parley.model.behave((chat) =>
      resultsIn(chat).length
        ? { text: 'This is what came of it.' }
        : { calls: [{ name: 'act', arguments: { point: questionIn(chat) } }] },
    )
  })
  after(async () => {
    await killAll()
    await parley.stop()
    await ledger.close()
  })

  /** Asks for the call, whose approval it waits for. */
  async function ask(name: (typeof NAMES)[number]) {
    const route = name.startsWith('keyed') ? 'keyed' : 'bare'
    const fields = { name: 'act', confirm: 'customer', timeout_ms: 20_000 }
    const { client, thread, steps } = await makeActing(parley, [toolOf(route, ledger.url, fields)])
    const messages = `/api/v1/conversations/${thread}/messages`
    const LATER = { Prefer: 'respond-async' }
    const { body } = await client.post(messages, { content: name }, LATER)
    const asked = body.data.id
    const call = async () => (await steps()).find(({ kind }) => kind === 'tool')
    return {
      name,
      call,
      /** Waits until a reply has this status. */
      until: (status: string, id = asked) =>
        eventually(async () => (await client.get(`${messages}/${id}`)).body.data.status === status),
      /** @returns the id of the reply that continues */
      async approve(): Promise<string> {
        const { call_id, digest } = await call()
        const decision = { call_id, digest: digest.toString('hex'), decision: 'approve' }
        const answer = await client.post(`${messages}/${asked}/decisions`, decision, LATER)
        expect(answer.status, JSON.stringify(answer.body)).to.be.oneOf([200, 201, 202])
        return answer.body.data.id
      },
    }
  }

  it('has its effect at most once, also if it is approved again @long', async () => {
    const asks = await Promise.all(NAMES.map(ask))
    const first = await runWorker(parley.env)
    for (const { until } of asks) await until('requires_action')
    await first.stop()
    const continued = await Promise.all(asks.map(({ approve }) => approve()))

    const points = Object.fromEntries(IN_POSTGRES.map((name) => [name, 'update of state' as const]))
    const holds = await makeStatementHolds(parley.env.DATABASE_URL!, points)
    try {
      await holds.hold()
      for (const name of IN_LEDGER) ledger.hold(name, /before/.test(name) ? 'before' : 'after')
      const killed = await runWorker(parley.env)
      for (const name of IN_POSTGRES) await eventually(async () => (await holds.held(name)) === 1)
      for (const name of IN_LEDGER) await eventually(async () => ledger.held(name) === 1)
      killed.signal('SIGKILL')
      await killed.ended
      // The others commit: their calls have begun, and opened no socket.
      for (const name of IN_POSTGRES) if (/begin/.test(name)) await holds.terminate(name)
      await holds.release()
    } finally {
      await holds.close()
    }
    for (const name of IN_LEDGER) ledger.release(name)
    expect(await Promise.all(asks.map(({ approve }) => approve()))).to.deep.equal(continued)

    const last = await runWorker(parley.env)
    for (const [at, { until }] of asks.entries()) await until('completed', continued[at])
    await last.stop()
    expect(await Promise.all(asks.map(({ approve }) => approve()))).to.deep.equal(continued)
    for (const { name, call } of asks) {
      const [state, effects] = CASES[name]
      const { call_id, ...ended } = await call()
      expect(ended.state, name).to.equal(state)
      const entries = ledger.entries().filter((entry) => entry.call_id === call_id)
      expect(
        entries.filter(({ kind }) => kind === 'effect'),
        name,
      ).to.have.length(effects)
      for (const { key } of entries)
        expect(key, name).to.equal(name.startsWith('keyed') ? call_id : undefined)
    }
  })
})
