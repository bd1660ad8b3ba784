import { spawnSync } from 'node:child_process'
import { BENCHES } from './benches.ts'

/**
 * `npm run bench -- NAME [OPTIONS]`: runs a bench with its options; without a name, lists all
 * benches.
 */
const [, , name = '', ...options] = process.argv
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined
if (!bench) {
  const names = Object.entries(BENCHES).map(
    ([name, { measures }]) => `  ${name.padEnd(10)} ${measures}`,
  )
  if (name) console.error(`There is no bench ${name}.`)
  console.error(
    `usage: npm run bench -- NAME [OPTIONS]\n\n${names.join('\n')}\n\nbench/README.md has the options.`,
  )
  process.exit(2)
}
if (bench.built) {
  const { status } = spawnSync('tsx', ['cli/compile.ts', 'server'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
const file = new URL(bench.file, import.meta.url)
// Each bench reads its own options.
process.argv = [process.argv[0]!, file.pathname, ...options]
await import(file.href)
