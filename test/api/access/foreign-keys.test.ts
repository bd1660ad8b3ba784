import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { makeEndReply } from '../../../shared/chat/endReplies.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import {
  makeAuthenticator,
  makeContradiction,
  makeOwn,
  makePasskey,
  makeReset,
  makeSingleSignOn,
  sampleFor,
  send,
} from '../../support/data/samples.ts'
import { ROUTES, signedIn } from '../../support/http/access.ts'
import type { Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

interface ForeignKey {
  from: string
  to: string
  columns: string[]
  targets: string[]
}

describe("the database keeps one organization's rows from pointing to another's", () => {
  let parley: Parley
  let mine: Client
  let theirs: Client
  let keys: ForeignKey[]
  before(async () => {
    parley = await startParley({ workers: false })
    mine = parley.client
    theirs = await parley.another('Their organization')
    await fill(mine)
    await fill(theirs)
    keys = await foreignKeys()
  })
  after(() => parley.stop())

  /** Stores at least one row of the organization in every table that refers to another table. */
  async function fill(client: Client): Promise<void> {
    const own = await makeOwn(parley, client)
    for (const route of ROUTES.filter(({ name }) => name.startsWith('POST /api/v1/')))
      await send(client.address, route, await sampleFor(route, own), client.authorization)
    await signedIn(parley, client, 'owner')
    await client.makeConversation()
    await makeContradiction(own)
    await makeReset(own)
    await makeAuthenticator(own)
    await makePasskey(own)
    await makeSingleSignOn(own)
    const organization_id = client.organizationId
    const entry = await parley
      .db('knowledge_entries')
      .where({ organization_id })
      .orderBy('id')
      .first()
    const application = await parley.db('applications').where({ organization_id }).first()
    const of = { organization_id, entry_id: entry.id }
    const [chunk] = await parley
      .db('chunks')
      .insert({ ...of, position: 0, text: 'x', length: 1 })
      .returning('id')
    const posting = { organization_id, chunk_id: chunk.id, term: 'x', frequency: 1, length: 1 }
    await parley.db('postings').insert(posting)
    const embedding = {
      organization_id,
      chunk_id: posting.chunk_id,
      entry_id: entry.id,
      model: 'm',
    }
    await parley.db('chunk_embeddings').insert(embedding)
    const job = await parley
      .db('open_jobs')
      .where({ organization_id, lane: 'reply' })
      .whereNotNull('thread_id')
      .first()
    await makeEndReply(
      parley.db,
      TIMES.rowLockedMs,
    )({ claim: { id: job.id, organization_id }, status: 'cancelled' })
    const reply = await parley.db('messages').where({ organization_id, role: 'assistant' }).first()
    await parley
      .db('reply_traces')
      .insert({ organization_id, reply_id: reply.id, attempt: 1, trace: {} })
    await parley.db('knowledge_files').insert({ ...of, bytes: Buffer.from('x') })
    await parley.db('knowledge_uses').insert(of).onConflict().ignore()
    const thread = await parley.db('threads').where({ organization_id }).orderBy('id').first()
    const words = { terms: [], forms: [], is_answered: false, asked_at: new Date() }
    await parley
      .db('first_questions')
      .insert({ organization_id, thread_id: thread.id, agent_id: thread.agent_id, ...words })
      .onConflict()
      .ignore()
    const limit = { organization_id, unit: 'tokens', amount: 1, period: 'day', at_limit: 'refuse' }
    const agent = await parley.db('agents').where({ organization_id }).first()
    const ofAgent = { ...limit, id: randomUUID(), scope: 'agent', agent_id: agent.id }
    const ofApplication = {
      ...limit,
      id: randomUUID(),
      scope: 'application',
      application_id: application.id,
    }
    await parley.db('budgets').insert([ofAgent, ofApplication])
    const share = {
      organization_id,
      budget_id: ofApplication.id,
      begins: '2026-11-01',
      subject: application.id,
    }
    await parley.db('budget_periods').insert(share)
    const delivery = await parley.db('webhook_deliveries').where({ organization_id }).first()
    const ofDelivery = { organization_id, delivery_id: delivery.id, attempt: 1, duration_ms: 1 }
    await parley.db('delivery_attempts').insert(ofDelivery)
    const user = await parley.db('users').where({ organization_id }).first()
    const alert = { organization_id, id: randomUUID(), kind: 'failures', subject: randomUUID() }
    await parley.db('alerts').insert(alert)
    const ofAlert = { kind: 'alert', alert_id: alert.id }
    await parley.db('owner_mails').insert({ organization_id, user_id: user.id, ...ofAlert })
    const ofThread = { organization_id, thread_id: thread.id }
    await parley
      .db('thread_reads')
      .insert({ ...ofThread, user_id: user.id, seq: 1 })
      .onConflict()
      .ignore()
    await parley.db('agent_trials').where({ organization_id }).update({ thread_id: thread.id })
    await parley
      .db('contacts')
      .insert({ ...ofThread, id: randomUUID(), sealed_email: 'x' })
      .onConflict()
      .ignore()
    const file = {
      file_name: 'a.gif',
      media_type: 'image/gif',
      size_bytes: 1,
      bytes: Buffer.from('x'),
    }
    await parley.db('attachments').insert({ ...ofThread, ...file, id: randomUUID() })
    await parley
      .db('mails')
      .insert({ ...ofThread, kind: 'handoff', user_id: user.id, due_at: new Date() })
    const server = {
      organization_id,
      id: randomUUID(),
      name: randomUUID(),
      url: 'https://crm.example/mcp',
    }
    await parley.db('mcp_servers').insert(server)
    const tool = {
      organization_id,
      id: randomUUID(),
      name: randomUUID(),
      title: 'Find',
      description: 'Finds customers.',
      kind: 'mcp',
      input_schema: { type: 'object' },
      effect: 'read',
      mcp_server_id: server.id,
    }
    await parley.db('tools').insert(tool)
    const step = {
      ...ofThread,
      question_id: reply.in_reply_to,
      step: 1,
      kind: 'tool',
      reply_id: reply.id,
      agent_id: thread.agent_id,
      call_id: randomUUID(),
      tool_id: tool.id,
      state: 'succeeded',
      decided_by: user.id,
      settled_by: user.id,
    }
    await parley.db('reply_steps').insert(step)
    const use = { organization_id, application_id: application.id, last_used_at: new Date() }
    await parley.db('application_uses').insert(use).onConflict().ignore()
  }

  /**
   * Returns the foreign keys of the application's own tables. The queue's tables hold only ids.
   */
  async function foreignKeys(): Promise<ForeignKey[]> {
    const names = (table: string, numbers: string) => `array(
      select attname::text from unnest(${numbers}) with ordinality as n (number, place)
        join pg_attribute on attrelid = ${table} and attnum = number order by place)`
    const { rows } = await parley.db.raw(`
      select conrelid::regclass::text as "from", confrelid::regclass::text as "to",
             ${names('conrelid', 'conkey')} as columns, ${names('confrelid', 'confkey')} as targets
        from pg_constraint
       where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
       order by 1, 3`)
    return rows
  }

  /**
   * Returns the foreign keys between rows of an organization, without those to the organization
   * itself.
   */
  const betweenRows = () => keys.filter(({ to }) => to !== 'organizations')

  const nameOf = ({ from, columns }: ForeignKey) =>
    `${from}.${columns.filter((column) => column !== 'organization_id').join(',')}`

  it('by an organization column in every table with rows of an organization', async () => {
    const { rows } = await parley.db.raw(`
      select table_name as name from information_schema.tables t
       where table_schema = 'public' and table_type = 'BASE TABLE' and not exists (
         select from information_schema.columns c
          where c.table_schema = 'public' and c.table_name = t.table_name
            and c.column_name = 'organization_id' and c.is_nullable = 'NO')
       order by 1`)
    expect(rows.map(({ name }: { name: string }) => name)).to.deep.equal([
      // The work of workers.
      'chores',
      // Connections without an organization are the operator's, which serve all.
      'connections',
      // The service's only model, which belongs to no organization.
      'embedding_model',
      'knex_migrations',
      'knex_migrations_lock',
      // The state of models, as workers found it. The key of a connection's model has its
      // organization's id.
      'model_breakers',
      'organizations',
      // Counts under hashed names.
      'rate_limits',
      'repeatable_migrations',
      // The processes of the service.
      'workers',
    ])
  })

  it('by the organization in every foreign key', () => {
    const without = betweenRows().filter(({ columns, targets }) => {
      const place = columns.indexOf('organization_id')
      return place < 0 || targets[place] !== 'organization_id'
    })
    expect(betweenRows()).to.have.length.of.at.least(12)
    expect(without.map(nameOf)).to.deep.equal([])
  })

  it("refuses a row that refers to another organization's row, and a row that is moved to another organization", async () => {
    const seen: Record<string, string[]> = {}
    const tried = betweenRows()
    for (const key of tried) {
      const { from, to, columns, targets } = key
      const place = columns.findIndex((column) => column !== 'organization_id')
      const [mineId, theirsId] = [mine.organizationId, theirs.organizationId]
      const row = `ctid = (select ctid from ${from} where organization_id = ? and ${columns[place]} is not null limit 1)`
      // Takes the youngest row, to which nothing else refers.
      const target = `(select ${targets[place]} from ${to} where organization_id = ? order by id desc limit 1)`
      seen[nameOf(key)] = [
        await outcome(`update ${from} set ${columns[place]} = ${target} where ${row}`, [
          theirsId,
          mineId,
        ]),
        await outcome(`update ${from} set organization_id = ? where ${row}`, [theirsId, mineId]),
      ]
    }
    const refused = Object.fromEntries(tried.map((key) => [nameOf(key), [VIOLATION, VIOLATION]]))
    expect(seen).to.deep.equal(refused)
  })

  /** PostgreSQL's name for a foreign key without its row. */
  const VIOLATION = '23503'

  async function outcome(statement: string, values: string[]): Promise<string> {
    try {
      const { rowCount } = await parley.db.raw(statement, values)
      return `changed ${rowCount}`
    } catch (error) {
      return String((error as { code?: string }).code)
    }
  }
})
