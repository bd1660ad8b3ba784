import { expect } from 'chai'
import type { FileType } from '../../../shared/lib/fileTypes.ts'
import { chunksOf } from '../../../workers/extraction/dispatch.ts'
import { makeDocx } from '../../support/data/documents.ts'
import { makeOpen, makePptx } from '../../support/data/office.ts'

const read = async (type: FileType, content: string | Buffer) =>
  (await chunksOf({ type, bytes: Buffer.from(content as string), charset: null, heading: null }))
    .chunks
const textsOf = async (type: FileType, content: string | Buffer) =>
  (await read(type, content)).map(({ heading, text }) => (heading ? [heading, text] : text))
const json = (value: unknown) => textsOf('json', JSON.stringify(value))

describe('a table in a file', () => {
  it('is read row by row, each with the names of its columns', async () => {
    const rows = ['Item: Tea; Price: 2,50 €', 'Item: Coffee; Price: 3 €'].join('\n')
    for (const csv of [
      'Item,Price\nTea,"2,50 €"\nCoffee,3 €',
      'Item;Price\r\nTea;"2,50 €"\r\nCoffee;3 €\r\n\r\n',
      'Item\tPrice\nTea\t2,50 €\nCoffee\t3 €\n',
      '\ufeffItem|Price\n"Tea"|"2,50 €"\n"Coffee"|"3 €"',
      'sep=;\nItem;Price\nTea;2,50 €\nCoffee;3 €',
    ])
      expect(await textsOf('csv', csv), csv).to.deep.equal([rows])
    expect(
      await textsOf('md', '| Item | Price |\n|:--|--:|\n| Tea | 2,50 € |\n| Coffee | 3 € |'),
    ).to.deep.equal([rows])
  })

  it('may have commas, quotes and lines in its cells, and quotes that are never closed', async () => {
    expect(await textsOf('csv', 'Item,Note\n"Tea, green","""Sencha""\nof Japan"\n')).to.deep.equal([
      'Item: Tea, green; Note: "Sencha" of Japan',
    ])
    expect(await textsOf('csv', 'Size,Note\n"5 inch,short\n6,long')).to.deep.equal([
      'Size: "5 inch; Note: short\nSize: 6; Note: long',
    ])
  })

  it('has no names if its first row is like the others', async () => {
    expect(await textsOf('csv', 'Tea,2\nCoffee,3')).to.deep.equal(['Tea; 2\nCoffee; 3'])
    expect(await textsOf('csv', 'Town,2025,2026\nBern,1,2')).to.deep.equal([
      'Town: Bern; 2025: 1; 2026: 2',
    ])
  })

  it('may have a title above it', async () => {
    expect(await textsOf('csv', 'Prices of May\n\nItem,Price\nTea,2')).to.deep.equal([
      'Prices of May',
      'Item: Tea; Price: 2',
    ])
  })

  it('repeats the subject in each line of a wide row, and puts texts under their subject', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `column ${n}`)
    const [text = ''] = (await textsOf(
      'csv',
      `name,${names}\nTea,${names.map(() => 'some value')}`,
    )) as string[][]
    expect(text[0]).to.equal('Tea')
    const lines = text[1]!.split('\n')
    expect(lines.length).to.be.above(2)
    for (const line of lines)
      expect(line)
        .to.match(/^name: Tea; column/)
        .and.have.length.at.most(300)
    const about = `It is grown in ${'many places, '.repeat(5)}and dried. Then it is sold.`
    expect(await textsOf('csv', `id,name,about\n7,Tea,"${about}"`)).to.deep.equal([
      ['Tea', `id: 7; name: Tea\nabout: ${about}`],
    ])
  })

  it('has each row in a separate chunk if it is long, in any format, and stays whole if it is short', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => [
      `Land ${n}`,
      `L${n}`,
      'A region of the world',
    ])
    const said = rows.map(
      ([land, code, region]) => `Land: ${land}; Code: ${code}; Region: ${region}`,
    )
    const html = (some: string[][]) =>
      `<table><tr><th>Land<th>Code<th>Region</tr>${some.map((row) => `<tr><td>${row.join('<td>')}</tr>`).join('')}</table><p>The end.</p>`
    const md = (some: string[][]) =>
      `| Land | Code | Region |\n|---|---|---|\n${some.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n\nThe end.`
    const json = rows.map(([Land, Code, Region]) => ({ Land, Code, Region }))
    expect(await textsOf('csv', `Land,Code,Region\n${rows.join('\n')}`)).to.deep.equal(said)
    expect(await textsOf('json', JSON.stringify(json))).to.deep.equal(said)
    expect(await textsOf('html', html(rows))).to.deep.equal([...said, 'The end.'])
    expect(await textsOf('md', md(rows))).to.deep.equal([...said, 'The end.'])
    expect(await textsOf('md', md(rows.slice(0, 9)))).to.deep.equal([
      `${said.slice(0, 9).join('\n')}\n\nThe end.`,
    ])
  })

  it('makes at most 10,000 passages @long', async () => {
    const rows = Array.from({ length: 20_001 }, (_, n) => `item ${n},${n} EUR`)
    const texts = (await textsOf('csv', `name,price\n${rows.join('\n')}`)) as string[]
    expect(texts.length).to.be.within(5_000, 10_000)
    expect(texts.join('\n').split('\n')).to.have.length(20_001)
  })

  it('is cut between its rows', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => `item ${n}; ${n} EUR`)
    const texts = (await textsOf(
      'csv',
      `name;price\n${rows.join('\n').replaceAll('; ', ';')}`,
    )) as string[]
    expect(texts.length).to.be.above(2)
    const lines = texts.flatMap((text) => text.split('\n'))
    expect(lines).to.deep.equal(rows.map((_, n) => `name: item ${n}; price: ${n} EUR`))
  })
})

