import { expect } from 'chai'
import { readMarks } from '../../../workers/marks/readMarks.ts'

/** Reads a reply to two sources. @param given the prompt */
const read = (text: string, given = '', sources = 2) =>
  readMarks(text, { sources, given, isSupported: () => false })

describe('marks of sources in the form of', () => {
  const FORMS = [
    '[1]',
    '[[1]]',
    '[^1]',
    '^[1]',
    '[#1]',
    '[Source 1]',
    '[source:1]',
    '[citation:1]',
    '[doc1]',
    '[ref 1]',
    '[S1]',
    '[Quelle 1]',
    '[1†L10-L20]',
    '【1†source】',
    '(Source: 1)',
    '[1](#source-1)',
    '［1］',
    '［１］',
    '[١]',
  ]
  for (const form of FORMS)
    it(`${form} are citations, before a full stop and after it`, () => {
      for (const text of [`We open at nine ${form}.`, `We open at nine.${form}`]) {
        const { content, claims } = read(text)
        expect(content, text).to.equal('We open at nine.')
        expect(
          claims.map(({ number }) => number),
          text,
        ).to.deep.equal([1])
      }
    })

  it('lists and ranges cite each source', () => {
    for (const list of ['[1, 2]', '[1;2]', '[1–2]', '[1][2]', '[source 1, source 2]'])
      expect(
        read(`We open at nine ${list}.`).claims.map(({ number }) => number),
        list,
      ).to.deep.equal([1, 2])
  })
})

describe('a mark of no source', () => {
  it('goes if it ends a sentence', () => {
    for (const text of [
      'We open at nine [17].',
      'We open at nine. [17]',
      'We open at nine [3][4][5].',
      'We open at nine [1, 17].',
      'We open at nine【7†source】.',
    ])
      expect(read(text).content, text).to.equal('We open at nine.')
    expect(read('We open at nine [1].', '', 0).content).to.equal('We open at nine.')
  })

  it('leaves its sentence to the next mark', () => {
    expect(read('We open at nine [17][2].').claims).to.deep.equal([
      { number: 2, claim: 'We open at nine', at: 15 },
    ])
  })

  it('stays if a source has it, as a footnote', () => {
    expect(read('We open at nine [17].', 'We open at nine ⟦17⟧.').content).to.equal(
      'We open at nine [17].',
    )
  })

  it('stays in code, in a link, in a list of numbers, and within a sentence', () => {
    for (const text of [
      'Read `a[17]`.',
      '```\na [17]\n```',
      'See [17](https://shop.example.com).',
      'The values are [7, 8, 9].',
      'The item [17] of the list is blue.',
    ])
      expect(read(text).content, text).to.equal(text)
  })
})
