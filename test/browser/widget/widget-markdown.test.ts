import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { hasChromium, startChromium } from '../../support/browser/browser.ts'
import { bundle } from '../../support/browser/shop.ts'

const inChromium = hasChromium ? describe : describe.skip

inChromium("the widget's Markdown", function () {
  let browser: Browser
  let page: Page
  before(async () => {
    browser = await startChromium()
    page = await browser.newPage()
    await page.addScriptTag({ content: await bundle('messages/markdown.ts', 'Markdown') })
  })
  after(() => browser?.close())

  /** Returns the HTML of a text; each block without the element around it. */
  const shown = (text: string, isLive = false) =>
    page.evaluate<string>(
      `(() => { const target = document.createElement('div'); Markdown.showMarkdown(target, ${JSON.stringify(text)}, ${isLive}); return [...target.children].map((block) => block.innerHTML).join('') })()`,
    )
  const A = 'target="_blank" rel="noopener noreferrer nofollow"'

  const cases: Record<string, [string, string][]> = {
    'paragraphs and line breaks': [
      ['one\ntwo\n\nthree', '<p>one<br>two</p><p>three</p>'],
      ['  one  \r\n\r\n\r\ntwo', '<p>one</p><p>two</p>'],
      ['', ''],
    ],
    'bold and italic': [
      ['**a** *b* __c__ _d_', '<p><strong>a</strong> <em>b</em> <strong>c</strong> <em>d</em></p>'],
      ['***both***', '<p><strong><em>both</em></strong></p>'],
      ['**a *b* c**', '<p><strong>a <em>b</em> c</strong></p>'],
      ['**über**all', '<p><strong>über</strong>all</p>'],
    ],
    'marks that are none': [
      ['5 * 3 * 2', '<p>5 * 3 * 2</p>'],
      ['snake_case_name', '<p>snake_case_name</p>'],
      ['**open', '<p>**open</p>'],
      ['a** b', '<p>a** b</p>'],
      ['\\*a\\* \\[b](c)', '<p>*a* [b](c)</p>'],
      ['*a **b* c**', '<p><em>a **b</em> c**</p>'],
    ],
    'code, in which nothing else counts': [
      ['`a *b* <i>`', '<p><code>a *b* &lt;i&gt;</code></p>'],
      ['``a ` b``', '<p><code>a ` b</code></p>'],
      ['`open', '<p>`open</p>'],
      [
        '```js\nlet a = "<b>"\n\n*x*\n```\nafter',
        '<pre tabindex="0"><code>let a = "&lt;b&gt;"\n\n*x*</code></pre><p>after</p>',
      ],
      ['```\nopen', '<pre tabindex="0"><code>open</code></pre>'],
    ],
    'headings as bold': [['## Prices ##\ntext', '<p><strong>Prices</strong></p><p>text</p>']],
    lists: [
      ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
      ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
      [
        '- a\n  - b\n    - c\n- d',
        '<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li><li>d</li></ul>',
      ],
      ['1. a\n   - b\n2. c', '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>'],
      ['- a\n\n- b\n\ntext', '<ul><li>a</li><li>b</li></ul><p>text</p>'],
      ['- a\n  goes on', '<ul><li>a<br>goes on</li></ul>'],
      ['- **a**: b', '<ul><li><strong>a</strong>: b</li></ul>'],
      ['- a\n1. b', '<ul><li>a</li></ul><ol><li>b</li></ol>'],
    ],
    'links to https, http and mailto alone': [
      ['[a](https://x.example/)', `<p><a href="https://x.example/" ${A}>a</a></p>`],
      [
        '[**a** b](mailto:a@x.example)',
        `<p><a href="mailto:a@x.example" ${A}><strong>a</strong> b</a></p>`,
      ],
      [
        '[a](https://x.example/b_(c) "title")',
        `<p><a href="https://x.example/b_(c)" ${A}>a</a></p>`,
      ],
      [
        'https://x.example/a_b_c.',
        `<p><a href="https://x.example/a_b_c" ${A}>https://x.example/a_b_c</a>.</p>`,
      ],
      ['<https://x.example/>', `<p><a href="https://x.example/" ${A}>https://x.example/</a></p>`],
      ['[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>'],
      ['[a](data:text/html,x) [b](//x.example)', '<p>[a](data:text/html,x) [b](//x.example)</p>'],
      ['[a] (b) [c', '<p>[a] (b) [c</p>'],
      [
        '[1] https://x.example/',
        `<p>[1] <a href="https://x.example/" ${A}>https://x.example/</a></p>`,
      ],
      ['[a [b](https://x.example/)', `<p>[a <a href="https://x.example/" ${A}>b</a></p>`],
    ],
    'tables, by their rows of dashes': [
      [
        'Prices:\n| Pot | Price |\n|:--|--:|\n| **Small** | 3 \\| 4 |\n| Large |\n\nEnd',
        '<p>Prices:</p><div class="table" tabindex="0"><table><thead><tr><th>Pot</th><th align="right">Price</th></tr></thead><tbody><tr><td><strong>Small</strong></td><td align="right">3 | 4</td></tr><tr><td>Large</td></tr></tbody></table></div><p>End</p>',
      ],
      [
        'a | b\n:-: | -\nc | d | e',
        '<div class="table" tabindex="0"><table><thead><tr><th align="center">a</th><th>b</th></tr></thead><tbody><tr><td align="center">c</td><td>d</td></tr></tbody></table></div>',
      ],
      ['| a | b |\n|---|', '<p>| a | b |<br>|---|</p>'],
      ['a | b', '<p>a | b</p>'],
    ],
    'quotes, with what is in them': [
      ['> a\n> **b**\nc', '<blockquote><p>a<br><strong>b</strong></p></blockquote><p>c</p>'],
      [
        '> - a\n>\n> > b',
        '<blockquote><ul><li>a</li></ul><blockquote><p>b</p></blockquote></blockquote>',
      ],
      ['a\n> b', '<p>a</p><blockquote><p>b</p></blockquote>'],
      ['5 > 3', '<p>5 &gt; 3</p>'],
    ],
    'mail addresses as links': [
      [
        'Write to ada_b+c@mail.x-y.example.',
        `<p>Write to <a href="mailto:ada_b+c@mail.x-y.example" ${A}>ada_b+c@mail.x-y.example</a>.</p>`,
      ],
      ['@x.example a@ a@b a@b.c1 a@b.example@c', '<p>@x.example a@ a@b a@b.c1 a@b.example@c</p>'],
      ['`a@x.example`', '<p><code>a@x.example</code></p>'],
    ],
    'no pictures and no HTML': [
      ['![a](https://x.example/a.png)', `<p><a href="https://x.example/a.png" ${A}>a</a></p>`],
      [
        '<img src=x onerror=alert(1)> <b>a</b> &lt;',
        '<p>&lt;img src=x onerror=alert(1)&gt; &lt;b&gt;a&lt;/b&gt; &amp;lt;</p>',
      ],
    ],
  }
  for (const [what, pairs] of Object.entries(cases))
    it(`shows ${what}`, async () => {
      for (const [text, html] of pairs) expect(await shown(text), text).to.equal(html)
    })

  it('treats an open mark as closed while a text grows', async () => {
    expect(await shown('a **b', true)).to.equal('<p>a <strong>b</strong></p>')
  })

  it('keeps finished blocks while the last one grows', async () => {
    const kept = await page.evaluate<boolean[]>(`(() => {
      const target = document.createElement('div')
      Markdown.showMarkdown(target, 'one\\n\\ntwo\\n\\nthr', true)
      const before = [...target.children]
      Markdown.showMarkdown(target, 'one\\n\\ntwo\\n\\nthree\\n\\nfour', true)
      return before.map((block, index) => block === target.children[index])
    })()`)
    expect(kept).to.deep.equal([true, true, false])
  })

  it('needs no more time for a hostile text than for another text of its length @long', async () => {
    const units = [
      '*',
      '_',
      '**a ',
      '*a_',
      '`',
      '`a',
      '``a`',
      '[',
      '![',
      ']',
      '[a](',
      '[a](https://',
      '](https://a(',
      '\\',
      '- ',
      ' - a\n',
      '  '.repeat(30),
      '\n',
      '```\n',
      '# ',
      '> ',
      'https://',
      'https://a)',
      'a@',
      'a@b.',
      'a@x.example ',
      '|',
      '|-',
      'a|b\n-|-\n',
      '|a\n',
      '>>',
      '> a\n',
      '<',
      '1. a\n',
      '**_`[',
      '*a **b ',
      '\u0000',
      '𝒳',
    ]
    const LENGTH = 400_000
    const heading = `# a${' '.repeat(LENGTH - 5)}x`
    // Quadratic work takes minutes for one of these texts, which is too long for a test of all.
    for (const unit of [...units, heading])
      await page.evaluate(
        ([unit, count]) => {
          const { document, Markdown } = globalThis as any
          Markdown.showMarkdown(document.createElement('div'), unit.repeat(count))
        },
        [unit, Math.floor(LENGTH / unit.length)] as const,
      )
  })
})
