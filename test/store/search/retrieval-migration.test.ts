import { expect } from 'chai'
import { findPassages } from '../../../shared/search/retrieval.ts'
import { makeEntries, makeOwner, type Owner } from '../../support/data/knowledge.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

describe('what was indexed before there were postings @long', () => {
  let db: TestDb
  let drop: () => Promise<void>
  let owner: Owner
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 2)
    owner = await makeOwner(db, 'Early')
    while (
      !(
        await db('information_schema.columns').where({ table_name: 'chunks', column_name: 'terms' })
      ).length
    )
      await db.migrate.down()
    const entries = await makeEntries(db, owner.organizationId, 2)
    const texts = ['Parcels are shipped daily. Parcels!', '我们 周日 休息']
    for (const [at, entry_id] of entries.entries())
      await db('chunks').insert({
        entry_id,
        organization_id: owner.organizationId,
        position: 1,
        text: texts[at],
        terms: db.raw("to_tsvector('english', ?)", [texts[at]!]),
      })
    await db.migrate.latest()
  })
  after(async () => {
    await db.destroy()
    await drop()
  })

  const textsFor = async (question: string) =>
    (await findPassages(db, { ...owner, question, language: null, limit: 5 })).map(
      ({ text }) => text,
    )

  it('is found without being indexed anew', async () => {
    expect(await textsFor('Is a parcel shipped?')).to.deep.equal([
      'Parcels are shipped daily. Parcels!',
    ])
    expect(await textsFor('周日')).to.deep.equal(['我们 周日 休息'])
  })

  it('counts how often each term stands there', async () => {
    const posting = await db('postings').where({ term: 'parcel' }).first()
    expect(posting).to.include({ frequency: 2, length: 4 })
  })
})
