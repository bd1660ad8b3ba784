import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { type Measurement, measure, type Scenario } from './load/measure.ts'
import { startParley } from './load/parley.ts'
import { killAll } from './load/processes.ts'
import { combine, median } from './load/report/figures.ts'
import { type Stack, startStack } from './load/stack.ts'

/**
 * Measures the cost of events: the processor time of a message with the triggers switched off, with
 * triggers and no endpoint, and with one endpoint that takes all types. A delivery worker runs each
 * time. On a busy machine, processor time varies less than rates, and the median of each round's
 * ratios varies even less.
 */
const MODES = ['off', 'no endpoint', 'one endpoint'] as const
type Mode = (typeof MODES)[number]
/** The highest allowed cost of a message, as a multiple of a message without events. */
const TARGETS = { off: 1, 'no endpoint': 1.02, 'one endpoint': 1.15 }

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '8' },
    clients: { type: 'string', default: '20' },
    check: { type: 'boolean', default: false },
  },
})

const scenario: Scenario = {
  clients: Number(options.clients),
  delay_ms: 0,
  warm_up: { ms: 3_000, messages: 5_000, clients: 20, most_ms: 20_000 },
  measure_ms: Number(options.seconds) * 1_000,
}

/**
 * Accepts every delivery. Its processor time is not counted, and neither is that of the clients.
 */
const receiver = createServer((request, response) => {
  request.resume().once('end', () => response.writeHead(204).end())
})

async function run(stack: Stack, mode: Mode): Promise<Measurement> {
  await stack.emptyRedis()
  const model = await stack.startModel(0)
  const database = await stack.makeDatabase()
  if (mode === 'off') await stack.query(database.name, WITHOUT_TRIGGERS)
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const system = await startParley({
    folder: stack.folder,
    model: model.url,
    databaseUrl: database.url,
    redisUrl: stack.redisUrl,
    lanes: ['reply', 'deliver'],
    settings: {
      EGRESS_ALLOWED_HOSTS: host,
      SECRET_KEYS: `bench:${Buffer.alloc(32, 1).toString('base64')}`,
    },
  })
  if (mode === 'one endpoint') {
    const answer = await fetch(`${system.addresses[0]}/api/v1/webhook-endpoints`, {
      method: 'POST',
      headers: { ...stack.seeded.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: `http://${host}/`, events: ['*'] }),
    })
    if (answer.status !== 201)
      throw new Error(`no endpoint: ${answer.status} ${await answer.text()}`)
  }
  const figures = await measure(scenario, { stack, system, model, ...stack.seeded })
  await system.stop()
  const [counts] = await stack.query<{ events: number; delivered: number }>(database.name, COUNTS)
  console.log(
    `${mode}: ${figures.cpu_ms.total.toFixed(3)} ms, ${figures.messages_per_second.toFixed(0)}/s, ` +
      `${figures.answers} answers, ${counts!.events} events, ${counts!.delivered} delivered`,
  )
  await model.stop()
  await database.drop()
  return figures
}

const WITHOUT_TRIGGERS = `
  do $$
  declare found record;
  begin
    for found in select tgname, tgrelid::regclass as of from pg_trigger where tgname ~ '^write_.*event|^write_.*deletions' loop
      execute format('alter table %s disable trigger %I', found.of, found.tgname);
    end loop;
  end $$`

const COUNTS = `
  select (select count(*)::int from events) as events,
         (select count(*)::int from webhook_deliveries where status = 'delivered') as delivered`

async function bench(): Promise<void> {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const stack = await startStack({ entries: 200, conversations: 200, statements: false })
  const rounds: Record<Mode, Measurement[]> = { off: [], 'no endpoint': [], 'one endpoint': [] }
  try {
    for (let round = 0; round < Number(options.rounds); round++)
      for (const mode of round % 2 ? [...MODES].reverse() : MODES)
        rounds[mode].push(await run(stack, mode))
  } finally {
    await killAll()
    await stack.stop()
    receiver.close()
  }
  let isMissed = false
  const table = MODES.map((mode) => {
    const ratios = rounds[mode].map(
      ({ cpu_ms }, round) => cpu_ms.total / rounds.off[round]!.cpu_ms.total,
    )
    const { cpu_ms } = combine(rounds[mode], median)
    isMissed ||= median(ratios) > TARGETS[mode]
    return { mode, ...cpu_ms, 'times off': median(ratios), target: TARGETS[mode] }
  })
  console.table(table)
  if (options.check && isMissed) process.exitCode = 1
}

await bench()
