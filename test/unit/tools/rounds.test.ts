import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { digestOf } from '../../../shared/tools/digest.ts'
import type { AskedCall, CallStep, ModelStep, StoredStep } from '../../../shared/tools/steps.ts'
import type { Tool } from '../../../shared/tools/tools.ts'
import type { ActingRun } from '../../../workers/tools/acting.ts'
import type { CallRows } from '../../../workers/tools/callRows.ts'
import { makeRunCall } from '../../../workers/tools/runCall.ts'
import { makeRunRound } from '../../../workers/tools/runRound.ts'
import type { LearnedOutcome } from '../../../workers/tools/sendCall.ts'
import { CALL_FACTS, toolWith } from '../../support/data/tools.ts'

const INPUT = { order_id: '1001', amount: 5 }
const SUCCEEDED: LearnedOutcome = {
  state: 'succeeded',
  http_status: 200,
  result: { ok: true },
  is_cut: false,
  error: null,
}
const REFUND = toolWith({ trusts_result: true })
const LOOK_UP = toolWith({
  id: randomUUID(),
  name: 'look_up',
  effect: 'read',
  method: 'GET',
  body_template: null,
  trusts_result: true,
})

const asked = (name: string, input: Record<string, unknown> | null = INPUT): AskedCall => ({
  call_id: randomUUID(),
  own_id: null,
  name,
  input,
  written: JSON.stringify(input),
})

const roundOf = (calls: AskedCall[], step = 1): ModelStep => ({
  kind: 'model',
  step,
  reply_id: 'reply',
  model: 'openai:m',
  said: { text: '', calls },
})

/** A stored call, as it was left by somebody else. */
const storedCall = (call: AskedCall, fields: Partial<CallStep> = {}): CallStep => ({
  kind: 'tool',
  step: 2,
  reply_id: 'reply',
  call_id: call.call_id,
  asked_in: 1,
  same_as: null,
  tool_id: REFUND.id,
  name: call.name,
  title: 'Refund',
  effect: 'write',
  arguments: call.input!,
  digest: digestOf(REFUND, call.input!),
  state: 'pending',
  decides: null,
  expires_at: null,
  run_by: 'reply',
  attempt: 1,
  tries: 1,
  age_ms: 15_000,
  http_status: null,
  result: null,
  is_cut: false,
  error: null,
  settled_as: null,
  note: null,
  ...fields,
})

interface World {
  tools?: Tool[]
  steps?: StoredStep[]
  learned?: LearnedOutcome
  leaseMs?: number
}

/** Calls with rows in memory. `events` says in which order rows and sockets came. */
function world({ tools = [REFUND, LOOK_UP], steps = [], learned = SUCCEEDED, leaseMs }: World) {
  const events: string[] = []
  const run = {
    claim: { id: 'reply', attempt: 3 },
    signal: new AbortController().signal,
    tools,
    steps,
    facts: CALL_FACTS,
    leftMs: () => 60_000,
  } as unknown as ActingRun
  const until = () => performance.now() + (leaseMs ?? 10_000)
  const rows: CallRows = {
    async add({ steps }, { tool, expires_ms: _, ...row }) {
      events.push(`row ${row.name} ${row.state}`)
      const step = storedCall(asked(row.name), {
        ...row,
        step: steps.length + 1,
        tool_id: tool?.id ?? null,
        tries: Number(row.state === 'pending'),
      })
      steps.push(step)
      return { begun: { kind: 'begun', until: until(), expires_at: null }, step }
    },
    async begin(_, call, tool, was) {
      events.push(`again ${was}`)
      call.state = 'pending'
      return { call, tool, until: until() }
    },
    async end(_, call, end) {
      events.push(`end ${end.state}`)
      Object.assign(call, end)
    },
  }
  const runRound = makeRunRound(
    makeRunCall({
      rows,
      showCall: () => undefined,
      async send(_, { tool }, wasSent) {
        events.push(`socket ${tool.name}${wasSent ? ' again' : ''}`)
        return learned
      },
      async lookUp(_, __, begunAgo) {
        expect(begunAgo).to.equal(15_000)
        events.push('probe')
        return learned
      },
    }),
  )
  return { run, events, runRound }
}

