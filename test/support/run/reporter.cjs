const { writeFileSync } = require('node:fs')
const { relative } = require('node:path')
const { reporters } = require('mocha')

/**
 * Mocha's own report, and with TEST_TIMES=n the n slowest files. The last line has the totals
 * alone, for programs. With TEST_FAILED_FILES=path, that file gets the paths of the test files that
 * failed, a line each; none if a failure belongs to no file.
 */
module.exports = class Totals extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options)
    const files = new Map()
    const count = (kind) => (runnable) => {
      const file = relative('test', runnable.file ?? runnable.parent?.file ?? '')
      const times = files.get(file) ?? { file, tests: 0, hooks: 0 }
      times[kind] += runnable.duration ?? 0
      files.set(file, times)
    }
    runner.on('test end', count('tests'))
    runner.on('hook end', count('hooks'))
    const failed = new Set()
    runner.on('fail', (runnable) => failed.add(runnable.file))
    runner.once('end', () => {
      const { passes, failures, pending } = runner.stats
      if (process.env.TEST_TIMES) printTimes([...files.values()], Number(process.env.TEST_TIMES))
      if (process.env.TEST_FAILED_FILES)
        writeFileSync(
          process.env.TEST_FAILED_FILES,
          failed.has(undefined) ? '' : [...failed].map((file) => `${file}\n`).join(''),
        )
      for (const note of globalThis.parleyTestNotes ?? []) console.log(note)
      if (options.invert)
        console.log('The tests marked @long were LEFT OUT: npm run test:all has them.\n')
      console.log(`${passes} passed, ${failures} failed, ${pending} skipped`)
    })
  }
}

function printTimes(files, most) {
  const all = (kind) => files.reduce((sum, times) => sum + times[kind], 0)
  const line = ({ file, tests, hooks }) =>
    console.log(`${seconds(tests)} ${seconds(hooks)}  ${file}`)
  console.log('  tests    hooks  in seconds')
  for (const times of files.sort((a, b) => b.tests + b.hooks - a.tests - a.hooks).slice(0, most))
    line(times)
  line({ file: 'in all', tests: all('tests'), hooks: all('hooks') })
}

const seconds = (ms) => (ms / 1000).toFixed(1).padStart(8)
