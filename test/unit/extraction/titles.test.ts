import { expect } from 'chai'
import { readPdf } from '../../../workers/extraction/pdf/pdf.ts'
import { goodTitle } from '../../../workers/extraction/text/titles.ts'
import { makePlacedPdf } from '../../support/data/placedPdf.ts'

describe('a title', () => {
  it('is no stamp, file name, placeholder or number of a scanner', () => {
    for (const text of [
      'arXiv:2004.04906v3 [cs.CL] 30 Sep 2020',
      'arXiv:hep-th/9901001v1',
      '10811.exe',
      'Microsoft Word - prices.doc',
      'report_final(2).docx',
      'untitled',
      'Untitled spreadsheet',
      'Slide 1',
      'Folie 12',
      'Document1',
      'Book1',
      'PowerPoint Presentation',
      'PowerPoint-Präsentation',
      'Présentation PowerPoint',
      'Presentación de PowerPoint',
      '20230614101112',
      '2023-06-14 10.11.12',
      'Scan0001',
      'scan_20230614',
      'SKM_C25823061410110',
      'CamScanner 06-14-2023 10.11',
      'Scanned Document',
      'IMG_2041',
      'doc00123420230614',
    ])
      expect(goodTitle(text), text).to.equal(null)
  })

  it('may be short, or sound like one of these', () => {
    for (const text of [
      'Slide rules of the 1950s',
      'Documents of the harbour',
      'Scanning rules',
      'Image rights',
      'Page layout for beginners',
      '1984',
      'Fax machines',
      'Doc Martin',
      'Price list 2025',
      'HP LaserJet manual',
      'Preise 01.05.2025',
    ])
      expect(goodTitle(text), text).to.equal(text)
  })

  it('of a PDF is else that of its largest letters which are one', async () => {
    const titleOf = async (
      info: string,
      ...texts: Parameters<typeof makePlacedPdf>[0][0]['texts']
    ) => (await readPdf(makePlacedPdf([{ texts }], { info }), () => undefined)).title
    const body = [60, 600, 'Boats moor at the pier, and pay by the metre and by the day.'] as const
    expect(await titleOf('/Title (10811.exe)', [60, 700, 'Harbour rules', 18], body)).to.equal(
      'Harbour rules',
    )
    expect(
      await titleOf(
        '/Title (Microsoft Word - rules.doc)',
        [60, 740, '20230614101112', 24],
        [60, 700, 'Harbour rules', 18],
        body,
      ),
    ).to.equal('Harbour rules')
    expect(await titleOf('/Title (Rules)', [60, 700, 'Harbour', 18], body)).to.equal('Rules')
  })

  it('of a PDF is not a stamp that is turned at the margin', async () => {
    const stamp = 'BT /F1 20 Tf 0 1 -1 0 30 200 Tm (Received by the archive) Tj ET'
    const { title } = await readPdf(
      makePlacedPdf([
        {
          painted: stamp,
          texts: [
            [60, 700, 'Harbour rules', 16],
            [60, 600, 'Boats moor at the pier, and pay by the metre.'],
          ],
        },
      ]),
      () => undefined,
    )
    expect(title).to.equal('Harbour rules')
  })
})
