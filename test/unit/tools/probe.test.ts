import { expect } from 'chai'
import type { CallAnswer, PlannedToolCall } from '../../../shared/tools/callAnswer.ts'
import { makeAskProbe } from '../../../shared/tools/probe.ts'
import { requestOf } from '../../../shared/tools/templates.ts'
import type { ToolProbe } from '../../../shared/tools/tools.ts'
import { callOf } from '../../support/data/tools.ts'

/** A call of order 4711. */
const plannedCall = (fields: Parameters<typeof callOf>[0] = {}, facts = {}) =>
  callOf(fields, { order_id: '4711', amount: 12.5 }, facts)

const never = new AbortController().signal
const PROBE: ToolProbe = {
  url_template: 'https://shop.example.com/refunds?call={{call.id}}',
  pointer: '/refund/state',
  done: ['done', 1],
  not_done: ['none', null],
  is_final: true,
}

const answered = (status: number, result: unknown, is_cut = false): CallAnswer => ({
  kind: 'answered',
  status,
  result,
  is_cut,
})

async function found(answer: CallAnswer, probe: Partial<ToolProbe> = {}) {
  const ask = makeAskProbe(async () => answer)
  return ask(plannedCall({ probe: { ...PROBE, ...probe } }), never)
}

describe('a probe', () => {
  it('asks its address as a read, with the credentials but without the key', async () => {
    let asked: PlannedToolCall | undefined
    const ask = makeAskProbe(async (call) => {
      asked = call
      return answered(404, null)
    })
    const call = plannedCall({
      probe: PROBE,
      auth_header: 'x-key',
      sealed_auth: 'sealed',
      idempotency_header: 'Idempotency-Key',
    })
    await ask(call, never)
    expect(requestOf(asked!)).to.deep.equal({
      method: 'GET',
      url: `https://shop.example.com/refunds?call=${call.facts.call_id}`,
    })
    expect(asked!.facts).to.equal(call.facts)
    expect(asked!.tool).to.include({
      effect: 'read',
      sealed_auth: 'sealed',
      idempotency_header: null,
    })
  })

  it('asks by HTTP also for a tool of a server of MCP', async () => {
    let kind = ''
    const ask = makeAskProbe(async ({ tool }) => {
      kind = tool.kind
      return answered(404, null)
    })
    await ask(plannedCall({ probe: PROBE, kind: 'mcp', url_template: null }), never)
    expect(kind).to.equal('http')
  })

  it('knows what its values say, and nothing else', async () => {
    const state = (value: unknown) => answered(200, { refund: { state: value } })
    expect(await found(state('done'))).to.equal('done')
    expect(await found(state(1))).to.equal('done')
    expect(await found(state('none'))).to.equal('not_done')
    expect(await found(state(null))).to.equal('not_done')
    expect(await found(answered(404, { refund: { state: 'done' } }))).to.equal('not_done')
    for (const answer of [
      state('1'),
      state('pending'),
      state(true),
      state({ done: 'done' }),
      state(undefined),
      answered(200, {}),
      answered(200, null),
      answered(204, null),
      answered(200, 'done'),
      answered(200, { refund: 'done' }),
      answered(200, '{"refund":{"state":"done"', true),
      answered(302, { refund: { state: 'done' } }),
      answered(401, { refund: { state: 'none' } }),
      answered(410, { refund: { state: 'none' } }),
      answered(500, { refund: { state: 'none' } }),
      { kind: 'unsure', error: { code: 'tool_timed_out', detail: '' } },
      { kind: 'not_sent', error: { code: 'tool_not_sent', detail: '' } },
    ] as CallAnswer[])
      expect(await found(answer), JSON.stringify(answer)).to.equal(undefined)
  })

  it('does not know what may still change, or what both lists have', async () => {
    const none = answered(200, { refund: { state: 'none' } })
    expect(await found(none, { is_final: false })).to.equal(undefined)
    expect(await found(answered(404, null), { is_final: false })).to.equal(undefined)
    expect(await found(none, { done: ['none'] })).to.equal(undefined)
    expect(await found(answered(200, { refund: { state: 'done' } }), { is_final: false })).to.equal(
      'done',
    )
  })

  it('reads no field that objects inherit, and the whole answer by an empty pointer', async () => {
    const inherited = { pointer: '/constructor/name', done: ['Object'] }
    expect(await found(answered(200, {}), inherited)).to.equal(undefined)
    expect(await found(answered(200, 'shipped'), { pointer: '', done: ['shipped'] })).to.equal(
      'done',
    )
    const list = { pointer: '/0/a~1b', done: ['x'] }
    expect(await found(answered(200, [{ 'a/b': 'x' }]), list)).to.equal('done')
  })

  it('asks nothing for a tool without one', async () => {
    const ask = makeAskProbe(async () => expect.fail('it was asked'))
    expect(await ask(plannedCall(), never)).to.equal(undefined)
  })
})
