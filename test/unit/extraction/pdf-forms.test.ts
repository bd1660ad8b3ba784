import { expect } from 'chai'
import { readPdf } from '../../../workers/extraction/pdf/pdf.ts'
import { makePlacedPdf, type PlacedPage } from '../../support/data/placedPdf.ts'

const textOf = async (page: PlacedPage) =>
  (await readPdf(makePlacedPdf([page]), () => undefined)).sections
    .map(({ text }) => text)
    .join('\n')

const field = (rect: readonly number[], body: string) =>
  `/Subtype /Widget /Rect [${rect.join(' ')}] ${body}`
const text = (name: string, value: string, rect: readonly number[], more = '') =>
  field(rect, `/FT /Tx /T (${name}) /V (${value}) ${more}`)
const states = (state: string) => `/AP << /N << /${state} 3 0 R /Off 3 0 R >> >>`
const box = (name: string, state: string, isTicked: boolean, rect: readonly number[]) =>
  field(
    rect,
    `/FT /Btn /T (${name}) ${states(state)} /V /${isTicked ? state : 'Off'} /AS /${isTicked ? state : 'Off'}`,
  )

describe('the values of a form in a PDF', () => {
  it('stand beside their labels, on the left, above or below', async () => {
    const read = await textOf({
      texts: [
        [60, 700, 'Registration of boats', 16],
        [60, 660, 'Name of boat:'],
        [60, 630, 'Berth'],
        [60, 602, 'First name'],
        [300, 602, 'Last name'],
        [60, 520, 'Signed at'],
        [60, 480, 'Nothing else is needed.'],
      ],
      annotations: [
        text('a1', 'Seagull Marlene', [160, 655, 360, 675]),
        text('a2', 'C-47', [160, 625, 360, 645]),
        text('a3', 'Anna', [60, 578, 250, 598]),
        text('a4', 'Berg', [300, 578, 500, 598]),
        text('a5', 'Husum', [60, 535, 250, 553]),
      ],
    })
    expect(read.split('\n')).to.deep.equal([
      'Registration of boats',
      'Name of boat: Seagull Marlene',
      'Berth: C-47',
      'First name: Anna Last name: Berg',
      'Signed at: Husum',
      'Nothing else is needed.',
    ])
  })

  it('stand in the blanks of sentences, and replace the lines for handwriting', async () => {
    const read = await textOf({
      texts: [
        [60, 700, 'The tenant'],
        [220, 700, 'pays the rent on day'],
        [400, 700, 'of each month.'],
        [60, 670, 'Deposit: ____________'],
        [60, 640, 'I have read the rules of ______________ and agree.'],
      ],
      annotations: [
        text('b1', 'Ole Holm', [120, 695, 216, 712]),
        text('b2', '3', [330, 695, 396, 712]),
        text('b3', '900 euros', [110, 665, 240, 682]),
        text('b4', 'the harbour', [190, 635, 280, 652]),
      ],
    })
    expect(read.split('\n')).to.deep.equal([
      'The tenant Ole Holm pays the rent on day 3 of each month.',
      'Deposit: 900 euros',
      'I have read the rules of the harbour and agree.',
    ])
  })

  it('are named by their tooltips if the page has no label for them', async () => {
    const read = await textOf({
      texts: [
        [60, 700, 'Order'],
        [60, 400, 'Thank you.'],
      ],
      annotations: [
        text('f1_01[0]', '12', [400, 600, 450, 620], '/TU (Number of crates)'),
        text('Colour of sails', 'red', [400, 560, 450, 580]),
        text('f1_02[0]', 'At noon', [400, 520, 450, 540]),
      ],
    })
    expect(read.split('\n')).to.deep.equal([
      'Order',
      'Number of crates: 12',
      'Colour of sails: red',
      'At noon',
      'Thank you.',
    ])
  })

  it('of several lines or choices are one line, and choices are as shown', async () => {
    const read = await textOf({
      texts: [
        [60, 700, 'Address:'],
        [60, 600, 'Country:'],
        [60, 570, 'Days:'],
      ],
      annotations: [
        text('c1', 'Quay 5\\r25813 Husum', [160, 650, 360, 712], '/Ff 4096'),
        field(
          [160, 595, 360, 612],
          '/FT /Ch /T (c2) /Opt [[(de) (Germany)] [(dk) (Denmark)]] /V (dk)',
        ),
        field(
          [160, 540, 360, 582],
          '/FT /Ch /T (c3) /Ff 2097152 /Opt [(Mon) (Tue) (Wed)] /V [(Mon) (Wed)]',
        ),
      ],
    })
    expect(read).to.equal('Address: Quay 5, 25813 Husum\nCountry: Denmark\nDays: Mon, Wed')
  })

  it('show which boxes and buttons are ticked', async () => {
    const radio = (state: string, chosen: string, left: number) =>
      field(
        [left, 636, left + 12, 648],
        `/FT /Btn /Ff 32768 /T (fuel) ${states(state)} /V /${chosen} /AS /${state === chosen ? state : 'Off'}`,
      )
    const read = await textOf({
      texts: [
        [60, 700, 'Has engine:'],
        [60, 640, 'Fuel:'],
        [116, 640, 'Diesel'],
        [216, 640, 'Petrol'],
        [60, 600, 'Insured'],
        [80, 570, 'I take the rules of the harbour.'],
      ],
      annotations: [
        box('engine', 'Yes', true, [160, 696, 172, 708]),
        radio('d', 'p', 100),
        radio('p', 'p', 200),
        box('insured', 'On', false, [160, 596, 172, 608]),
        box('rules', '1', true, [60, 566, 72, 578]),
      ],
    })
    expect(read.split('\n')).to.deep.equal([
      'Has engine: Yes',
      'Fuel: ☐ Diesel ☑ Petrol',
      'Insured: ☐',
      '☑ I take the rules of the harbour.',
    ])
  })

  it('are left out if they are hidden, passwords, or of an unused form', async () => {
    const texts = [
      [60, 700, 'Code:'],
      [60, 670, 'Key:'],
      [60, 640, 'Member:'],
    ] as const
    const read = await textOf({
      texts,
      annotations: [
        text('d1', 'secret', [160, 695, 360, 712], '/Ff 8192'),
        text('d2', 'unseen', [160, 665, 360, 682], '/F 2'),
        box('d3', 'Yes', false, [160, 636, 172, 648]),
        text('d4', '', [160, 605, 360, 622]),
      ],
    })
    expect(read).to.equal('Code:\nKey:\nMember:')
  })

  it('include texts that somebody put on the page, but no comments', async () => {
    const read = await textOf({
      texts: [[60, 700, 'Name of boat:']],
      annotations: [
        '/Subtype /FreeText /Rect [160 695 300 712] /Contents (Marlene) /DA (/F1 11 Tf)',
        '/Subtype /Text /Rect [400 695 420 712] /Contents (Ask him again)',
      ],
    })
    expect(read).to.equal('Name of boat: Marlene')
  })
})
