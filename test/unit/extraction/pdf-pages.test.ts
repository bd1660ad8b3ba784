import { expect } from 'chai'
import { chunksOf } from '../../../workers/extraction/dispatch.ts'
import { withoutText } from '../../../workers/extraction/pdf/emptyPages.ts'
import { makePlacedPdf, type PlacedPage, SCANNED } from '../../support/data/placedPdf.ts'

const text = (said: string): PlacedPage => ({ texts: [[60, 700, said]] })
const blank: PlacedPage = { texts: [], painted: 'q 1 0 0 1 0 0 cm 0 0 612 792 re f Q' }

const read = (pdf: Buffer) =>
  chunksOf({ type: 'pdf', bytes: pdf, charset: null, heading: null, name: null })

describe('pages of a PDF without text', () => {
  it('are named, unless they are blank', async () => {
    const pages = [text('Rules of the harbour'), SCANNED, blank, SCANNED, SCANNED, text('The end')]
    const { warnings, chunks } = await read(makePlacedPdf(pages))
    expect(warnings).to.deep.equal(['Pages 2, 4–5 have no text: they may be scanned.'])
    expect(chunks.map(({ text }) => text).join('\n')).to.contain('The end')
    expect((await read(makePlacedPdf([text('All of it is text'), blank]))).warnings).to.deep.equal(
      [],
    )
  })

  it('are named in ranges, and not too many', () => {
    expect(withoutText([7])).to.equal('Page 7 has no text: it may be scanned.')
    expect(withoutText([3, 5, 6, 7, 8, 9])).to.equal(
      'Pages 3, 5–9 have no text: they may be scanned.',
    )
    expect(withoutText([2, 3], true)).to.equal(
      'Pages 2–3 have no text that can be read or recognized.',
    )
    const odd = Array.from({ length: 100 }, (_, at) => 2 * at + 1)
    expect(withoutText(odd)).to.match(/ 37, 39 and others have no text: they may be scanned\.$/)
  })
})

describe("a PDF form that only Adobe's programs show", () => {
  it('is refused with a sentence that says what to do', async () => {
    const wait = 'Please wait... If this message is not replaced, get Adobe Reader.'
    const pdf = makePlacedPdf([text(wait)], { form: '/XFA [(datasets) 3 0 R]' })
    const error = await read(pdf).then(
      () => undefined,
      (error) => error,
    )
    expect(error).to.include({ code: 'file_unreadable' })
    expect(error.message).to.contain('Print it there to a PDF')
  })
})
