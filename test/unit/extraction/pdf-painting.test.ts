import { expect } from 'chai'
import { readPdf } from '../../../workers/extraction/pdf/pdf.ts'
import { makePlacedPdf, type PlacedPage } from '../../support/data/placedPdf.ts'

type Texts = PlacedPage['texts']

const textOf = async (texts: Texts) =>
  (await readPdf(makePlacedPdf([{ texts }]), () => undefined)).sections
    .map(({ heading, text }) => [heading, text].filter(Boolean).join('\n'))
    .join('\n')

/** Paints texts beside each other, line by line. */
const sideBySide = (y: number, ...columns: readonly (readonly [x: number, lines: string[]])[]) =>
  Array.from({ length: Math.max(...columns.map(([, lines]) => lines.length)) }, (_, at) =>
    columns.flatMap(([x, lines]) => (lines[at] ? [[x, y - 14 * at, lines[at]!] as const] : [])),
  ).flat()

const OFFICE = [
  'The harbour office accepts parcels until',
  'five in the evening. On market days the',
  'counter closes one hour earlier, and the',
  'staff asks visitors to use the side door.',
]
const ANGLERS = [
  'Anglers may fish from the eastern mole',
  'between May and October. A day card costs',
  'seven euros at the kiosk, but fishing at',
  'night is not allowed there.',
]
const joined = (lines: readonly string[]) => lines.join(' ')

describe('text that a PDF paints twice', () => {
  it('is read once: whole, in parts, in another layer', async () => {
    for (const [dx, dy] of [
      [0, 0],
      [0.4, 0],
      [1.2, -1.2],
      [0.3, 0.3],
    ] as const)
      expect(
        await textOf([
          [60, 700, 'Opening hours'],
          [60 + dx, 700 + dy, 'Opening hours'],
          [60, 670, 'The kiosk opens at 6:15.'],
          [60, 640, 'It has one door.'],
          [60 + dx, 670 + dy, 'The kiosk opens at 6:15.'],
          [60 + dx, 640 + dy, 'It has'],
        ]),
      ).to.equal('Opening hours\nThe kiosk opens at 6:15.\nIt has one door.')
  })

  it('is read once if each letter is painted twice', async () => {
    // Widths of Helvetica's letters, in thousandths of its size.
    const widths: Record<string, number> = {
      N: 722,
      i: 222,
      l: 222,
      e: 556,
      ' ': 278,
      s: 500,
      h: 556,
      o: 556,
      r: 333,
      t: 278,
    }
    let x = 60
    const letters = [...'Nile is short'].flatMap((letter) => {
      const at = x
      x += (widths[letter]! * 12) / 1000
      return letter === ' '
        ? []
        : [[at, 700, letter, 12] as const, [at + 0.4, 700, letter, 12] as const]
    })
    expect(await textOf(letters)).to.equal('Nile is short')
  })

  it('is not mistaken for words and figures that stand there twice', async () => {
    expect(
      await textOf([
        [60, 700, 'A very'],
        [92.5, 700, 'very good year.'],
        [60, 660, 'Total'],
        [160, 660, '10'],
        [260, 660, '10'],
        [60, 630, 'See see'],
        [60, 600, 'See see'],
      ]),
    ).to.equal('A very very good year.\nTotal 10 10\nSee see\nSee see')
  })
})

describe('columns that a PDF paints line by line', () => {
  it('are read one after the other, below the headings across them', async () => {
    const boats = [
      'Boats from the islands moor at the long',
      'pier in the west, and pay by the metre',
      'and by the day, except in January.',
    ]
    expect(
      await textOf([
        [60, 750, 'Harbour notes'],
        ...sideBySide(700, [60, OFFICE], [320, ANGLERS]),
        [
          60,
          600,
          'All of this holds from the first of May until further notice is given by the harbour office.',
        ],
        ...sideBySide(560, [60, boats], [320, ANGLERS]),
      ]),
    ).to.equal(
      [
        'Harbour notes',
        joined(OFFICE),
        joined(ANGLERS),
        'All of this holds from the first of May until further notice is given by the harbour office.',
        joined(boats),
        joined(ANGLERS),
      ].join('\n'),
    )
  })

  it('may be three, of different lengths', async () => {
    const first = [
      'Goods are landed at',
      'the quay until noon,',
      'and are weighed by',
      'two sworn officers',
    ]
    const second = [
      'of the town, whose',
      'scales are tested in',
      'the spring of each',
      'year by the ministry.',
    ]
    const third = ['Appeals against the', 'weight are heard on', 'the same day.']
    expect(await textOf(sideBySide(700, [60, first], [230, second], [400, third]))).to.equal(
      `${joined(first)} ${joined(second)}\n${joined(third)}`,
    )
  })

  it('leave a table beside them whole', async () => {
    const text = await textOf(
      sideBySide(
        700,
        [60, OFFICE],
        [330, ['Parcel', 'Letter', 'Crate', 'Pallet']],
        [480, ['3 euros', '1 euro', '9 euros', '40 euros']],
      ),
    )
    expect(text).to.contain(joined(OFFICE))
    for (const row of [
      /Parcel\W+3 euros/,
      /Letter\W+1 euro/,
      /Crate\W+9 euros/,
      /Pallet\W+40 euros/,
    ])
      expect(text).to.match(row)
  })

  it('are not seen in the texts of a table', async () => {
    const row = (y: number, name: string, ...about: string[]) =>
      sideBySide(y, [60, [name]], [220, about])
    const text = await textOf([
      ...row(
        700,
        'Day card',
        'Anglers with a day card may fish from',
        'the eastern mole until sunset only.',
      ),
      ...row(
        666,
        'Week card',
        'Anglers with a week card may fish from',
        'both moles, and from the old pier too.',
      ),
      ...row(
        632,
        'Year card',
        'Anglers with a year card may fish from',
        'each mole, pier and boat of the town.',
      ),
    ])
    for (const [name, end] of [
      ['Day card', 'sunset only'],
      ['Week card', 'pier too'],
      ['Year card', 'of the town'],
    ] as const)
      expect(text.slice(text.indexOf(name)).slice(0, 110)).to.contain(end)
  })
})
