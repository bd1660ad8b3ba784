import { expect } from 'chai'
import { clockTime } from '../../../workers/prompt/now.ts'

describe('the time in a prompt', () => {
  for (const [zone, time] of [
    ['Europe/Berlin', 'Sunday, 29 November 2026, 21:30 (Europe/Berlin)'],
    ['Asia/Kolkata', 'Monday, 30 November 2026, 02:00 (Asia/Kolkata)'],
    ['America/St_Johns', 'Sunday, 29 November 2026, 17:00 (America/St_Johns)'],
    ['UTC', 'Sunday, 29 November 2026, 20:30 (UTC)'],
  ] as const)
    it(`is the day and hour of the organization's time zone: ${zone}`, () => {
      expect(clockTime('2026-11-29T20:30:00.000Z', zone)).to.equal(time)
    })

  it('is counted from 0 to 23, also just after midnight and in summer', () => {
    expect(clockTime('2026-06-30T22:05:00Z', 'Europe/Berlin')).to.equal(
      'Wednesday, 1 July 2026, 00:05 (Europe/Berlin)',
    )
  })

  it('is that of UTC, and says so, if Node does not know the zone', () => {
    expect(clockTime('2026-11-29T20:30:00Z', 'Mars/Base')).to.match(/20:30 \(UTC\)$/)
  })
})
