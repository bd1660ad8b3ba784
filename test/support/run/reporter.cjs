const { readFileSync, writeFileSync } = require('node:fs')
const { relative } = require('node:path')
const { reporters } = require('mocha')

/**
 * Mocha's own report, and with TEST_TIMES=n the n files that took most processor time, with the
 * time by the clock of their tests and hooks, which depends on what ran beside them. The last line
 * has the totals alone, for programs. With TEST_FAILED_FILES=path, that file gets the paths of the test files that
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
  const processor = processorTimes()
  const of = ({ file }) => processor.get(file) ?? 0
  const sum = (timeOf) => files.reduce((all, times) => all + timeOf(times), 0)
  console.log('processor   tests    hooks  in seconds')
  for (const times of files.sort((a, b) => of(b) - of(a)).slice(0, most))
    console.log(`${row(of(times), times.tests, times.hooks)}  ${times.file}`)
  console.log(
    `${row(
      sum(of),
      sum(({ tests }) => tests),
      sum(({ hooks }) => hooks),
    )}  in all`,
  )
}

/** Milliseconds by test file. */
const processorTimes = () =>
  new Map(
    readFileSync(process.env.TEST_PROCESSOR_TIMES, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
      .map(([ms, file]) => [file, Number(ms)]),
  )

const row = (...times) => times.map((ms) => (ms / 1000).toFixed(1).padStart(8)).join(' ')
