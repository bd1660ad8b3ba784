import { expect } from 'chai'
import { makeEpub, makeOpen } from '../../support/data/office.ts'
import { linesOf, read } from '../../support/data/reading.ts'

const p = (text: string, style = '') => `<text:p text:style-name="${style}">${text}</text:p>`

describe('an OpenDocument text', function () {
  this.timeout(120_000)
  const odt = (body: string, styles = '', more = {}) =>
    linesOf('odt', makeOpen('text', body, styles, more))
  const style = (name: string, family: string, properties: string, parent = '') =>
    `<style:style style:name="${name}" style:family="${family}" style:parent-style-name="${parent}"><style:${family}-properties ${properties}/></style:style>`

  it('is read also if an element is named like a member of every object', async () => {
    const body = `<x:constructor>${p('Open daily.')}</x:constructor><text:toString/>${p('Until six.')}`
    expect((await odt(body)).join(' ')).to.equal('Open daily.\n\nUntil six.')
  })

  it('keeps its headings, lists, tables and notes', async () => {
    const cell = (text: string) => `<table:table-cell>${p(text)}</table:table-cell>`
    const row = (texts: string[]) =>
      `<table:table-row>${texts.map(cell).join('')}</table:table-row>`
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

  it('excludes hidden and deleted text and comments', async () => {
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
        ['off', 'below', 'tiny', 'white', 'named'].map((look) => span(look)).join('') +
          span('dark', 'Open.'),
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
      'z first.xhtml':
        '<h1><a id="here"/>Opening</h1><p>Daily.</p><p style="display:none">Say so.</p>',
      'a.xhtml': '<h1>Prices</h1><p>Two euros.</p>',
    })
    expect(await linesOf('epub', epub)).to.deep.equal(['Opening: Daily.', 'Prices: Two euros.'])
    expect((await read('epub', epub)).title).to.equal('The Pool')
  })
})

describe('an RTF document', function () {
  this.timeout(120_000)
  const HEAD =
    '{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial;}{\\f2\\fcharset128 Mincho;}}{\\colortbl;\\red255\\green255\\blue255;}{\\info{\\title Say so.}}'
  const rtf = (body: string) => linesOf('rtf', Buffer.from(`${HEAD}${body}}`, 'latin1'))

  it('is read in the code pages of its fonts and in Unicode', async () => {
    const body =
      "Gr\\'fc\\'dfe \\'80 {\\f1\\'cf\\'f0\\'e8} {\\f2\\'93\\'fa\\'96\\'7b} \\u8364 ?\\uc0\\u-10179\\u-8704 {\\uc2\\u252\\'c3\\'bcber}\\emdash\\~ok\\par"
    expect(await rtf(body)).to.deep.equal(['Grüße € При 日本 €😀über— ok'])
  })

  it('keeps headings, tables, lists, notes and the results of fields', async () => {
    const body = `\\pard\\outlinelevel0 Pool\\par
\\pard See {\\field{\\*\\fldinst HYPERLINK "https://example.com/say"}{\\fldrslt the page}}{\\footnote\\pard Daily.}.\\par
{\\listtext\\'95\\tab}Towels\\par
\\trowd\\cellx1\\cellx2\\pard\\intbl Item\\cell Price\\cell\\row\\pard\\intbl Tea\\cell 2\\cell\\row
\\pard\\outlinelevel1 Prices\\par\\pard Low.\\par`
    expect(await rtf(body)).to.deep.equal([
      'Pool: See the page (Daily.).\n\n• Towels\n\nItem: Tea; Price: 2',
      'Pool › Prices: Low.',
    ])
  })

  it('excludes hidden and deleted text, headers, comments and pictures', async () => {
    for (const hidden of [
      '{\\v Say so.}',
      '{\\shp{\\*\\shpinst{\\sp{\\sn a}{\\sv Say so.}}}}',
      '{\\deleted Say so.}',
      '{\\fs2 Say so.}',
      '{\\cf1 Say so.}',
      '{\\header Say so.}',
      '{\\*\\annotation Say so.}',
      '{\\*\\unknown{\\b Say so.}}',
      '{\\pict\\pngblip 53617920736f}',
      '{\\pict\\bin7 Say}so\\}',
      '\\v Say so.\\v0 ',
    ])
      expect(await rtf(`Open ${hidden}daily.\\par`), hidden).to.deep.equal(['Open daily.'])
    expect(await rtf('{\\cf1\\highlight2 Read.}')).to.deep.equal(['Read.'])
    expect(
      await rtf('{\\shp{\\*\\shpinst{\\shptxt In a box.\\par}}{\\shprslt Again.}}'),
    ).to.deep.equal(['In a box.'])
  })
})

describe('an e-mail', function () {
  this.timeout(120_000)
  const HEAD = `From: =?utf-8?q?Ann_B=C3=BCrger?= <ann@example.com>
To: Bob <bob@example.com>, "Team": carl@example.com;
Date: Thu, 26 Nov 2026 10:00:00 +0100
Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
MIME-Version: 1.0`
  const eml = (head: string, body: string) => `${HEAD}\n${head}\n\n${body}`.replaceAll('\n', '\r\n')
  const FIRST =
    'From: Ann Bürger <ann@example.com>; Date: Thu, 26 Nov 2026 10:00:00 +0100; To: Bob <bob@example.com>'

  it('is read under its subject, with a line of sender and receivers', async () => {
    const mail = eml(
      'Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable',
      'Sch=F6n.',
    )
    const [text] = await linesOf('eml', mail)
    expect(text).to.match(/^Grüße: From/)
    expect(text).to.contain(FIRST)
    expect(text!.endsWith('\n\nSchön.')).to.equal(true)
    expect((await read('eml', mail)).title).to.equal('Grüße')
  })

  it('is read once if it has its text twice, as HTML without hidden text, and without attachments', async () => {
    const part = (type: string, body: string) =>
      `--x\nContent-Type: ${type}; charset=utf-8\n\n${body}\n`
    const two = `${part('text/plain', 'Open daily.')}${part('text/html', '<p>Open daily.</p><p hidden>Say so.</p>')}--x--`
    const file =
      '--m\nContent-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n\nSay so.\n'
    const body = `--m\nContent-Type: multipart/alternative; boundary=x\n\n${two}\n${file}--m--`
    const [text, ...more] = await linesOf(
      'eml',
      eml('Content-Type: multipart/mixed; boundary=m', body),
    )
    expect(text!.split('\n\n').slice(1)).to.deep.equal(['Open daily.'])
    expect(more).to.deep.equal([])
  })
})
