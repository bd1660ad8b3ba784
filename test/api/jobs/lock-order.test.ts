import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Knex } from 'knex'
import { agentRecords } from '../../../shared/agents/agents.ts'
import { makeAccept } from '../../../shared/chat/accept.ts'
import type { NewMessage } from '../../../shared/chat/acceptStatement.ts'
import { removeEntries } from '../../../shared/knowledge/entries.ts'
import { qaRecords } from '../../../shared/knowledge/knowledge.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { hashSecret } from '../../../shared/lib/secrets.ts'
import { findDashboardUser } from '../../../shared/people/dashboardSessions.ts'
import { signedIn } from '../../support/http/access.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { waitsForLock } from '../../support/product/statements.ts'

/**
 * Two transactions that lock the same rows in different orders deadlock, and PostgreSQL ends one of
 * them after a second.
 */
describe('rows are locked in one order', () => {
  let parley: Parley
  let organizationId: string
  before(async () => {
    parley = await startParley()
    organizationId = parley.client.organizationId
  })
  after(() => parley.stop())

  /**
   * Starts the work while another transaction locks one row, and looks at the locks once the work
   * waits.
   */
  async function whileWaiting<T>(
    work: () => Promise<unknown>,
    held: (transaction: Knex.Transaction) => Promise<unknown>,
    look: () => Promise<T>,
  ): Promise<T> {
    let working!: Promise<unknown>
    const seen = await parley.db.knexTransaction(async (transaction) => {
      await held(transaction)
      working = work()
      working.catch(() => undefined)
      await waitsForLock(parley.db)
      return look()
    })
    await working
    return seen
  }

  /** Returns whether an existing row is unlocked. */
  const isFree = (query: string, id: string) =>
    parley.db.knexTransaction((transaction) =>
      transaction.raw(`${query} nowait`, [id]).then(
        ({ rows }) => rows.length > 0,
        () => false,
      ),
    )

  const agentWithThreads = async () => {
    const { id: agent_id } = await parley.client.makeAgent()
    const threads = [
      await parley.client.makeConversation({ agent_id }),
      await parley.client.makeConversation({ agent_id }),
    ].map(({ id }) => id as string)
    return { agent_id, threads: threads.sort() }
  }

  it("by the deletion of an agent: its threads, then the agent, so that another organization's posts continue", async () => {
    const { agent_id, threads } = await agentWithThreads()
    const own = await parley.another('Elsewhere')
    const elsewhere = (await own.makeConversation()).id as string
    const another = (await own.makeConversation()).id as string
    const accept = makeAccept(parley.db, TIMES.rowLockedMs)
    const message = (organization_id: string, id: string): NewMessage => ({
      organization_id,
      thread: { kind: 'conversation', id },
      subject: null,
      content: 'Hi',
      metadata: {},
      on_busy: 'queue',
      request_id: 'r',
      reply_to: 'w',
      streamed: false,
      traced: false,
      deadline_seconds: 60,
      wake_up_grace_ms: TIMES.wakeUpGraceMs,
      capacity: { organization: 1000, total: 1000, floor: 0 },
    })
    let late!: Promise<unknown>
    const seen = await whileWaiting(
      () => agentRecords.remove(parley.db, organizationId, agent_id, undefined, true),
      (transaction) => transaction('threads').where({ id: threads[1] }).forUpdate(),
      async () => {
        // The first message goes alone, the next two in one batch.
        const first = accept(message(own.organizationId, elsewhere))
        late = accept(message(organizationId, threads[0]!)).catch((error) => error)
        await Promise.all([first, accept(message(own.organizationId, another))])
        return isFree('select id from agents where id = ? for key share', agent_id)
      },
    )
    expect(seen).to.equal(true)
    expect(await late).to.include({ code: 'not_found' })
    expect(await parley.db('threads').whereIn('id', threads)).to.deep.equal([])
  })

  for (const [how, remove] of [
    ['one', (id: string) => qaRecords.remove(parley.db, organizationId, id)],
    ['several', (id: string) => removeEntries(parley.db, organizationId, [id, randomUUID()])],
  ] as const)
    it(`by the deletion of knowledge (${how}): the entry, then its chunks`, async () => {
      const { body } = await parley.client.post('/api/v1/knowledge/qa', {
        question: 'Why?',
        answer: 'So.',
      })
      const { id, status } = body.data
      expect(status).to.equal('ready')
      const seen = await whileWaiting(
        () => remove(id),
        (transaction) => transaction('knowledge_entries').where({ id }).forNoKeyUpdate(),
        () => isFree('select id from chunks where entry_id = ? for key share', id),
      )
      expect(seen).to.equal(true)
      expect(await parley.db('knowledge_entries').where({ id })).to.deep.equal([])
    })

  it('by the note that a session is in use: the user, then the session', async () => {
    const { user, token } = await signedIn(parley, parley.client, 'viewer')
    const session = { token_hash: hashSecret(token) }
    await parley
      .db('dashboard_sessions')
      .where(session)
      .update({ last_seen_at: new Date(Date.now() - 120_000) })
    const seen = await whileWaiting(
      () => findDashboardUser(parley.db, session.token_hash),
      (transaction) => transaction('users').where({ id: user.id }).forUpdate(),
      () => isFree('select id from dashboard_sessions where user_id = ? for update', user.id),
    )
    expect(seen).to.equal(true)
    const [touched] = await parley.db('dashboard_sessions').where(session)
    expect(Date.now() - touched.last_seen_at.getTime()).to.be.below(60_000)
  })
})
