import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { replaceChunks } from '../../../shared/knowledge/chunks.ts'
import { NEVER_YIELD } from '../../../shared/lib/async/fairLoop.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { sql } from '../../../shared/lib/db/statements.ts'
import { searchWords } from '../../../shared/lib/text/terms.ts'
import { type IndexCache, makeIndexCache } from '../../../shared/search/indexCache.ts'
import { readPassages } from '../../../shared/search/passages.ts'
import { findPassages } from '../../../shared/search/retrieval.ts'
import { makeWordIndex, type WordIndex } from '../../../shared/search/wordIndex/wordIndex.ts'
import {
  indexFile,
  indexPair,
  indexTexts,
  makeEntries,
  makeOwner,
  type Owner,
} from '../../support/data/knowledge.ts'
import { countStatements } from '../../support/product/statements.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

describe("the index in a worker's memory", () => {
  let db: TestDb
  let url: string
  let drop: () => Promise<void>
  let owner: Owner
  let owners = 0
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    url = database.url
    db = makeTestDb(database.url, 4)
    cache = makeIndexCache(db)
  })
  after(async () => {
    await db.destroy()
    await drop()
  })
  beforeEach(async () => {
    owner = await makeOwner(db, `Holder ${++owners}`)
  })

  const versionOf = async ({ organizationId }: Owner): Promise<string> => {
    const [row] = await sql<{ version: string }>(db)`
      select version from knowledge_versions where organization_id = ${organizationId}`
    return row?.version ?? '0'
  }
  let cache: IndexCache
  const held = async (by = owner) => cache.of(by.organizationId, await versionOf(by))
  const emptyIndex = (by = owner) => makeWordIndex(db, by.organizationId)
  const ask = (question: string, index = emptyIndex(), by = owner) =>
    findPassages(db, { ...by, question, language: null, limit: 6 }, index)
  const wordsOf = async (question: string, index: WordIndex) =>
    (
      await index.expand({
        words: question.split(' '),
        dictionary: 'english_stem',
        agentId: owner.agentId,
        yieldLoop: NEVER_YIELD,
      })
    ).words

  const SHOP = [
    'Parcels to Norway take five days. Parcels to Sweden take two.',
    'The opening hours of the shop are nine to five.',
    'Die Öffnungszeiten der Werkstatt sind von acht bis vier.',
    'Gift cards are valid for three years, parcels are insured.',
  ]
  const QUESTIONS = [
    'How long do parcels to Norway take?',
    'When does the shop open?',
    'Wann öffnet die Werkstatt?',
    'parcel',
    'Are gift cards insured?',
    'the',
    'Unheard-of words',
  ]

  it('finds the same as an index that is read anew, also by what it has held before', async () => {
    await indexTexts(db, owner, SHOP)
    await indexPair(db, owner, 'How long do parcels take?', 'Two to five days.')
    for (const question of [...QUESTIONS, ...QUESTIONS])
      expect(await ask(question, await held()), question).to.deep.equal(await ask(question))
  })

  it('finds the same among more chunks than are read of a common word', async () => {
    const lines = Array.from(
      { length: 520 },
      (_, nth) => `Order number ${nth % 70} is with carrier ${nth}.`,
    )
    const chunks = lines.map((text) => ({
      text,
      heading: '',
      words: searchWords(text),
      language: 'english',
    }))
    const [id] = await makeEntries(db, owner.organizationId, 1)
    await replaceChunks(db, owner.organizationId, id!, chunks)
    const questions = [
      'Where is order number 12?',
      'order',
      'Which carrier has order number 7 and 450?',
    ]
    for (const question of [...questions, ...questions])
      expect(await ask(question, await held()), question).to.deep.equal(await ask(question))
  })

  it('scores a word once in a text, however many of its words begin like it', async () => {
    await indexTexts(db, owner, ['shipmenta shipmentb shipmentc', 'shipmenta quiet waters'])
    const [one, other] = await ask('shipmental')
    expect(one!.score).to.equal(other!.score)
  })

  it('finds compounds of a word that came late in an earlier long question', async () => {
    await indexTexts(db, owner, ['Die Caféterrasse, auch Cafeterrasse', 'Die Caféterrassenstühle'])
    const words = Array.from(
      { length: 40 },
      (_, nth) => `${String.fromCharCode(97 + (nth % 26))}${nth}fuellwort`,
    )
    const index = await held()
    const long = [...words, 'Caféterrasse'].join(' ')
    expect(await ask(long, index)).to.have.length(1)
    const found = await ask('Caféterrasse', index)
    expect(found).to.have.length(2)
    expect(found).to.deep.equal(await ask('Caféterrasse'))
    expect(await ask(long, index)).to.deep.equal(await ask(long))
  })

  it('asks the database for nothing once it holds words and passages', async () => {
    await indexTexts(db, owner, SHOP)
    const index = await held()
    await ask(QUESTIONS[0]!, index)
    expect(await countStatements(() => ask(QUESTIONS[0]!, index))).to.equal(0)
  })

  it('shows an agent no passage that it holds for another agent', async () => {
    const [mine, others] = [owner, { ...owner, agentId: randomUUID() }]
    await indexTexts(db, owner, SHOP)
    const id = await indexPair(db, owner, 'When does the vault open?', 'At dawn.')
    await db('knowledge_entries')
      .where({ id })
      .update({ agent_ids: [mine.agentId] })
    const index = await held()
    for (const question of ['When does the vault open?', 'the vault at dawn']) {
      expect((await ask(question, index, mine))[0]).to.include({ knowledge_id: id })
      expect(await ask(question, index, others)).to.deep.equal(
        await ask(question, undefined, others),
      )
      expect(
        (await ask(question, index, others)).map(({ knowledge_id }) => knowledge_id),
      ).not.to.include(id)
    }
  })

  it('reads once what several questions need at the same time', async () => {
    await indexTexts(db, owner, SHOP)
    const question = 'Where do insured Norwegians open shops?'
    const alone = await countStatements(() => ask(question))
    const index = emptyIndex()
    const all = () => Promise.all(Array.from({ length: 20 }, () => ask(question, index)))
    // Each of the twenty reads its own passages. The set-up of a new connection is one more
    // statement.
    expect(await countStatements(all, /^(?!select set_config)/)).to.be.at.most(alone + 19)
  })

  it('answers each of its questions alike, whichever comes first', async () => {
    await indexTexts(db, owner, SHOP)
    const index = emptyIndex()
    const words = await wordsOf('norway parcels shop', index)
    const scoresBy = async (index: WordIndex) => {
      const { chunks, scores } = await index.candidates(words)
      const factsOf = await index.facts([...chunks], owner.agentId)
      return Object.fromEntries(
        [...chunks].map((chunk, nth) => [factsOf(chunk)!.chunk_id, scores[nth]!.toFixed(3)]),
      )
    }
    const other = emptyIndex()
    expect(await scoresBy(other)).to.deep.equal(await scoresBy(index))
    const chunks = [...(await other.candidates(words)).chunks]
    const third = emptyIndex()
    await Promise.all([
      third.scoresIn(words, []),
      third.candidates(words),
      wordsOf('parcels', third),
    ])
    expect([...(await third.scoresIn(words, chunks))]).to.deep.equal([
      ...(await other.scoresIn(words, chunks)),
    ])
  })

  it('reads a common word completely after many single look-ups, and scores it alike @long', async () => {
    await indexTexts(
      db,
      owner,
      Array.from({ length: 600 }, (_, n) => `number${n} ${'parcel '.repeat(1 + (n % 3))}`),
    )
    const index = emptyIndex()
    const words = await wordsOf('parcel', index)
    expect(index.order).to.have.length(500)
    const chunks = Array.from(index.order.keys())
    const scores = async (from: number, to: number) => [
      ...(await index.scoresIn(words, chunks.slice(from, to))),
    ]
    const look = (from: number, to: number) => countStatements(() => scores(from, to))

    expect(await look(0, 40)).to.equal(1)
    expect(await look(0, 40)).to.equal(0)
    const singly = await scores(0, 40)
    expect(new Set(singly)).to.have.property('size', 3)
    expect(index.order).to.have.length(500)
    await look(40, 200)
    expect(index.order).to.have.length(600)
    expect(await look(200, 500)).to.equal(0)
    expect(await scores(0, 40)).to.deep.equal(singly)
    // A few chunks are searched for, not scanned.
    expect(await scores(0, 4)).to.deep.equal(singly.slice(0, 4))
  })

  it('reads passages by a plan that is made a few times, whatever the question', async () => {
    const large = await makeOwner(db, `Large ${owners}`)
    const entry_id = await indexFile(db, large, 'Text.')
    await db.raw(
      `insert into chunks (organization_id, entry_id, position, text, length)
       select ?, ?, position, 'Text.', 1 from generate_series(2, 5000) position`,
      [large.organizationId, entry_id],
    )
    for (let n = 0; n < 20; n++) await indexPair(db, owner, `Question ${n}?`, 'Yes.')
    await db.raw('analyze')
    const ids = (await db('chunks').where({ organization_id: owner.organizationId })).map(
      ({ id }) => id,
    )
    const own = makeTestDb(url, 1, 10)
    try {
      for (let n = 0; n < 20; n++)
        await readPassages(
          own,
          emptyIndex(),
          { ...owner, limit: 6 },
          ids.slice(n % 6, 6),
          n % 2 ? `question ${n}` : null,
        )
      const rows = await sql(own)`select custom_plans, generic_plans from pg_prepared_statements`
      expect(rows).to.deep.include({ custom_plans: '5', generic_plans: '15' })
    } finally {
      await own.destroy()
    }
  })

  it('gets a new version after an entry was indexed, indexed anew, given to other agents, or deleted', async () => {
    const seen = new Set([await versionOf(owner)])
    const id = await indexFile(db, owner, 'The vault opens at dawn.')
    seen.add(await versionOf(owner))
    expect(await ask('vault', await held())).to.have.length(1)
    const entry = () => db('knowledge_entries').where({ id })
    await entry().update({ indexed_at: db.raw('clock_timestamp()') })
    seen.add(await versionOf(owner))
    await entry().update({ agent_ids: [owner.organizationId] })
    seen.add(await versionOf(owner))
    expect(await ask('vault', await held())).to.deep.equal([])
    await entry().update({ agent_ids: null })
    seen.add(await versionOf(owner))
    expect(await ask('vault', await held())).to.have.length(1)
    await entry().delete()
    seen.add(await versionOf(owner))
    expect(await ask('vault', await held())).to.deep.equal([])
    expect(seen.size).to.equal(6)
  })

  it("gets a new version after an entry's title has changed", async () => {
    const id = await indexFile(db, owner, 'The vault opens at dawn.')
    expect(await ask('vault', await held())).to.have.length(1)
    await db('knowledge_entries').where({ id }).update({ title: 'Vaults' })
    expect((await ask('vault', await held()))[0]!.title).to.equal('Vaults')
  })

  it("gets no new version after a change of another organization's knowledge, or of an entry's check", async () => {
    const id = await indexFile(db, owner, 'The vault opens at dawn.')
    const before = await versionOf(owner)
    await indexFile(db, await makeOwner(db, `Neighbour ${owners}`), 'The vault opens at noon.')
    await db('knowledge_entries').where({ id }).update({ checked_at: db.fn.now() })
    expect(await versionOf(owner)).to.equal(before)
  })

  it('delays no change of other knowledge while a change is being stored', async () => {
    const [one, other] = [
      await indexFile(db, owner, 'One.'),
      await indexFile(db, owner, 'Another.'),
    ]
    const indexed = (by: Db, id: string) =>
      sql(by)`update knowledge_entries set indexed_at = clock_timestamp() where id = ${id}`
    await db.transaction(async (slow) => {
      await indexed(slow, one)
      await db.transaction(async (quick) => {
        await sql(quick)`set local lock_timeout = '2s'`
        await indexed(quick, other)
      })
    })
  })

  it('gets a new number when changes are lost and others replace them', async () => {
    await indexFile(db, owner, 'The vault opens at dawn.')
    const before = await versionOf(owner)
    await indexFile(db, owner, 'The vault opens at noon.')
    const lost = await versionOf(owner)
    // As on a standby that has become the primary without the last change.
    await db('knowledge_versions')
      .where({ organization_id: owner.organizationId })
      .update({ version: before })
    await indexFile(db, owner, 'The vault opens at dusk.')
    expect(await versionOf(owner)).to.not.be.oneOf([before, lost])
  })

  it('is deleted with its organization', async () => {
    await indexFile(db, owner, 'The vault opens at dawn.')
    await db('organizations').where({ id: owner.organizationId }).delete()
    expect(await versionOf(owner)).to.equal('0')
  })

  describe('and its cache', () => {
    it('belongs to the newest version, also if a reader asks for an older version', async () => {
      const indexes = makeIndexCache(db)
      const newer = await indexes.of('o', '10')
      expect(await indexes.of('o', '9')).to.not.equal(newer)
      expect(await indexes.of('o', '10')).to.equal(newer)
      expect(await indexes.of('o', '11')).to.not.equal(newer)
    })

    it('belongs to an older version once all ask for that, after a failover lost the changes since', async () => {
      const indexes = makeIndexCache(db)
      const lost = await indexes.of('o', '10')
      for (let n = 0; n < 200; n++) await indexes.of('o', '9')
      const kept = await indexes.of('o', '9')
      expect(await indexes.of('o', '9')).to.equal(kept)
      expect(kept).to.not.equal(lost)
    })

    it('drops the least recently used parts when others need the room', async () => {
      const three: Owner[] = []
      for (const name of ['one', 'two', 'three'])
        three.push(await makeOwner(db, `Holder ${owners} ${name}`))
      for (const by of three) await indexTexts(db, by, SHOP)
      const alone = emptyIndex(three[0])
      await ask('parcels', alone, three[0])
      const indexes = makeIndexCache(db, Math.round(2.5 * alone.size))
      const of = (by: Owner) => indexes.of(by.organizationId, '1')
      const held = await Promise.all(three.map(of))
      for (const [nth, by] of three.entries()) await ask('parcels', held[nth], by)
      const [one, two, last] = three
      expect(await of(last!)).to.equal(held[2])
      expect(await of(two!)).to.equal(held[1])
      expect(await of(one!)).to.not.equal(held[0])
    })

    it('grows by words that no text has, too', async () => {
      await indexTexts(db, owner, SHOP)
      const index = emptyIndex()
      await ask('parcels', index)
      const before = index.size
      const nowhere = Array.from({ length: 30 }, (_, nth) => `q${nth}xz`)
      await ask(nowhere.join(' '), index)
      expect(index.size - before).to.be.at.least(20 * 20)
    })

    it('is dropped when it is too large itself', async () => {
      await indexTexts(
        db,
        owner,
        Array.from({ length: 20 }, (_, nth) => `Parcels of kind ${nth}.`),
      )
      const indexes = makeIndexCache(db, 2 * emptyIndex().size)
      const small = await indexes.of('o', '1')
      const large = await indexes.of(owner.organizationId, '1')
      await ask('parcels', large)
      expect(await indexes.of(owner.organizationId, '1')).to.not.equal(large)
      expect(await indexes.of('o', '1')).to.equal(small)
    })
  })
})
