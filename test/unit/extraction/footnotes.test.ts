import { expect } from 'chai'
import { readHtml } from '../../../workers/extraction/html/html.ts'

describe('footnote marks', () => {
  for (const mark of [
    '<sup id="cite_ref-1" class="reference"><a href="#cite_note-1">[1]</a></sup>',
    '<sup class="noprint reference">[<i>citation needed</i>]</sup>',
    '<span class="mw-editsection">[edit]</span>',
    '<sup id="fnref:1"><a href="#fn:1" class="footnote">1</a></sup>',
    '<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a>',
  ])
    for (const element of ['main', 'div'])
      it(`are not read: ${mark} in ${element}`, async () => {
        const html = `<${element}><p>Zurich${mark} has 440,000 people.${mark} It is old.</p></${element}>`
        expect((await readHtml(html)).text).to.equal('Zurich has 440,000 people. It is old.')
      })

  it('do not include other raised text, or other brackets', async () => {
    const html = '<main><p>5 m<sup>2</sup>, press [1].</p></main>'
    expect((await readHtml(html)).text).to.equal('5 m2, press [1].')
  })
})
