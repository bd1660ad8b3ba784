import { expect } from 'chai'
import { deleteOldChanges } from '../../../shared/knowledge/changes.ts'
import { replaceAllChunks, replaceChunks } from '../../../shared/knowledge/chunks.ts'
import { sql } from '../../../shared/lib/db/statements.ts'
import { searchWords } from '../../../shared/lib/text/terms.ts'
import { type IndexCache, makeIndexCache } from '../../../shared/search/indexCache.ts'
import { findPassages } from '../../../shared/search/retrieval.ts'
import { makeWordIndex, type WordIndex } from '../../../shared/search/wordIndex/wordIndex.ts'
import { makeEntries, makeOwner, type Owner } from '../../support/data/knowledge.ts'
import { countStatements } from '../../support/product/statements.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

/** Statements that read the postings of words that are not in the cached index. */
const READS_WORDS = /as asked \(term\), lateral/
/** More chunks than are carried over. */
const MANY = 400

describe('the cached index of words after a change of the knowledge', () => {
  let db: TestDb
  let drop: () => Promise<void>
  let owner: Owner
  let owners = 0
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 4)
  })
  after(async () => {
    await db.destroy()
    await drop()
  })
  beforeEach(async () => {
    owner = await makeOwner(db, `Carrier ${++owners}`)
  })

  /** Replaces the chunks of an entry as an index job does. */
  async function store(id: string, texts: readonly string[]): Promise<void> {
    await db.transaction(async (transaction) => {
      await replaceChunks(transaction, owner.organizationId, id, texts.map(chunkOf))
      await sql(
        transaction,
      )`update knowledge_entries set indexed_at = clock_timestamp() where id = ${id}`
    })
  }
  async function add(texts: readonly string[]): Promise<string> {
    const [id] = await makeEntries(db, owner.organizationId, 1)
    await store(id!, texts)
    return id!
  }
  const entry = (id: string) => db('knowledge_entries').where({ id })
  const version = async (): Promise<string> => {
    const [row] = await sql<{ version: string }>(db)`
      select version from knowledge_versions where organization_id = ${owner.organizationId}`
    return row!.version
  }
  const current = async (cache: IndexCache) => cache.of(owner.organizationId, await version())
  const emptyIndex = () => makeWordIndex(db, owner.organizationId)
  const ask = (question: string, index: WordIndex) =>
    findPassages(db, { ...owner, question, language: 'en', limit: 8 }, index)
  async function expectSame(questions: readonly string[], index: WordIndex): Promise<void> {
    for (const question of questions)
      expect(await ask(question, index), question).to.deep.equal(await ask(question, emptyIndex()))
  }

  const TOWNS = ['Bergen', 'Malmö', 'Turku', 'Aarhus', 'Vilnius', 'Gdansk', 'Rostock']
  const line = (nth: number, extra = '') =>
    `Parcel order number ${nth % 90} goes to ${TOWNS[nth % 7]} with carrier carrier${nth}. ${extra}`
  const lines = (count: number) => Array.from({ length: count }, (_, nth) => line(nth))
  const QUESTIONS = [
    'Where is parcel order number 12?',
    'parcel',
    'carrier17',
    'Does the courier go to Turku?',
    'What is VAT?',
    'value added tax in Aarhus',
    'Where is the parsel for Rostok?',
    'carriersome zebra',
  ]

  it('finds the same as an empty index after any sequence of changes', async () => {
    const random = makeRandom(58)
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
    const base = await add(lines(530))
    const ids = [base, await add(['Value Added Tax (VAT) is 25 percent.', line(5)])]
    const [eager, lazy] = [makeIndexCache(db), makeIndexCache(db)]
    const seen: string[] = []
    const changes = [
      async () => ids.push(await add([line(Math.floor(random() * 999), 'zebra'), line(3)])),
      async () => store(pick(ids.slice(1)), [line(Math.floor(random() * 999), 'VAT'), line(4)]),
      async () => store(base, lines(530).toSpliced(Math.floor(random() * 520), 9)),
      async () => ids.length > 2 && entry(ids.splice(2, 1)[0]!).delete(),
      async () => entry(pick(ids)).update({ title: `Title ${random()}` }),
      async () => entry(pick(ids.slice(1))).update({ agent_ids: [owner.agentId] }),
      async () => entry(pick(ids.slice(1))).update({ agent_ids: [owner.organizationId] }),
    ]
    for (let step = 0; step < 12; step++) {
      // Agents change less often, because the index then starts anew.
      await pick(step % 4 === 3 ? changes : changes.slice(0, 5))()
      seen.push(await version())
      await expectSame(QUESTIONS, await current(eager))
      if (step % 3 === 2) await expectSame(QUESTIONS, await current(lazy))
      // A job that was claimed earlier arrives late.
      await ask(pick(QUESTIONS), await eager.of(owner.organizationId, pick(seen)))
    }
  })

  it('reads no word again, neither of the changed entry nor of others', async () => {
    await add(lines(200))
    const id = await add([line(7, 'zebra')])
    const cache = makeIndexCache(db)
    const before = await current(cache)
    const questions = ['order number 12 to Bergen', 'zebra carrier7', 'parcel']
    for (const question of questions) await ask(question, before)
    await store(id, [line(7, 'zebras graze')])
    const after = await current(cache)
    expect(after).to.not.equal(before)
    for (const question of questions) {
      const reads = await countStatements(() => ask(question, after), READS_WORDS)
      expect(reads, question).to.equal(0)
    }
    await expectSame(questions, after)
    expect(await ask('zebra', before)).to.not.deep.equal([])
  })

  it('is carried over once for questions at the same time', async () => {
    const id = await add(lines(20))
    const cache = makeIndexCache(db)
    await ask('parcel', await current(cache))
    await store(id, lines(21))
    const now = await version()
    const all = () => Promise.all([1, 2, 3].map(() => cache.of(owner.organizationId, now)))
    expect(new Set(await all()).size).to.equal(1)
  })

  it('counts no more memory than an empty index that was asked the same', async () => {
    const id = await add(lines(100))
    const cache = makeIndexCache(db)
    for (let n = 0; n < 5; n++) {
      await store(id, lines(100 + n))
      await expectSame(QUESTIONS, await current(cache))
    }
    const empty = emptyIndex()
    for (const question of QUESTIONS) await ask(question, empty)
    expect((await current(cache)).size).to.be.closeTo(empty.size, 0.05 * empty.size)
  })

  it('starts anew when an entry is given to other agents', async () => {
    const id = await add(lines(20))
    const cache = makeIndexCache(db)
    expect(await ask('parcel', await current(cache))).to.have.length(8)
    await entry(id).update({ agent_ids: [owner.organizationId] })
    expect(await ask('parcel', await current(cache))).to.deep.equal([])
  })

  it('starts anew after more changes than are carried over', async () => {
    await add(lines(20))
    const cache = makeIndexCache(db)
    await ask('parcel', await current(cache))
    await add(lines(MANY))
    const after = await current(cache)
    expect(after.order).to.have.length(0)
    await expectSame(QUESTIONS, after)
  })

  it('starts anew when the changes since are no longer recorded, or never were', async () => {
    const id = await add(lines(20))
    const cache = makeIndexCache(db)
    await ask('parcel', await current(cache))
    await store(id, lines(25))
    const kept = await version()
    await sql(db)`update knowledge_changes set changed_at = now() - interval '2 hours'
                   where organization_id = ${owner.organizationId}`
    expect(await deleteOldChanges(db)).to.be.at.least(2)
    await store(id, lines(30))
    const after = await current(cache)
    expect(after.order).to.have.length(0)
    await expectSame(QUESTIONS, after)
    // As after a failover to a standby without the version that is cached.
    const lost = await version()
    await db('knowledge_changes').where({ organization_id: owner.organizationId }).delete()
    await db('knowledge_versions')
      .where({ organization_id: owner.organizationId })
      .update({ version: kept })
    do await store(id, lines(35))
    while (BigInt(await version()) <= BigInt(lost))
    expect((await current(cache)).order).to.have.length(0)
    await expectSame(QUESTIONS, await current(cache))
  })

  it('keeps the records after the oldest that is kept, however old they are', async () => {
    const id = await add(['One.'])
    await store(id, ['Two.'])
    await store(id, ['Three.'])
    const records = () =>
      db('knowledge_changes').where({ organization_id: owner.organizationId }).orderBy('version')
    const made = await records()
    const [, second] = new Set(made.map((record) => record.version))
    await records()
      .where({ version: second })
      .update({ changed_at: new Date(0) })
    await deleteOldChanges(db)
    const left = new Set((await records()).map((record) => record.version))
    expect(left).to.deep.equal(new Set([await version()]))
  })

  it('gets one version for a transaction, however many entries it changes', async () => {
    const ids = await makeEntries(db, owner.organizationId, 5)
    await add(lines(20))
    const cache = makeIndexCache(db)
    await ask('parcel', await current(cache))
    const before = await version()
    await db.transaction(async (transaction) => {
      const replace = (some: string[], texts: string[]) =>
        replaceAllChunks(
          transaction,
          owner.organizationId,
          some.map((entryId) => ({ entryId, chunks: texts.map(chunkOf) })),
        )
      const count = (some: string[], chunks: number) =>
        sql(transaction)`
          update knowledge_entries set indexed_at = clock_timestamp(), chunk_count = ${chunks}
           where id = any(${some}::uuid[])`
      await replace(ids, [line(1), line(9)])
      await count(ids, 2)
      const [twice] = ids.splice(0, 1) as [string]
      await replace([twice], [line(17, 'zebra')])
      await count([twice], 1)
    })
    const records = await db('knowledge_changes')
      .where({ organization_id: owner.organizationId })
      .where('version', '>', before)
    const now = await version()
    expect(sumUp(records)).to.deep.equal({ [now]: { added: 11, gone: 2 } })
    expect(records.reduce((sum, record) => sum + (record.more_chunks ?? 0), 0)).to.equal(9)
    const after = await current(cache)
    expect(after.order).to.not.have.length(0)
    await expectSame(QUESTIONS, after)
  })

  it('records ids of chunks by transaction, and nothing of a deleted organization', async () => {
    const id = await add(['One.', 'Two.'])
    const first = await version()
    await entry(id).delete()
    const records = () => db('knowledge_changes').where({ organization_id: owner.organizationId })
    expect(sumUp(await records())).to.deep.equal({
      [first]: { added: 2, gone: 0 },
      [await version()]: { added: 0, gone: 2 },
    })
    await add(['Three.'])
    await db('organizations').where({ id: owner.organizationId }).delete()
    expect(await records()).to.deep.equal([])
  })
})

const chunkOf = (text: string) => ({
  text,
  heading: '',
  words: searchWords(text),
  language: 'english',
})

/** Counts by version the chunks that were added and deleted. */
function sumUp(records: readonly { version: string; added: string[]; gone: string[] }[]) {
  const sums: Record<string, { added: number; gone: number }> = {}
  for (const { version, added, gone } of records) {
    sums[version] ??= { added: 0, gone: 0 }
    sums[version].added += added.length
    sums[version].gone += gone.length
  }
  return sums
}

/** Makes numbers from 0 to 1 that are the same in each run. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
