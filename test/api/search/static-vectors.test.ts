import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect } from 'chai'
import { makeVectorTable } from '../../support/data/vectorTable.ts'
import { eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

describe('the search by meaning with a table of vectors on the disk', () => {
  let parley: Parley
  let folder: string
  before(async () => {
    folder = await makeVectorTable()
    parley = await startParley({ settings: { EMBEDDING_MODEL: `static:${folder}` } })
  })
  after(async () => {
    await parley.stop()
    await rm(folder, { recursive: true })
  })

  it('finds knowledge without any word of the question, and needs no service', async () => {
    const { client } = parley
    const agent = await client.makeAgent()
    const pairs = [
      ['Which car do you lend?', 'A small red one.'],
      ['Which flower is the oldest?', 'The one at the gate.'],
    ]
    for (const [question, answer] of pairs)
      expect((await client.post('/api/v1/knowledge/qa', { question, answer })).status).to.equal(201)
    const status = await eventually(async () => {
      const { data } = (await client.get('/api/v1/knowledge/status')).body
      return data.embedding.done === 2 && data
    })
    expect(status).to.deep.include({ search: 'words_and_meaning', query_model: null })
    expect(status.embedding).to.include({ model: `static:${basename(folder)}`, error: null })
    const path = `/api/v1/agents/${agent.id}/retrieve`
    const { body } = await client.post(path, { question: 'vehicles', limit: 1 })
    expect(body.data[0].text).to.contain('A small red one.')
  })
})
