import { expect } from 'chai'
import { cell, makeOpen, makeXlsx, rowsOf } from '../../support/data/office.ts'
import { linesOf, read } from '../../support/data/reading.ts'

const xlsx = (...sheet: Parameters<typeof makeXlsx>) => linesOf('xlsx', makeXlsx(...sheet))

describe('an Excel workbook', function () {
  this.timeout(120_000)

  it('is read row by row, with the names of sheet and columns', async () => {
    const prices = rowsOf([
      ['Item', 'Price'],
      ['Tea', 2],
      ['Coffee', 3],
    ])
    const hours = rowsOf([
      ['Our hours', ''],
      ['Day', 'Open'],
      ['Monday', 'from nine'],
    ])
    expect(
      await xlsx([
        { name: 'Prices', rows: prices },
        { name: 'Hours &amp; days', rows: hours },
      ]),
    ).to.deep.equal([
      'Prices: Item: Tea; Price: 2\nItem: Coffee; Price: 3',
      'Hours & days: Our hours',
      'Hours & days: Day: Monday; Open: from nine',
    ])
  })

  it('is read whatever its styles name', async () => {
    const styles =
      '<styleSheet><cellXfs><xf/><xf numFmtId="constructor"/><xf numFmtId="__proto__"/></cellXfs></styleSheet>'
    const rows = `<row r="1">${cell('A1', 'Tea')}${cell('B1', 2, 1)}${cell('C1', 3, 2)}</row>`
    const more = { 'xl/styles.xml': Buffer.from(styles) }
    const found = await linesOf('xlsx', makeXlsx([{ name: 'Prices', rows }], { more }))
    expect(found.join()).to.contain('Tea').and.to.contain('2').and.to.contain('3')
  })

  it('makes pairs of columns of questions and answers', async () => {
    const rows = rowsOf([
      ['Question', 'Answer'],
      ['Do you gift-wrap?', 'Yes, for 2 euros.'],
    ])
    const { chunks } = await read('xlsx', makeXlsx([{ name: 'FAQ', rows }]))
    expect(chunks[0]).to.include({ heading: 'FAQ' })
    expect(chunks[0]!.question_key).to.be.a('string')
    expect(chunks[0]!.text).to.contain('Yes, for 2 euros.')
  })

  it('shows numbers, dates and the last results of formulas as Excel does', async () => {
    const formats = [
      '#,##0.00 &quot;€&quot;',
      'dd.mm.yyyy',
      '14',
      '0.0%',
      '[$-407]d. mmmm yyyy',
      ';;;',
      '00000',
    ]
    const shown = (style: number, value: number) =>
      `<row r="${style + 1}">${cell(`A${style + 1}`, `row ${style}`)}${cell(`B${style + 1}`, value, style)}</row>`
    const values = [1234.5, 45_000, 45_000, 0.256, 45_000, 7, 42]
    const long = `<row r="19">${cell('A19', 'EAN')}${cell('B19', 4_006_381_333_931)}</row>`
    const formula =
      '<row r="20"><c r="A20" t="str"><f>A1</f><v>sum</v></c><c r="B20"><f>1+1</f><v>2</v></c></row>'
    const rows =
      rowsOf([['Name', 'Value']]) +
      values.map((value, n) => shown(n + 1, value)).join('') +
      long +
      formula
    const read = (await xlsx([{ name: 'S', rows }], { formats })).join('\n')
    expect(read.match(/(?<=Value: )[^;\n]+/g)).to.deep.equal([
      '1,234.50 €',
      '15.03.2023',
      '2023-03-15',
      '25.6%',
      '15. März 2023',
      '00042',
      '4006381333931',
      '2',
    ])
  })

  it('counts days from 1904 if the workbook does', async () => {
    const rows = `<row r="1">${cell('A1', 'Since')}</row><row r="2">${cell('A2', 0, 1)}</row>`
    const options = { formats: ['yyyy-mm-dd'], properties: '<workbookPr date1904="1"/>' }
    expect((await xlsx([{ name: 'S', rows }], options)).join()).to.contain('1904-01-01')
  })

  it('shows dates that are stored as ISO texts as Excel does', async () => {
    const dates = ['2026-05-03T00:00:00', '2026-05-03', '2026-05-03T14:30:00.000Z', '14:30']
    const rows =
      rowsOf([['Plain', 'Own']]) +
      dates
        .map(
          (date, n) =>
            `<row r="${n + 2}"><c r="A${n + 2}" t="d"><v>${date}</v></c><c r="B${n + 2}" t="d" s="1"><v>${date}</v></c></row>`,
        )
        .join('')
    expect(await xlsx([{ name: 'S', rows }], { formats: ['dd.mm.yyyy hh:mm'] })).to.deep.equal([
      'S: Plain: 2026-05-03; Own: 03.05.2026 00:00\nPlain: 2026-05-03; Own: 03.05.2026 00:00\nPlain: 2026-05-03 14:30; Own: 03.05.2026 14:30\nPlain: 14:30; Own: 14:30',
    ])
  })

  it('keeps its tables apart, whose names may be in merged cells and two rows', async () => {
    const line = (row: number, cells: (string | number)[]) =>
      `<row r="${row}">${cells.map((text, column) => (text === '' ? '' : cell(`${'ABCDE'[column]}${row}`, text))).join('')}</row>`
    const rows =
      line(1, ['Sales in francs']) +
      line(3, ['Region', 2025, '', 2026]) +
      line(4, ['', 'Q1', 'Q2', 'Q1', 'Q2']) +
      line(6, ['North', 1, 2, 3, 4]) +
      line(7, ['Total', 1, 2, 3, 4]) +
      line(10, ['Room', 'Seats']) +
      line(11, ['Aula', 120])
    const merged = ['A1:E1', 'A3:A4', 'B3:C3', 'D3:E3'].map((ref) => `<mergeCell ref="${ref}"/>`)
    const after = `<mergeCells>${merged.join('')}</mergeCells>`
    const said = [
      'S › Sales in francs: Region: North; 2025 Q1: 1; 2025 Q2: 2; 2026 Q1: 3; 2026 Q2: 4\nRegion: Total; 2025 Q1: 1; 2025 Q2: 2; 2026 Q1: 3; 2026 Q2: 4',
      'S: Room: Aula; Seats: 120',
    ]
    expect(await xlsx([{ name: 'S', rows, after }])).to.deep.equal(said)
    expect(await xlsx([{ name: 'S', rows }])).to.deep.equal(said)
  })

  it('is one table if only hidden rows and columns are between its rows and columns', async () => {
    const line = (row: number, cells: string[], look = '') =>
      `<row r="${row}" ${look}>${cells.map((text, column) => cell(`${'ABCD'[column]}${row}`, text)).join('')}</row>`
    const rows =
      line(1, ['Room', 'x', 'Town', 'Key']) +
      line(2, ['Hall', 'x', 'Bern', 'red'], 'hidden="1"') +
      line(3, ['Loft', 'x', 'Basel', 'blue']) +
      line(4, ['Dome', 'x', 'Chur', 'green'], 'ht="0"') +
      line(5, ['Barn', 'x', 'Thun', 'pink'])
    const before = '<cols><col min="2" max="2" hidden="1"/></cols>'
    expect(await xlsx([{ name: 'S', rows, before }])).to.deep.equal([
      'S: Room: Loft; Town: Basel; Key: blue\nRoom: Barn; Town: Thun; Key: pink',
    ])
  })

  it('reads shared texts without their phonetic readings, and leaves errors out', async () => {
    const strings =
      '<si><t>Name</t></si><si><r><t>Te</t></r><r><t>a_x000A_hot</t></r><rPh><t>reading</t></rPh></si>'
    const rows =
      '<row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>Left</t></is></c></row><row><c t="s"><v>1</v></c><c t="e"><v>#N/A</v></c></row>'
    expect(await xlsx([{ name: 'S', rows }], { strings })).to.deep.equal(['S: Name: Tea hot'])
  })

  it('leaves out hidden sheets, rows and columns, and what merged cells cover', async () => {
    const line = (row: number, cells: string[], look = '') =>
      `<row r="${row}" ${look}>${cells.map((text, column) => cell(`${'ABC'[column]}${row}`, text)).join('')}</row>`
    const rows =
      line(1, ['Room', 'Secret', 'Price']) +
      line(2, ['Hall', 'x', 'ten']) +
      line(3, ['covered', 'x', 'gone'], 'hidden="1"') +
      line(4, ['covered', 'x', 'twelve'])
    const sheet = {
      rows,
      before: '<cols><col min="2" max="2" hidden="1"/></cols>',
      after: '<mergeCells><mergeCell ref="A2:A4"/></mergeCells>',
    }
    const sheets = [
      { name: 'Shown', ...sheet },
      { name: 'Hidden', state: 'hidden', ...sheet },
      { name: 'Very', state: 'veryHidden', ...sheet },
    ]
    expect(await xlsx(sheets)).to.deep.equal([
      'Shown: Room: Hall; Price: ten\nRoom: Hall; Price: twelve',
    ])
  })
})

describe('an OpenDocument spreadsheet', function () {
  this.timeout(120_000)
  const row = (texts: string[], look = '') =>
    `<table:table-row ${look}>${texts.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`
  const table = (name: string, body: string, style = '') =>
    `<table:table table:name="${name}" table:style-name="${style}">${body}</table:table>`

  it('is read as it is shown, row by row, without what is hidden', async () => {
    const styles =
      '<style:style style:name="off" style:family="table"><style:table-properties table:display="false"/></style:style>'
    const columns =
      '<table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/>'
    const price =
      '<table:table-cell office:value="2"><office:annotation><text:p>note</text:p></office:annotation><text:p>2,00 €</text:p></table:table-cell>'
    const rows =
      row(['Item', 'Secret', 'Price']) +
      row(['Tea', 'x']).replace('</table:table-row>', `${price}</table:table-row>`) +
      row(['Gone', 'x', '3'], 'table:visibility="filter"') +
      '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16000"/></table:table-row>'
    const ods = makeOpen(
      'spreadsheet',
      table('Prices', columns + rows) + table('Old', rows, 'off'),
      styles,
    )
    expect(await linesOf('ods', ods)).to.deep.equal(['Prices: Item: Tea; Price: 2,00 €'])
  })
})
