import { expect } from 'chai'
import { WEEKDAYS } from '../../../shared/handoffs/officeHours.ts'
import { request, signedIn } from '../../support/http/access.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { questionIn } from '../../support/servers/model.ts'

describe("an organization's time zone", () => {
  let parley: Parley
  let headers: Record<string, string>
  before(async () => {
    parley = await startParley()
    headers = (await signedIn(parley, parley.client, 'owner')).headers
  })
  after(() => parley.stop())

  const change = (body: object) =>
    request(parley.client.address, 'PATCH', '/api/v1/organization', headers, body)
  const DAYS = [{ day: 'monday', from: '09:00', to: '17:00' }]

  it('is UTC until an owner sets it, and is refused if it is none', async () => {
    const { body } = await request(parley.client.address, 'GET', '/api/v1/organization', headers)
    expect(body.data.time_zone).to.equal('UTC')
    const refused = await change({ time_zone: 'Mars/Base' })
    expect([refused.status, refused.body.data.errors[0].field]).to.deep.equal([422, 'time_zone'])
  })

  it('is that of the office hours, whichever of the two is changed', async () => {
    const hours = await change({ office_hours: { timezone: 'Asia/Tokyo', days: DAYS } })
    expect(hours.body.data).to.deep.include({ time_zone: 'Asia/Tokyo' })
    const zone = await change({ time_zone: 'Europe/Berlin' })
    expect(zone.body.data.office_hours).to.deep.equal({
      timezone: 'Europe/Berlin',
      days: DAYS,
      holidays: [],
    })
    const days = await change({ office_hours: { days: [] } })
    expect(days.body.data.office_hours).to.deep.equal({
      timezone: 'Europe/Berlin',
      days: [],
      holidays: [],
    })
    expect((await change({ office_hours: null })).body.data.time_zone).to.equal('Europe/Berlin')
  })

  it('is refused if the office hours of the same request name another', async () => {
    const { status, body } = await change({
      time_zone: 'America/Lima',
      office_hours: { timezone: 'Asia/Tokyo', days: DAYS },
    })
    expect([status, body.data.errors[0].field]).to.deep.equal([422, 'office_hours.timezone'])
  })

  it('has holidays, on which people are away whatever the weekday', async () => {
    const everyDay = WEEKDAYS.map((day) => ({ day, from: '00:00', to: '24:00' }))
    const dayIn = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const holidays = [...Array(12).keys()].map((days) => ({ date: dayIn(days), name: null }))
    const change = (list: object[]) =>
      request(parley.client.address, 'PATCH', '/api/v1/organization', headers, {
        office_hours: { timezone: 'UTC', days: everyDay, holidays: list },
      })
    for (const [list, field] of [
      [[{ date: '2026-02-30' }], 'office_hours.holidays.0.date'],
      [
        [holidays[1]!, holidays[0]!, { date: dayIn(1), name: 'Again' }],
        'office_hours.holidays.2.date',
      ],
      [[{ date: '24 December' }], 'office_hours.holidays.0.date'],
    ] as const) {
      const { status, body } = await change([...list])
      expect([status, body.data.errors[0].field]).to.deep.equal([422, field])
    }
    const shown = (await change(holidays.toReversed())).body.data.office_hours
    expect(shown.holidays).to.deep.equal(holidays)
    const { id } = await parley.client.makeConversation()
    const { data } = (await parley.client.get(`/api/v1/conversations/${id}/handoff`)).body
    expect([data.is_open, data.opens_at]).to.deep.equal([false, `${dayIn(12)}T00:00:00.000Z`])
  })

  it('is the one in which a prompt has the time of the question', async () => {
    const { client, model } = parley
    await change({ time_zone: 'Asia/Kolkata' })
    const conversation = await client.makeConversation()
    const { body } = await client.say(conversation.id, 'Are you open today?')
    const asked = model.requests.at(-1)!
    expect(questionIn(asked)).to.equal('Are you open today?')
    const { data } = (await client.get(`/api/v1/conversations/${conversation.id}/messages`)).body
    const at = new Date(data.find(({ id }: any) => id === body.data.in_reply_to).created_at)
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'Asia/Kolkata' }).format(at)
    const day = `${format({ weekday: 'long' })}, ${format({ dateStyle: 'long' })}`
    const time = format({ hour: '2-digit', minute: '2-digit' })
    expect(asked.messages.at(-1)!.content).to.match(
      new RegExp(`\nNow: ${day}, ${time} \\(Asia/Kolkata\\)$`),
    )
  })
})
