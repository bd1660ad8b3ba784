import { expect } from 'chai'
import { makeOpen } from '../../support/data/office.ts'
import { linesOf, read } from '../../support/data/reading.ts'

const p = (text: string) => `<text:p>${text}</text:p>`
const item = (inside: string, more = '') => `<text:list-item ${more}>${inside}</text:list-item>`
const list = (items: string, more = '') => `<text:list ${more}>${items}</text:list>`
const heading = (text: string, level: number, more = '') =>
  `<text:h text:outline-level="${level}" ${more}>${text}</text:h>`
const numbered = (kind: string, level: number, format: string, more = '') =>
  `<text:${kind} text:level="${level}" style:num-format="${format}" ${more}/>`
const frame = (inside: string) => `<draw:frame>${inside}</draw:frame>`

describe('an OpenDocument text', function () {
  this.timeout(120_000)
  const lines = (body: string, styles = '', more = {}) =>
    linesOf('odt', makeOpen('text', body, styles, more))
  const LEVELS = [
    numbered('list-level-style-number', 1, '1', 'style:num-suffix="."'),
    numbered('list-level-style-number', 2, '1', 'text:display-levels="2"'),
    numbered('list-level-style-number', 3, 'a', 'style:num-prefix="(" style:num-suffix=")"'),
  ].join('')
  const CLAUSES = `<text:list-style style:name="C">${LEVELS}</text:list-style><text:list-style style:name="B"><text:list-level-style-bullet text:level="1"/></text:list-style>`
  const clauses = (items: string, more = '') => list(items, `text:style-name="C" ${more}`)
  const OUTLINE = `<text:outline-style>${[1, 2].map((level) => numbered('outline-level-style', level, '1', `text:display-levels="${level}"`)).join('')}</text:outline-style>`

  it('has the numbers of its lists', async () => {
    const deep = list(item(p('Unless it is a school.')))
    const body = clauses(
      item(p('Scope')) +
        item(
          p('Payment') + p('In euros.') + list(item(p('In 21 days.')) + item(p('Or 30.') + deep)),
        ),
    )
    expect(await lines(body, CLAUSES)).to.deep.equal([
      '1. Scope\n2. Payment\n\nIn euros.\n\n2.1 In 21 days.\n2.2 Or 30.\n(a) Unless it is a school.',
    ])
  })

  it('counts on in lists that continue, and anew in others', async () => {
    const body =
      clauses(item(p('One')) + item(list(item(p('Below')))), 'xml:id="first"') +
      clauses(item(p('Two')), 'text:continue-numbering="true"') +
      clauses(item(p('Anew')) + item(p('Seven'), 'text:start-value="7"')) +
      clauses(item(p('Three')), 'text:continue-list="first"') +
      list(item(p('Towels')), 'text:style-name="B"')
    expect(await lines(body, CLAUSES)).to.deep.equal([
      '1. One\n1.1 Below\n2. Two\n1. Anew\n7. Seven\n3. Three\n* Towels',
    ])
  })

  it('has the numbers of its headings, which are no part of titles and questions', async () => {
    const body =
      heading('House rules', 1) +
      heading('When do you open?', 2) +
      p('At nine.') +
      heading('Is there tea?', 2) +
      p('Yes.')
    const { title, chunks } = await read('odt', makeOpen('text', body, OUTLINE))
    expect(title).to.equal('House rules')
    expect(chunks.map(({ heading, text }) => `${heading}: ${text}`)).to.deep.equal([
      '1 House rules: When do you open?\nAt nine.',
      '1 House rules: Is there tea?\nYes.',
    ])
    const more =
      heading('Preface', 1, 'text:is-list-header="true"') + p('a') + heading('End', 1) + p('b')
    expect(await lines(heading('Scope', 1) + p('c') + more, OUTLINE)).to.deep.equal([
      '1 Scope: c',
      'Preface: a',
      '2 End: b',
    ])
  })

  it('has fields, and the bases of ruby text', async () => {
    const fields =
      '<text:date>1 June</text:date>, <text:user-defined>X</text:user-defined>, <text:title>Rules</text:title>, <text:placeholder>&lt;name&gt;</text:placeholder>'
    const ruby =
      '<text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう</text:ruby-text></text:ruby>'
    expect(await lines(p(fields) + p(ruby))).to.deep.equal(['1 June, X, Rules, <name>\n\n東京'])
  })

  it('has alternative texts of pictures, and text boxes', async () => {
    const picture = frame(
      '<draw:image/><svg:title>Pier</svg:title><svg:desc>Pier C &amp; the sea</svg:desc>',
    )
    const logo = frame('<draw:image/><svg:title>logo.png</svg:title>')
    const box = frame(`<draw:text-box>${p('Closes at six.')}</draw:text-box>`)
    expect(await lines(p(`See ${picture}${logo}.`) + p(`Our shop${box}`))).to.deep.equal([
      'See [Pier C & the sea].\n\nOur shop\n\nCloses at six.',
    ])
  })

  it('has formulas in one line', async () => {
    const cases = [
      [
        '<mi>E</mi><mo>=</mo><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac>',
        'E = (a+b)/c',
      ],
      ['<msup><mi>x</mi><mn>2</mn></msup>', 'x^2'],
      ['<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>', 'x_i^2'],
      ['<msqrt><mi>x</mi></msqrt><mroot><mi>x</mi><mn>3</mn></mroot>', '√(x)∛(x)'],
      ['<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>i</mi>', '∑_i^ni'],
      ['<mfenced><mi>a</mi><mi>b</mi></mfenced>', '(a, b)'],
      ['<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr></mtable>', '[1, 0]'],
    ]
    for (const [math, line] of cases) {
      const formula = `<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow>${math}</mrow><annotation encoding="StarMath 5.0">no</annotation></semantics></math>`
      const body = p(
        `So ${frame('<draw:object xlink:href="./Object 1"/><svg:desc>formula</svg:desc>')} holds.`,
      )
      expect(await lines(body, '', { 'Object 1/content.xml': formula })).to.deep.equal([
        `So ${line} holds.`,
      ])
    }
  })
})
