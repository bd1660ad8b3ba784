import { expect } from 'chai'
import { linesOf, read } from '../../support/data/reading.ts'
import { makeWord, wordParagraph, wordRun } from '../../support/data/word.ts'

interface MadeLevel {
  text: string
  format?: string
  start?: number
  more?: string
}

const level = ({ text, format = 'decimal', start = 1, more = '' }: MadeLevel, at: number) =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`
const template = (id: number, levels: readonly MadeLevel[]) =>
  `<w:abstractNum w:abstractNumId="${id}">${levels.map(level).join('')}</w:abstractNum>`
const list = (id: number, of: number, overrides = '') =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${overrides}</w:num>`

const place = (id: number, at: number) =>
  `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${id}"/></w:numPr>`
const item = (text: string, at = 0, id = 1, properties = '') =>
  wordParagraph(text && wordRun(text), properties + place(id, at))
const styled = (text: string, style: string, properties = '') =>
  wordParagraph(wordRun(text), `<w:pStyle w:val="${style}"/>${properties}`)
const style = (id: string, name: string, properties = '', parent = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${parent && `<w:basedOn w:val="${parent}"/>`}<w:pPr>${properties}</w:pPr></w:style>`
const HEADINGS = [1, 2, 3].map((at) => style(`Heading${at}`, `heading ${at}`)).join('')

const LEGAL: MadeLevel[] = [
  { text: '%1.' },
  { text: '%1.%2' },
  { text: '(%3)', format: 'lowerLetter' },
]

describe('numbers of paragraphs in a Word document', function () {
  this.timeout(120_000)
  const lines = (body: string, numbering: string, styles = HEADINGS) =>
    linesOf('docx', makeWord(body, { numbering, styles }))

  it('are read as they are shown, in headings and before clauses', async () => {
    const body =
      styled('Scope', 'Heading1', place(1, 0)) +
      styled('Payment', 'Heading1', place(1, 0)) +
      item('Invoices are due after 21 days.', 1) +
      item('Late payment costs 3 percent.', 1) +
      item('Unless the client is a school.', 2) +
      wordParagraph(wordRun('Schools pay later.')) +
      item('Or a hospital.', 2) +
      styled('End', 'Heading1', place(1, 0)) +
      item('Clause 2.2 survives.', 1)
    expect(await lines(body, template(0, LEGAL) + list(1, 0))).to.deep.equal([
      '1. Scope',
      '2. Payment: 2.1 Invoices are due after 21 days.\n2.2 Late payment costs 3 percent.\n(a) Unless the client is a school.\n\nSchools pay later.\n\n(b) Or a hospital.',
      '3. End: 3.1 Clause 2.2 survives.',
    ])
  })

  it('have the formats of their levels', async () => {
    const shown = async (format: string, start: number, text = '%1', more = '') => {
      const numbering = template(0, [{ text, format, start, more }]) + list(1, 0)
      const [line] = await lines(item('!') + item('!'), numbering)
      return line!.replaceAll(/ ?!/g, '').replace('\n', ' ')
    }
    expect(await shown('decimalZero', 9, '%1)')).to.equal('09) 10)')
    expect(await shown('lowerLetter', 26)).to.equal('z aa')
    expect(await shown('upperLetter', 1, '(%1)')).to.equal('(A) (B)')
    expect(await shown('upperRoman', 3, '%1.')).to.equal('III. IV.')
    expect(await shown('lowerRoman', 1999)).to.equal('mcmxcix mm')
    expect(await shown('ordinal', 11)).to.equal('11th 12th')
    expect(await shown('ordinal', 21)).to.equal('21st 22nd')
    expect(await shown('chineseCounting', 10, '第%1条', '<w:suff w:val="nothing"/>')).to.equal(
      '第十条 第十一条',
    )
    expect(await shown('chineseCountingThousand', 104)).to.equal('一百零四 一百零五')
    expect(await shown('japaneseCounting', 110)).to.equal('百十 百十一')
    expect(await shown('decimalEnclosedCircle', 20)).to.equal('⑳ 21')
    expect(await shown('russianLower', 1, '%1)')).to.equal('а) б)')
    expect(await shown('decimal', 1, 'Article %1 –')).to.equal('Article 1 – Article 2 –')
    expect(await shown('none', 1, 'Note:')).to.equal('Note: Note:')
    expect(await shown('someday', 7)).to.equal('7 8')
    const padded =
      '<mc:AlternateContent><mc:Choice Requires="w14"><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/></mc:Choice></mc:AlternateContent>'
    expect(await shown('decimal', 1, '%1', padded)).to.equal('001 002')
  })

  it('begin anew below each level above, unless a level says otherwise', async () => {
    const levels = [
      { text: '%1' },
      { text: '%1.%2' },
      { text: 'Rule %3', more: '<w:lvlRestart w:val="0"/>' },
      { text: '%4', more: '<w:lvlRestart w:val="1"/>' },
    ]
    const body = [0, 1, 2, 3, 1, 2, 3, 0, 1, 2, 3].map((at) => item('x', at)).join('')
    const [text] = await lines(body, template(0, levels) + list(1, 0))
    expect(text!.replaceAll(' x', '').split('\n')).to.deep.equal(
      '1|1.1|Rule 1|1|1.2|Rule 2|2|2|2.1|Rule 3|1'.split('|'),
    )
  })

  it('go on in lists of one template, and begin with the number of a list of its own', async () => {
    const numbering =
      template(0, LEGAL) +
      list(1, 0) +
      list(2, 0) +
      list(3, 0, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>') +
      list(4, 0, `<w:lvlOverride w:ilvl="0">${level({ text: 'No. %1' }, 0)}</w:lvlOverride>`)
    const body = [1, 1, 2, 3, 3, 4].map((id) => item('x', 0, id)).join('')
    const [text] = await lines(body + item('y', 1, 3), numbering)
    expect(text!.split('\n')).to.deep.equal('1. x|2. x|3. x|7. x|8. x|No. 9 x|9.1 y'.split('|'))
  })

  it('are in digits throughout in legal style, and show the first number of a level that is missing', async () => {
    const levels = [
      { text: 'Article %1.', format: 'upperRoman' },
      { text: 'Section %1.%2', more: '<w:isLgl/>' },
      { text: '%1-%2-%3', format: 'lowerLetter' },
    ]
    const body = item('x', 1) + item('x') + item('x') + item('x', 1) + item('x', 2)
    const [text] = await lines(body, template(0, levels) + list(1, 0))
    expect(text!.replaceAll(' x', '').split('\n')).to.deep.equal(
      'Section 1.1|Article I.|Article II.|Section 2.1|II-1-a'.split('|'),
    )
  })

  it('come by styles and what those are based on, and can be taken away', async () => {
    const numbering =
      template(0, [
        { text: '%1', more: '<w:pStyle w:val="Heading1"/>' },
        { text: '%1.%2', more: '<w:pStyle w:val="Heading2"/>' },
      ]) + list(1, 0)
    const inList = '<w:numPr><w:numId w:val="1"/></w:numPr>'
    const styles =
      style('Heading1', 'heading 1', inList) +
      style('Heading2', 'heading 2', `<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>`) +
      style('Clause', 'Clause', '', 'Heading2') +
      style('Plain', 'Plain', '<w:numPr><w:numId w:val="0"/></w:numPr>', 'Heading2')
    const body =
      styled('Scope', 'Heading1') +
      styled('Where', 'Heading2') +
      styled('Here.', 'Clause') +
      styled('There.', 'Plain') +
      styled('Preface', 'Heading1', place(0, 0)) +
      styled('Nowhere.', 'Clause') +
      styled('End', 'Heading1') +
      styled('Soon.', 'Clause')
    expect(await lines(body, numbering, styles)).to.deep.equal([
      '1 Scope › 1.1 Where: 1.2 Here.\n\nThere.',
      'Preface: 1.3 Nowhere.',
      '2 End: 2.1 Soon.',
    ])
  })

  it('come by a style of lists', async () => {
    const linked =
      '<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="Rules"/></w:abstractNum>'
    const numbering = template(0, [{ text: '§ %1' }]) + linked + list(1, 0) + list(2, 1)
    const styles = `<w:style w:type="numbering" w:styleId="Rules"><w:name w:val="Rules"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`
    expect(await lines(item('x', 0, 2) + item('y', 0, 2), numbering, styles)).to.deep.equal([
      '§ 1 x\n§ 2 y',
    ])
  })

  it('begin anew in a list that takes its levels from a style of lists', async () => {
    const linked =
      '<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="Rules"/></w:abstractNum>'
    const restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    const letters = `<w:lvlOverride w:ilvl="0">${level({ text: '%1)', format: 'upperLetter' }, 0)}</w:lvlOverride>`
    const numbering =
      template(0, LEGAL) +
      linked +
      list(1, 0) +
      list(2, 1) +
      list(3, 1, restart) +
      list(4, 1, letters)
    const styles = `<w:style w:type="numbering" w:styleId="Rules"><w:name w:val="Rules"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`
    const body = [2, 2, 3, 3, 4].map((id) => item('x', 0, id)).join('')
    expect(await lines(body, numbering, styles)).to.deep.equal(['1. x\n2. x\n1. x\n2. x\nC) x'])
  })

  it('are not counted where a paragraph is hidden as a whole', async () => {
    const hidden = '<w:rPr><w:vanish/></w:rPr>'
    const body =
      item('One.') +
      wordParagraph(wordRun('Note of the author.', '<w:vanish/>'), place(1, 0) + hidden) +
      item('Two, whose end alone is hidden.', 0, 1, hidden) +
      item('Three.')
    expect(await lines(body, template(0, LEGAL) + list(1, 0))).to.deep.equal([
      '1. One.\n2. Two, whose end alone is hidden.\n3. Three.',
    ])
  })

  it('are not counted where a tracked change has deleted or moved the paragraph', async () => {
    const gone = (mark: string, text: string) =>
      wordParagraph(text, `${place(1, 0)}<w:rPr>${mark}</w:rPr>`)
    const body =
      item('One.') +
      gone('<w:del/>', '<w:del><w:r><w:delText>Gone.</w:delText></w:r></w:del>') +
      gone('<w:moveFrom/>', `<w:moveFrom>${wordRun('Moved.')}</w:moveFrom>`) +
      gone('<w:del/>', wordRun('Two, ')) +
      item('joined.') +
      wordParagraph(
        `<w:ins>${wordRun('Three.')}</w:ins>`,
        `${place(1, 0)}<w:pPrChange><w:pPr>${place(9, 3)}</w:pPr></w:pPrChange>`,
      )
    expect(await lines(body, template(0, LEGAL) + list(1, 0))).to.deep.equal([
      '1. One.\n2. Two, joined.\n3. Three.',
    ])
  })

  it('stand alone in rows of tables, not in empty paragraphs', async () => {
    const row = (name: string) =>
      `<w:tr><w:tc>${item('')}</w:tc><w:tc>${wordParagraph(wordRun(name))}</w:tc></w:tr>`
    const body = `<w:tbl>${row('Tea')}${row('Milk')}</w:tbl>${item('')}${item('Last.')}`
    expect(await lines(body, template(0, LEGAL) + list(1, 0))).to.deep.equal([
      '1.: Tea\n2.: Milk\n\n4. Last.',
    ])
  })

  it('are not bullets, which stay items of lists at the levels that are there', async () => {
    const levels = ['', 'o', '§'].map((text) => ({ text, format: 'bullet' }))
    const numbering = template(0, levels) + template(1, LEGAL) + list(1, 0) + list(2, 1)
    const body =
      item('Bring:', 0, 2) +
      item('Towels', 1) +
      item('Soap', 1) +
      item('Shampoo', 2) +
      item('Pay:', 0, 2) +
      item('Cash', 0)
    const [text] = await lines(body, numbering)
    expect(text!.replaceAll(/\n+/g, '\n')).to.equal(
      '1. Bring:\n* Towels\n* Soap\n* Shampoo\n2. Pay:\n* Cash',
    )
  })

  it('are no part of titles and of questions', async () => {
    const numbering =
      template(0, [{ text: '%1' }, { text: '%1.%2' }, { text: 'Q%3:' }]) + list(1, 0)
    const title = styled('House rules', 'Heading1', place(1, 0))
    const ask = (text: string) => styled(text, 'Heading2', place(1, 1))
    const body = `${title}${ask('When do you open?')}${wordParagraph(wordRun('At nine.'))}${ask('May I smoke?')}${wordParagraph(wordRun('No.'))}`
    const { title: read1, chunks } = await read(
      'docx',
      makeWord(body, { numbering, styles: HEADINGS }),
    )
    expect(read1).to.equal('House rules')
    expect(chunks.map(({ text }) => text)).to.deep.equal([
      'When do you open?\nAt nine.',
      'May I smoke?\nNo.',
    ])
    expect(chunks[0]!.heading).to.equal('1 House rules')
    expect(chunks.every(({ question_key }) => question_key)).to.equal(true)
    const bold = (text: string) =>
      wordParagraph(wordRun(text, '<w:b/>'), place(1, 1)) + wordParagraph(wordRun('Yes.'))
    const signed = (sign: string, text: string) => wordParagraph(wordRun(text), sign)
    const pair = (name: string) =>
      signed(name, 'Where do I park?') + signed('', 'A: Behind the house.')
    expect(await lines(pair(place(1, 2)), numbering)).to.deep.equal([
      'Where do I park?\nBehind the house.',
    ])
    expect(await lines(bold('May I park?') + bold('May I pay by card?'), numbering)).to.deep.equal([
      'May I park?\nYes.',
      'May I pay by card?\nYes.',
    ])
  })

  it('are of bounded length, whatever a file says', async () => {
    const levels = [
      { text: '%1'.repeat(5_000), format: 'lowerLetter', start: 999_999_999 },
      { text: '%9%2' },
    ]
    const [text] = await lines(item('x') + item('y', 1), template(0, levels) + list(1, 0))
    expect(text!.length).to.be.below(250)
    const cycle = `<w:abstractNum w:abstractNumId="0"><w:numStyleLink w:val="A"/></w:abstractNum>${list(1, 0)}`
    const styles =
      '<w:style w:type="numbering" w:styleId="A"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>' +
      style('B', 'B', '', 'C') +
      style('C', 'C', '', 'B')
    expect(await lines(item('x') + styled('y', 'B'), cycle, styles)).to.deep.equal(['x\n\ny'])
  })
})
