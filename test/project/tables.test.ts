import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { fill, TABLES } from '../../docs/tables/make.ts'

describe('the output of npm run tables', () => {
  for (const [file, make] of Object.entries(TABLES))
    it(`is current in ${file}`, () => {
      const text = readFileSync(file, 'utf8')
      expect(text, '`npm run tables` writes it anew').to.equal(make(text))
    })

  it('is between two marks, which a page must have', () => {
    const page = 'A\n<!-- begin b: npm run tables -->\nold\n<!-- end b -->\nC\n'
    const filled = 'A\n<!-- begin b: npm run tables -->\n\nnew\n\n<!-- end b -->\nC\n'
    expect(fill(page, 'b', 'new')).to.equal(filled)
    expect(fill(filled, 'b', 'new')).to.equal(filled)
    expect(() => fill(page, 'c', 'new')).to.throw('lacks')
  })
})
