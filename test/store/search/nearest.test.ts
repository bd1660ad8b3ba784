import { expect } from 'chai'
import knex from 'knex'
import { adoptModel } from '../../../shared/knowledge/embeddings.ts'
import { makeDb, type Pool } from '../../../shared/lib/db/db.ts'
import { knexConfig } from '../../../shared/lib/db/migrations.ts'
import { sql, sqlText } from '../../../shared/lib/db/statements.ts'
import { ensureOrganization } from '../../../shared/people/organizations.ts'
import { findNearest, hasVectorIndexes, makeVectorIndex } from '../../../shared/search/nearest.ts'
import { embedAll, makeIndexed, unit } from '../../support/data/embedded.ts'
import { makeRandom } from '../../support/http/requests.ts'
import { meaning } from '../../support/servers/embeddings.ts'
import { startPgvector } from '../../support/servers/pgvector.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

const ADA = '01999999-0000-7000-8000-00000000000a'
const BOB = '01999999-0000-7000-8000-00000000000b'
const MODEL = "ollama:o'brien?"
const TEXTS = [
  'An automobile with four wheels',
  'A damaged package',
  'Breakfast is at eight',
  'Money back in 30 days',
]

interface Kind {
  title: string
  /** Whether the database has the extension. */
  extension: boolean
  start: () => Promise<{ url: string; stop: () => Promise<void> }>
}

const KINDS: Kind[] = [
  {
    title: 'without the extension',
    extension: false,
    start: async () => {
      const { url, drop } = await makeDatabase()
      return { url, stop: drop }
    },
  },
  { title: 'with pgvector @long', extension: true, start: startPgvector },
]

