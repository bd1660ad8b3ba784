import { stripVTControlCharacters } from 'node:util'
import { expect } from 'chai'
import { showProgress } from '../../../cli/terminal/progress.ts'
import { fakeOutput } from '../../support/product/terminal.ts'

describe('progress output', () => {
  it('is a line for each step without a terminal', () => {
    const out = fakeOutput(false)
    const progress = showProgress(out.stream)
    progress.step('Starting PostgreSQL')
    progress.step('Updating the database')
    progress.end()
    expect(out.text()).to.equal('Starting PostgreSQL …\nUpdating the database …\n')
  })

  it('is one line in a terminal, which moves, fits and disappears', () => {
    const { setInterval, clearInterval } = globalThis
    let draw: (() => void) | undefined
    const timer = { unref: () => timer }
    Object.assign(globalThis, {
      setInterval: (work: () => void) => {
        draw = work
        return timer
      },
      clearInterval: (given: unknown) => {
        if (given === timer) draw = undefined
      },
    })
    const out = fakeOutput(true)
    try {
      const progress = showProgress(out.stream)
      progress.step('Starting PostgreSQL')
      for (let n = 0; n < 20; n++) draw!()
      progress.step(`Compiling ${'dashboard, '.repeat(20)}`)
      progress.end()
      expect(draw, 'nothing more is drawn').to.equal(undefined)
    } finally {
      Object.assign(globalThis, { setInterval, clearInterval })
    }
    const text = out.text()
    const drawn = text.split('\r').map(stripVTControlCharacters).filter(Boolean)
    const first = drawn.filter((line) => line.includes('Starting PostgreSQL …'))
    expect(new Set(first).size, 'it moves').to.be.above(9)
    for (const line of drawn) expect(line.length).to.be.below(60)
    expect(drawn.at(-1)).to.contain('Compiling dashboard')
    expect(text.endsWith('\r\u001b[K')).to.equal(true)
  })
})
