import { expect } from 'chai'
import { claimDue } from '../../../shared/jobs/claims.ts'
import type { LeasedJob } from '../../../shared/jobs/openJobs.ts'
import { completeEntry } from '../../../shared/knowledge/completeEntries.ts'
import { failEntry } from '../../../shared/knowledge/indexJobs.ts'
import { sql } from '../../../shared/lib/db/statements.ts'
import { makeBeginEntry } from '../../../workers/knowledge/storeTogether.ts'
import { eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

describe('an indexed entry', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ workers: false })
  })
  after(() => parley.stop())
  afterEach(() => parley.db('open_jobs').delete())

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
      shareConcurrency: 9,
      // Longer than any test, so that a claim takes no other entry over.
      leaseMs: 600_000,
      limit: 1,
      takeOver: true,
      suspects: false,
    })
    expect(claimed).to.include({ id })
    return claimed!
  }
  const complete = (held: LeasedJob, texts: readonly string[], mostChunks = 5_000) =>
    completeEntry(parley.db, held, { chunks: chunksFor(texts) }, jobOf(held), mostChunks)
  const chunksFor = (texts: readonly string[]) =>
    texts.map((text) => ({ text, heading: '', language: 'simple', words: text }))
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
  const reindex = (id: string) => parley.client.post('/api/v1/knowledge/reindex', { ids: [id] })
  const chunksOf = (entry_id: string) => parley.db('chunks').where({ entry_id }).orderBy('position')

  /** Claims the jobs of new pairs as one group, and begins to store a text for each. */
  async function storeAll(texts: readonly string[], mostChunks = 5_000) {
    const claims: LeasedJob[] = []
    for (const _ of texts) claims.push(await claim(await post()))
    const group = { size: claims.length, onRead: () => undefined }
    const begin = makeBeginEntry(parley.db, mostChunks)
    const underWay = claims.map((held) => begin({ ...held, group }))
    const store = (nth: number) =>
      underWay[nth]!.store({
        claim: claims[nth]!,
        indexed: { chunks: chunksFor([texts[nth]!]) },
        job: jobOf(claims[nth]!),
      })
    return { claims, underWay, store }
  }

  describe('beside others of its group', () => {
    const textsOf = async (claims: readonly LeasedJob[]) =>
      (
        await parley
          .db('chunks')
          .whereIn(
            'entry_id',
            claims.map(({ id }) => id),
          )
          .orderBy('text')
      ).map(({ text }) => text)

    it('is stored in one transaction with them, also if it has the same text as another', async () => {
      const { claims, underWay, store } = await storeAll(['a', 'same', 'same', 'left'])
      const stored = [store(0), store(1)]
      expect(await textsOf(claims)).to.deep.equal([])
      underWay[3]!.leave()
      expect(await Promise.all([...stored, store(2)])).to.deep.equal([true, true, true])
      expect(await textsOf(claims)).to.deep.equal(['a', 'same', 'same'])
      const rows = await parley
        .db('chunks')
        .whereIn(
          'entry_id',
          claims.map(({ id }) => id),
        )
        .select(parley.db.raw('xmin'))
      expect(new Set(rows.map(({ xmin }) => xmin)).size).to.equal(1)
      const postings = await parley.db('postings').whereIn('term', ['a', 'same'])
      expect(postings).to.have.length(3)
    })

    it('is stored alone if another of them cannot be stored', async () => {
      const { claims, store } = await storeAll(['a', 'not in PostgreSQL: \0', 'c'])
      const stored = await Promise.allSettled([store(0), store(1), store(2)])
      expect(stored.map(({ status }) => status)).to.deep.equal([
        'fulfilled',
        'rejected',
        'fulfilled',
      ])
      expect(await textsOf(claims)).to.deep.equal(['a', 'c'])
      const open = await parley.db('open_jobs').whereIn(
        'id',
        claims.map(({ id }) => id),
      )
      expect(open.map(({ id }) => id)).to.deep.equal([claims[1]!.id])
    })

    it('is not stored if its own lease was lost, or it was deleted', async () => {
      const { claims, store } = await storeAll(['a', 'lost', 'deleted'])
      await claim(claims[1]!.id)
      await parley.db('knowledge_entries').where({ id: claims[2]!.id }).delete()
      expect(await Promise.all([store(0), store(1), store(2)])).to.deep.equal([true, false, false])
      expect(await textsOf(claims)).to.deep.equal(['a'])
    })

    it('is stored after them if somebody else has locked it', async () => {
      const { claims, store } = await storeAll(['a', 'locked'])
      let stored: Promise<boolean>[] = []
      await parley.db.transaction(async (transaction) => {
        const { id } = claims[1]!
        await sql(transaction)`select from knowledge_entries where id = ${id} for update`
        stored = [store(0), store(1)]
        await eventually(async () => (await textsOf(claims)).includes('a'))
      })
      expect(await Promise.all(stored)).to.deep.equal([true, true])
      expect(await textsOf(claims)).to.deep.equal(['a', 'locked'])
    })
  })

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

  describe('of an organization with as many chunks as it may have', () => {
    const used = async () => {
      const { body } = await parley.client.get('/api/v1/knowledge/status')
      return body.data.pieces.used
    }
    const count = async () => Number((await parley.db('chunks').count())[0]!.count)

    it('is refused with a reason, and stays as it was', async () => {
      const id = await post()
      await complete(await claim(id), ['a', 'b'])
      const most = await used()
      expect(most).to.equal(await count())
      await reindex(id)
      const error = await complete(await claim(id), ['a', 'b', 'c'], most).catch((thrown) => thrown)
      expect(error).to.include({ code: 'knowledge_full' })
      expect(error.message).to.include(`may have ${most} pieces`).and.to.include('needs 1 more')
      expect((await chunksOf(id)).map(({ text }) => text)).to.deep.equal(['a', 'b'])
      expect(await used()).to.equal(most)
    })

    it('is replaced by as many or fewer chunks, also if the limit was lowered', async () => {
      const id = await post()
      await complete(await claim(id), ['a', 'b', 'c'])
      for (const texts of [['d', 'e', 'f'], ['d']]) {
        await reindex(id)
        expect(await complete(await claim(id), texts, 1)).to.equal(true)
        expect(await used()).to.equal(await count())
      }
    })

    it('is refused alone, if others of its group fit', async () => {
      const most = (await used()) + 2
      const { store } = await storeAll(['a', 'b', 'c'], most)
      const stored = await Promise.allSettled([store(0), store(1), store(2)])
      expect(stored.filter(({ status }) => status === 'fulfilled')).to.have.length(2)
      expect(await used()).to.equal(most)
    })

    it('makes room when it is deleted, or its address changes', async () => {
      const id = await post()
      await complete(await claim(id), ['a', 'b'])
      const before = await used()
      await parley.client.send('DELETE', `/api/v1/knowledge/qa/${id}`)
      expect(await used()).to.equal(before - 2)
    })

    it('never exceeds the limit with others that are stored at the same time', async () => {
      const most = (await used()) + 3
      const claims: LeasedJob[] = []
      for (let n = 0; n < 3; n++) claims.push(await claim(await post()))
      const stored = await Promise.allSettled(
        claims.map((held) => complete(held, ['x', 'y'], most)),
      )
      expect(stored.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
      expect(await used()).to.equal(most - 1)
    })

    it('is counted anew when nothing has counted it yet, as after an upgrade', async () => {
      await parley.db('knowledge_versions').update({ chunks: null })
      const id = await post()
      await complete(await claim(id), ['a', 'b'])
      expect(await used()).to.equal(await count())
    })
  })

  describe('whose worker has died with its whole group', () => {
    it('is stored once, by the next worker, and the dead one stores nothing later', async () => {
      const texts = Array.from({ length: 8 }, (_, n) => `dead ${n}`)
      const { claims, store } = await storeAll(texts)
      const ids = claims.map(({ id }) => id)
      const next: LeasedJob[] = []
      for (const id of ids) next.push(await claim(id))
      expect(next.map(({ crashes }) => crashes)).to.deep.equal(ids.map(() => 1))
      const late = ids.map((_, nth) => store(nth))
      const stored = next.map((held, nth) => complete(held, [`next ${nth}`]))
      expect(await Promise.all(stored)).to.deep.equal(ids.map(() => true))
      expect(await Promise.all(late)).to.deep.equal(ids.map(() => false))
      const found = await parley.db('chunks').whereIn('entry_id', ids).pluck('text')
      expect(found).to.have.members(ids.map((_, nth) => `next ${nth}`))
      const outcomes = await parley.db('jobs').whereIn('target_id', ids).pluck('outcome')
      expect(outcomes.toSorted()).to.deep.equal([
        ...ids.map(() => 'completed'),
        ...ids.map(() => 'crashed'),
      ])
      const events = await parley
        .db('event_outbox')
        .where({ type: 'knowledge.ready' })
        .whereIn('target_id', ids)
      expect(events).to.have.length(ids.length)
    })
  })

  describe('in a worker', () => {
    it('is indexed with the pairs of its organization that wait, each with its own record', async () => {
      const ids: string[] = []
      for (let n = 0; n < 12; n++) ids.push(await post())
      parley.startWorkers()
      const entries = () => parley.db('knowledge_entries').whereIn('id', ids)
      await eventually(async () => (await entries().where({ status: 'ready' })).length === 12)
      const jobs = await parley.db('jobs').whereIn('target_id', ids)
      expect(jobs.map(({ outcome }) => outcome)).to.deep.equal(Array(12).fill('completed'))
      expect(await parley.db('chunks').whereIn('entry_id', ids)).to.have.length(12)
    })
  })
})
