import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { acceptMessage } from '../../../shared/chat/accept.ts'
import { makeEndReply } from '../../../shared/chat/endReplies.ts'
import { type LoadedInputs, REPLY_INPUTS } from '../../../shared/chat/replyInputs.ts'
import { claimWoken } from '../../../shared/jobs/claims.ts'
import type { LeasedJob } from '../../../shared/jobs/openJobs.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { makeOwner, type Owner } from '../../support/data/knowledge.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

const CLAIMANT = {
  worker: 'w',
  shareConcurrency: 100,
  leaseMs: TIMES.leaseMs,
  inputs: REPLY_INPUTS,
}

describe('the inputs of a reply that may call tools', () => {
  let db: TestDb
  let drop: () => Promise<void>
  let owner: Owner
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 2, 30)
  })
  after(async () => {
    await db.destroy()
    await drop()
  })
  beforeEach(async () => {
    owner = await makeOwner(db, `Ada & Co ${randomUUID()}`)
  })

  async function makeTool(name: string, organization_id = owner.organizationId) {
    const id = randomUUID()
    await db('tools').insert({
      id,
      organization_id,
      name,
      title: name,
      description: 'does something',
      kind: 'http',
      input_schema: {},
      effect: 'read',
      url_template: 'https://shop.example/',
    })
    return id
  }

  const give = (ids: string[]) =>
    db('agents').where({ id: owner.agentId }).update({ tool_ids: ids })

  async function makeThread(columns: object = {}): Promise<string> {
    const id = randomUUID()
    await db('threads').insert({
      id,
      organization_id: owner.organizationId,
      agent_id: owner.agentId,
      kind: 'conversation',
      status: 'open',
      ...columns,
    })
    return id
  }

  async function post(threadId: string, content = 'Where is my order?'): Promise<LeasedJob> {
    const { id } = await acceptMessage(db, {
      organization_id: owner.organizationId,
      thread: { kind: 'conversation', id: threadId },
      content,
      metadata: {},
      subject: null,
      streamed: false,
      traced: false,
      on_busy: 'queue',
      request_id: 'r',
      reply_to: 'nobody',
      deadline_seconds: 60,
      wake_up_grace_ms: 0,
      capacity: { organization: 100, total: 100, floor: 0 },
    })
    return claim(id)
  }

  async function claim(id: string): Promise<LeasedJob> {
    const [job] = await claimWoken(
      db,
      'reply',
      [{ id, organization_id: owner.organizationId }],
      CLAIMANT,
    )
    return job!
  }

  const inputsOf = ({ inputs }: LeasedJob) => inputs as LoadedInputs
  const questionOf = async ({ id }: LeasedJob) =>
    (await db('open_jobs').where({ id }).first()).question_id as string

  /** Stores a call of a question, as its worker would. */
  async function storeCall(job: LeasedJob, question_id: string, columns: object) {
    await db('reply_steps').insert({
      organization_id: owner.organizationId,
      question_id,
      step: 2,
      kind: 'tool',
      reply_id: job.id,
      thread_id: job.thread_id,
      agent_id: owner.agentId,
      call_id: randomUUID(),
      asked_in: 1,
      name: 'refund',
      title: 'Refund',
      effect: 'write',
      arguments: { order: '1001' },
      state: 'succeeded',
      ...columns,
    })
  }

  it('are none for an agent without tools', async () => {
    expect(inputsOf(await post(await makeThread())).acting).to.equal(null)
  })

  it('have the tools of the agent in its order, and no others', async () => {
    const other = await makeOwner(db, `Other ${randomUUID()}`)
    const [first, second] = [await makeTool('first'), await makeTool('second')]
    await makeTool('not_given')
    const foreign = await makeTool('foreign', other.organizationId)
    await give([second, foreign, first, randomUUID()])
    const { acting } = inputsOf(await post(await makeThread()))
    expect(acting!.tools.map(({ name }) => name)).to.deep.equal(['second', 'first'])
    expect(acting).to.deep.include({ steps: [], acts: [] })
  })

  for (const [whose, columns, customer] of [
    ['an unknown customer', {}, { id: null, is_verified: false }],
    ['a customer whom a server has named', { customer_id: 'c1' }, { id: 'c1', is_verified: true }],
  ] as const)
    it(`name ${whose}`, async () => {
      await give([await makeTool('first')])
      const job = await post(await makeThread(columns))
      expect(inputsOf(job).acting!.customer).to.deep.equal(customer)
    })

  it('have the writes of earlier questions of the thread, and the steps of its own', async () => {
    await give([await makeTool('refund')])
    const thread = await makeThread()
    const earlier = await post(thread, 'Refund it')
    await storeCall(earlier, await questionOf(earlier), { note: 'fine' })
    await storeCall(earlier, await questionOf(earlier), { step: 3, effect: 'read' })
    await storeCall(earlier, await questionOf(earlier), { step: 4, same_as: 2 })
    await makeEndReply(db, 1000)({ claim: earlier, status: 'cancelled' })
    const job = await post(thread)
    const { acting } = inputsOf(job)
    expect(acting!.steps).to.deep.equal([])
    expect(acting!.acts).to.have.length(1)
    expect(acting!.acts[0]).to.deep.include({
      title: 'Refund',
      arguments: { order: '1001' },
      state: 'succeeded',
      note: 'fine',
    })
  })

  it('have the question and the steps of the reply that a decision continues', async () => {
    const thread = await makeThread()
    const first = await post(thread, 'Refund it')
    const question = await questionOf(first)
    await db('open_jobs').where({ id: first.id }).update({ steps: 2 })
    await storeCall(first, question, { state: 'approved', digest: Buffer.alloc(32, 1) })
    const reply = { content: '', citations: [], grounded: null, finish_reason: 'tool_calls' }
    await makeEndReply(db, 1000)({ claim: first, status: 'requires_action', reply })
    expect(await db('messages').where({ id: first.id }).first()).to.include({
      status: 'requires_action',
      steps: 2,
      asked_id: null,
    })
    const job = await post(thread, 'Hello?')
    await db('open_jobs').where({ id: job.id }).update({
      question_id: first.id,
      asked_id: question,
      steps: 2,
      worker: null,
      claimed_at: null,
      lease_expires_at: null,
    })
    const continuation = await claim(job.id)
    const inputs = inputsOf(continuation)
    expect(inputs.question).to.equal('Refund it')
    expect(inputs.acting).to.deep.include({ tools: [], acts: [] })
    expect(inputs.acting!.steps).to.have.length(1)
    expect(inputs.acting!.steps[0]).to.deep.include({
      kind: 'tool',
      step: 2,
      state: 'approved',
      digest: '01'.repeat(32),
      arguments: { order: '1001' },
    })
    await makeEndReply(db, 1000)({ claim: continuation, status: 'failed' })
    expect(await db('messages').where({ id: job.id }).first()).to.include({
      in_reply_to: first.id,
      asked_id: question,
      steps: 2,
    })
  })
})
