import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { BENCHES } from '../../../bench/benches.ts'

describe('the benches', () => {
  it('exist, and each is in the README', () => {
    const readme = readFileSync('bench/README.md', 'utf8')
    for (const [name, { file }] of Object.entries(BENCHES)) {
      expect(existsSync(join('bench', file)), file).to.equal(true)
      expect(readme).to.contain(`npm run bench -- ${name}`)
    }
  })

  it('are listed for an unknown name', () => {
    const { status, stderr } = spawnSync('tsx', ['bench/main.ts', 'toString'], { encoding: 'utf8' })
    expect(status).to.equal(2)
    expect(stderr).to.contain('There is no bench toString.').and.to.contain('npm run bench -- NAME')
    for (const name of Object.keys(BENCHES)) expect(stderr).to.match(new RegExp(`^  ${name} `, 'm'))
  })
})
