import { expect } from 'chai'
import { acceptMessage } from '../../shared/store/accept.ts'
import { TIMES } from '../../shared/times.ts'
import { Client, eventually } from '../support/client.ts'
import { makeMoment } from '../support/model.ts'
import { onBothQueues, type Parley, startParley } from '../support/parley.ts'
import { killAll, runApi, runWorker } from '../support/processes.ts'

/** The audit that must hold whatever happened: every question has one finished reply, in order, counted once. */
async function expectNothingLost({ db }: Parley, conversationId: string, questions: number): Promise<any[]> {
  const rows = await db('messages').where({ thread_id: conversationId }).orderBy('seq')
  expect(rows.map(({ role }: any) => role)).to.deep.equal(Array(questions).fill(['user', 'assistant']).flat())
  const replies = rows.filter(({ role }: any) => role === 'assistant')
  for (const reply of replies) expect(reply.status).to.be.oneOf(['completed', 'failed'])
  const finished = replies.map(({ completed_at }: any) => completed_at.getTime())
  expect(finished).to.deep.equal([...finished].sort((a, b) => a - b))
  const completed = replies.filter(({ status }: any) => status === 'completed')
  const usages = await db('usages')
    .where({ outcome: 'completed' })
    .whereIn(
      'reply_id',
      completed.map(({ id }: any) => id),
    )
  expect(usages).to.have.length(completed.length)
  return replies
}

