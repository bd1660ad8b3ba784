import { expect } from 'chai'
import type { CallAnswer } from '../../../shared/tools/callAnswer.ts'
import type { Tool, ToolProbe } from '../../../shared/tools/tools.ts'
import type { ActingRun } from '../../../workers/tools/acting.ts'
import { makeSendCall } from '../../../workers/tools/sendCall.ts'
import { callOf } from '../../support/data/tools.ts'

const DONE: CallAnswer = { kind: 'answered', status: 200, result: { ok: true }, is_cut: false }
const UNSURE: CallAnswer = { kind: 'unsure', error: { code: 'tool_timed_out', detail: 'Late.' } }
const NOT_SENT: CallAnswer = { kind: 'not_sent', error: { code: 'tool_not_sent', detail: 'No.' } }
const status = (status: number): CallAnswer => ({ ...DONE, status, result: null })

const PROBE: ToolProbe = {
  url_template: 'https://shop.example.com/refunds/{{call.id}}',
  pointer: '/state',
  done: ['done'],
  not_done: ['none'],
  is_final: true,
}
const KINDS = {
  read: { effect: 'read' },
  keyed: { idempotency_header: 'Idempotency-Key' },
  probed: { probe: PROBE },
  bare: {},
} satisfies Record<string, Partial<Tool>>
type Kind = keyof typeof KINDS

interface Case {
  kind: Kind
  answers: CallAnswer[]
  probes?: ('done' | 'not_done' | undefined)[]
  state: string
  sent: number
  code?: string
  wasSent?: boolean
}

/** A reply with this much time; `stop` ends it. */
function runWith(leftMs = 60_000) {
  const stop = new AbortController()
  const run = { signal: stop.signal, leftMs: () => leftMs } as ActingRun
  return { run, stop }
}

/** Sends a call to a system that answers so, in order, and counts what it gets. */
function senderOf(answers: readonly CallAnswer[], probes: Case['probes'] = []) {
  const signals: AbortSignal[] = []
  let asked = 0
  const sender = makeSendCall({
    times: { toolPauseMs: 0, leaseMs: 10_000 },
    callTool: async (_, signal) => answers[signals.push(signal) - 1]!,
    askProbe: async () => probes[asked++],
  })
  return { sender, signals, probesAsked: () => asked }
}

const INPUT = { order_id: '1001', amount: 5 }

