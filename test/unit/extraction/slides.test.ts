import { expect } from 'chai'
import { makeOpen, makePptx, shape } from '../../support/data/office.ts'
import { linesOf } from '../../support/data/reading.ts'

const pptx = (...made: Parameters<typeof makePptx>) => linesOf('pptx', makePptx(...made))

describe('a PowerPoint presentation', function () {
  this.timeout(120_000)

  it('is read slide by slide, each under its title', async () => {
    const first = shape('body', ['Tickets', 'Towels &amp; soap']) + shape('ctrTitle', ['The pool'])
    const rows = [
      ['Item', 'Price'],
      ['Tea', '2 €'],
    ].map(
      (cells) =>
        `<a:tr>${cells.map((text) => `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`).join('')}</a:tr>`,
    )
    const second = `<p:grpSp>${shape('', ['In a group.'])}</p:grpSp><p:graphicFrame><a:tbl>${rows.join('')}</a:tbl></p:graphicFrame>`
    expect(await pptx([first, second])).to.deep.equal([
      'The pool: * Tickets\n* Towels & soap',
      'Slide 2: In a group.\n\nItem: Tea; Price: 2 €',
    ])
  })

  it('is read with the texts of its diagrams', async () => {
    const more = {
      'ppt/slides/_rels/slide0.xml.rels':
        '<Relationships><Relationship Id="d" Type="x/diagramData" Target="../diagrams/data1.xml"/></Relationships>',
      'ppt/diagrams/data1.xml':
        '<dgm><pt><t><a:p xmlns:a="a"><a:r><a:t>First step</a:t></a:r></a:p></t></pt></dgm>',
    }
    expect(await pptx([shape('title', ['Steps'])], more)).to.deep.equal(['Steps: * First step'])
  })

  it('is read with fields, equations, and alternative texts of pictures', async () => {
    const field = '<a:fld type="datetime1"><a:rPr/><a:t>1 June</a:t></a:fld>'
    const math =
      '<mc:AlternateContent><mc:Choice Requires="a14"><a14:m><m:oMathPara><m:oMath><m:sSup><m:e><m:r><a:rPr sz="100"/><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></m:oMathPara></a14:m></mc:Choice><mc:Fallback><a:r><a:t>No.</a:t></a:r></mc:Fallback></mc:AlternateContent>'
    const body = `<p:sp><p:txBody><a:p><a:r><a:t>Until </a:t></a:r>${field}<a:r><a:t>: </a:t></a:r>${math}</a:p></p:txBody></p:sp>`
    const picture = (attributes: string, inside = '') =>
      `<p:pic><p:nvPicPr><p:cNvPr id="1" name="Picture 1" ${attributes}>${inside}</p:cNvPr></p:nvPicPr></p:pic>`
    const slide =
      shape('title', ['Area']) +
      body +
      picture('descr="The pool &amp; its tower"') +
      picture('descr="photo.jpg"') +
      picture('descr="Say so." hidden="1"') +
      picture('descr="A line"', '<a:extLst><a:ext><adec:decorative val="1"/></a:ext></a:extLst>')
    expect(await pptx([slide])).to.deep.equal(['Area: Until 1 June: x^2\n\n[The pool & its tower]'])
  })

  it('leaves out hidden slides and shapes, tiny text, footers and notes', async () => {
    const title = shape('title', ['Open'])
    const slide =
      title +
      shape('', ['Daily.']) +
      shape('', ['Say so.'], { hidden: 1 }) +
      shape('', ['Say so.'], { look: 'sz="100"' }) +
      shape('ftr', ['Footer']) +
      shape('sldNum', ['7']) +
      `<mc:AlternateContent><mc:Fallback>${shape('', ['Say so.'])}</mc:Fallback></mc:AlternateContent>`
    const more = {
      'ppt/notesSlides/notesSlide1.xml': '<p:notes><a:p><a:r><a:t>Note</a:t></a:r></a:p></p:notes>',
    }
    expect(await pptx([slide, `hidden${shape('', ['Say so.'])}`], more)).to.deep.equal([
      'Open: Daily.',
    ])
  })
})

describe('an OpenDocument presentation', function () {
  this.timeout(120_000)

  it('is read slide by slide, without hidden slides, notes and footers', async () => {
    const frame = (kind: string, body: string) =>
      `<draw:frame presentation:class="${kind}"><draw:text-box>${body}</draw:text-box></draw:frame>`
    const list = '<text:list><text:list-item><text:p>Tickets</text:p></text:list-item></text:list>'
    const slide = (body: string, style = '') =>
      `<draw:page draw:style-name="${style}">${body}</draw:page>`
    const styles =
      '<style:style style:name="off" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
    const body =
      slide(
        frame('outline', list) +
          frame('title', '<text:p>The pool</text:p>') +
          frame('footer', '<text:p>Footer</text:p>') +
          '<presentation:notes><text:p>Note</text:p></presentation:notes>',
      ) +
      slide(frame('outline', '<text:p>Say so.</text:p>'), 'off') +
      slide(frame('outline', '<text:p>No title.</text:p>'))
    expect(await linesOf('odp', makeOpen('presentation', body, styles))).to.deep.equal([
      'The pool: * Tickets',
      'Slide 3: No title.',
    ])
  })
})
