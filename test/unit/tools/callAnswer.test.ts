import { expect } from 'chai'
import { type CallAnswer, outcomeOf } from '../../../shared/tools/callAnswer.ts'

const READ = { effect: 'read', idempotency_header: null } as const
const KEYED = { effect: 'write', idempotency_header: 'Idempotency-Key' } as const
const BARE = { effect: 'write', idempotency_header: null } as const

const answered = (status: number | null, more: object = {}): CallAnswer => ({
  kind: 'answered',
  status,
  result: { some: 'answer' },
  is_cut: false,
  ...more,
})
const NOT_SENT: CallAnswer = {
  kind: 'not_sent',
  error: { code: 'tool_not_sent', detail: 'No host has this name.' },
}
const UNSURE: CallAnswer = {
  kind: 'unsure',
  error: { code: 'tool_timed_out', detail: 'It took too long.' },
}

/** The state, and `again` if the same call may be sent again. */
function meaning(tool: typeof READ | typeof KEYED | typeof BARE, answer: CallAnswer, was = false) {
  const { state, may_repeat } = outcomeOf(tool, answer, was)
  return may_repeat ? `${state}, again` : state
}

describe('what an answer means', () => {
  // Of a read, a write with a key, a write without, and a write with a key that may have arrived.
  const TABLE: [answer: CallAnswer, read: string, keyed: string, bare: string, repeated: string][] =
    [
      ...[200, 201, 202, 204, 206, 299].map(
        (status) =>
          [
            answered(status),
            'succeeded',
            'succeeded',
            'succeeded',
            'succeeded',
          ] as (typeof TABLE)[0],
      ),
      ...[300, 301, 302, 303, 304, 408, 500, 501, 502, 503, 504, 520, 599, 999].map(
        (status) =>
          [
            answered(status),
            'failed',
            'unsure, again',
            'unsure',
            'unsure, again',
          ] as (typeof TABLE)[0],
      ),
      ...[307, 308, 400, 402, 404, 405, 410, 422, 451].map(
        (status) => [answered(status), 'failed', 'failed', 'failed', 'failed'] as (typeof TABLE)[0],
      ),
      ...[409, 425, 429].map(
        (status) =>
          [
            answered(status),
            'failed',
            'failed, again',
            'failed',
            'unsure, again',
          ] as (typeof TABLE)[0],
      ),
      ...[401, 403, 407].map(
        (status) =>
          [answered(status), 'failed', 'failed', 'failed', 'unsure, again'] as (typeof TABLE)[0],
      ),
      [NOT_SENT, 'failed', 'failed', 'failed', 'unsure, again'],
      [UNSURE, 'failed, again', 'unsure, again', 'unsure', 'unsure, again'],
      [answered(null), 'succeeded', 'succeeded', 'succeeded', 'succeeded'],
      [answered(null, { is_failure: true }), 'failed', 'failed', 'failed', 'failed'],
      [answered(200, { is_failure: true }), 'failed', 'failed', 'failed', 'failed'],
    ]

  for (const [answer, read, keyed, bare, repeated] of TABLE) {
    const name = answer.kind === 'answered' ? `${answer.status}` : answer.kind
    const failure = answer.kind === 'answered' && answer.is_failure ? ' as a failure' : ''
    it(`is the same for ${name}${failure} as the table says`, () => {
      expect(meaning(READ, answer)).to.equal(read)
      expect(meaning(READ, answer, true)).to.equal(read)
      expect(meaning(KEYED, answer)).to.equal(keyed)
      expect(meaning(BARE, answer)).to.equal(bare)
      expect(meaning(KEYED, answer, true)).to.equal(repeated)
    })
  }

  it('never says that a write has failed after it may have arrived and nothing is known', () => {
    expect(meaning(BARE, NOT_SENT, true)).to.equal('unsure')
    expect(meaning(BARE, answered(429), true)).to.equal('unsure')
  })

  it('keeps status and result, and names the fault in a sentence', () => {
    expect(outcomeOf(BARE, answered(200, { is_cut: true }))).to.deep.equal({
      state: 'succeeded',
      may_repeat: false,
      http_status: 200,
      result: { some: 'answer' },
      is_cut: true,
      error: null,
    })
    expect(outcomeOf(BARE, answered(404))).to.deep.include({
      http_status: 404,
      result: { some: 'answer' },
      error: { code: 'tool_failed', detail: 'The other system answered 404.' },
    })
    expect(outcomeOf(BARE, answered(302)).error!.detail).to.equal(
      'The other system answered 302, a redirect, which is not followed. So it is not known whether it was carried out.',
    )
    expect(outcomeOf(READ, answered(308)).error!.detail).to.equal(
      'The other system answered 308, a redirect, which is not followed.',
    )
    expect(outcomeOf(BARE, UNSURE).error).to.deep.equal(Object(UNSURE).error)
    expect(outcomeOf(BARE, NOT_SENT)).to.deep.include({
      http_status: null,
      result: null,
      error: Object(NOT_SENT).error,
    })
  })
})
