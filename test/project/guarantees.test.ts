import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { SCENARIOS } from '../faults/scenarios.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** When a proof runs. */
type Run = 'each landing' | 'each night'

/** The lines of each test file. */
const FILES = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => ({ name: join('test', name), lines: read(join('test', name)).split('\n') }))

const indentOf = (line: string) => line.length - line.trimStart().length

/** Returns the line and those of the suites around it, outermost first: suites are indented less. */
function nesting(lines: readonly string[], at: number): string[] {
  const nested = [lines[at]!]
  for (const line of lines.slice(0, at).reverse())
    if (line.trim() !== '' && indentOf(line) < indentOf(nested[0]!)) nested.unshift(line)
  return nested
}

/** Matches the title of a suite or a test. */
const TITLE = /\((['"])(.+?)(?: @long)?\1, (?:async )?(?:function\b|\(\w*\) =>)/

/** Returns the full title: those of the suites around the test, then its own. */
const titleOf = (nested: readonly string[]) =>
  nested.flatMap((line) => TITLE.exec(line)?.[2] ?? []).join(' ')

/** The folders whose tests `npm test` runs. */
const [, folders = ''] = /'test\/\{([\w,]+)\}\/\*\*\/\*\.test\.ts'/.exec(scripts.test ?? '') ?? []

/** Returns when each test with this full title runs, or the scenario of this name. */
function runsOf(proof: string): Run[] {
  const scenarios = SCENARIOS.filter(({ name }) => name === proof)
  const tests = FILES.flatMap(({ name, lines }) =>
    lines.flatMap((line, at) => {
      const [, , title] = /\bit\((['"])(.+?)(?: @long)?\1/.exec(line) ?? []
      if (!title || !proof.endsWith(title)) return []
      const nested = nesting(lines, at)
      if (titleOf(nested) !== proof) return []
      const isMarked = nested.some((text) => text.includes('@long'))
      return folders.split(',').includes(name.split('/')[1]!) && !isMarked
    }),
  )
  return [...scenarios.map(({ everyday }) => Boolean(everyday)), ...tests].map((isEveryday) =>
    isEveryday ? 'each landing' : 'each night',
  )
}

describe('the guarantees', () => {
  const [, table = ''] = read('docs/guarantees.md').split('## What is promised')
  const rows = (table.split('## What is not')[0]!.match(/^\| (?!promise|-).*$/gm) ?? []).map(
    (row) => {
      const [, promise = '', atLanding = '', atNight = ''] = row.split('|')
      const proofs = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, proof]) => proof!)
      return { promise: promise.trim(), atLanding: proofs(atLanding), atNight: proofs(atNight) }
    },
  )

  it('are each proven at each landing, at least in their mechanism', () => {
    expect(rows).to.have.length.above(30)
    for (const { promise, atLanding } of rows) expect(atLanding, promise).not.to.be.empty
  })

  it('name only existing proofs, each in the column of its run', () => {
    for (const { promise, atLanding, atNight } of rows) {
      const named = [
        ...atLanding.map((proof) => [proof, 'each landing']),
        ...atNight.map((proof) => [proof, 'each night']),
      ]
      const found = named.map(([proof]) => [proof, runsOf(proof!).sort()[0]])
      expect(found, promise).to.deep.equal(named)
    }
  })

  it('are proven by what CI runs', () => {
    expect(read('.ci/run')).to.match(/^TEST_TIMES=40 .* npm test \|\| {$/m)
    expect(scripts.test).to.contain('--fgrep @long --invert test/faults/everyday.test.ts')
    expect(folders.split(',')).to.include.members(['processes', 'browser', 'api', 'store', 'unit'])
    expect(read('.ci/nightly')).to.match(/npm run test:all/)
    expect(scripts['test:all']).to.contain("mocha 'test/**/*.test.ts'")
    expect(read('.github/workflows/nightly.yml')).to.contain('.ci/nightly')
  })
})
