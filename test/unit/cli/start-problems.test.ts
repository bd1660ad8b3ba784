import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { explainNotWritable } from '../../../cli/terminal/notWritable.ts'
import { findHeapProblem, oldSpaceMb } from '../../../shared/process/heap.ts'

describe('the explanation why Parley does not start', () => {
  it('names a folder that this user may not write', async () => {
    for (const code of ['EACCES', 'EPERM', 'EROFS']) {
      const error = Object.assign(new Error(code), {
        code,
        path: 'dist/.server',
        syscall: 'unlink',
      })
      expect(explainNotWritable(error))
        .to.match(
          /^dist\/\.server (may not be written by this user|is on a disk that can only be read) \(/,
        )
        .and.contain(`${code}, unlink`)
        .and.contain('Start Parley as the user who owns the folder')
    }
  })

  it('leaves other errors unchanged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-written-'))
    const error = await writeFile(join(folder, 'none', 'file'), '').catch((thrown) => thrown)
    await rm(folder, { recursive: true })
    for (const other of [error, new Error('no'), undefined, 'no'])
      expect(explainNotWritable(other)).to.equal(undefined)
  })

  it('names a heap that is too small for a process, by what V8 may need beside its semi-spaces', () => {
    const MB = 1024 ** 2
    expect(oldSpaceMb((64 + 48) * MB, '')).to.equal(64)
    expect(oldSpaceMb((64 + 24) * MB, '--max-semi-space-size=8')).to.equal(64)
    expect(oldSpaceMb((64 + 96) * MB, '--max-semi-space-size=8 --max_semi_space_size=32')).to.equal(
      64,
    )
    expect(findHeapProblem(80, 64)).to.include({ isFatal: true })
    expect(findHeapProblem(80, 64)!.says).to.match(/64 MB.*needs 80 MB.*--max-old-space-size=256/)
    expect(findHeapProblem(80, 100)).to.include({ isFatal: false })
    expect(findHeapProblem(80, 100)!.says).to.contain('Under load it may run out')
    expect(findHeapProblem(80, 256)).to.equal(undefined)
    expect(findHeapProblem(80)).to.equal(undefined)
  })
})