onBothQueues('nothing is lost', function (backend) {
  let parley: Parley
  before(async () => {
    parley = await startParley({ backend, workers: false })
  })
  after(async () => {
    await killAll()
    await parley.stop()
  })
  beforeEach(() => parley.model.reset())

  it('answers exactly once a message whose worker is killed in the middle of the model call', async function () {
    this.timeout(60_000)
    const { client, model, db, env } = parley
    model.behave((_, index) => (index === 0 ? { hang: true } : { text: 'answered by the second' }))
    const first = await runWorker(env)
    const conversation = await client.makeConversation()
    const answer = client.say(conversation.id, 'Hi')
    await eventually(async () => model.requests.length === 1)
    first.signal('SIGKILL')
    expect(await first.ended).to.equal('SIGKILL')
    const second = await runWorker(env)
    const { status, body } = await answer
    expect(status).to.equal(201)
    expect(body.data.content).to.equal('answered by the second')
    const [reply] = await expectNothingLost(parley, conversation.id, 1)
    expect(reply).to.include({ attempt: 2, crashes: 1, failures: 0 })
    expect(model.requests).to.have.length(2)
    const [crashed, completed] = await db('jobs').where({ target_id: reply.id }).orderBy('attempt')
    expect(crashed).to.include({ attempt: 1, outcome: 'crashed', error_code: 'worker_crashed' })
    expect(completed).to.include({ attempt: 2, outcome: 'completed' })
    expect(crashed.worker).not.to.equal(completed.worker)
    expect(await second.stop()).to.equal(0)
  })

  it('gives up, with a reason, on a message that kills each worker, and answers the next one', async function () {
    this.timeout(60_000)
    const { client, db, env } = parley
    const conversation = await client.makeConversation()
    await client.say(conversation.id, 'poison', { Prefer: 'respond-async' })
    // What four dead workers leave behind: leases that ran out.
    const crashed = { status: 'processing', attempt: 4, crashes: 4, wake_at: new Date(Date.now() - 1_000) }
    await db('messages').where({ thread_id: conversation.id, role: 'assistant' }).update(crashed)
    const next = client.say(conversation.id, 'and this?')
    const worker = await runWorker(env)
    expect((await next).status).to.equal(201)
    const [poisoned, answered] = await expectNothingLost(parley, conversation.id, 2)
    expect(poisoned).to.include({ status: 'failed', attempt: 5 })
    expect(poisoned.error.code).to.equal('worker_crashed')
    expect(answered.status).to.equal('completed')
    expect(await worker.stop()).to.equal(0)
  })

  it('finds a message whose doorbell nobody rang', async () => {
    const { client, db, env } = parley
    const conversation = await client.makeConversation()
    const id = await acceptMessage(db, {
      organization_id: client.organizationId,
      thread: { kind: 'conversation', id: conversation.id },
      content: 'Is anybody there?',
      metadata: {},
      subject: null,
      streamed: false,
      traced: false,
      on_busy: 'queue',
      request_id: 'r',
      waiter: 'nobody',
      deadline_seconds: 60,
      wake_up_grace_ms: TIMES.wakeUpGraceMs,
      room: { organization: 100, total: 100 },
    })
    const worker = await runWorker(env)
    const { body } = await client.get(`/api/v1/conversations/${conversation.id}/messages/${id}?wait=10`)
    expect(body.data.status).to.equal('completed')
    await expectNothingLost(parley, conversation.id, 1)
    await worker.stop()
  })

  it('finishes running replies at SIGTERM and ends within 25 seconds, with no call repeated', async function () {
    this.timeout(40_000)
    const { client, model, env } = parley
    model.behave(() => ({ text: 'finished in spite of it', delayMs: 2_000 }))
    const worker = await runWorker(env)
    const conversation = await client.makeConversation()
    const answer = client.say(conversation.id, 'Hi')
    await eventually(async () => model.requests.length === 1)
    worker.signal('SIGTERM')
    worker.signal('SIGTERM')
    expect((await answer).body.data.content).to.equal('finished in spite of it')
    expect(await worker.ended).to.equal(0)
    expect(model.requests).to.have.length(1)
  })

  it('hands back at SIGTERM what does not finish in time, without counting it as a failure', async function () {
    this.timeout(40_000)
    const { client, model, env } = parley
    model.behave((_, index) => (index === 0 ? { hang: true } : { text: 'by another worker' }))
    const first = await runWorker({ ...env, SHUTDOWN_SECONDS: '1' })
    const conversation = await client.makeConversation()
    const answer = client.say(conversation.id, 'Hi')
    await eventually(async () => model.requests.length === 1)
    expect(await first.stop()).to.equal(0)
    await eventually(async () => model.aborted === 1)
    const second = await runWorker(env)
    expect((await answer).body.data.content).to.equal('by another worker')
    const [reply] = await expectNothingLost(parley, conversation.id, 1)
    expect(reply).to.include({ attempt: 2, failures: 0 })
    await second.stop()
  })

  it('answers every open request when the API gets SIGTERM: 201 if in time, else 202', async function () {
    this.timeout(40_000)
    const { client, model, env } = parley
    const worker = await runWorker(env)
    const api = await runApi({ ...env, SHUTDOWN_SECONDS: '6', LOG_LEVEL: 'info' })
    const [told, ended] = [makeMoment(), makeMoment()]
    model.behave(({ messages }) =>
      messages.at(-1)!.content === 'slow'
        ? { text: 'late', after: ended.promise }
        : { text: 'quick', after: told.promise },
    )
    const there = new Client(api.address, client.credentials)
    const [one, two] = [await client.makeConversation(), await client.makeConversation()]
    const quick = there.say(one.id, 'quick')
    const slow = there.say(two.id, 'slow')
    await eventually(async () => model.requests.length === 2)
    api.signal('SIGTERM')
    await eventually(async () => api.output().includes('stopping'))
    told.come()
    const inTime = await quick
    expect(inTime.status).to.equal(201)
    expect(inTime.headers.get('connection')).to.equal('close')
    const late = await slow
    expect(late.status).to.equal(202)
    ended.come()
    expect(await api.ended).to.equal(0)
    const { body } = await client.get(`${late.headers.get('location')}?wait=20`)
    expect(body.data.content).to.equal('late')
    await worker.stop()
  })

  it('keeps a reply whose API process is killed: it is read from another one', async function () {
    this.timeout(40_000)
    const { client, model, env } = parley
    model.behave(() => ({ text: 'still here', delayMs: 1_000 }))
    const worker = await runWorker(env)
    const api = await runApi(env)
    const conversation = await client.makeConversation()
    const broken = new Client(api.address, client.credentials)
      .say(conversation.id, 'Hi')
      .catch((error) => error)
    await eventually(async () => model.requests.length === 1)
    api.signal('SIGKILL')
    expect(await broken).to.be.an('error')
    const reply = await eventually(async () => {
      const { data } = (await client.get(`/api/v1/conversations/${conversation.id}/messages`)).body
      return data[1].status === 'completed' && data[1]
    })
    expect(reply.content).to.equal('still here')
    await expectNothingLost(parley, conversation.id, 1)
    await worker.stop()
  })

  it('ends a worker cleanly at Ctrl-C', async () => {
    const worker = await runWorker(parley.env)
    worker.signal('SIGINT')
    expect(await worker.ended).to.equal(0)
    expect(worker.output()).not.to.match(/"level":(50|60)/)
  })
})
