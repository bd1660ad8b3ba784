import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Backend } from '../support/product/parley.ts'
import { deploy } from './rolling.ts'
import { removeTemplate } from './world/servers.ts'

/**
 * `npm run rolling -- --from v1.2.0`: deploys this checkout over an older version, built from git,
 * while messages are posted. Prints one JSON line for each queue backend, and ends with code 1 if a
 * client would have noticed.
 */
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    backend: { type: 'string', multiple: true, default: ['redis', 'postgres'] },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    n: { type: 'string', default: '400' },
    history: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '30' },
  },
})
if (!values.from)
  throw new Error(
    'usage: npm run rolling -- --from REF [--backend redis|postgres] [--n 400] [--history 1000000]',
  )

/** Builds the server of an older version in a folder of its own. */
function build(ref: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-rolling-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const archive = execFileSync('git', ['archive', ref], { maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const lock = (where: string) => readFileSync(join(where, 'package-lock.json'), 'utf8')
  if (lock(folder) === lock('.')) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  else
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: ['ignore', 2, 2] })
  execFileSync('npx', ['tsc', '-p', 'tsconfig.build.json'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  })
  return folder
}

const from = build(values.from)
const settings = join(from, 'shared/settings.ts')
const drains = existsSync(settings) && readFileSync(settings, 'utf8').includes('DRAIN_SECONDS')
const common = {
  from,
  to: '.',
  drains,
  seed: Number(values.seed),
  messages: Number(values.n),
  history: Number(values.history),
}
for (const backend of values.backend as Backend[]) {
  const figures = await deploy({ ...common, backend, seconds: Number(values.seconds) })
  console.log(JSON.stringify({ from: values.from, ...figures }))
  if (figures.verdict === 'failed') process.exitCode = 1
}
await removeTemplate()
