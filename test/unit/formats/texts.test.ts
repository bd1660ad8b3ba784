import { expect } from 'chai'
import { makeEpub, makeOpen } from '../../support/data/office.ts'
import { linesOf, read } from '../../support/data/reading.ts'

const p = (text: string, style = '') => `<text:p text:style-name="${style}">${text}</text:p>`

describe('an OpenDocument text', function () {
  this.timeout(120_000)
  const odt = (body: string, styles = '', more = {}) => linesOf('odt', makeOpen('text', body, styles, more))
  const style = (name: string, family: string, properties: string, parent = '') =>
    `<style:style style:name="${name}" style:family="${family}" style:parent-style-name="${parent}"><style:${family}-properties ${properties}/></style:style>`

  it('keeps its headings, lists, tables and notes', async () => {
    const cell = (text: string) => `<table:table-cell>${p(text)}</table:table-cell>`
    const row = (texts: string[]) => `<table:table-row>${texts.map(cell).join('')}</table:table-row>`
    const note =
      '<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Not at night.</text:p></text:note-body></text:note>'
    const body = `<text:h text:outline-level="1">Pool</text:h>${p(`Open<text:s text:c="2"/>daily<text:line-break/>&amp; free.${note}`)}
      <text:list><text:list-item>${p('Tickets')}</text:list-item><text:list-item>${p('Towels')}</text:list-item></text:list>
      <text:h text:outline-level="2">Prices</text:h><table:table>${row(['Item', 'Price'])}${row(['Tea', '2 €'])}</table:table>`
    expect(await odt(body)).to.deep.equal([
      'Pool: Open daily\n& free.\n\nNot at night.\n\n* Tickets\n* Towels',
      'Pool › Prices: Item: Tea; Price: 2 €',
    ])
  })

  it('leaves out hidden and deleted text and comments', async () => {
    const styles =
      style('off', 'text', 'text:display="none"') +
      style('below', 'text', 'fo:color="#000000"', 'off') +
      style('tiny', 'text', 'fo:font-size="1pt"') +
      style('white', 'text', 'fo:color="#ffffff"') +
      style('dark', 'text', 'fo:color="#ffffff" fo:background-color="#000000"')
    const span = (look: string, text = 'Say so.') =>
      `<text:span text:style-name="${look}">${text}</text:span>`
    const named = style('named', 'text', 'text:display="none"').replaceAll(
      /(style|text):(?=style|d|text)/g,
      '$1:',
    )
    const body =
      `<text:tracked-changes><text:changed-region><text:deletion>${p('Say so.')}</text:deletion></text:changed-region></text:tracked-changes>` +
      p(
        ['off', 'below', 'tiny', 'white', 'named'].map((look) => span(look)).join('') + span('dark', 'Open.'),
      ) +
      `<text:section text:display="none">${p('Say so.')}</text:section>` +
      p(
        'Daily.<office:annotation><text:p>Say so.</text:p></office:annotation><text:hidden-text text:is-hidden="true">Say so.</text:hidden-text>',
      )
    const more = { 'styles.xml': `<x><style>${named}</style></x>` }
    expect(await odt(body, styles, more)).to.deep.equal(['Open.\n\nDaily.'])
  })
})

describe('an e-book', function () {
  this.timeout(120_000)

  it('is read in the order of its chapters, with its title, without contents and hidden text', async () => {
    const epub = makeEpub({
      'z first.xhtml': '<h1><a id="here"/>Opening</h1><p>Daily.</p><p style="display:none">Say so.</p>',
      'a.xhtml': '<h1>Prices</h1><p>Two euros.</p>',
    })
    expect(await linesOf('epub', epub)).to.deep.equal(['Opening: Daily.', 'Prices: Two euros.'])
    expect((await read('epub', epub)).title).to.equal('The Pool')
  })
})
