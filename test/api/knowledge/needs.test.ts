import { expect } from 'chai'
import { type Client, eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

/** Facts of an entry and its uses that make it need attention, as days before now. */
interface Days {
  checked?: number
  updated?: number
  since?: number
  firstFound?: number
  found?: number
  cited?: number
}

describe('knowledge that needs attention', () => {
  let parley: Parley
  let client: Client
  before(async () => {
    parley = await startParley()
    client = parley.client
  })
  after(() => parley.stop())

  const addPair = async (question: string, answer: string, of = client): Promise<string> =>
    (await of.post('/api/v1/knowledge/qa', { question, answer })).body.data.id
  const entries = async (query: string, of = client): Promise<any[]> =>
    (await of.get(`/api/v1/knowledge?${query}`)).body.data
  const titles = async (needs: string) =>
    (await entries(`needs=${needs}`)).map(({ title }) => title)
  const counts = async (of = client) => (await of.get('/api/v1/knowledge/needs')).body.data

  async function age(
    id: string,
    { checked, updated, since, firstFound, found, cited }: Days,
  ): Promise<void> {
    const ago = (days: number | undefined) =>
      days === undefined ? null : new Date(Date.now() - days * 86_400_000)
    await parley
      .db('knowledge_entries')
      .where({ id })
      .update({
        ...(checked && { kind: 'url', url: 'https://shop.example.com', checked_at: ago(checked) }),
        ...(updated && { updated_at: ago(updated) }),
        created_at: ago(since ?? 1),
      })
    const { organization_id } = await parley.db('knowledge_entries').where({ id }).first()
    const use = {
      organization_id,
      entry_id: id,
      since: ago(since ?? 0),
      first_found_at: ago(firstFound),
      found_at: ago(found),
      cited_at: ago(cited),
    }
    await parley.db('knowledge_uses').insert(use)
  }

  it('is known by the entries that replies found and cited', async () => {
    const cited = await addPair('How much is a lamp?', 'Ninety euros.')
    const found = await addPair('Is a lamp bright?', 'Very.')
    const unused = await addPair('Who are you?', 'A shop.')
    parley.model.behave(() => ({ text: 'A lamp is ninety euros [1].' }))
    const { id } = await client.makeConversation()
    expect(
      (await client.say(id, 'How much is a lamp?')).body.data.citations[0].knowledge_id,
    ).to.equal(cited)
    await eventually(async () => (await parley.db('knowledge_uses')).length === 2)
    const by = new Map((await entries('')).map((entry) => [entry.id, entry]))
    expect(by.get(cited).found_at).to.be.a('string')
    expect(by.get(cited).cited_at).to.equal(by.get(cited).found_at)
    expect(by.get(found)).to.deep.include({ cited_at: null, found_at: by.get(cited).found_at })
    expect(by.get(unused)).to.deep.include({ found_at: null, cited_at: null })
    expect(await counts()).to.deep.equal({
      stale: 0,
      unread: 0,
      uncited: 0,
      contradicting: 0,
      words_only: null,
    })
  })

  const NEEDY: [need: string, needy: Days, fine: Days][] = [
    ['stale', { checked: 31 }, { checked: 29 }],
    ['stale', { updated: 366 }, { updated: 364 }],
    ['unread', { since: 31 }, { since: 29 }],
    ['unread', { since: 90, found: 31 }, { since: 90, found: 29, cited: 29 }],
    ['uncited', { firstFound: 60, found: 1, cited: 31 }, { firstFound: 60, found: 1, cited: 29 }],
    ['uncited', { firstFound: 8, found: 1 }, { firstFound: 6, found: 1 }],
  ]
  for (const [nth, [need, needy, fine]] of NEEDY.entries())
    it(`includes ${need} entries by their days: ${JSON.stringify(needy)}`, async () => {
      await age(await addPair(`Needy ${nth}?`, 'Yes.'), needy)
      await age(await addPair(`Fine ${nth}?`, 'Yes.'), fine)
      const named = await titles(need)
      expect(named).to.include(`Needy ${nth}?`).and.not.to.include(`Fine ${nth}?`)
      expect(await counts()).to.include({ [need]: named.length })
    })

  it('includes entries that contradict each other', async () => {
    const [entry_id, other_entry_id] = [
      await addPair('Three?', 'Yes.'),
      await addPair('Five?', 'Yes.'),
    ]
    await parley.db('knowledge_contradictions').insert({
      id: entry_id,
      organization_id: client.organizationId,
      entry_id,
      other_entry_id,
      hash: 'h',
      sentence: '3 days.',
      other_sentence: '5 days.',
      figures: ['3 days'],
      other_figures: ['5 days'],
    })
    expect(await titles('contradicting')).to.have.members(['Three?', 'Five?'])
    expect(await counts()).to.include({ contradicting: 2 })
  })

  it("counts no other organization's entries, and forgets deleted ones", async () => {
    const theirs = await parley.another('Their organization')
    await age(await addPair('Old?', 'Yes.', theirs), { since: 90 })
    expect(await counts(theirs)).to.include({ unread: 1, stale: 0, contradicting: 0 })
    const [{ id }] = await entries('needs=unread', theirs)
    expect((await theirs.send('DELETE', `/api/v1/knowledge/qa/${id}`)).status).to.equal(200)
    expect(await parley.db('knowledge_uses').where({ entry_id: id })).to.deep.equal([])
  })
})
