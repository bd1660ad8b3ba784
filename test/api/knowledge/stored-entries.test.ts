import { expect } from 'chai'
import { claimDue } from '../../../shared/jobs/claims.ts'
import type { LeasedJob } from '../../../shared/jobs/openJobs.ts'
import { failEntry } from '../../../shared/knowledge/indexJobs.ts'
import { completeEntry } from '../../../shared/knowledge/knowledge.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

describe('an indexed entry', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ workers: false })
  })
  after(() => parley.stop())

  async function post(): Promise<string> {
    const pair = { question: 'Why?', answer: 'So.' }
    const { body } = await parley.client.post('/api/v1/knowledge/qa', pair, {
      Prefer: 'respond-async',
    })
    return body.data.id
  }
  /** Claims the entry's job, also from a holder whose lease has ended. */
  async function claim(id: string): Promise<LeasedJob> {
    const now = parley.db.fn.now()
    await parley.db('open_jobs').where({ id }).update({ sweep_at: now })
    await parley
      .db('open_jobs')
      .where({ id })
      .whereNotNull('worker')
      .update({ lease_expires_at: now })
    const [claimed] = await claimDue(parley.db, 'index', {
      worker: 'w',
      shareConcurrency: 1,
      leaseMs: TIMES.leaseMs,
      limit: 1,
      takeOver: true,
      suspects: false,
    })
    expect(claimed).to.include({ id })
    return claimed!
  }
  const complete = (held: LeasedJob, texts: readonly string[]) =>
    completeEntry(
      parley.db,
      held,
      { chunks: texts.map((text) => ({ text, heading: '', language: 'simple', words: text })) },
      jobOf(held),
    )
  const jobOf = ({ organization_id, id, attempt }: LeasedJob) => ({
    organization_id,
    lane: 'index' as const,
    target_id: id,
    request_id: 'r',
    worker: 'w',
    attempt,
    outcome: 'completed' as const,
    error_code: null,
    wait_ms: 1,
    run_ms: 1,
  })
  const chunksOf = (entry_id: string) => parley.db('chunks').where({ entry_id }).orderBy('position')

  it('is stored completely, with each chunk in its place, however many there are', async () => {
    const id = await post()
    const texts = Array.from({ length: 2_500 }, (_, n) => `chunk ${n}`)
    expect(await complete(await claim(id), texts)).to.equal(true)
    const stored = await chunksOf(id)
    expect(stored.map(({ text }) => text)).to.deep.equal(texts)
    expect(stored.map(({ position }) => position)).to.deep.equal(texts.map((_, n) => n + 1))
  })

  it('is not overwritten by a worker that has lost it to another', async () => {
    const id = await post()
    const first = await claim(id)
    const second = await claim(id)
    expect(second.attempt).to.be.above(first.attempt)
    expect(await complete(first, ['of the first'])).to.equal(false)
    expect(
      await failEntry(parley.db, first, { code: 'internal', detail: 'x' }, [jobOf(first)]),
    ).to.equal(false)
    expect(await chunksOf(id)).to.deep.equal([])
    expect(await complete(second, ['of the second'])).to.equal(true)
    expect((await chunksOf(id)).map(({ text }) => text)).to.deep.equal(['of the second'])
    const outcomes = await parley
      .db('jobs')
      .where({ target_id: id })
      .orderBy('attempt')
      .pluck('outcome')
    expect(outcomes).to.deep.equal(['crashed', 'completed'])
  })
})
