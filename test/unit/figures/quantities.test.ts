import { expect } from 'chai'
import { quantitiesOf } from '../../../workers/figures/quantities.ts'
import { isSameQuantity } from '../../../workers/figures/sameQuantity.ts'

describe('quantities', () => {
  const read = async (text: string, language = 'en') =>
    (await quantitiesOf(text, language)).map(({ values, unit }) => [...values, unit?.name ?? null])

  it('are read with all that a separator may mean', async () => {
    expect(await read('1.000 or 1,5 or 1.234,50 or 1 000 000 or 10.05.2026')).to.deep.equal([
      [1000, 1, null],
      [1.5, null],
      [1234.5, null],
      [1_000_000, null],
      [10, null],
      [5, null],
      [2026, null],
    ])
  })

  it('have the unit that follows, or that of the range they begin', async () => {
    expect(await read('5 GB, 3 to 5 working days, £7, 20 %, 6 pieces')).to.deep.equal([
      [5, 'gigabyte'],
      [3, 'minute'],
      [5, 'minute'],
      [7, '£'],
      [20, 'percent'],
      [6, null],
    ])
  })

  it('are the same in another unit', async () => {
    const [week, days, month] = await quantitiesOf('1 week, 7 days, 1 month', 'en')
    expect(isSameQuantity(week!, days!)).to.equal(true)
    expect(isSameQuantity(week!, month!)).to.equal(false)
  })

  it('have the sign of their own price, and not that of the next one', async () => {
    expect(await read('three children €21, 12 × $119, 3 bikes x €18, 5 € 3')).to.deep.equal([
      [3, null],
      [21, '€'],
      [12, null],
      [119, '$'],
      [3, null],
      [18, '€'],
      [5, '€'],
      [3, null],
    ])
  })

  it('have their cents behind the sign or in words', async () => {
    expect(await read('4€90, 4 euros 90, 2½ h', 'fr')).to.deep.equal([
      [4.9, '€'],
      [4.9, '€'],
      [2.5, 'minute'],
    ])
    expect(await read('90 cents')).to.deep.equal([[0.9, null]])
  })

  it('of a long text take a bounded time', async () => {
    expect(await read('7 '.repeat(200_000))).to.have.length.below(10_001)
  })
})
