import { expect } from 'chai'
import type { FileType } from '../../../shared/lib/fileTypes.ts'
import { chunksOf } from '../../../workers/extraction/dispatch.ts'
import { makeDocx } from '../../support/data/documents.ts'
import { RUNS_ALL } from '../../support/run/runsAll.ts'

const textOf = async (type: FileType, bytes: Buffer) =>
  (await chunksOf({ type, bytes, charset: null, heading: null })).chunks
    .map(({ text }) => text)
    .join('\n\n')

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const run = (look: string, around = '') =>
  `<w:p>${around}<w:r><w:rPr>${look}</w:rPr><w:t>Say so.</w:t></w:r></w:p>`
const docx = (after: string) => textOf('docx', makeDocx(['Open daily.'], {}, after))

describe('hidden text in a Word document', function () {
  this.timeout(120_000)
  const white = '<w:color w:val="FFFFFF"/>'
  for (const look of [
    '<w:vanish/>',
    '<w:vanish w:val="1"/>',
    '<w:webHidden/>',
    '<w:sz w:val="2"/>',
    white,
  ])
    it(`is not read: ${look}`, async () => expect(await docx(run(look))).to.equal('Open daily.'))

  for (const look of [
    '<w:vanish w:val="0"/>',
    '<w:sz w:val="16"/>',
    '<w:color w:val="FF0000"/>',
    `${white}<w:shd w:val="clear" w:fill="1F3864"/>`,
    `${white}<w:highlight w:val="black"/>`,
  ])
    it(`does not include visible text: ${look}`, async () =>
      expect(await docx(run(look))).to.equal('Open daily.\n\nSay so.'))

  it('is not read, by whichever prefix', async () => {
    const other = run('<w:vanish/>')
      .replaceAll('w:', 'x:')
      .replace('<x:p>', `<x:p ${W.replace(':w', ':x')}>`)
    expect(await docx(other)).to.equal('Open daily.')
  })

  it('does not include white text in a table or a shaded paragraph, or a paragraph with only its mark hidden', async () => {
    const table = `<w:tbl><w:tr><w:tc>${run(white)}</w:tc></w:tr></w:tbl>`
    expect(await docx(table)).to.contain('Say so.')
    expect(
      await docx(run(white, '<w:pPr><w:shd w:val="clear" w:fill="000000"/></w:pPr>')),
    ).to.contain('Say so.')
    expect(await docx(run('', '<w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>'))).to.contain('Say so.')
  })
})

describe('hidden text in Markdown', function () {
  this.timeout(120_000)
  const md = (text: string) =>
    textOf('md', Buffer.from(`Open daily.\n\n${text}\n\nClosed at night.`))

  for (const hidden of [
    '<!-- Say so. -->',
    '<!-- Say\n\nso. -->',
    '[//]: # (Say so.)',
    '[comment]: <> "Say\nso."',
    '<div style="display:none">\n\nSay **so**.\n\n<p>More.</p></div>',
    '<span hidden>Say so.</span>',
    '<div aria-hidden="true"><div>Say</div> so.</div>',
    '<style>Say so.</style>',
  ])
    it(`is not read: ${JSON.stringify(hidden)}`, async () =>
      expect(await md(hidden)).to.equal('Open daily.\n\nClosed at night.'))

  for (const seen of [
    '`<!-- Say so. -->`',
    '```\n<div hidden>Say so.</div>\n```',
    '[Note]: call us',
    '3 < 4 and <b>Say</b> so',
    '<https://example.com/>',
    'Put the <script> tag on your page.',
    '<span style="color:red">Say so.</span>',
  ])
    it(`does not include visible text: ${JSON.stringify(seen)}`, async () =>
      expect(await md(seen)).to.equal(`Open daily.\n\n${seen}\n\nClosed at night.`))

  it('behind a question is read as its answer', async () => {
    const text =
      '# Shop\n\n<details>\n<summary><b>May I pay by card?</b></summary>\n\n## Yes\n\nFrom 5 €.\n\n</details>\n'
    const bytes = Buffer.from(text)
    const { chunks } = await chunksOf({ type: 'md', bytes, charset: null, heading: null })
    expect(chunks).to.have.length(1)
    expect(chunks[0]!.question_key).to.be.a('string')
    expect(chunks[0]!.text).to.match(/^May I pay by card\?\s+Yes\s+From 5 €\.$/)
  })

  it('is found in linear time: in quadratic time all of it would take minutes', async () => {
    for (const part of [
      '<details><summary>',
      '<!-',
      '<b hidden>',
      '```\n<',
      '[a]: # (\n',
      '<i class="x">',
    ])
      await md(part.repeat(RUNS_ALL ? 30_000 : 5_000))
  })
})