describe('a JSON file', () => {
  it('is read object by object, each with its keys as people write them', async () => {
    expect(
      await json([
        {
          productName: 'Tea',
          unit_price: 2,
          tags: ['hot', 'green'],
          size: { width: 3, height: null },
        },
        { productName: 'Coffee', unit_price: 3.5, sold: true },
      ]),
    ).to.deep.equal([
      'product name: Tea; unit price: 2; tags: hot, green; size width: 3\nproduct name: Coffee; unit price: 3.5; sold: true',
    ])
    expect(
      await json([
        ['Item', 'Price'],
        ['Tea', 2],
      ]),
    ).to.deep.equal(['Item: Tea; Price: 2'])
    expect(await textsOf('json', '{"a":"tea"}\n{"a":"coffee"}\n')).to.deep.equal([
      'a: tea\na: coffee',
    ])
  })

  it('has the keys that lead to a value as its headings', async () => {
    const about = 'It is a shop. '.repeat(20).trim()
    expect(
      await json({
        shop: {
          about,
          towns: [
            { name: 'Bern', halls: [{ no: 1 }, { no: 2 }] },
            { name: 'Basel', halls: [{ no: 3 }] },
          ],
        },
        x: ['one', ['two']],
      }),
    ).to.deep.equal([
      ['shop', `about: ${about}`],
      ['shop › towns', 'name: Bern\nname: Basel'],
      ['shop › towns › Bern › halls', 'no: 1\nno: 2'],
      ['shop › towns › Basel › halls', 'no: 3'],
      ['x', 'one'],
      ['x', 'two'],
    ])
  })

  it('that is broken or nested without end is reported', async () => {
    for (const broken of ['{"a"', '[1,', 'text'])
      expect(
        await json(1)
          .then(() => textsOf('json', broken))
          .catch(() => 'refused'),
      ).to.equal('refused')
    const deep = `${'['.repeat(5_000)}"x"${']'.repeat(5_000)}`
    expect(await textsOf('json', deep).catch(({ message }) => message)).to.contain(
      'nested too deeply',
    )
  })
})

describe('a table on a page', () => {
  const page = async (body: string) =>
    (await textsOf('html', `<body><main>${body}</main></body>`)).join('\n\n')

  it('with header cells is read row by row, with their names', async () => {
    expect(
      await page(`<table><thead><tr><th>Item<th colspan=2>Price</tr><tr><th></th><th>small</th><th>large</th></tr></thead>
        <tr><td rowspan=2>Tea</td><td>2 <b>€</b></td><td>3 €</td></tr><tr><td>4 €</td><td><p>5 €</p><p>or 6</p></td></tr></table>`),
    ).to.equal(
      'Item: Tea; Price small: 2 €; Price large: 3 €\nItem: Tea; Price small: 4 €; Price large: 5 € or 6',
    )
    expect(
      await page('<table><tr><td><b>Item</b><td><strong>Price</strong><tr><td>Tea<td>2</table>'),
    ).to.equal('Item: Tea; Price: 2')
    expect(await page('<table><tr><th>Phone<td>12<tr><th>Mail<td>a@b.c</table>')).to.equal(
      'Phone: 12\nMail: a@b.c',
    )
  })

  it('without header cells is read so if values stand below short names', async () => {
    expect(
      await page('<table><tr><td>Item<td>Price<tr><td>Tea<td>2.00<tr><td>Cola<td>2.50</table>'),
    ).to.equal('Item: Tea; Price: 2.00\nItem: Cola; Price: 2.50')
    const accounts = [
      '<td>In thousands<td colspan=3>2025<td colspan=3>2024',
      '<td>Costs:<td colspan=6>',
      '<td>Rent<td>$<td>12<td></td><td>$<td>—<td>',
      '<td>Tax<td><td>(3<td>)<td><td>4<td>',
      '<td>Total costs<td>$<td>9<td><td>$<td>4<td>',
      '<td>Left<td>$<td>1<td><td>$<td>2<td>',
    ]
    expect(await page(`<table><tr>${accounts.join('<tr>')}</table>`)).to.equal(
      [
        'In thousands: Costs › Rent; 2025: $12; 2024: —',
        'In thousands: Costs › Tax; 2025: (3); 2024: 4',
        'In thousands: Costs › Total costs; 2025: $9; 2024: $4',
        'In thousands: Left; 2025: $1; 2024: $2',
      ].join('\n'),
    )
  })

  it('for layout is plain text, and a cell may claim to span a million', async () => {
    expect(await page('<table><tr><td><p>One.</p><td><p>Two.</p></table>')).to.match(
      /^One\.\s+Two\.$/,
    )
    expect(await page('<table><tr><th>A<td><table><tr><th>B<td>C</table></table>')).to.contain(
      'B: C',
    )
    const wide = '<table><tr><th colspan=1000000 rowspan=1000000>A<th>B<tr><td>1<td>2</table>'
    expect((await page(wide)).length).to.be.below(1_000)
  })

  it('of terms has each term with its description', async () => {
    expect(
      await page(
        '<dl><dt>Opening hours</dt><dd>9–17</dd><div><dt>Phone:</dt><dd>12</dd></div><dt>Mail<dd>a@b.c</dl>',
      ),
    ).to.equal('Opening hours: 9–17\nPhone: 12\nMail: a@b.c')
  })
})