for (const { title, extension, start } of KINDS)
  describe(`the chunks nearest to a question, ${title},`, () => {
    let server: Awaited<ReturnType<Kind['start']>>
    let db: Pool
    let mine: string
    let theirs: string
    before(async () => {
      server = await start()
      // One connection after the other, because the server with the extension accepts only one.
      const migrator = knex(knexConfig(server.url))
      await migrator.migrate.latest()
      await migrator.destroy()
      db = makeDb(server.url, extension ? 1 : 4)
      mine = (await ensureOrganization(db, 'Mine')).id
      theirs = (await ensureOrganization(db, 'Theirs')).id
      if (extension) {
        expect(await hasVectorIndexes(db)).to.equal(false)
        await sqlText(db, 'create extension vector')
      }
    })
    after(async () => {
      await db.destroy()
      await server.stop()
    })
    beforeEach(async () => {
      await sqlText(db, 'delete from embedding_model; delete from knowledge_entries')
      await adoptModel(db, MODEL)
    })

    const ask = async (
      question: string,
      { organizationId = mine, agentId = ADA, model = MODEL } = {},
    ) => {
      const vector = unit(meaning(question, MODEL))
      const near = await findNearest(db, { organizationId, agentId, meaning: { model, vector } })
      return near.map(({ chunk_id }) => chunk_id)
    }
    const embed = () => embedAll(db, MODEL, (text) => meaning(text, MODEL))

    it('come in the order of their cosines, without a word of the question', async () => {
      const ids = await makeIndexed(db, mine, TEXTS)
      await embed()
      const vector = unit(meaning('my vehicle is a car', MODEL))
      const found = await findNearest(db, {
        organizationId: mine,
        agentId: ADA,
        meaning: { model: MODEL, vector },
      })
      const cosine = (text: string) => {
        const other = unit(meaning(text, MODEL))
        return vector.reduce((sum, number, at) => sum + number * other[at]!, 0)
      }
      const wanted = TEXTS.map((text, at) => ({ chunk_id: ids[at]!, similarity: cosine(text) }))
      wanted.sort((a, b) => b.similarity - a.similarity)
      expect(found.map(({ chunk_id }) => chunk_id)).to.deep.equal(
        wanted.map(({ chunk_id }) => chunk_id),
      )
      for (const [at, { similarity }] of found.entries())
        expect(similarity).to.be.closeTo(wanted[at]!.similarity, 1e-6)
      expect(found[0]!.chunk_id).to.equal(ids[0])
    })

    it('belong to the organization, in entries that serve the agent', async () => {
      const [all] = await makeIndexed(db, mine, TEXTS.slice(0, 1))
      const [bobs] = await makeIndexed(db, mine, TEXTS.slice(0, 1), [BOB])
      const [other] = await makeIndexed(db, theirs, TEXTS.slice(0, 1))
      await embed()
      expect(await ask('car')).to.deep.equal([all])
      expect(await ask('car', { agentId: BOB })).to.have.members([all, bobs])
      expect(await ask('car', { organizationId: theirs, agentId: BOB })).to.deep.equal([other])
    })

    it('include none of another model, of another dimension, without a vector, or deleted', async () => {
      const [first, second] = await makeIndexed(db, mine, TEXTS)
      await embedAll(db, MODEL, (text) => (text === TEXTS[1] ? null : meaning(text, MODEL)))
      expect(await ask('car', { model: 'openai:other' })).to.deep.equal([])
      expect(await ask('car'))
        .to.include(first)
        .and.not.to.include(second)
      const vector = unit([1, 2, 3])
      const near = await findNearest(db, {
        organizationId: mine,
        agentId: ADA,
        meaning: { model: MODEL, vector },
      })
      expect(near).to.deep.equal([])
      await sql(db)`delete from knowledge_entries`
      expect(await ask('car')).to.deep.equal([])
      expect(await sql(db)`select from chunk_embeddings`).to.deep.equal([])
    })

    it('are found among thousands, also in an organization with few of them @long', async function () {
      const random = makeRandom(7)
      const gauss = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
      const vectors = new Map<string, number[]>()
      const make = (count: number, name: string) =>
        Array.from({ length: count }, (_, at) => {
          vectors.set(`${name} ${at}`, Array.from({ length: 128 }, gauss))
          return `${name} ${at}`
        })
      const theirTexts = make(3_000, 'theirs')
      const myTexts = make(120, 'mine')
      await makeIndexed(db, theirs, theirTexts)
      await makeIndexed(db, mine, myTexts)
      await embedAll(db, MODEL, (text) => vectors.get(text)!)
      expect(await makeVectorIndex(db, MODEL)).to.equal(extension)
      expect(await makeVectorIndex(db, MODEL)).to.equal(false)
      await sqlText(db, 'analyze')
      for (const [organizationId, texts] of [
        [theirs, theirTexts],
        [mine, myTexts],
      ] as const)
        for (const text of texts.filter((_, at) => at % Math.ceil(texts.length / 20) === 0)) {
          const noisy = vectors.get(text)!.map((number) => number + gauss())
          const found = await findNearest(db, {
            organizationId,
            agentId: ADA,
            meaning: { model: MODEL, vector: unit(noisy) },
          })
          expect(found).to.have.length(100)
          const [best] = await sql<{ text: string }>(db)`
            select text from chunks where id = ${found[0]!.chunk_id}`
          expect(best!.text).to.equal(text)
        }
    })

    if (extension)
      it("are found by the index of their model, however few are the organization's, until another model's replaces it", async () => {
        const texts = Array.from({ length: 2_000 }, (_, at) => `text ${at}`)
        await makeIndexed(db, theirs, texts)
        const ids = await makeIndexed(db, mine, texts.slice(0, 110))
        await embed()
        await makeVectorIndex(db, MODEL)
        await sqlText(db, 'analyze')
        const indexes = async () => {
          await sqlText(db, 'select pg_stat_force_next_flush()')
          return sql<{ name: string; scans: number }>(db)`
            select indexrelname as name, idx_scan::int as scans from pg_stat_user_indexes
             where indexrelname like 'chunk_embeddings_nearest_%'`
        }
        const [before, ...more] = await indexes()
        expect(more).to.deep.equal([])
        // So few rows are compared in no time, so PostgreSQL uses the index only if it may not
        // sort.
        await sqlText(db, 'set enable_sort = off')
        const found = await ask('text 7')
        await sqlText(db, 'reset enable_sort')
        expect((await indexes())[0]).to.deep.equal({ name: before!.name, scans: before!.scans + 1 })
        expect(found[0]).to.equal(ids[7])
        expect(found).to.have.length(100)

        await adoptModel(db, 'ollama:next')
        await embedAll(db, 'ollama:next', (text) => meaning(text, 'next'))
        expect(await makeVectorIndex(db, 'ollama:next')).to.equal(true)
        const after = await indexes()
        expect(after).to.have.length(1)
        expect(after[0]!.name).not.to.equal(before!.name)
      })
  })
