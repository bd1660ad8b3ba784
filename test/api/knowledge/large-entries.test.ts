import { expect } from 'chai'
import { TIMES } from '../../../shared/config/times.ts'
import { completeEntry } from '../../../shared/store/knowledge/knowledge.ts'
import { claimDue } from '../../../shared/store/queue/claims.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

describe('an entry of thousands of chunks', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ backend: 'postgres', workers: false })
  })
  after(() => parley.stop())

  it('is stored whole, each chunk in its place', async () => {
    const { body } = await parley.client.post(
      '/api/v1/knowledge/qa',
      { question: 'Why?', answer: 'So.' },
      { Prefer: 'respond-async' },
    )
    const { id } = body.data
    await parley.db('open_jobs').where({ id }).update({ sweep_at: parley.db.fn.now() })
    const [claim] = await claimDue(parley.db, 'index', {
      ...{ worker: 'w', shareConcurrency: 1, leaseMs: TIMES.leaseMs },
      ...{ limit: 1, takeOver: true, suspects: false },
    })
    const texts = Array.from({ length: 2_500 }, (_, n) => `chunk ${n}`)
    const chunks = texts.map((text) => ({
      ...{ text, heading: '', language: 'simple', words: text },
    }))
    const { organization_id, attempt } = claim!
    const job = {
      ...{ organization_id, lane: 'index' as const, target_id: id, request_id: 'r', worker: 'w', attempt },
      ...{ outcome: 'completed' as const, error_code: null, wait_ms: 1, run_ms: 1 },
    }
    expect(await completeEntry(parley.db, claim!, { chunks }, job)).to.equal(true)
    const stored = await parley.db('chunks').where({ entry_id: id }).orderBy('position')
    expect(stored.map(({ text }) => text)).to.deep.equal(texts)
    expect(stored.map(({ position }) => position)).to.deep.equal(texts.map((_, n) => n + 1))
  })
})
