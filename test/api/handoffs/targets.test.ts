import { expect } from 'chai'
import { makeHandoffs } from '../../../shared/handoffs/handoffs.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { missTargets } from '../../../workers/handoffs/missTargets.ts'
import { request, type SignedIn, signedIn } from '../../support/http/access.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const MINUTE = 60_000

describe('targets for the answers of people', () => {
  let parley: Parley
  let owner: SignedIn
  before(async () => {
    parley = await startParley({ workers: false })
    owner = await signedIn(parley, parley.client, 'owner')
  })
  after(() => parley.stop())

  const set = (targets: object) =>
    request(parley.client.address, 'PATCH', '/api/v1/organization', owner.headers, { targets })
  const pathOf = (id: string) => `/api/v1/conversations/${id}`
  const handOff = async () => {
    const { id } = await parley.client.makeConversation()
    await parley.client.post(`${pathOf(id)}/handoff`, {})
    return id as string
  }
  const handoffOf = async (id: string) =>
    (await parley.client.get(`${pathOf(id)}/handoffs`)).body.data[0]
  const answer = (id: string) =>
    parley.client.post(`${pathOf(id)}/messages`, { role: 'human_agent', content: 'Here I am.' })
  const ask = (id: string) => parley.client.post(`${pathOf(id)}/messages`, { content: 'And?' })
  /** Lets the customer have waited for some minutes, and what was missed be before that. */
  const wait = (id: string, minutes: number) =>
    parley
      .db('handoffs')
      .where({ thread_id: id })
      .update({
        waiting_since: new Date(Date.now() - minutes * MINUTE),
        overdue_at: parley.db.raw("overdue_at - interval '1 hour'") as never,
      })
  const round = () =>
    missTargets({
      db: parley.db,
      log: makeLog('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }),
      handoffs: makeHandoffs(5_000),
      threadChanged: () => undefined,
      stop: new AbortController().signal,
    })
  const listed = async (query = '') =>
    (await parley.client.get(`/api/v1/inbox?${query}`)).body as {
      data: { id: string; due_at: string | null }[]
      pagination: { next_cursor: string | null }
    }
  const figures = async () =>
    (await parley.client.get('/api/v1/analytics/answers')).body.data.handoffs
  const overdue = async (id: string) =>
    (
      await parley
        .db('event_outbox')
        .where({ thread_id: id, type: 'handoff.overdue' })
        .orderBy('id')
    ).map(({ facts }) => facts.target)

  it('are none until an owner sets them, and then hold for those who wait already', async () => {
    const id = await handOff()
    expect((await handoffOf(id)).due_at).to.equal(null)
    expect((await set({ first_answer_minutes: 0 })).status).to.equal(422)
    const { body } = await set({ first_answer_minutes: 30 })
    expect(body.data.targets).to.deep.equal({
      first_answer_minutes: 30,
      next_answer_minutes: null,
    })
    const { due_at, created_at } = await handoffOf(id)
    expect(Date.parse(due_at) - Date.parse(created_at)).to.equal(30 * MINUTE)
    await set({ first_answer_minutes: null })
    expect((await handoffOf(id)).due_at).to.equal(null)
  })

  it('put what is late or due first on top of the inbox, over its pages', async () => {
    await set({ first_answer_minutes: 60, next_answer_minutes: 5 })
    const [soon, later, late, quiet] = [
      await handOff(),
      await handOff(),
      await handOff(),
      await handOff(),
    ]
    await answer(soon)
    await ask(soon)
    await wait(late, 90)
    await wait(later, 30)
    await answer(quiet)
    const expected = [late, soon, later]
    const { data } = await listed('limit=100')
    const ids = data.map(({ id }) => id)
    expect(ids.filter((id) => expected.includes(id))).to.deep.equal(expected)
    expect(ids.at(-1)).to.equal(quiet)
    const paged: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: Awaited<ReturnType<typeof listed>> = await listed(
        `limit=1&after=${after}`.replace(/&after=$/, ''),
      )
      paged.push(...page.data.map(({ id }) => id))
      after = page.pagination.next_cursor
    }
    expect(paged).to.deep.equal(ids)
  })

  it('are met or missed, once for each wait, with an event for each miss', async () => {
    await set({ first_answer_minutes: 10, next_answer_minutes: 5 })
    // Counts what the other tests have left.
    await round()
    const before = await figures()
    const id = await handOff()
    await wait(id, 11)
    await round()
    await round()
    expect(await overdue(id)).to.deep.equal(['first_answer'])
    expect((await handoffOf(id)).overdue_at).to.be.a('string')
    await answer(id)
    expect((await handoffOf(id)).due_at).to.equal(null)
    await ask(id)
    await answer(id)
    await ask(id)
    await wait(id, 6)
    // Late, and before any round of the workers.
    await answer(id)
    expect(await overdue(id)).to.deep.equal(['first_answer', 'next_answer'])
    const prompt = await handOff()
    await answer(prompt)
    const after = await figures()
    const more = (name: string) => after[name] - before[name]
    expect(
      ['first_answers_met', 'first_answers_missed', 'next_answers_met', 'next_answers_missed'].map(
        more,
      ),
    ).to.deep.equal([1, 1, 1, 1])
  })

  it('count the minutes within office hours', async () => {
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => ({
      day,
      from: '09:00',
      to: '17:00',
    }))
    const hours = { days, holidays: [{ date: '2026-11-30', name: null }] }
    const lunch = [
      { day: 'friday', from: '09:00', to: '12:00' },
      { day: 'friday', from: '11:00', to: '12:30' },
      { day: 'friday', from: '13:00', to: '17:00' },
    ]
    // 27 November 2026 is a Friday; Berlin is one hour ahead of UTC, until March.
    for (const [given, since, minutes, due] of [
      [hours, '2026-11-27T10:00:00Z', 30, '2026-11-27T10:30:00Z'],
      [hours, '2026-11-27T15:50:00Z', 30, '2026-12-01T08:20:00Z'],
      [hours, '2026-11-27T16:00:00Z', 30, '2026-12-01T08:30:00Z'],
      [hours, '2026-11-28T12:00:00Z', 500, '2026-12-02T08:20:00Z'],
      [{ days: lunch }, '2026-11-27T10:45:00Z', 60, '2026-11-27T12:15:00Z'],
      [{ days: lunch.slice(2) }, '2027-03-26T15:30:00Z', 60, '2027-04-02T11:30:00Z'],
      [null, '2026-11-28T12:00:00Z', 45, '2026-11-28T12:45:00Z'],
      [{ days: [] }, '2026-11-28T12:00:00Z', 45, null],
      [hours, '2026-11-27T10:00:00Z', null, null],
    ] as const) {
      const { rows } = await parley.db.raw(
        'select office_deadline(?::jsonb, ?, ?::timestamptz, ?::integer) as due',
        [given && JSON.stringify(given), 'Europe/Berlin', since, minutes],
      )
      expect(rows[0].due?.toISOString() ?? null, `${since} + ${minutes}`).to.equal(
        due && new Date(due).toISOString(),
      )
    }
  })
})
