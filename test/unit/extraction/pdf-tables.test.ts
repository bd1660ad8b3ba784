import { expect } from 'chai'
import { readPdf } from '../../../workers/extraction/pdf/pdf.ts'
import { makePlacedPdf, type PlacedPage } from '../../support/data/placedPdf.ts'

type Texts = PlacedPage['texts']

const linesOf = async (...pages: readonly Texts[]) =>
  (await readPdf(makePlacedPdf(pages.map((texts) => ({ texts }))), () => undefined)).sections
    .flatMap(({ text }) => text.split('\n'))
    .filter(Boolean)

/** Paints rows from the top, with cells at these places; '' is no cell. */
const rows = (places: readonly number[], y: number, cells: readonly string[][], step = 18) =>
  cells.flatMap((row, at) =>
    row.flatMap((text, column) => (text ? [[places[column]!, y - step * at, text] as const] : [])),
  )

const BOATS = [
  ['Boat', 'Length', 'Berth', 'Fee'],
  ['Marlene', '12 m', 'C-47', '340 euros'],
  ['seagull', '9 m', 'B-12', '260 euros'],
  ['Anna', '7 m', '', '210 euros'],
]

describe('the table of a PDF', () => {
  it('has the names of its columns in each row, and its rows are not glued', async () => {
    const read = await linesOf([
      [60, 760, 'Berths of the harbour in summer', 16],
      ...rows([60, 200, 320, 440], 700, BOATS),
      [60, 600, 'All fees are due by the end of May, and are paid at the harbour office.'],
    ])
    expect(read).to.deep.equal([
      'Berths of the harbour in summer',
      'Boat: Marlene; Length: 12 m; Berth: C-47; Fee: 340 euros',
      'Boat: seagull; Length: 9 m; Berth: B-12; Fee: 260 euros',
      'Boat: Anna; Length: 7 m; Fee: 210 euros',
      'All fees are due by the end of May, and are paid at the harbour office.',
    ])
  })

  it('is no list, whose items have a mark and dates at one place', async () => {
    const items = [
      ['•', 'On 26 November the harbour opens.'],
      ['•', 'On 27 November the lock opens.'],
      ['•', 'On 28 November the berths are let.'],
      ['•', 'On 29 November 340 boats arrive.'],
    ]
    expect((await linesOf(rows([60, 80], 700, items))).join(' ')).to.not.contain('•:')
  })

  it('may be painted column by column, with figures on the right', async () => {
    const cells = rows([60, 200, 320], 700, [
      ['City', 'Opened', ''],
      ['Husum', '2019', ''],
      ['Kiel', '2021', ''],
      ['Bremen', '2023', ''],
    ])
    const figures = [
      [440, 700, 'Visitors of the year'],
      [480, 682, '1,204'],
      [480, 664, '3,577'],
      [489, 646, '812'],
    ] as const
    const byColumn = [...cells].sort((one, other) => one[0] - other[0])
    expect(await linesOf([...byColumn, ...figures])).to.deep.equal([
      'City: Husum; Opened: 2019; Visitors of the year: 1,204',
      'City: Kiel; Opened: 2021; Visitors of the year: 3,577',
      'City: Bremen; Opened: 2023; Visitors of the year: 812',
    ])
  })

  it('joins cells of several lines', async () => {
    const read = await linesOf([
      ...rows([60, 200, 420], 700, [['Service', 'Where', 'Price']]),
      ...rows([60, 200, 420], 676, [['Repairs', 'At the yard behind', '40 euros']]),
      [200, 664, 'the eastern mole'],
      ...rows([60, 200, 420], 640, [['Painting', 'In hall 3', '95 euros']]),
      ...rows([60, 200, 420], 616, [['Storage', 'In hall 4', '12 euros']]),
    ])
    expect(read).to.deep.equal([
      'Service: Repairs; Where: At the yard behind the eastern mole; Price: 40 euros',
      'Service: Painting; Where: In hall 3; Price: 95 euros',
      'Service: Storage; Where: In hall 4; Price: 12 euros',
    ])
  })

  it('goes on on the next page under the same names', async () => {
    const more = [
      ['Otter', '8 m', 'A-3', '230 euros'],
      ['Pike', '6 m', 'A-4', '190 euros'],
      ['Roach', '5 m', 'A-5', '180 euros'],
    ]
    const places = [60, 200, 320, 440]
    const read = await linesOf(rows(places, 700, BOATS), rows(places, 700, more))
    expect(read).to.include('Boat: Pike; Length: 6 m; Berth: A-4; Fee: 190 euros')
  })

  it('has names of two rows', async () => {
    const read = await linesOf(
      rows([60, 200, 280, 360, 440], 700, [
        ['', '2024', '', '2025', ''],
        ['Region', 'Plan', 'Sales', 'Plan', 'Sales'],
        ['North', '100', '110', '120', '130'],
        ['South', '200', '210', '220', '230'],
        ['West', '300', '310', '320', '330'],
      ]).map(([x, y, text]) => [text.startsWith('20') && y === 700 ? x + 38 : x, y, text] as const),
    )
    expect(read[0]).to.match(/Region: North; .*\b110\b.*\b120\b/)
  })

  it('has sub-headings, and may stand beside a chart and below the head of its page', async () => {
    const ticks = [2.6, 2.4, 2.2, 2, 1.8, 1.6].map(
      (tick, at) => [500, 684 - 21 * at, tick.toFixed(2), 7] as const,
    )
    const read = await linesOf([
      [60, 718, 'Prices of the week'],
      [380, 718, 'Harbour office, market news'],
      ...rows([160, 270, 360], 700, [['This week', 'Last week', 'Seller']]),
      [50, 682, 'Fish (euros a kilogram)'],
      ...rows([62, 160, 270, 360], 664, [
        ['Cod', '12.50', '11.90', 'Hansen'],
        ['Plaice', '9.20', '', 'Hansen'],
      ]),
      [50, 628, 'Shells'],
      [360, 628, 'Mussel report'],
      ...rows([62, 160, 270, 360], 610, [
        ['Mussels', '4.10', '4.30'],
        ['Shrimps', '7.00', '7.25', 'Petersen'],
      ]),
      [50, 574, 'Weed'],
      ...rows([62, 160, 270, 360], 556, [['Laver', '3.10', '3.00', 'Petersen']]),
      ...ticks,
      [520, 695, 'Cod', 7],
    ])
    expect(read.filter((line) => !/^\d/.test(line))).to.deep.equal([
      'Prices of the week Harbour office, market news',
      'Fish (euros a kilogram) › Cod; This week: 12.50; Last week: 11.90; Seller: Hansen',
      'Fish (euros a kilogram) › Plaice; This week: 9.20; Seller: Hansen',
      'Shells Mussel report › Mussels; This week: 4.10; Last week: 4.30',
      'Shells Mussel report › Shrimps; This week: 7.00; Last week: 7.25; Seller: Petersen',
      'Weed › Laver; This week: 3.10; Last week: 3.00; Seller: Petersen',
      'Cod',
    ])
    expect(read.filter((line) => /^\d/.test(line))).to.have.length(6)
  })

  it('ends at the title of another one, and takes no names from justified text', async () => {
    const read = await linesOf([
      ...rows([60, 200, 320, 440], 720, BOATS),
      [60, 620, 'Crew'],
      ...rows([60, 200, 320, 440], 596, [
        ['Sailor', 'Trade', 'Home', 'Boat'],
        ['Ann', 'cook', 'Husum', 'Otter'],
        ['Rita', 'mate', 'Kiel', 'Pike'],
        ['Tom', 'deckhand', 'Emden', 'Otter'],
      ]),
      ...rows([60, 130, 215, 390], 400, [['Depending', 'on the', 'weather, the', 'boats']], 14),
      ...rows([60, 160, 270, 330], 386, [['leave', 'early', 'and the', 'harbour 2']], 14),
      ...rows([60, 105, 243, 420], 372, [['closes', 'its', 'Gate at', 'night']], 14),
      ...rows([60, 150, 195, 361], 358, [['when', 'all of', 'Them are', 'back']], 14),
    ])
    expect(read).to.include('Boat: Anna; Length: 7 m; Fee: 210 euros')
    expect(read).to.include('Sailor: Rita; Trade: mate; Home: Kiel; Boat: Pike')
    expect(read.at(-1)).to.not.include(':')
  })

  it('is not seen in text, lists, or two columns of text', async () => {
    const left = [
      'The harbour office accepts parcels until',
      'five in the evening. On market days the',
      'counter closes one hour earlier.',
      'Ask there.',
    ]
    const right = [
      'Anglers may fish from the eastern mole',
      'between May and October. A day card costs',
      'seven euros at the kiosk.',
      'Ask there, too.',
    ]
    const read = await linesOf([
      ...left.map((text, at) => [60, 700 - 14 * at, text] as const),
      ...right.map((text, at) => [320, 700 - 14 * at, text] as const),
      ...rows([60, 80], 600, [
        ['1.', 'Bring 2 forms'],
        ['2.', 'Pay 5 euros'],
        ['3.', 'Take 1 key'],
      ]),
    ])
    expect(read.join('\n')).to.not.contain(': ')
    expect(read).to.include('1. Bring 2 forms')
  })
})
