import { expect } from 'chai'
import { messagesWith } from '../../shared/chat/threadSearch.ts'
import { listThreads } from '../../shared/inbox/threadList.ts'
import { run } from '../../shared/lib/db/builder.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { sqlText } from '../../shared/lib/db/statements.ts'
import { makeOwner } from '../support/data/knowledge.ts'
import { makeTestDb, type TestDb } from '../support/product/testDb.ts'
import { makeDatabase } from '../support/servers/servers.ts'

interface Node {
  'Relation Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/**
 * All messages, of which one organization has a fortieth. They alternate, as in a shared database.
 */
const ALL = 20_000
const OWN = ALL / 40
const idOf = (n: number) => `00000000-0000-0000-0000-${n.toString(16).padStart(12, '0')}`

describe('the search of threads', () => {
  let db: TestDb
  let drop: () => Promise<void>
  let own: string
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 1, 30)
    own = (await makeOwner(db, 'Small')).organizationId
    const { organizationId: other } = await makeOwner(db, 'Large')
    await db.raw(
      `insert into threads (id, organization_id, kind, status, agent_id, customer_id)
       select gen_random_uuid(), organization_id, 'conversation', 'open', id, 'customer' from agents
        where organization_id in (?, ?)`,
      [own, other],
    )
    await db.raw(
      `insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, content, request_id, completed_at)
       select lpad(to_hex(n), 32, '0')::uuid, t.organization_id, t.id, t.agent_id, n, 'user', 'completed',
              case when n = :last then 'Needles' else repeat('hay ', 400) end, 'filled', now()
         from generate_series(1, :last::int) n
         join threads t on t.organization_id = case when n % 40 = 0 then :own::uuid else :other::uuid end order by n`,
      { last: ALL, own, other },
    )
    await db.raw('vacuum analyze messages, threads')
  })
  after(async () => {
    await db.destroy()
    await drop()
  })

  it('reads only the messages of the organization that it goes through', async () => {
    let plan: Node | undefined
    const explained: Db = {
      ...db,
      async query({ text, values = [] }) {
        const { rows } = await db.query<{ 'QUERY PLAN': [{ Plan: Node }] }>({
          text: `explain (analyze, format json) ${text}`,
          values,
        })
        plan = rows[0]!['QUERY PLAN'][0].Plan
        return { rows: [], rowCount: 0 }
      },
    }
    await run(explained, messagesWith(own, 'nowhere', { after: idOf(ALL / 4), to: idOf(ALL) }))
    const read = nodesOf(plan!)
      .filter((node) => node['Relation Name'] === 'messages')
      .map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))
    expect(read).to.deep.equal([(OWN * 3) / 4])
  })

  it('finds a text in any script, in any case', async () => {
    const found = async (search: string) =>
      (await listThreads(db, own, { search }, { limit: 50 })).rows.map(({ match }) => match?.text)
    expect(await found('nEEDLE')).to.deep.equal(['Needles'])
    for (const content of ['Grünste Ernte', 'größte Not', '大学', '12,50 €']) {
      const id = idOf(ALL - 40)
      await sqlText(db, 'update messages set content = :content where id = :id', { content, id })
      expect(await found(content)).to.deep.equal([content])
      expect(await found(content.slice(-5).toUpperCase())).to.deep.equal([content])
    }
  })
})
