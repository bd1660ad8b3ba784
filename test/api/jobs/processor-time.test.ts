import { expect } from 'chai'
import { indexTexts } from '../../support/data/knowledge.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { makeMoment, questionIn } from '../../support/servers/model.ts'

/** Returns ideographs, each different from the last 8,000. */
const ideographs = (count: number, from: number) =>
  String.fromCodePoint(...Array.from({ length: count }, (_, at) => 0x4e00 + ((from + at) % 16_000)))

const LONG = 24
const SHORT = 5

describe("one organization's long questions", () => {
  let parley: Parley
  before(async () => {
    parley = await startParley()
  })
  after(() => parley.stop())

  /** Returns a text with figures, which each reply compares with its question. */
  const passage = (nth: number) =>
    Array.from({ length: 40 }, (_, at) => `${ideographs(24, 31 * at + nth)}${at} 天。`).join('')

  it("do not delay another organization's replies after they were answered together", async () => {
    const { client, model } = parley
    const other = await parley.another('Other organization')
    const { id: agentId } = await client.makeAgent()
    const owner = { organizationId: client.organizationId, agentId }
    await indexTexts(
      parley.db,
      owner,
      Array.from({ length: 10 }, (_, nth) => passage(nth)),
    )
    const answered = makeMoment()
    const isLong = (content: string) => /[\u4e00-\u9fff]/.test(content)
    model.behave((request) =>
      isLong(questionIn(request))
        ? { text: `${ideographs(200, 0)} 3 天。[1]`, after: answered.promise }
        : { text: 'Yes.' },
    )
    const threads = await Promise.all(
      Array.from({ length: LONG }, () => client.makeConversation({ agent_id: agentId })),
    )
    const short = await Promise.all(Array.from({ length: SHORT }, () => other.makeConversation()))
    const ask = (asking: Client, { id }: { id: string }, content: string, headers = {}) =>
      asking.post(`/api/v1/conversations/${id}/messages`, { content }, headers)
    const accepted = await Promise.all(
      threads.map((thread, nth) =>
        ask(client, thread, ideographs(8_000, nth), { Prefer: 'respond-async' }),
      ),
    )
    expect(accepted.map(({ status }) => status)).to.deep.equal(Array(LONG).fill(202))
    await eventually(async () => model.requests.length === LONG)

    answered.come()
    const replies = await Promise.all(short.map((thread) => ask(other, thread, 'Are you open?')))
    const [{ completed }] = await parley
      .db('messages')
      .where({ organization_id: client.organizationId, role: 'assistant', status: 'completed' })
      .count({ completed: '*' })
    expect(replies.map(({ status }) => status)).to.deep.equal(Array(SHORT).fill(201))
    expect(Number(completed)).to.be.below(LONG / 2)
    await eventually(async () => {
      const left = await parley.db('open_jobs').count({ left: '*' })
      return Number(left[0]!.left) === 0
    })
  })
})