describe('a call that is sent', () => {
  const cases: Case[] = [
    { kind: 'read', answers: [DONE], state: 'succeeded', sent: 1 },
    { kind: 'read', answers: [UNSURE, DONE], state: 'succeeded', sent: 2 },
    { kind: 'read', answers: [UNSURE, UNSURE], state: 'failed', sent: 2, code: 'tool_timed_out' },
    { kind: 'read', answers: [status(503)], state: 'failed', sent: 1, code: 'tool_failed' },
    { kind: 'bare', answers: [DONE], state: 'succeeded', sent: 1 },
    { kind: 'bare', answers: [UNSURE], state: 'unknown', sent: 1, code: 'tool_timed_out' },
    { kind: 'bare', answers: [status(500)], state: 'unknown', sent: 1, code: 'tool_failed' },
    { kind: 'bare', answers: [status(404)], state: 'failed', sent: 1, code: 'tool_failed' },
    { kind: 'bare', answers: [NOT_SENT], state: 'failed', sent: 1, code: 'tool_not_sent' },
    { kind: 'keyed', answers: [UNSURE, DONE], state: 'succeeded', sent: 2 },
    { kind: 'keyed', answers: [status(409), DONE], state: 'succeeded', sent: 2 },
    { kind: 'keyed', answers: [UNSURE, UNSURE, UNSURE], state: 'unknown', sent: 3 },
    // The first request may have arrived, so that the second did not leave says nothing.
    { kind: 'keyed', answers: [UNSURE, NOT_SENT, NOT_SENT], state: 'unknown', sent: 3 },
    { kind: 'keyed', answers: [NOT_SENT], state: 'failed', sent: 1, code: 'tool_not_sent' },
    { kind: 'keyed', answers: [NOT_SENT, DONE], wasSent: true, state: 'succeeded', sent: 2 },
    { kind: 'probed', answers: [UNSURE], probes: ['done'], state: 'succeeded', sent: 1 },
    {
      kind: 'probed',
      answers: [UNSURE],
      probes: [undefined, 'not_done'],
      state: 'failed',
      sent: 1,
      code: 'tool_not_done',
    },
    { kind: 'probed', answers: [status(502)], probes: [], state: 'unknown', sent: 1 },
  ]
  for (const { kind, answers, probes, state, sent, code, wasSent = false } of cases) {
    const how = answers.map((one) => (one.kind === 'answered' ? one.status : one.kind)).join(', ')
    it(`of the kind ${kind} is ${state} after ${how}${probes ? ` and probes ${probes}` : ''}${wasSent ? ' in a second worker' : ''}`, async () => {
      const { sender, signals, probesAsked } = senderOf(answers, probes)
      const learned = await sender.send(runWith().run, callOf(KINDS[kind], INPUT), wasSent)
      expect(learned).to.include({ state })
      if (code) expect(learned.error).to.include({ code })
      expect(signals, 'requests').to.have.length(sent)
      expect(probesAsked()).to.be.at.most(3)
    })
  }

  it('is asked about three times, and is then unknown', async () => {
    const { sender, probesAsked } = senderOf([])
    const learned = await sender.lookUp(runWith().run, callOf(KINDS.probed, INPUT), 60_000)
    expect(learned).to.include({ state: 'unknown' })
    expect(probesAsked()).to.equal(3)
  })

  describe('that another worker had begun', () => {
    /** Asks about a call that may be sent for another 50 ms, or for a minute. */
    const lookUp = (probes: Case['probes'], { leaseMs = 30, leftMs = 60_000 } = {}) => {
      let asked = 0
      const sender = makeSendCall({
        times: { toolPauseMs: 0, leaseMs },
        callTool: () => expect.fail('nothing is sent'),
        askProbe: async () => probes![asked++],
      })
      const call = callOf({ ...KINDS.probed, timeout_ms: 20 }, INPUT)
      return sender.lookUp(runWith(leftMs).run, call, 0)
    }

    it('is done at once, and not done only when that worker can send it no more', async () => {
      const late = await lookUp(['not_done', 'not_done', 'done'])
      expect(late).to.include({ state: 'succeeded', settled_as: 'probe' })
      const never = await lookUp(['not_done', 'not_done', 'not_done'])
      expect(never).to.include({ state: 'failed', settled_as: 'probe' })
    })

    it('is unknown if its reply must end before', async () => {
      const found = await lookUp(Array(3).fill('not_done'), { leaseMs: 60_000, leftMs: 5_000 })
      expect(found).to.include({ state: 'unknown' })
    })

    it('is unknown if it was sent again, and that worker can still send it', async () => {
      const sender = makeSendCall({
        times: { toolPauseMs: 0, leaseMs: 60_000 },
        callTool: async () => UNSURE,
        askProbe: async () => 'not_done',
      })
      const call = callOf({ ...KINDS.keyed, ...KINDS.probed }, INPUT)
      const { run } = runWith(5_000)
      expect(await sender.send(run, call, true)).to.include({ state: 'unknown' })
      expect(await sender.send(run, call, false)).to.include({ state: 'failed' })
    })
  })

  it('is not cut off by the end of its reply if it writes, and its outcome is known', async () => {
    const { run, stop } = runWith()
    const sender = makeSendCall({
      times: { toolPauseMs: 0, leaseMs: 10_000 },
      callTool: async (_, signal) => {
        stop.abort(new Error('shutting down'))
        return signal.aborted ? UNSURE : DONE
      },
      askProbe: async () => undefined,
    })
    expect(await sender.send(run, callOf(KINDS.bare, INPUT), false)).to.include({
      state: 'succeeded',
    })
  })

  for (const kind of ['read', 'keyed', 'probed'] as const)
    it(`of the kind ${kind} leaves what the next worker can find out when its reply is stopped`, async () => {
      const { run, stop } = runWith()
      const reason = new Error('shutting down')
      const sender = makeSendCall({
        times: { toolPauseMs: 0, leaseMs: 10_000 },
        callTool: async () => {
          stop.abort(reason)
          return UNSURE
        },
        askProbe: async () => 'not_done',
      })
      const failure = await sender
        .send(run, callOf(KINDS[kind], INPUT), false)
        .catch((error) => error)
      expect(failure).to.equal(reason)
    })

  it('is unknown at once if it is bare and its reply is stopped', async () => {
    const { run, stop } = runWith()
    const sender = makeSendCall({
      times: { toolPauseMs: 0, leaseMs: 10_000 },
      callTool: async () => {
        stop.abort(new Error('lost'))
        return UNSURE
      },
      askProbe: async () => undefined,
    })
    expect(await sender.send(run, callOf(KINDS.bare, INPUT), false)).to.include({
      state: 'unknown',
    })
  })

  it('is unknown if its sender fails in a way that nobody thought of', async () => {
    const sender = makeSendCall({
      times: { toolPauseMs: 0, leaseMs: 10_000 },
      callTool: async () => {
        throw new TypeError('oops')
      },
      askProbe: async () => undefined,
    })
    expect(await sender.send(runWith().run, callOf(KINDS.bare, INPUT), false)).to.include({
      state: 'unknown',
    })
  })

  it('is not repeated when the reply has no time for it', async () => {
    const { sender, signals } = senderOf([UNSURE, DONE])
    const { run } = runWith(2_500)
    expect(await sender.send(run, callOf(KINDS.keyed, INPUT), false)).to.include({
      state: 'unknown',
    })
    expect(signals).to.have.length(1)
  })
})
