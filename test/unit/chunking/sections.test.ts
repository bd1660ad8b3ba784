import { expect } from 'chai'
import { sectionsOf } from '../../../workers/chunking/sections.ts'
import { chunksOf } from '../../../workers/extraction/dispatch.ts'
import { makeDocx } from '../../support/data/documents.ts'

const outline = (text: string) => sectionsOf(text).map(({ heading, text }) => [heading, text])

describe('the sections of a document', () => {
  it('have the path of the headings above them', () => {
    const text = 'Before.\n# A\none\n## B\ntwo\n### C\nthree\n## D ##\nfour\n# E\nfive'
    expect(outline(text)).to.deep.equal([
      ['', 'Before.'],
      ['A', 'one'],
      ['A › B', 'two'],
      ['A › B › C', 'three'],
      ['A › D', 'four'],
      ['E', 'five'],
    ])
  })

  it('are recognized by underlined headings, too, and not by a rule or a table', () => {
    expect(
      outline('Title\n=====\none\n\nSub\n---\ntwo\n\n---\nthree\n\n| a |\n|---|\n| 1 |'),
    ).to.deep.equal([
      ['Title', 'one'],
      ['Title › Sub', 'two\n\n---\nthree\n\n| a |\n|---|\n| 1 |'],
    ])
  })

  it('are not recognized by a comment in code, or by a number', () => {
    const text = '```sh\n# a comment\n```\n#1 in Europe'
    expect(outline(text)).to.deep.equal([['', text]])
  })

  it('skip levels, and repeat no heading that has sections below', () => {
    expect(outline('# A\n### C\ntext\n## B\nmore')).to.deep.equal([
      ['A › C', 'text'],
      ['A › B', 'more'],
    ])
  })

  it('are the heading itself if nothing is below it', () => {
    expect(outline('# A\n## We never close\n# B\ntext')).to.deep.equal([
      ['A', 'We never close'],
      ['B', 'text'],
    ])
  })

  it('have paths of bounded length', () => {
    const text = Array.from(
      { length: 6 },
      (_, n) => `${'#'.repeat(n + 1)} ${'x'.repeat(500)}`,
    ).join('\n')
    for (const { heading } of sectionsOf(`${text}\ntext`)) expect(heading.length).to.be.at.most(500)
  })

  it('are found in an HTML page and a Word document', async () => {
    const read = async (type: 'html' | 'docx', bytes: Buffer) =>
      (await chunksOf({ type, bytes, charset: null, heading: null })).chunks.map(
        ({ heading, text }) => [heading, text],
      )
    const html =
      '<body><h1>Returns</h1><p>First.</p><h2>Within <b>30</b> days</h2><p>Second.</p></body>'
    const sections = [
      ['Returns', 'First.'],
      ['Returns › Within 30 days', 'Second.'],
    ]
    expect(await read('html', Buffer.from(html))).to.deep.equal(sections)
    const heading = (level: number, text: string) => ({ style: `Heading${level}`, text })
    const docx = makeDocx([
      heading(1, 'Returns'),
      'First.',
      heading(2, 'Within 30 days'),
      'Second.',
    ])
    expect(await read('docx', docx)).to.deep.equal(sections)
  })
})
