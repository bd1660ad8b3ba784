import { expect } from 'chai'
import { dayAndTime, duration } from '../../web/widget/people/times.ts'

describe("the widget's texts", () => {
  it('name a time to wait by its number', () => {
    const waits = [5, 60, 61, 299, 89 * 60, 90 * 60, 26 * 3600].map((seconds) =>
      duration(seconds, 'en'),
    )
    expect(waits).to.deep.equal([
      '1 minute',
      '1 minute',
      '2 minutes',
      '5 minutes',
      '89 minutes',
      '2 hours',
      '26 hours',
    ])
    expect([60, 120, 300, 660].map((seconds) => duration(seconds, 'ar'))).to.deep.equal([
      'دقيقة',
      'دقيقتان',
      '5 دقائق',
      '11 دقيقة',
    ])
    expect([60, 120, 300].map((seconds) => duration(seconds, 'pl'))).to.deep.equal([
      '1 minuta',
      '2 minuty',
      '5 minut',
    ])
  })

  it('name a day unambiguously', () => {
    const now = new Date(2026, 10, 27, 22)
    const at = (day: number, hour: number, locale = 'en-GB') =>
      dayAndTime(new Date(2026, 10, day, hour), locale, now)
    expect([at(27, 23), at(28, 10), at(29, 10), at(33, 10)]).to.deep.equal([
      'today 23:00',
      'tomorrow 10:00',
      'Sunday 10:00',
      'Thursday 10:00',
    ])
    expect(at(34, 10)).to.equal('Friday 4 December 10:00')
    expect([at(28, 10, 'de'), at(29, 10, 'fr')]).to.deep.equal(['morgen 10:00', 'dimanche 10:00'])
  })
})
