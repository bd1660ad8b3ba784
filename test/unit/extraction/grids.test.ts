import { expect } from 'chai'
import type { Grid } from '../../../workers/extraction/rows/grids.ts'
import { linesOf, recordsOf } from '../../../workers/extraction/rows/records.ts'
import { tablesIn } from '../../../workers/extraction/rows/tables.ts'

/** Reads a grid of comma-separated lines: of each table, its lines above, rows and lines below. */
const read = (text: string, more: Omit<Grid, 'rows'> = {}) =>
  tablesIn({
    rows: text.split('\n').map((line) => line.split(',').map((cell) => cell.trim())),
    ...more,
  }).map((table) =>
    [...table.above, ...recordsOf(table).flatMap(linesOf), ...table.below].join('\n'),
  )

describe('the tables of a grid', () => {
  describe('have names of one to three header rows', () => {
    it('that go across their groups, whether those are merged, repeated or blank', () => {
      const expected = [
        'Region: North; 2025 Q1: 1; 2025 Q2: 2; 2026 Q1: 3; 2026 Q2: 4\nRegion: South; 2025 Q1: 5; 2025 Q2: 6; 2026 Q1: 7; 2026 Q2: 8',
      ]
      const body = 'North,1,2,3,4\nSouth,5,6,7,8'
      for (const header of [
        'Region,2025,,2026,\n,Q1,Q2,Q1,Q2',
        ',2025,,2026,\nRegion,Q1,Q2,Q1,Q2',
        'Region,2025,2025,2026,2026\n,Q1,Q2,Q1,Q2',
        ',2025,2025,2026,2026\n,Q1,Q2,Q1,Q2\nRegion,,,,',
        ',,2025,,2026\nRegion,Q1,Q2,Q1,Q2',
      ])
        expect(read(`${header}\n${body}`), header).to.deep.equal(expected)
      const merged = [
        { row: 0, column: 0, height: 2, width: 1 },
        { row: 0, column: 1, height: 1, width: 2 },
        { row: 0, column: 3, height: 1, width: 2 },
      ]
      expect(read(`Region,2025,,2026,\n,Q1,Q2,Q1,Q2\n${body}`, { merged })).to.deep.equal(expected)
    })

    it('that a group ends to the right of, and an empty row parts from the rows', () => {
      expect(
        read('In CHF m,,,June 2023\n,Sales (a),Profit,Tax\n\nNorth,12,(3),—\nTotal,12,(3),—'),
      ).to.deep.equal([
        'In CHF m: North; June 2023 Sales (a): 12; June 2023 Profit: (3); June 2023 Tax: —\nIn CHF m: Total; June 2023 Sales (a): 12; June 2023 Profit: (3); June 2023 Tax: —',
      ])
    })

    it('and a total after the last group belongs to none, if nothing says so', () => {
      expect(
        read('Item,Shop,,Web,,\n,H1,H2,H1,H2,Total\nTea,1,2,3,4,10\nRope,5,6,7,8,26'),
      ).to.deep.equal([
        'Item: Tea; Shop H1: 1; Shop H2: 2; Web H1: 3; Web H2: 4; Total: 10\nItem: Rope; Shop H1: 5; Shop H2: 6; Web H1: 7; Web H2: 8; Total: 26',
      ])
    })

    it('and units below the names of groups that repeat', () => {
      expect(
        read('Item,Shop,,Web,\n,H1,H2,H1,H2\n,kg,kg,EUR,pcs\nTea,1,2,3,4\nRope,5,6,7,8'),
      ).to.deep.equal([
        'Item: Tea; Shop H1 kg: 1; Shop H2 kg: 2; Web H1 EUR: 3; Web H2 pcs: 4\nItem: Rope; Shop H1 kg: 5; Shop H2 kg: 6; Web H1 EUR: 7; Web H2 pcs: 8',
      ])
    })

    it('with units, years and numbers of columns', () => {
      expect(read('Parcel,Weight,Price\n,kg,EUR\nSmall,2,5\nLarge,20,9')).to.deep.equal([
        'Parcel: Small; Weight kg: 2; Price EUR: 5\nParcel: Large; Weight kg: 20; Price EUR: 9',
      ])
      expect(read('Zone,2023,2022\nNA,5,6\nEUR,7,8')).to.deep.equal([
        'Zone: NA; 2023: 5; 2022: 6\nZone: EUR; 2023: 7; 2022: 8',
      ])
      expect(read('Size,36,37,38\nRed,4,0,2\nBlue,1,5,0')).to.deep.equal([
        'Size: Red; 36: 4; 37: 0; 38: 2\nSize: Blue; 36: 1; 37: 5; 38: 0',
      ])
      expect(read(',0,1,2\n0,Tea,hot,2\n1,Cola,cold,3')).to.deep.equal([
        '0; Tea; hot; 2\n1; Cola; cold; 3',
      ])
    })

    it('but a first row of texts, or rows that are all alike, are no header', () => {
      expect(read('Item,Note,Price\nTea,on request,\nCoffee,,3')).to.deep.equal([
        'Item: Tea; Note: on request\nItem: Coffee; Price: 3',
      ])
      expect(read('Tea,2\nCoffee,3')).to.deep.equal(['Tea; 2\nCoffee; 3'])
      expect(read('Alien,1979\nDune,2021')).to.deep.equal(['Alien; 1979\nDune; 2021'])
    })
  })

  it('end at an empty row, at another header and at an empty column', () => {
    const rooms = 'Room: Aula; Seats: 120\nRoom: Loft; Seats: 40'
    const courses = 'Course: Pottery; Teacher: Ms Reed; Weeks: 6'
    const [first, second] = [
      'Room,Seats,\nAula,120,\nLoft,40,',
      'Course,Teacher,Weeks\nPottery,Ms Reed,6',
    ]
    for (const border of ['\n', '\n,,\n', '\n\n\n'])
      expect(read(first + border + second), border).to.deep.equal([rooms, courses])
    expect(read(`${first}\n\nCourses,,\n${second}`)).to.deep.equal([rooms, `Courses\n${courses}`])
    expect(
      read(
        'Room,Seats,,Course,Teacher,Weeks\nAula,120,,Pottery,Ms Reed,6\nLoft,40,,Welding,Mr Onai,9',
      ),
    ).to.deep.equal([rooms, `${courses}\nCourse: Welding; Teacher: Mr Onai; Weeks: 9`])
    // An empty column within a table separates nothing.
    expect(read('Name,Seats,,Notes,Owner\nAula,1,,big,Tom\nLoft,2,,small,Tom')).to.deep.equal([
      'Name: Aula; Seats: 1; Notes: big; Owner: Tom\nName: Loft; Seats: 2; Notes: small; Owner: Tom',
    ])
  })

  it('go on with totals and further rows below an empty row', () => {
    expect(read('Part,Shelf,Left\nBolt,F2,75\n\nNut,G9,61\n\nTotal,,136')).to.deep.equal([
      'Part: Bolt; Shelf: F2; Left: 75\nPart: Nut; Shelf: G9; Left: 61\nPart: Total; Left: 136',
    ])
    expect(read('Name,City\nAnn,Bern\n\nBob,Basel\n\nCid,Bern\nDora,Basel')).to.deep.equal([
      'Name: Ann; City: Bern\nName: Bob; City: Basel\nName: Cid; City: Bern\nName: Dora; City: Basel',
    ])
  })

  it('may have titles and labels with values above, and notes below', () => {
    const table = 'Part: Bolt; Shelf: F2; Left: 75\nPart: Nut; Shelf: G9; Left: 61'
    const rows = 'Part,Shelf,Left\nBolt,F2,75\nNut,G9,61'
    for (const border of ['\n', '\n\n'])
      expect(
        read(`Report,Stock,\nDate,2026-05-03,${border}${rows}\n(a) Counted by hand.`),
      ).to.deep.equal([`Report: Stock\nDate: 2026-05-03\n${table}\n(a) Counted by hand.`])
    expect(read('Report:,Stock\nPage:,1\nPart,Left\nBolt,75')).to.deep.equal([
      'Report: Stock\nPage: 1\nPart: Bolt; Left: 75',
    ])
  })

  it('have sub-headings and the labels of groups in each row', () => {
    expect(
      read('Region,2024,2025\nEurope,,\nGermany,1,2\nFrance,3,4\nAsia,,\nJapan,5,6\nTotal,9,12'),
    ).to.deep.equal([
      'Region: Europe › Germany; 2024: 1; 2025: 2\nRegion: Europe › France; 2024: 3; 2025: 4\nRegion: Asia › Japan; 2024: 5; 2025: 6\nRegion: Total; 2024: 9; 2025: 12',
    ])
    expect(
      read('Region,Item,Sales\nNorth,Tea,1\n,Cola,2\n,Milk,3\nSouth,Tea,4\n,Cola,5\nTotal,,15'),
    ).to.deep.equal([
      'Region: North; Item: Tea; Sales: 1\nRegion: North; Item: Cola; Sales: 2\nRegion: North; Item: Milk; Sales: 3\nRegion: South; Item: Tea; Sales: 4\nRegion: South; Item: Cola; Sales: 5\nRegion: Total; Sales: 15',
    ])
    expect(read('Name,Phone\nAnn,\nBob,12\nCid,34')).to.deep.equal([
      'Name: Ann\nName: Bob; Phone: 12\nName: Cid; Phone: 34',
    ])
  })

  it('have rows in no section below the total of one', () => {
    expect(
      read('Region,2024,2025\nEurope,,\nItaly,1,2\nTotal Europe,1,2\nOther,3,4\nAll,4,6'),
    ).to.deep.equal([
      [
        'Region: Europe › Italy; 2024: 1; 2025: 2',
        'Region: Europe › Total Europe; 2024: 1; 2025: 2',
        'Region: Other; 2024: 3; 2025: 4',
        'Region: All; 2024: 4; 2025: 6',
      ].join('\n'),
    ])
  })

  it('leave out headers that are repeated, as on each page', () => {
    expect(read('Part,Left\nBolt,75\nPart,Left\nNut,61')).to.deep.equal([
      'Part: Bolt; Left: 75\nPart: Nut; Left: 61',
    ])
  })

  it('keep pairs of questions and answers without a header', () => {
    const [table] = tablesIn({
      rows: [
        ['Is it open?', 'Yes.'],
        ['Is it free?', 'No.'],
      ],
    })
    expect(recordsOf(table!)[0]).to.deep.equal([
      ['question', 'Is it open?'],
      ['answer', 'Yes.'],
    ])
  })
})
