import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { type Parley, startParley } from '../../support/product/parley.ts'

const PYTHON = ['/usr/bin/python3', '/usr/local/bin/python3'].find((path) => existsSync(path))
const RUN =
  /<!-- run by test\/processes\/clients\/python-guide\.test\.ts -->\n```python\n([\s\S]*?)^```/gm
const ANSWER = 'You find its way under My orders.'

/** Runs the blocks of docs/guide/python.md unchanged, as the one program that they are. */
describe('the guide to Python', () => {
  let parley: Parley
  let folder: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-python-'))
    parley = await startParley()
    parley.model.behave(() => ({ text: `${ANSWER} [1]` }))
  })
  after(async () => {
    await parley.stop()
    rmSync(folder, { recursive: true })
  })

  it('asks, streams, waits, lists, and says what is wrong', async function () {
    if (!PYTHON) return this.skip()
    const blocks = [...readFileSync('docs/guide/python.md', 'utf8').matchAll(RUN)]
    const file = join(folder, 'guide.py')
    writeFileSync(file, blocks.map(([, code]) => code).join('\n\n'))
    const { address, credentials } = parley.client
    const env = { PARLEY_ADDRESS: address, PARLEY_KEY: credentials.secret }
    const { stdout } = await promisify(execFile)(PYTHON, [file], { env })
    expect(stdout.trimEnd().split('\n')).to.deep.equal([
      ANSWER,
      'from Where is my parcel?',
      ANSWER,
      'completed',
      '6 messages',
      'validation_failed',
    ])
  })
})