describe('a table in a Word document', () => {
  const cell = (text: string) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`
  const table = (rows: string[][], first = '') =>
    `<w:tbl>${rows.map((cells, n) => `<w:tr>${n ? '' : first}${cells.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`
  const readTable = (rows: string[][], first?: string) =>
    textsOf('docx', makeDocx([], {}, table(rows, first)))

  it('is read row by row, with column names if its first row has them', async () => {
    const rows = [
      ['Service', 'Price', 'Time'],
      ['Passport', '59 €', '3 weeks'],
      ['Licence', '23 €', '2 days'],
    ]
    expect(await readTable(rows)).to.deep.equal([
      'Service: Passport; Price: 59 €; Time: 3 weeks\nService: Licence; Price: 23 €; Time: 2 days',
    ])
    const two = [
      ['Floor', 'Who'],
      ['Ground', 'Reception'],
    ]
    expect(await readTable(two)).to.deep.equal(['Floor: Who\nGround: Reception'])
    expect(await readTable(two, '<w:trPr><w:tblHeader/></w:trPr>')).to.deep.equal([
      'Floor: Ground; Who: Reception',
    ])
  })
})

describe('a table with merged names in two rows', () => {
  const said =
    'Region: North; 2025 Q1: 1; 2025 Q2: 2; 2026 Q1: 3; 2026 Q2: 4\nRegion: South; 2025 Q1: 5; 2025 Q2: 6; 2026 Q1: 7; 2026 Q2: 8'
  type Cell = readonly [text: string, columns: number, rows: number]
  const plain = (texts: string) => texts.split(' ').map((text): Cell => [text, 1, 1])
  const rows: Cell[][] = [
    [
      ['Region', 1, 2],
      ['2025', 2, 1],
      ['2026', 2, 1],
    ],
    plain('Q1 Q2 Q1 Q2'),
    plain('North 1 2 3 4'),
    plain('South 5 6 7 8'),
  ]
  /** Writes the rows, with something in the places that merged cells cover. */
  const write = (
    row: (cells: string) => string,
    cell: (cell: Cell) => string,
    right: string,
    below: string,
  ) =>
    rows
      .map((cells, at) => {
        const written = cells.map((read) => cell(read) + right.repeat(read[1] - 1))
        return row((at === 1 ? below : '') + written.join(''))
      })
      .join('')

  it('is read alike from a Word document, a slide and an OpenDocument text', async () => {
    const word = write(
      (cells) => `<w:tr>${cells}</w:tr>`,
      ([text, columns, rows]) =>
        `<w:tc><w:tcPr><w:gridSpan w:val="${columns}"/>${rows > 1 ? '<w:vMerge w:val="restart"/>' : ''}</w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`,
      '',
      '<w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc>',
    )
    expect(await textsOf('docx', makeDocx([], {}, `<w:tbl>${word}</w:tbl>`))).to.deep.equal([said])
    const slide = write(
      (cells) => `<a:tr>${cells}</a:tr>`,
      ([text, columns, rows]) =>
        `<a:tc gridSpan="${columns}" rowSpan="${rows}"><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`,
      '<a:tc hMerge="1"><a:txBody><a:p/></a:txBody></a:tc>',
      '<a:tc vMerge="1"><a:txBody><a:p/></a:txBody></a:tc>',
    )
    const frame = `<p:graphicFrame><a:tbl>${slide}</a:tbl></p:graphicFrame>`
    expect(await textsOf('pptx', makePptx([frame]))).to.deep.equal([['Slide 1', said]])
    const covered = '<table:covered-table-cell/>'
    const open = write(
      (cells) => `<table:table-row>${cells}</table:table-row>`,
      ([text, columns, rows]) =>
        `<table:table-cell table:number-columns-spanned="${columns}" table:number-rows-spanned="${rows}"><text:p>${text}</text:p></table:table-cell>`,
      covered,
      covered,
    )
    const table = `<table:table table:name="S">${open}</table:table>`
    expect(await textsOf('odt', makeOpen('text', table))).to.deep.equal([said])
    expect(await textsOf('ods', makeOpen('spreadsheet', table))).to.deep.equal([['S', said]])
  })
})
