import { expect } from 'chai'
import { MAX_GROUPS } from '../../../shared/lib/text/synonyms.ts'
import { signedIn } from '../../support/http/access.ts'
import type { Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const PATH = '/api/v1/knowledge/synonyms'

describe('synonyms of an organization', () => {
  let parley: Parley
  let client: Client
  let agent: { id: string }
  before(async () => {
    parley = await startParley()
    client = parley.client
    agent = await client.makeAgent()
    await client.post('/api/v1/knowledge/files', {
      title: 'Prices',
      summary: 'A couch costs ninety euros.',
    })
  })
  after(() => parley.stop())

  const add = async (...words: string[]): Promise<string> =>
    (await client.post(PATH, { words })).body.data.id
  const listed = async (of = client) =>
    (await of.get(PATH)).body.data.map(({ words }: any) => words)
  const found = async (question: string) =>
    (await client.post(`/api/v1/agents/${agent.id}/retrieve`, { question })).body.data
  const replace = (of: Client, path: string, words: string[]) =>
    of.send('PATCH', path, JSON.stringify({ words }), { 'Content-Type': 'application/json' })
  /** Returns the model's prompt for a question. */
  async function promptFor(question: string): Promise<string> {
    const { id } = await client.makeConversation({ agent_id: agent.id })
    expect((await client.say(id, question)).status).to.equal(201)
    return JSON.stringify(parley.model.requests.at(-1)!)
  }

  it('work from the next message on, until they are deleted', async () => {
    expect(await promptFor('How much is a settee?')).not.to.contain('ninety')
    const { status, body } = await client.post(PATH, { words: [' settee', 'couch'] })
    expect([status, body.data.words]).to.deep.equal([201, ['settee', 'couch']])
    const prompt = await promptFor('How much is a settee?')
    expect(prompt).to.contain('ninety').and.to.contain('mean the same')
    expect(await found('settee')).to.have.length(1)

    const at = `${PATH}/${body.data.id}`
    await replace(client, at, ['divan', 'couch'])
    expect(await listed()).to.deep.equal([['divan', 'couch']])
    expect(await promptFor('How much is a settee?')).not.to.contain('ninety')
    expect(await promptFor('How much is a divan?')).to.contain('ninety')

    expect((await client.send('DELETE', at)).status).to.equal(200)
    expect((await client.send('DELETE', at)).status).to.equal(404)
    expect(await promptFor('How much is a divan?')).not.to.contain('ninety')
    expect(await found('divan')).to.deep.equal([])
  })

  it('leave an audit record of who changed what', async () => {
    const id = await add('sofa', 'couch')
    await replace(client, `${PATH}/${id}`, ['sofa', 'divan'])
    await client.send('DELETE', `${PATH}/${id}`)
    const events = await parley.db('audit_events').where({ target_id: id }).orderBy('id')
    expect(events.map(({ action, changes }) => [action, changes.words])).to.deep.equal([
      ['synonyms.created', { after: ['sofa', 'couch'] }],
      ['synonyms.changed', { before: ['sofa', 'couch'], after: ['sofa', 'divan'] }],
      ['synonyms.deleted', { before: ['sofa', 'divan'] }],
    ])
  })

  it('are changed by editors, and not by viewers', async () => {
    const status = async (role: 'editor' | 'viewer') => {
      const { headers } = await signedIn(parley, client, role)
      const body = JSON.stringify({ words: [role, 'someone'] })
      const json = { ...headers, 'Content-Type': 'application/json' }
      return (await fetch(client.address + PATH, { method: 'POST', headers: json, body })).status
    }
    expect([await status('viewer'), await status('editor')]).to.deep.equal([403, 201])
  })

  it('do not affect another organization', async () => {
    const theirs = await parley.another('Their organization')
    await theirs.post(PATH, { words: ['ottoman', 'couch'] })
    expect(await found('ottoman')).to.deep.equal([])
    const id = await add('sofa', 'couch')
    expect(await listed(theirs)).to.deep.equal([['ottoman', 'couch']])
    expect((await replace(theirs, `${PATH}/${id}`, ['a', 'b'])).status).to.equal(404)
    expect((await theirs.send('DELETE', `${PATH}/${id}`)).status).to.equal(404)
  })

  const REFUSED: [what: string, words: unknown, field: string, detail: RegExp][] = [
    ['a single word', ['sofa'], 'words', /at least 2 entries/],
    [
      'too many words',
      Array.from({ length: 13 }, (_, n) => `w${n}`),
      'words',
      /at most 12 entries/,
    ],
    ['a long word', ['sofa', 'x'.repeat(81)], 'words.1', /80 characters/],
    ['a phrase of many words', ['sofa', 'a b c d e f g h i'], 'words.1', /at most 8 words/],
    ['the same word twice', ['Sofa', 'couch', 'SOFÁ '], 'words.2', /repeats "Sofa"; leave one/],
    ['no letter', ['sofa', '…'], 'words.1', /must have a letter or a digit/],
    ['a blank', ['sofa', ' '], 'words.1', /must not be blank/],
    ['a number', ['sofa', 5], 'words.1', /must be text/],
  ]
  for (const [what, words, field, detail] of REFUSED)
    it(`refuse ${what}`, async () => {
      const { status, body } = await client.post(PATH, { words })
      expect(status).to.equal(422)
      const error = body.data.errors.find((one: any) => one.field === field)
      expect(error?.detail, JSON.stringify(body.data)).to.match(detail)
    })

  it('are at most 300 groups, also with simultaneous requests', async () => {
    const crowded = await parley.another('Crowded')
    const organization_id = crowded.organizationId
    await parley.db.raw(
      `insert into knowledge_synonyms (id, organization_id, words)
       select gen_random_uuid(), ?, array['word' || n, 'other' || n] from generate_series(1, ?) n`,
      [organization_id, MAX_GROUPS - 1],
    )
    const both = await Promise.all(
      [1, 2].map((n) => crowded.post(PATH, { words: [`new${n}`, 'more'] })),
    )
    expect(both.map(({ status }) => status).sort()).to.deep.equal([201, 422])
    const { body } = both.find(({ status }) => status === 422)!
    expect(body.data.errors[0]).to.deep.include({ field: 'words', code: 'too_many' })
    expect(body.detail).to.contain('delete one')
  })
})
