import { expect } from 'chai'
import { linesOf } from '../../support/data/reading.ts'
import { RUNS_ALL } from '../../support/run/runsAll.ts'

const md = async (text: string) => (await linesOf('md', text)).join('\n\n')

describe('HTML in Markdown', function () {
  this.timeout(120_000)
  it('is read as its tables, with the names of their columns', async () => {
    for (const head of [
      '<tr><th>zone</th><th>fare</th></tr>',
      '<tr><td>zone</td><td>fare</td></tr>',
    ])
      expect(
        await md(
          `Fares.\n\n<table border="1">\n${head}\n\n<tr><td>inner</td><td>3.20</td></tr>\n<tr>\n  <td>outer</td>\n  <td>5.70<br>per day</td></tr>\n</table>\n\nEnd.`,
        ),
      ).to.match(
        /^Fares\.\n\nzone: inner; fare: 3\.20\n\nzone: outer; fare: 5\.70 ?\n*per day\n\nEnd\.$/,
      )
  })

  it('keeps the Markdown in the cells of a table', async () => {
    const text =
      '<table><tr><th>Old</th><th>New</th></tr><tr><td>\n\n```js\nlet a = 1 < 2\n```\n\n</td><td>\n\n- one\n- two\n\n</td></tr></table>'
    expect(await md(text)).to.equal('Old\n\nNew\n\n```js\nlet a = 1 < 2\n```\n\n- one\n- two')
  })

  it('is read as its headings, blocks, line breaks and links', async () => {
    const text = `<h1 align="center">\n  <a href="https://a.example"><img src="logo.png" alt="logo"></a><br>\n  Skerry\n</h1>

<p align="center"><a href="https://ci.example"><img alt="Build Status" src="x"></a> A <b>small</b> ferry.<br/>Daily.</p>

See <a href="https://b.example/docs">the docs</a><a name="here"></a> or <a href="#x">below</a>.`
    expect(await linesOf('md', text)).to.deep.equal([
      'Skerry: A <b>small</b> ferry.\nDaily.\n\nSee [the docs](https://b.example/docs) or below.',
    ])
  })

  it('does not cut the rows of Markdown tables', async () => {
    expect(
      await md('| Zone | Fare |\n|---|---|\n| Inner<br>ring | <p>3.20</p> |\n| Outer | 5.70 |'),
    ).to.equal('Zone: Inner ring; Fare: 3.20\nZone: Outer; Fare: 5.70')
  })

  it('is read as questions that unfold, whose headings are lines', async () => {
    expect(
      await linesOf(
        'md',
        '<details>\n<summary><h3>How long?</h3></summary>\n\nNine hours.\n\n</details>\n',
      ),
    ).to.deep.equal(['How long?\nNine hours.'])
  })

  it('includes the alternative texts of pictures, without decorations', async () => {
    const chart = 'Chart of the channel, depth 27'
    for (const picture of [
      `![${chart}](a.png)`,
      `![${chart}](a.png "Chart")`,
      `![${chart}][1]`,
      `<img src="a.png" alt="${chart}">`,
      `<picture><source srcset="b.webp"><img alt="${chart}"></picture>`,
      `![${chart}](data:image/png;base64,${'A'.repeat(5_000)})`,
    ])
      expect((await md(`Open.\n\n${picture}`)).trim()).to.equal(`Open.\n\n${chart}`)
    for (const more of ['style="display:none"', 'hidden', 'width="1" height="1"'])
      expect(await md(`Open.\n\n<img alt="${chart}" ${more}>`)).to.equal('Open.')
    expect(
      await md('[![npm](https://a.example/x.svg)](https://b.example) Open. ![](a.png)'),
    ).to.equal('Open.')
  })

  for (const text of [
    'Write `<table><tr><td>` and `![three words here](x)`.',
    '```html\n<table><tr><td>a</td></tr></table>\n![three words here](x)\n```',
    'A List<String> and a Map<Key, Value> of <b>three</b>, see <https://example.com/>.',
    'Put <table> around it.',
    'Great! [It](https://example.com) is.',
  ])
    it(`does not include what only looks like it: ${JSON.stringify(text)}`, async () =>
      expect(await md(text)).to.equal(text))

  it('is found in linear time: in quadratic time all of it would take minutes', async () => {
    for (const part of [
      '<p>',
      '<table><tr><td>',
      '![',
      '![a](',
      '<br>|',
      '<a href="https://a">',
      'x<b>y</b>',
    ])
      await md(`Open. ${part}`.repeat(RUNS_ALL ? 30_000 : 5_000))
  })
})
