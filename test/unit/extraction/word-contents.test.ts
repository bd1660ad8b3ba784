import { expect } from 'chai'
import { linesOf } from '../../support/data/reading.ts'
import { makeWord, wordParagraph, wordPart, wordRun } from '../../support/data/word.ts'

const text = async (body: string, parts = {}, targets = {}) =>
  (await linesOf('docx', makeWord(body, parts, targets))).join('\n\n')
const within = (runs: string) => text(wordParagraph(runs))
const mark = (type: string, inside = '') =>
  `<w:r><w:fldChar w:fldCharType="${type}">${inside}</w:fldChar></w:r>`
const instruction = (words: string) => `<w:r><w:instrText>${words}</w:instrText></w:r>`
const field = (words: string, result: string) =>
  mark('begin') + instruction(words) + mark('separate') + result + mark('end')

describe('the text of a Word document', function () {
  this.timeout(120_000)

  it('is read in wrappers of every kind', async () => {
    const run = wordRun('31 May')
    for (const wrapper of [
      `<w:fldSimple w:instr="DOCPROPERTY Until">${run}</w:fldSimple>`,
      `<w:fldSimple w:instr="A"><w:fldSimple w:instr="B">${run}</w:fldSimple></w:fldSimple>`,
      `<w:bdo w:val="rtl">${run}</w:bdo>`,
      `<w:dir w:val="ltr"><w:smartTag><w:smartTagPr/>${run}</w:smartTag></w:dir>`,
      `<w:customXml w:element="x"><w:customXmlPr/>${run}</w:customXml>`,
      `<w:sdt><w:sdtPr><w:alias w:val="No"/></w:sdtPr><w:sdtContent>${run}</w:sdtContent></w:sdt>`,
      `<w:hyperlink w:anchor="there"><w:ins>${run}</w:ins></w:hyperlink>`,
      `<w:moveTo>${run}</w:moveTo><w:moveFrom>${run}</w:moveFrom><w:del><w:r><w:delText>No.</w:delText></w:r></w:del>`,
      `<w:later xmlns:w="urn:unknown">${run.replace('<w:r>', '<w:r xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">')}</w:later>`,
    ])
      expect(await within(wordRun('Until ') + wrapper), wrapper).to.equal('Until 31 May')
    const paragraph = wordParagraph(run)
    const table = `<w:tbl><w:sdt><w:sdtContent><w:tr><w:sdt><w:sdtContent><w:tc>${paragraph}</w:tc></w:sdtContent></w:sdt></w:tr></w:sdtContent></w:sdt></w:tbl>`
    for (const block of [
      `<w:sdt><w:sdtContent>${paragraph}</w:sdtContent></w:sdt>`,
      `<w:customXml>${paragraph}</w:customXml>`,
      table,
    ])
      expect(await text(block), block).to.equal('31 May')
  })

  it('is read with the base of ruby text', async () => {
    const ruby = `<w:r><w:ruby><w:rubyPr/><w:rt>${wordRun('とうきょう')}</w:rt><w:rubyBase>${wordRun('東京')}</w:rubyBase></w:ruby></w:r>`
    expect(await within(ruby + wordRun('本店'))).to.equal('東京本店')
  })

  it('has the results of fields, not their instructions', async () => {
    expect(await within(wordRun('By ') + field(' DATE \\@ "d" ', wordRun('1 June')))).to.equal(
      'By 1 June',
    )
    const nested = `${mark('begin')}${instruction(' IF ')}${field('MERGEFIELD sex', wordRun('M'))}${instruction(' = "M" "Mr" ')}${mark('separate')}${wordRun('Mr ')}${field('MERGEFIELD name', wordRun('«Name»'))}${mark('end')}`
    expect(await within(wordRun('Dear ') + nested)).to.equal('Dear Mr «Name»')
    const link = `<w:p>${mark('begin')}${instruction('HYPERLINK "https://example.com"')}${mark('separate')}${wordRun('our')}</w:p><w:p>${wordRun('page')}${mark('end')}</w:p>`
    expect(await text(link)).to.equal('our\n\npage')
    // A field that never ends hides nothing.
    expect(await within(mark('begin') + wordRun('Open daily.'))).to.equal('Open daily.')
    expect(await within(mark('end') + mark('separate') + wordRun('Open.'))).to.equal('Open.')
  })

  it('has the values of forms', async () => {
    const list =
      '<w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="Red"/><w:listEntry w:val="Blue"/></w:ddList></w:ffData>'
    const box = (checked: string) =>
      `<w:ffData><w:checkBox><w:default w:val="0"/>${checked}</w:checkBox></w:ffData>`
    const form = (data: string) => mark('begin', data) + instruction('FORM') + mark('end')
    expect(await within(wordRun('Colour: ') + form(list))).to.equal('Colour: Blue')
    expect(
      await within(form(box('<w:checked/>')) + wordRun(' Yes ') + form(box('')) + wordRun(' No')),
    ).to.equal('☒ Yes ☐ No')
    const control = `<w:sdt xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>${wordRun('☒')}</w:sdtContent></w:sdt>`
    expect(await within(control + wordRun(' Agreed'))).to.equal('☒ Agreed')
  })

  it('keeps breaks, tabs, hyphens and symbols apart from words', async () => {
    const run = (inside: string) => within(`<w:r>${inside}</w:r>`)
    const [one, two] = ['<w:t>ONE</w:t>', '<w:t>TWO</w:t>']
    for (const line of ['<w:cr/>', '<w:br/>', '<w:br w:type="page"/>', '<w:br w:type="column"/>'])
      expect(await run(one + line + two), line).to.equal('ONE\nTWO')
    for (const blank of ['<w:tab/>', '<w:ptab w:alignment="right"/>'])
      expect(await run(one + blank + two), blank).to.equal('ONE TWO')
    expect(await run(`${one}<w:noBreakHyphen/>${two}`)).to.equal('ONE‑TWO')
    expect(await run(`${one}<w:softHyphen/>${two}`)).to.equal('ONETWO')
    expect(await run('<w:sym w:font="Wingdings" w:char="F0FC"/><w:t> in</w:t>')).to.equal('✓ in')
    expect(await run('<w:sym w:font="MS Gothic" w:char="2612"/><w:t> a</w:t>')).to.equal('☒ a')
    expect(await run('<w:sym w:font="Garamond" w:char="F041"/><w:t>BC</w:t>')).to.equal('ABC')
  })

  it('has text boxes once, in each of their forms', async () => {
    const content = `<w:txbxContent>${wordParagraph(wordRun('Closes at six.'))}</w:txbxContent>`
    const drawn = `<w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp><wps:txbx>${content}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing>`
    const painted = `<w:pict><v:shape><v:textbox>${content}</v:textbox></v:shape></w:pict>`
    const either = (choice: string, fallback: string) =>
      `<mc:AlternateContent><mc:Choice Requires="wps">${choice}</mc:Choice>${fallback}</mc:AlternateContent>`
    for (const box of [
      drawn,
      painted,
      either(drawn, ''),
      either(drawn, `<mc:Fallback>${painted}</mc:Fallback>`),
      either('<w:drawing/>', `<mc:Fallback>${painted}</mc:Fallback>`),
      either(either(drawn, ''), `<mc:Fallback>${painted}</mc:Fallback>`),
    ])
      expect(await within(`${wordRun('Our shop')}<w:r>${box}</w:r>${wordRun(' opens.')}`)).to.equal(
        'Our shop opens.\n\nCloses at six.',
      )
  })

  it('has equations in one line', async () => {
    const r = (letters: string) => `<m:r><m:t>${letters}</m:t></m:r>`
    const e = (letters: string, name = 'e') => `<m:${name}>${r(letters)}</m:${name}>`
    const cases = [
      [r('E=5v+12'), 'E=5v+12'],
      [`<m:f><m:num>${r('a+b')}</m:num><m:den>${r('c')}</m:den></m:f>`, '(a+b)/c'],
      [`<m:f><m:fPr><m:type m:val="noBar"/></m:fPr>${e('n', 'num')}${e('k', 'den')}</m:f>`, 'n¦k'],
      [`<m:sSup>${e('x')}${e('2', 'sup')}</m:sSup>`, 'x^2'],
      [`<m:sSub>${e('a')}${e('n+1', 'sub')}</m:sSub>`, 'a_(n+1)'],
      [`<m:sSubSup>${e('x')}${e('i', 'sub')}${e('2', 'sup')}</m:sSubSup>`, 'x_i^2'],
      [`<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e('x+1')}</m:rad>`, '√(x+1)'],
      [`<m:rad>${e('3', 'deg')}${e('x')}</m:rad>`, '∛(x)'],
      [`<m:rad>${e('n', 'deg')}${e('x')}</m:rad>`, '√[n](x)'],
      [
        `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>${e('i=1', 'sub')}${e('n', 'sup')}${e('i')}</m:nary>`,
        '∑_(i=1)^n i',
      ],
      [`<m:func><m:fName>${r('sin')}</m:fName><m:e><m:d>${e('x')}</m:d></m:e></m:func>`, 'sin(x)'],
      [
        `<m:func><m:fName><m:limLow>${e('lim')}${e('x→0', 'lim')}</m:limLow></m:fName>${e('y')}</m:func>`,
        'lim_(x→0) y',
      ],
      [
        `<m:d><m:dPr><m:begChr m:val="["/><m:sepChr m:val=";"/><m:endChr m:val="["/></m:dPr>${e('0')}${e('1')}</m:d>`,
        '[0;1[',
      ],
      [`<m:m><m:mr>${e('1')}${e('0')}</m:mr><m:mr>${e('0')}${e('1')}</m:mr></m:m>`, '[1, 0; 0, 1]'],
      [`<m:eqArr>${e('x&amp;=1')}${e('y&amp;=2')}</m:eqArr>`, 'x=1; y=2'],
      [`<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>${e('x')}</m:bar>`, 'x̅'],
      [`<m:box><m:boxPr/>${e('x')}</m:box><w:del>${r('no')}</w:del>`, 'x'],
    ]
    for (const [math, line] of cases)
      expect(
        await within(`${wordRun('So ')}<m:oMath>${math}</m:oMath>${wordRun(' holds.')}`),
      ).to.equal(`So ${line} holds.`)
    const two = `<m:oMathPara><m:oMath>${r('x=1')}</m:oMath><m:oMath>${r('y=2')}</m:oMath></m:oMathPara>`
    expect(await within(two)).to.equal('x=1\ny=2')
  })

  it('has the alternative texts of pictures, except names of files and those for decoration', async () => {
    const drawn = (attributes: string, inside = '') =>
      within(
        `${wordRun('Map: ')}<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" ${attributes}>${inside}</wp:docPr></wp:inline></w:drawing></w:r>`,
      )
    expect(await drawn('descr="Pier C lies  in the north."')).to.equal(
      'Map: [Pier C lies in the north.]',
    )
    expect(await drawn('descr=" " title="Pier C"')).to.equal('Map: [Pier C]')
    expect(await drawn('descr="A pier&#10;&#10;Description automatically generated"')).to.equal(
      'Map: [A pier]',
    )
    for (const none of ['', 'descr="IMG_2001.JPG"', 'title="C:\\My pictures\\logo.png"'])
      expect(await drawn(none), none).to.equal('Map:')
    const decoration =
      '<a:extLst><a:ext><x:decorative xmlns:x="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst>'
    expect(await drawn('descr="A line"', decoration)).to.equal('Map:')
    expect(await within(`<w:r><w:pict><v:shape alt="Old map"/></w:pict></w:r>`)).to.equal(
      '[Old map]',
    )
  })

  it('has the texts of diagrams', async () => {
    const a = 'http://schemas.openxmlformats.org/drawingml/2006/main'
    const point = (words: string) => `<pt><t><a:p><a:r><a:t>${words}</a:t></a:r></a:p></t></pt>`
    const data = `<dataModel xmlns="urn:d" xmlns:a="${a}">${point('First order')}${point('')}${point('Then pay')}</dataModel>`
    const body = wordParagraph(
      `${wordRun('Steps')}<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><dgm:relIds r:dm="d1"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
    )
    expect(
      await text(body, { 'word/diagrams/data1.xml': data }, { d1: 'diagrams/data1.xml' }),
    ).to.equal('Steps\n\nFirst order\n\nThen pay')
  })

  it('has fields, equations and wrappers in its notes', async () => {
    const footnotes = `<w:footnote w:id="1">${wordParagraph(`${wordRun('Until ')}<w:fldSimple w:instr="A">${wordRun('May')}</w:fldSimple>`)}</w:footnote>`
    const body = wordParagraph(`${wordRun('Open')}<w:r><w:footnoteReference w:id="1"/></w:r>`)
    expect(await text(body, { footnotes })).to.match(/^Open\[1\].*Until May/s)
  })

  it('is read in the strict form, and by whichever prefixes', async () => {
    const part = wordPart(
      'document',
      `<w:body>${wordParagraph(`<w:fldSimple>${wordRun('Open daily.')}</w:fldSimple>`)}</w:body>`,
    )
    const strict = part.replace(
      'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
      'http://purl.oclc.org/ooxml/wordprocessingml/main',
    )
    const prefixed = part.replaceAll(/(<\/?|xmlns:)w\b/g, '$1ns0')
    const unprefixed = part.replaceAll(/(<\/?)w:/g, '$1').replace('xmlns:w=', 'xmlns=')
    for (const form of [strict, prefixed, unprefixed])
      expect(await text('', { 'word/document.xml': form })).to.equal('Open daily.')
  })

  it('cannot contain the marks by which Parley knows pairs, numbers and places', async () => {
    const body = wordParagraph(wordRun('A\ufdd01\ufdd1B\ufdd2 C\ufdd4 \ufdd50\ufdd5'))
    expect(await text(body)).to.equal('A1B C 0')
  })

  it('is refused if it is nested too deeply', async () => {
    const deep = '<w:sdt>'.repeat(10_000) + '</w:sdt>'.repeat(10_000)
    let reason = ''
    await text(deep).catch((error: Error) => {
      reason = error.message
    })
    expect(reason).to.contain('nested too deeply')
  })
})
