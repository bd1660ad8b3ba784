import { expect } from 'chai'
import { request, type SignedIn, signedIn } from '../../support/http/access.ts'
import type { Client } from '../../support/http/client.ts'
import { type CompatibleServer, startCompatible } from '../../support/models/compatible.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { waitsForLock } from '../../support/product/statements.ts'

describe('a connection in use', () => {
  let parley: Parley
  let client: Client
  let server: CompatibleServer
  let owner: SignedIn
  before(async () => {
    server = await startCompatible()
    parley = await startParley({ workers: false, settings: { EGRESS_ALLOWED_HOSTS: server.host } })
    client = parley.client
    owner = await signedIn(parley, client, 'owner')
  })
  after(async () => {
    await parley.stop()
    await server.close()
  })

  const ask = (method: string, path: string, body?: object) =>
    request(client.address, method, path, owner.headers, body)
  let names = 0
  const make = async (): Promise<{ id: string; name: string }> => {
    const fields = { name: `ours-${++names}`, provider: 'openai', base_url: server.url }
    return (await ask('POST', '/api/v1/connections', fields)).body.data
  }
  const remove = ({ id }: { id: string }) => ask('DELETE', `/api/v1/connections/${id}`)
  const outcome = ({ status, body }: Awaited<ReturnType<typeof remove>>) => [status, body.code]
  const budgetOf = (name: string) => ({
    scope: 'organization',
    unit: 'tokens',
    amount: 1000,
    period: 'day',
    at_limit: 'fallback_model',
    fallback_model: `${name}:small`,
  })

  it('cannot be deleted while a budget falls back to its model', async () => {
    const connection = await make()
    const budget = (await ask('POST', '/api/v1/budgets', budgetOf(connection.name))).body.data
    const refused = await remove(connection)
    expect(outcome(refused)).to.deep.equal([409, 'connection_in_use'])
    expect(refused.body.detail).to.contain('Budgets fall back')
    expect(refused.body.data).to.deep.equal({ agents: [], budgets: [{ id: budget.id }] })
    await ask('DELETE', `/api/v1/budgets/${budget.id}`)
    expect((await remove(connection)).status).to.equal(200)
  })

  const WAYS: Record<string, (name: string, agentId: string) => ReturnType<typeof ask>> = {
    'a new agent': (name) => ask('POST', '/api/v1/agents', { name: 'Bo', model: `${name}:small` }),
    'a changed agent': (name, agentId) =>
      ask('PATCH', `/api/v1/agents/${agentId}`, { fallback_models: [`${name}:small`] }),
    'a new budget': (name) => ask('POST', '/api/v1/budgets', budgetOf(name)),
  }
  for (const [what, save] of Object.entries(WAYS)) {
    it(`does not exist for ${what} that is saved while it is deleted`, async () => {
      const [connection, agent] = [await make(), await client.makeAgent()]
      const saved = await parley.db.knexTransaction(async (transaction) => {
        await transaction('connections').where({ id: connection.id }).delete()
        const saving = save(connection.name, agent.id)
        await waitsForLock(parley.db, 1)
        return { saving }
      })
      const { status, body } = await saved.saving
      expect([status, body.code]).to.deep.equal([422, 'validation_failed'])
      expect(JSON.stringify(body.data.errors)).to.contain('which does not exist')
    })

    it(`is kept for ${what} that was saved a moment before`, async () => {
      const [connection, agent] = [await make(), await client.makeAgent()]
      const table = what.endsWith('agent') ? 'agents' : 'budgets'
      const both = await parley.db.knexTransaction(async (transaction) => {
        // The saving transaction has read the connection, and has not committed.
        await transaction.raw(`lock table ${table} in share mode`)
        const saving = save(connection.name, agent.id)
        await waitsForLock(parley.db, 1)
        const removing = remove(connection)
        await waitsForLock(parley.db, 2)
        return { saving, removing }
      })
      expect((await both.saving).status).to.be.oneOf([200, 201])
      expect(outcome(await both.removing)).to.deep.equal([409, 'connection_in_use'])
    })
  }
})
