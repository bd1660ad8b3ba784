import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { keyNameOf, makeSealer } from '../../../shared/lib/sealing.ts'
import { countByKey, resealSecrets, SEALED_COLUMNS } from '../../../shared/models/sealedColumns.ts'
import { connectionPlace } from '../../../shared/models/storedConnections.ts'
import { doChores } from '../../../workers/jobs/housekeeping.ts'
import { type CompatibleServer, startCompatible } from '../../support/models/compatible.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const keyOf = (name: string) => `${name}:${randomBytes(32).toString('base64')}`
const STOP = new AbortController().signal

describe('sealed values', () => {
  const [old, next] = [keyOf('old'), keyOf('next')]
  let parley: Parley
  let server: CompatibleServer
  before(async () => {
    server = await startCompatible()
    parley = await startParley({
      settings: { EGRESS_ALLOWED_HOSTS: server.host, SECRET_KEYS: `${next},${old}` },
    })
  })
  after(async () => {
    await parley.stop()
    await server.close()
  })
  beforeEach(() => parley.db('connections').delete())

  const configWith = (SECRET_KEYS: string) => loadConfig({ ...parley.env, SECRET_KEYS })
  const sealerOf = (keys: string) => makeSealer(configWith(keys).SECRET_KEYS)

  /** Stores connections whose keys are sealed by one key. */
  async function fill(count: number, keys: string): Promise<string[]> {
    const organization_id = parley.client.organizationId
    const sealer = sealerOf(keys)
    const rows = Array.from({ length: count }, (_, n) => {
      const id = uuid()
      const sealed_key = sealer.seal(`sk-secret-${n}`, connectionPlace({ organization_id, id }))
      const server_ = { provider: 'openai', base_url: server.url }
      return { id, organization_id, name: `c-${id.slice(-8)}-${n}`, sealed_key, ...server_ }
    })
    await parley.db.batchInsert('connections', rows, 100)
    return rows.map(({ name }) => name)
  }

  it('are all in the list of columns that are checked and sealed anew', async () => {
    const { rows } = await parley.db.raw(`
      select table_name as "table", column_name as "column" from information_schema.columns
       where table_schema = 'public' and column_name like 'sealed\\_%' order by 1, 2`)
    expect(rows).to.deep.equal([...SEALED_COLUMNS])
  })

  it('are sealed anew over several batches, once, and those that no key opens stay', async () => {
    await fill(450, old)
    await fill(3, keyOf('lost'))
    const sealer = sealerOf(`${next},${old}`)
    expect(await resealSecrets(parley.db, sealer, STOP)).to.equal(450)
    expect(await countByKey(parley.db)).to.deep.equal({ lost: 3, next: 450 })
    expect(await resealSecrets(parley.db, sealer, STOP)).to.equal(0)
    expect(await resealSecrets(parley.db, makeSealer([]), STOP)).to.equal(0)
    const rows = await parley.db('connections').whereLike('sealed_key', 'v1.next.%')
    const opened = rows.map((row) => sealerOf(next).open(row.sealed_key, connectionPlace(row)))
    expect(new Set(opened).size).to.equal(450)
  })

  it('stay unchanged if another transaction has just replaced them', async () => {
    const [name] = await fill(1, old)
    const row = await parley.db('connections').where({ name }).first()
    const sealer = sealerOf(`${next},${old}`)
    const anew = sealer.seal('sk-changed-meanwhile', connectionPlace(row))
    const slow = {
      ...parley.db,
      query: async (statement: Parameters<typeof parley.db.query>[0]) => {
        if (statement.text.startsWith('update'))
          await parley.db('connections').where({ name }).update({ sealed_key: anew })
        return parley.db.query(statement)
      },
      transaction: parley.db.transaction,
    }
    expect(await resealSecrets(slow as never, sealer, STOP)).to.equal(0)
    const after = await parley.db('connections').where({ name }).first()
    expect(after.sealed_key).to.equal(anew)
  })

  it('are sealed anew while replies need them, and no reply fails', async () => {
    server.key = undefined
    const names = await fill(8, old)
    const agents = await Promise.all(
      names.map((name) => parley.client.makeAgent({ model: `${name}:large` })),
    )
    const config = configWith(`${next},${old}`)
    const ask = async ({ id }: { id: string }) => {
      const conversation = await parley.client.makeConversation({ agent_id: id })
      return (await parley.client.say(conversation.id, 'Hi')).status
    }
    const asking = Promise.all(
      Array.from({ length: 5 }, () => agents)
        .flat()
        .map(ask),
    )
    await doChores(parley.db, config, makeLog('test', config))
    expect(new Set(await asking)).to.deep.equal(new Set([201]))
    const rows = await parley.db('connections').whereIn('name', names)
    expect(new Set(rows.map(({ sealed_key }) => keyNameOf(sealed_key)))).to.deep.equal(
      new Set(['next']),
    )
    expect(await Promise.all(agents.map(ask))).to.deep.equal(agents.map(() => 201))
  })
})
