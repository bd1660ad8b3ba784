import { expect } from 'chai'
import { acceptMessage } from '../../../shared/chat/accept.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { Client, eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { killAll, type Running, runApi, runWorker } from '../../support/product/processes.ts'
import { makeMoment, questionIn } from '../../support/servers/model.ts'

/**
 * Audits what must hold after any fault: every question has one finished reply, in order, counted
 * once.
 */
async function expectNothingLost(
  { db }: Parley,
  conversationId: string,
  questions: number,
): Promise<any[]> {
  const rows = await db('messages').where({ thread_id: conversationId }).orderBy('seq')
  expect(rows.map(({ role }: any) => role)).to.deep.equal(
    Array(questions).fill(['user', 'assistant']).flat(),
  )
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

onOneQueue('no accepted message is lost: Parley', function (backend) {
  let parley: Parley
  /** The worker runs from test to test, until one ends it. */
  let worker: Running | undefined
  before(async () => {
    // A lease of 3 s.
    parley = await startParley({ backend, workers: false, settings: { TIME_SCALE: '0.3' } })
  })
  after(async () => {
    await killAll()
    await parley.stop()
  })
  beforeEach(() => parley.model.reset())

  const haveWorker = async () => {
    worker ??= await runWorker(parley.env)
    return worker
  }
  const killWorker = async (signal: NodeJS.Signals) => {
    const killed = worker!
    worker = undefined
    killed.signal(signal)
    return killed.ended
  }

  it('answers exactly once a message whose worker is killed in the middle of the model call @long', async () => {
    const { client, model, db } = parley
    model.behave((_, index) => (index === 0 ? { hang: true } : { text: 'answered by the second' }))
    await haveWorker()
    const conversation = await client.makeConversation()
    const answer = client.say(conversation.id, 'Hi')
    await eventually(async () => model.requests.length === 1, 60)
    expect(await killWorker('SIGKILL')).to.equal('SIGKILL')
    await haveWorker()
    const { status, body } = await answer
    expect(status).to.equal(201)
    expect(body.data.content).to.equal('answered by the second')
    const [reply] = await expectNothingLost(parley, conversation.id, 1)
    expect(reply).to.include({ attempt: 2 })
    expect(model.requests).to.have.length(2)
    const [crashed, completed] = await db('jobs').where({ target_id: reply.id }).orderBy('attempt')
    expect(crashed).to.include({ attempt: 1, outcome: 'crashed', error_code: 'worker_crashed' })
    expect(completed).to.include({ attempt: 2, outcome: 'completed' })
    expect(crashed.worker).not.to.equal(completed.worker)
  })

  it('finds a message for which no worker was woken @long', async () => {
    const { client, db } = parley
    await haveWorker()
    const conversation = await client.makeConversation()
    const { id } = await acceptMessage(db, {
      organization_id: client.organizationId,
      thread: { kind: 'conversation', id: conversation.id },
      content: 'Is anybody there?',
      metadata: {},
      subject: null,
      streamed: false,
      traced: false,
      on_busy: 'queue',
      request_id: 'r',
      reply_to: 'nobody',
      deadline_seconds: 60,
      wake_up_grace_ms: TIMES.wakeUpGraceMs,
      capacity: { organization: 100, total: 100, floor: 0 },
    })
    const { body } = await client.get(
      `/api/v1/conversations/${conversation.id}/messages/${id}?wait=20`,
    )
    expect(body.data.status).to.equal('completed')
    await expectNothingLost(parley, conversation.id, 1)
  })

  it('answers every open request when the API gets SIGTERM: 201 if in time, else 202 @long', async () => {
    const { client, model, env } = parley
    const [api] = await Promise.all([runApi({ ...env, SHUTDOWN_SECONDS: '6' }), haveWorker()])
    const [finish, ended] = [makeMoment(), makeMoment()]
    model.behave((request) =>
      questionIn(request) === 'slow'
        ? { text: 'late', after: ended.promise }
        : { text: 'quick', after: finish.promise },
    )
    const there = new Client(api.address, client.credentials)
    const [one, two] = [await client.makeConversation(), await client.makeConversation()]
    const quick = there.say(one.id, 'quick')
    const slow = there.say(two.id, 'slow')
    await eventually(async () => model.requests.length === 2, 60)
    api.signal('SIGTERM')
    await api.printed(/stopping/)
    finish.come()
    const withTimeout = await quick
    expect(withTimeout.status).to.equal(201)
    expect(withTimeout.headers.get('connection')).to.equal('close')
    const late = await slow
    expect(late.status).to.equal(202)
    ended.come()
    expect(await api.ended).to.equal(0)
    const { body } = await client.get(`${late.headers.get('location')}?wait=20`)
    expect(body.data.content).to.equal('late')
  })

  it('keeps a reply whose API process is killed: another process has it, and serves it to a repeated key @long', async () => {
    const { client, model, env } = parley
    const answered = makeMoment()
    model.behave(() => ({ text: 'still here', after: answered.promise }))
    const [api] = await Promise.all([runApi(env), haveWorker()])
    const conversation = await client.makeConversation()
    const key = { 'Idempotency-Key': 'of-one-who-was-killed' }
    const broken = new Client(api.address, client.credentials)
      .say(conversation.id, 'Hi', key)
      .catch((error) => error)
    await eventually(async () => model.requests.length === 1, 60)
    api.signal('SIGKILL')
    expect(await broken).to.be.an('error')
    const again = client.say(conversation.id, 'Hi', key)
    answered.come()
    const { status, body } = await again
    expect(status).to.equal(201)
    expect(body.data.content).to.equal('still here')
    const [, reply] = (await client.get(`/api/v1/conversations/${conversation.id}/messages`)).body
      .data
    expect(reply.content).to.equal('still here')
    expect(model.requests).to.have.length(1)
    await expectNothingLost(parley, conversation.id, 1)
  })

  it('finishes running replies at SIGTERM and ends within 25 seconds, with no call repeated', async () => {
    const { client, model } = parley
    const answered = makeMoment()
    model.behave(() => ({ text: 'finished in spite of it', after: answered.promise }))
    const leaving = await haveWorker()
    const conversation = await client.makeConversation()
    const answer = client.say(conversation.id, 'Hi')
    await eventually(async () => model.requests.length === 1, 60)
    leaving.signal('SIGTERM')
    await leaving.printed(/stopping/)
    const ended = killWorker('SIGTERM')
    answered.come()
    expect((await answer).body.data.content).to.equal('finished in spite of it')
    expect(await ended).to.equal(0)
    expect(model.requests).to.have.length(1)
  })

  it('gives up, with a reason, on a message that kills each worker, and answers the next message @long', async () => {
    const { client, db } = parley
    const conversation = await client.makeConversation()
    await client.say(conversation.id, 'poison', { Prefer: 'respond-async' })
    // The columns of four dead workers' claims: expired leases.
    const crashed = {
      attempt: 4,
      crashes: 4,
      worker: 'gone',
      claimed_at: new Date(Date.now() - 12_000),
    }
    await db('open_jobs')
      .where({ thread_id: conversation.id })
      .update({ ...crashed, lease_expires_at: new Date(Date.now() - 1_000) })
    const next = client.say(conversation.id, 'and this?')
    // It soon hands the job back, too.
    worker = await runWorker({ ...parley.env, SHUTDOWN_SECONDS: '1' })
    expect((await next).status).to.equal(201)
    const [poisoned, answered] = await expectNothingLost(parley, conversation.id, 2)
    expect(poisoned).to.include({ status: 'failed', attempt: 5 })
    expect(poisoned.error.code).to.equal('worker_crashed')
    expect(answered.status).to.equal('completed')
  })

  it('hands back at SIGTERM what does not finish in time, without counting it as a failure @long', async () => {
    const { client, model } = parley
    model.behave((_, index) => (index === 0 ? { hang: true } : { text: 'by another worker' }))
    worker ??= await runWorker({ ...parley.env, SHUTDOWN_SECONDS: '1' })
    const conversation = await client.makeConversation()
    const answer = client.say(conversation.id, 'Hi')
    await eventually(async () => model.requests.length === 1, 60)
    expect(await killWorker('SIGTERM')).to.equal(0)
    await eventually(async () => model.aborted === 1, 60)
    await haveWorker()
    expect((await answer).body.data.content).to.equal('by another worker')
    const [reply] = await expectNothingLost(parley, conversation.id, 1)
    expect(reply).to.include({ attempt: 2, failures: 0 })
  })

  it('ends a worker cleanly at Ctrl-C @long', async () => {
    const { output } = await haveWorker()
    expect(await killWorker('SIGINT')).to.equal(0)
    expect(output()).not.to.match(/"level":(50|60)/)
  })
})