describe('the calls of a round', () => {
  it('have their rows before their sockets; reads run together, writes in order', async () => {
    const { run, events, runRound } = world({})
    const round = roundOf([
      asked('look_up'),
      asked('look_up', { ...INPUT, amount: 6 }),
      asked('refund'),
      asked('refund', { ...INPUT, amount: 6 }),
    ])
    run.steps.push(round)
    expect(await runRound(run, round)).to.equal('go_on')
    const reads = ['row look_up pending', 'socket look_up', 'end succeeded']
    expect(events.slice(0, 6).toSorted()).to.deep.equal([...reads, ...reads].toSorted())
    expect(events.indexOf('row look_up pending')).to.equal(0)
    const write = ['row refund pending', 'socket refund', 'end succeeded']
    expect(events.slice(6)).to.deep.equal([...write, ...write])
  })

  it('act again if another write came between, and only then', async () => {
    const { run, events, runRound } = world({})
    const other = { ...INPUT, amount: 6 }
    const calls = [INPUT, other, INPUT, INPUT].map((input) => asked('refund', input))
    const round = roundOf(calls)
    run.steps.push(round)
    await runRound(run, round)
    expect(events.filter((event) => event.startsWith('socket'))).to.have.length(3)
    const [, , , third, fourth] = run.steps as CallStep[]
    expect(fourth).to.include({ same_as: third!.step, state: 'succeeded' })
  })

  it('never repeat a call whose outcome is unknown, whatever came between', async () => {
    const unknown: LearnedOutcome = { ...SUCCEEDED, state: 'unknown', result: null }
    const { run, events, runRound } = world({ learned: unknown })
    const other = { ...INPUT, amount: 6 }
    const round = roundOf([INPUT, other, INPUT].map((input) => asked('refund', input)))
    run.steps.push(round)
    await runRound(run, round)
    expect(events.filter((event) => event.startsWith('socket'))).to.have.length(2)
    expect(run.steps.at(-1)).to.include({ same_as: 2, state: 'unknown' })
  })

  it('wait for a yes where the owner says so, and after an untrusted result', async () => {
    const above = { pointer: '/amount', above: 10 }
    const cases: [Partial<Tool>, object, string][] = [
      [{ confirm: 'person' }, INPUT, 'row refund waiting'],
      [{ confirm: 'customer', confirm_when: above }, INPUT, 'row refund pending'],
      [
        { confirm: 'customer', confirm_when: above },
        { ...INPUT, amount: 11 },
        'row refund waiting',
      ],
      [
        { confirm: 'customer', confirm_when: { pointer: '/reason', among: ['lost'] } },
        INPUT,
        'row refund waiting',
      ],
    ]
    for (const [fields, input, event] of cases) {
      const { run, events, runRound } = world({ tools: [toolWith(fields)] })
      const round = roundOf([asked('refund', input as typeof INPUT)])
      run.steps.push(round)
      expect(await runRound(run, round)).to.equal(event.endsWith('waiting') ? 'waits' : 'go_on')
      expect(events[0]).to.equal(event)
    }
    const read = { ...LOOK_UP, trusts_result: false }
    const { run, events, runRound } = world({ tools: [REFUND, read] })
    const first = roundOf([asked('look_up'), asked('refund')])
    run.steps.push(first)
    expect(await runRound(run, first), 'the model had not read it').to.equal('go_on')
    const second = roundOf([asked('refund', { ...INPUT, amount: 6 })], 4)
    run.steps.push(second)
    expect(await runRound(run, second)).to.equal('waits')
    expect(events.at(-1)).to.equal('row refund waiting')
  })

  it('open no socket once their lease may be over', async () => {
    const { run, events, runRound } = world({ leaseMs: -1 })
    const round = roundOf([asked('refund')])
    run.steps.push(round)
    await runRound(run, round).then(
      () => expect.fail('it goes on'),
      (error) => expect(error.message).to.include('another worker'),
    )
    expect(events).to.deep.equal(['row refund pending', 'end failed'])
  })

  const KEYED = { idempotency_header: 'Key' }
  const PROBED = { probe: {} as Tool['probe'] }
  for (const [what, tool, left, expected] of [
    ['a read', { ...LOOK_UP }, {}, ['again pending', 'socket look_up again', 'end succeeded']],
    [
      'a keyed write',
      toolWith(KEYED),
      {},
      ['again pending', 'socket refund again', 'end succeeded'],
    ],
    ['a probed write', toolWith(PROBED), {}, ['probe', 'end succeeded']],
    [
      'a changed write',
      toolWith({ ...KEYED, url_template: 'https://x.example/' }),
      {},
      ['end unknown'],
    ],
    [
      'what was approved',
      REFUND,
      { state: 'approved', reply_id: 'first' },
      ['again approved', 'socket refund', 'end succeeded'],
    ],
    [
      'what was approved for a changed tool',
      toolWith({ name: 'other' }),
      { state: 'approved', reply_id: 'first' },
      ['end expired'],
    ],
    ['what this reply has asked for', REFUND, { state: 'approved', decides: 'customer' }, []],
    ['a stored outcome', REFUND, { state: 'succeeded' }, []],
  ] as [string, Tool, Partial<CallStep>, string[]][])
    it(`take up ${what} that was left: ${expected.join(', ') || 'nothing'}`, async () => {
      const call = asked(tool.effect === 'read' ? 'look_up' : 'refund')
      const isChanged = expected.some((one) => /expired|unknown/.test(one))
      const digest = isChanged ? digestOf(REFUND, INPUT) : digestOf(tool, INPUT)
      const { effect } = tool
      const { run, events, runRound } = world({ tools: [tool] })
      const round = roundOf([call])
      run.steps.push(round, storedCall(call, { effect, tool_id: tool.id, digest, ...left }))
      expect(await runRound(run, round)).to.equal(left.decides ? 'waits' : 'go_on')
      expect(events).to.deep.equal(expected)
    })
})
