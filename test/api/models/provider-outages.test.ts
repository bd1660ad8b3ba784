import { expect } from 'chai'
import { eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { type Behaviour, questionIn } from '../../support/servers/model.ts'

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const DOWN: Behaviour = { status: 503 }
const WELL: Behaviour = { text: 'well' }

/** Prints the figures of a run if `TEST_FIGURES=1`. */
const report = (figures: object) =>
  process.env.TEST_FIGURES && process.stderr.write(`${JSON.stringify(figures)}\n`)

onOneQueue('with unreliable providers, Parley', function (backend) {
  let parley: Parley
  let agentId: string
  afterEach(() => parley.stop())

  async function start(settings: Record<string, string> = {}, workers = true) {
    parley = await startParley({ backend, settings, workers })
    parley.model.behave(() => WELL)
    agentId = (await parley.client.makeAgent()).id
  }

  /** Posts to a new conversation without waiting for the reply. */
  async function post(content: string, agent_id = agentId): Promise<void> {
    const { id } = await parley.client.makeConversation({ agent_id })
    const answer = await parley.client.say(id, content, { Prefer: 'respond-async' })
    expect(answer.status).to.equal(202)
  }

  const replies = () => parley.db('messages').where({ role: 'assistant' }).orderBy('seq')
  const finished = (count: number, seconds: number) =>
    eventually(async () => {
      const rows = await replies()
      return (
        rows.every(({ status }: any) => ['completed', 'failed'].includes(status)) &&
        rows.length === count &&
        rows
      )
    }, seconds)

  /** Expects one counted usage for every reply, and one job that completed or failed it. */
  async function expectNothingDoubled(rows: any[]) {
    const completed = rows.filter(({ status }) => status === 'completed').length
    const usages = await parley.db('usages').where({ outcome: 'completed' })
    expect(new Set(usages.map(({ reply_id }: any) => reply_id)).size).to.equal(completed)
    expect(usages).to.have.length(completed)
    expect(await parley.db('jobs').where({ outcome: 'completed' })).to.have.length(completed)
    const failed = await parley.db('jobs').where({ outcome: 'failed' })
    expect(failed).to.have.length(rows.length - completed)
  }

  it('answers every message though 42 % of the first calls fail, in five ways @long', async () => {
    await start({ MODEL_TIMEOUT_SECONDS: '8' })
    const faultOf = (question: string): Behaviour | undefined => {
      const place = Number(/m-(\d+)/.exec(question)![1]) % 100
      if (place < 20) return { status: 429, headers: { 'Retry-After': '1' } }
      if (place < 30) return { status: 500 }
      if (place < 35) return { drip: 100 }
      if (place < 40) return { raw: '<html>oops' }
      return place < 42 ? { hang: true } : undefined
    }
    const asked = new Set<string>()
    parley.model.behave((request) => {
      const question = questionIn(request)
      const again = asked.has(question)
      asked.add(question)
      return (!again && faultOf(question)) || WELL
    })
    const questions = Array.from({ length: 200 }, (_, n) => `m-${(n * 37) % 200}`)
    const began = performance.now()
    for (let n = 0; n < 200; n += 20)
      await Promise.all(questions.slice(n, n + 20).map((text) => post(text)))
    const rows = await finished(200, 60)
    report({
      mix: backend,
      seconds: (performance.now() - began) / 1000,
      calls: parley.model.requests.length,
    })
    expect(rows.map(({ status }: any) => status)).to.deep.equal(Array(200).fill('completed'))
    expect(parley.model.requests).to.have.length(284)
    await expectNothingDoubled(rows)
  })

  it('loses no message to an outage of 8 s, hardly calls the provider during it, and goes on when it is over @long', async () => {
    await start()
    let isDown = false
    const calls = { down: 0 }
    parley.model.behave(() => {
      if (!isDown) return WELL
      calls.down++
      return DOWN
    })
    const posts: Promise<void>[] = []
    // Few run at a time, also if a message takes 100 ms: replies that are claimed as the breaker
    // opens are handed back, too.
    for (let n = 0; n < 120; n++) {
      if (n === 10) isDown = true
      if (n === 90) isDown = false
      posts.push(post(`m-${n}`))
      await sleep(100)
    }
    await Promise.all(posts)
    const rows = await finished(120, 60)
    const released = await parley.db('jobs').where({ outcome: 'released' })
    const retried = await parley.db('jobs').where({ outcome: 'retried' })
    const handed = { released: released.length, retried: retried.length }
    report({ outage: backend, ...calls, ...handed })
    expect(rows.map(({ status }: any) => status)).to.deep.equal(Array(120).fill('completed'))
    expect(calls.down).to.be.below(30)
    // Waiting replies stay queued: only failed calls are handed back.
    expect(handed.released + handed.retried).to.be.at.most(calls.down + 5)
    await expectNothingDoubled(rows)
  })

  it('hangs up on a provider that never answers, and continues when it does @long', async () => {
    await start({ MODEL_TIMEOUT_SECONDS: '2' }, false)
    let isDown = true
    parley.model.behave(() => (isDown ? { hang: true } : WELL))
    await Promise.all(Array.from({ length: 30 }, (_, n) => post(`m-${n}`)))
    // All calls begin before the first is given up.
    parley.startWorkers()
    const { length } = await eventually(
      async () => parley.model.requests.length > 30 && parley.model.requests,
    )
    isDown = false
    const rows = await finished(30, 30)
    expect(rows.map(({ status }: any) => status)).to.deep.equal(Array(30).fill('completed'))
    expect(length).to.be.at.most(36)
  })

  it('fails every message at its deadline while the provider stays down, and says why @long', async () => {
    await start({ REPLY_DEADLINE_SECONDS: '6' })
    parley.model.behave(() => DOWN)
    for (let n = 0; n < 5; n++)
      await Promise.all(Array.from({ length: 20 }, (_, m) => post(`m-${n}-${m}`)))
    const rows = await finished(100, 30)
    expect(rows.map(({ status }: any) => status)).to.deep.equal(Array(100).fill('failed'))
    // Replies whose deadline came between the sweep and their claim have no such reason. A busy
    // machine has more of them.
    const outageFailures = rows.filter(({ error }: any) => /(is|was) down/.test(error.detail))
    expect(outageFailures.length).to.be.above(50)
    for (const { error } of outageFailures) expect(error.code).to.equal('model_unavailable')
    await expectNothingDoubled(rows)
  })

  it("answers all others at once while one organization's own model fails, which is tried by one reply at a time", async () => {
    await start()
    const broken = 'openai:broken'
    let isDown = true
    parley.model.behave(({ model }) => (isDown && model === 'broken' ? DOWN : WELL))
    const calls = () => parley.model.requests.filter(({ model }) => model === 'broken').length
    const noisy = await parley.another('Noisy')
    const { id: agent_id } = await noisy.makeAgent({ model: broken })
    const noise = async (content: string) => {
      const { id } = await noisy.makeConversation({ agent_id })
      await noisy.say(id, content, { Prefer: 'respond-async' })
    }
    for (let n = 0; n < 30; n++) await noise(`noise-${n}`)
    await eventually(async () => calls() >= 5)
    const { id } = await parley.client.makeConversation({ agent_id: agentId })
    for (let n = 0; n < 20; n++) {
      await noise(`more-${n}`)
      const { status, body } = await parley.client.say(id, `quiet-${n}`)
      expect(status).to.equal(201)
      expect(body.data.content).to.equal('well')
    }
    const unfinished = await parley.db('open_jobs')
    expect(unfinished.map(({ organization_id }: any) => organization_id)).to.deep.equal(
      Array(50).fill(noisy.organizationId),
    )
    // Five of the first calls opened the breaker, beside a few simultaneous ones.
    expect(calls()).to.be.below(30 + 10)
    isDown = false
    const rows = await finished(70, 60)
    expect(rows.map(({ status }: any) => status)).to.deep.equal(Array(70).fill('completed'))
    await expectNothingDoubled(rows)
  })

  it('answers other messages while two always make the provider fail @long', async () => {
    await start()
    parley.model.behave((request) => (questionIn(request).includes('poison') ? DOWN : WELL))
    await Promise.all([post('poison 1'), post('poison 2')])
    await eventually(async () => parley.model.requests.length >= 5)
    const { id } = await parley.client.makeConversation({ agent_id: agentId })
    expect((await parley.client.say(id, 'and me?')).body.data.content).to.equal('well')
    await post('and me too?')
    const rows = await finished(4, 60)
    const failed = rows.filter(({ status }: any) => status === 'failed')
    expect(failed.map(({ error }: any) => error.code)).to.deep.equal(
      Array(2).fill('model_unavailable'),
    )
    expect(parley.model.requests.length).to.be.below(20)
  })
})
