import { startParley } from '../test/support/product/parley.ts'
import { stopServers } from '../test/support/servers/servers.ts'

/**
 * Measures the cost of a message of 8,000 characters, by how it is written: the processor time of
 * API, worker and fake server in one process, as a multiple of a plain question of the same length.
 * No message should cost more than 5 times as much, or a visitor's messages would delay everyone's
 * replies.
 */
const LENGTH = 8_000
const WRITINGS: Record<string, string> = {
  plain: 'How long does the delivery of a parcel to Germany take and what does it cost me? ',
  Han: '的我是在',
  'Han, all different': String.fromCodePoint(
    ...Array.from({ length: LENGTH }, (_, at) => 0x4e00 + at),
  ),
  Hangul: '안녕하세',
  Arabic: 'السلامعليكم',
  Thai: 'สวัสดีครับผม',
  'a-a-a-': 'a-a-',
}
/** The first rounds load and compile code, and are not counted. */
const ROUNDS = 7
const WARM_UP = 2

const parley = await startParley({
  backend: 'postgres',
  settings: { LLM_MODEL: 'builtin:extractive' },
})
const { client } = parley
const { id: agent_id } = await client.makeAgent({ name: 'Ada' })
const pair = {
  question: 'How long does delivery take?',
  answer: 'Parcels to Germany take two days.',
}
await client.post('/api/v1/knowledge/qa', pair)

async function cost(content: string): Promise<number> {
  const made = await client.post('/api/v1/conversations', { agent_id })
  const before = process.cpuUsage()
  const { status } = await client.post(`/api/v1/conversations/${made.body.data.id}/messages`, {
    content,
  })
  const { user, system } = process.cpuUsage(before)
  if (status !== 201) throw new Error(`answered with ${status}`)
  return (user + system) / 1_000
}

const costs = new Map<string, number[]>()
for (let round = 0; round < ROUNDS; round++)
  for (const [name, part] of Object.entries(WRITINGS)) {
    const ms = await cost(part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH))
    if (round >= WARM_UP) costs.set(name, [...(costs.get(name) ?? []), ms])
  }
await parley.stop()
await stopServers()

const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)]!
const plain = median(costs.get('plain')!)
for (const [name, all] of costs)
  console.log(
    `${name.padEnd(20)} ${median(all).toFixed(0).padStart(5)} ms ${(median(all) / plain).toFixed(1).padStart(6)} ×`,
  )
process.exit(0)
