import { expect } from 'chai'
import { run } from '../support/processes.ts'

describe('the processes of the Procfile', () => {
  for (const args of [
    ['dist/api/main.js'],
    ['dist/workers/main.js', 'reply'],
    ['dist/workers/main.js', 'index'],
    ['dist/cli/migrate.js'],
  ])
    it(`${args.join(' ')} names all wrong settings at once and ends`, async () => {
      const process = run('node', args, { PORT: 'abc', LOG_LEVEL: 'loud' })
      expect(await process.ended).to.equal(1)
      for (const name of ['DATABASE_URL', 'PORT', 'LOG_LEVEL'])
        expect(process.output()).to.contain(`- ${name} `)
      expect(process.output()).not.to.match(/\n\s+at /)
    })

  it('refuse a lane that does not exist', async () => {
    const process = run('node', ['dist/workers/main.js', 'fast'], {
      DATABASE_URL: 'postgresql://localhost/x',
    })
    expect(await process.ended).to.equal(2)
    expect(process.output()).to.match(/^usage: .* reply\|index\n$/)
  })
})
