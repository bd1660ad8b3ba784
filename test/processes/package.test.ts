import { execFile } from 'node:child_process'
import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import about from '../../package.json' with { type: 'json' }
import { killAll, run } from '../support/product/processes.ts'
import { freePort } from '../support/servers/servers.ts'

const shell = promisify(execFile)

describe("the server's package", () => {
  let folder: string
  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-package-')))
    await shell('npm', ['pack', '--ignore-scripts', '--pack-destination', folder])
    await shell('tar', ['xzf', `parley-${about.version}.tgz`], { cwd: folder })
    await symlink(join(process.cwd(), 'node_modules'), join(folder, 'package/node_modules'))
  })
  after(async () => {
    await killAll()
    await rm(folder, { recursive: true, force: true })
  })

  it('contains what it needs to run, and no tests', async () => {
    const { stdout } = await shell(
      'find',
      ['package', '-maxdepth', '2', '-not', '-name', 'node_modules'],
      {
        cwd: folder,
      },
    )
    const names = stdout.trim().split('\n')
    expect(names).to.include.members([
      'package/Procfile',
      'package/dist/cli',
      'package/dist/migrations',
    ])
    expect(names.filter((name) => /test|bench|\.map$/.test(name))).to.deep.equal([])
  })

  it('starts in any folder, keeps its data there, and answers @long', async () => {
    const env = { PORT: String(await freePort()) }
    const started = run('node', [join(folder, 'package/dist/cli/start.js')], env, folder)
    const [curl] = await started.printed(/^curl .*$/m)
    expect(curl).to.contain(join(folder, '.data/demo.headers'))
    const { stdout } = await shell('sh', ['-c', curl!], { cwd: '/' })
    expect(JSON.parse(stdout).data.content).to.contain('We are open Monday to Friday')
    for (const page of ['docs', 'dashboard'])
      expect((await fetch(`http://localhost:${env.PORT}/${page}`)).status, page).to.equal(200)
    started.signal('SIGTERM')
    expect(await started.ended).to.equal(0)
  })
})
