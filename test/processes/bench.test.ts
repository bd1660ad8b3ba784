import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { type Measurement, measure, type Scenario } from '../../bench/load/measure.ts'
import { measureParts } from '../../bench/load/parts.ts'
import { seedPlain } from '../../bench/load/plain.ts'
import { killAll } from '../../bench/load/processes.ts'
import { ratioIn } from '../../bench/load/ratio.ts'
import { combine, median } from '../../bench/load/report/figures.ts'
import { picturesOf } from '../../bench/load/report/pictures.ts'
import { markdown, type Report, speedTable } from '../../bench/load/report/report.ts'
import { type Result, runRounds } from '../../bench/load/rounds.ts'
import { type Stack, startStack } from '../../bench/load/stack.ts'
import { type Prepared, startSubject } from '../../bench/load/subjects.ts'
import { targetsOf } from '../../bench/load/targets.ts'
import { checkRows } from '../../bench/load/verify.ts'
import { hasRedis } from '../support/servers/servers.ts'

/** The bench reads processes' figures from /proc, and measures both queues. */
const suite = process.platform === 'linux' && hasRedis ? describe : describe.skip

suite('the bench of the load @long', function () {
  this.timeout(240_000)
  const amounts = { entries: 4, conversations: 3, statements: false }
  const scenario: Scenario = {
    clients: 2,
    threads: 3,
    delay_ms: 0,
    warm_up: { ms: 200, messages: 20, clients: 3, most_ms: 3_000 },
    measure_ms: 1_000,
  }
  let stack: Stack
  let prepared: Prepared
  let results: Result[]
  const reports: string[] = []
  before(async () => {
    stack = await startStack(amounts)
    prepared = { stack, plain: await seedPlain(stack, amounts) }
    const { warm_up } = scenario
    const few = { ...scenario, warm_up: { ...warm_up, ms: 0, messages: 0 } }
    results = await runRounds(
      prepared,
      {
        scenarios: [{ ...few, measure_ms: 200, measure_messages: 20 }],
        systems: ['baseline', 'plain', 'redis'],
        rounds: 2,
        warm_up,
      },
      (text) => reports.push(text),
    )
  })
  after(async () => {
    await killAll()
    await stack?.stop()
  })

  it('measures Parley, the plain program and the bare queue with PostgreSQL as it is installed', () => {
    expect(stack.postgres).to.include({ fsync: 'on', synchronous_commit: 'on' })
    expect(reports).to.have.length(6)
    const { baseline, plain, redis } = results[0]!.medians as Record<string, Measurement>
    for (const figures of [baseline!, plain!, redis!]) {
      expect(figures.messages_per_second).to.be.above(0)
      expect(figures.p99_ms).to.be.at.least(figures.p50_ms)
      expect(figures.cpu_ms.api).to.be.above(0)
      expect(figures.cpu_ms.worker).to.be.above(0)
      expect(figures.memory_mb.api_peak).to.be.above(10)
    }
    expect(baseline!.cpu_ms.postgres).to.be.below(plain!.cpu_ms.postgres)
    expect(redis!.cpu_ms.postgres).to.be.above(0)
    const ratios = results[0]!.ratios.redis!
    for (const { messages_per_second } of [ratios.baseline!, ratios.plain!])
      expect(messages_per_second).to.be.above(0)
  })

  it('reports its figures as a table and as pictures', () => {
    const machine = { cpus: 2, model: '', memory_gb: 1, os: '', node: '', load_before: 0 }
    const settings = { postgres: stack.postgres, redis: '', entries: 4, apis: 1, workers: 1 }
    const about = { measured_at: new Date(0).toISOString(), machine, settings, rounds: 1 }
    const fifty = results.map((result) => ({ ...result, scenario: { ...scenario, clients: 50 } }))
    const report: Report = { ...about, results: fifty, targets: targetsOf(fifty) }
    expect(report.targets.map(({ aim }) => aim)).to.deep.equal(['at least 1.2', 'at most 1'])
    const table = markdown(report)
    expect(table).to.contain('| **50 clients, model at once** |').and.to.contain('| Parley |')
    expect(table).not.to.match(/NaN|undefined|Infinity/)
    const pictures = picturesOf(report)
    expect(Object.keys(pictures)).to.deep.equal(['throughput.svg', 'latency.svg', 'cpu.svg'])
    for (const drawn of Object.values(pictures))
      expect(drawn).not.to.match(/NaN|undefined|Infinity/)
  })

  it("aims at the plain program's time with one client, in the same round", () => {
    const alone = results.map((result) => ({ ...result, scenario: { ...scenario, clients: 1 } }))
    const { figure, aim } = targetsOf(alone)[0]!
    const { plain, redis } = results[0]!.medians
    expect(aim).to.equal('at most 1 ms')
    expect(Number.parseFloat(figure)).to.be.closeTo(redis!.p50_ms - plain!.p50_ms, 0.5)
  })

  it('has a plain program that checks keys, bodies and repetitions, and stores each once', async () => {
    const subject = await startSubject(prepared, 'plain', { delay_ms: 0, clients: 1 })
    const { headers, paths } = subject.target
    const post = async (path: string, body: string, own: Record<string, string> = {}) => {
      const response = await fetch(subject.system.addresses[0]! + path, {
        method: 'POST',
        headers: { ...headers, ...own },
        body,
      })
      return { status: response.status, answer: (await response.json()) as any }
    }
    const body = JSON.stringify({ content: 'When did it begin?', metadata: { page: 'home' } })
    const key = { 'idempotency-key': 'key-1' }
    const first = await post(paths[0]!, body, key)
    expect(first.status).to.equal(201)
    expect(first.answer.data).to.include({ role: 'assistant', status: 'completed' })
    expect(first.answer.data.usage).to.deep.equal({ input_tokens: 900, output_tokens: 20 })
    expect(await post(paths[0]!, body, key)).to.deep.equal(first)
    const refused = [
      await post(paths[0]!, JSON.stringify({ content: 'Another' }), key),
      await post(paths[0]!, body, { 'x-api-secret': 'wrong' }),
      await post(paths[0]!, '{"content":""}'),
      await post(paths[0]!, '{'),
      await post(paths[0]!.replace(/[0-9a-f]{12}/, '0'.repeat(12)), body),
    ]
    expect(refused.map(({ status }) => status)).to.deep.equal([422, 401, 422, 400, 404])
    await subject.system.stop()
    const failure = await checkRows(stack, subject.database!, 1, 'plain').catch(
      (error: Error) => error.message,
    )
    // The request with the key again is logged, too.
    expect(failure).to.equal('1 answers, but 2 logged requests')
    await subject.model.stop()
  })

  it('lets all systems run on, and continues with them in each round', () => {
    const { baseline, plain, redis } = results[0]!.rounds
    for (const rounds of [baseline!, plain!, redis!]) {
      expect(rounds).to.have.length(2)
      for (const { answers } of rounds) expect(answers).to.be.at.least(20)
    }
    const { ratio, cpu_ms } = ratioIn(results[0]!)
    expect(ratio).to.be.above(0)
    expect(cpu_ms.parley.total).to.be.above(cpu_ms.parley.worker)
    expect(speedTable(results)).to.contain('| … by the plain program | ×')
  })

  it('assigns the processor time of both programs to parts, by a profiled turn', async () => {
    const { plain, parley } = await measureParts(prepared, results[0]!, scenario.warm_up)
    const { medians } = results[0]!
    for (const [costs, figures] of [
      [plain, medians.plain!],
      [parley, medians.redis!],
    ] as const) {
      const sum = Object.values(costs).reduce((a, b) => a + b, 0)
      expect(sum).to.be.closeTo(figures.cpu_ms.total, 1e-6)
      expect(costs.pg).to.be.above(0)
      expect(costs.queue).to.be.above(0)
    }
  })

  it('fails at the first answer without a reply', async () => {
    const server = createServer((_request, response) => response.writeHead(503).end('full')).listen(
      0,
      '127.0.0.1',
    )
    await once(server, 'listening')
    const model = await stack.startModel(0)
    const addresses = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`]
    const system = {
      name: 'refusing',
      addresses,
      processes: { api: [], worker: [] },
      stop: async () => {},
    }
    const failure = await measure(scenario, {
      stack,
      system,
      model,
      paths: ['/'],
      headers: {},
    }).catch((error: Error) => error.message)
    expect(failure).to.equal('refusing: an answer is no reply: 503 full')
    await model.stop()
    server.close()
  })

  it('fails if rows are missing', async () => {
    const database = await stack.makeDatabase()
    await checkRows(stack, database.name, 0)
    const failure = await checkRows(stack, database.name, 1).catch((error: Error) => error.message)
    expect(failure).to.match(/^1 answers, but 0 questions, 0 replies, .*0 usages, 0 jobs/)
    await database.drop()
  })

  it('takes medians of figures in the same place', () => {
    expect(median([3, 1, 2])).to.equal(2)
    expect(median([4, 1, 2, 3])).to.equal(2.5)
    const trees = [1, 5, 3].map((value) => ({ rate: value, of: { p50: 10 * value } }))
    expect(combine(trees, median)).to.deep.equal({ rate: 3, of: { p50: 30 } })
  })
})
