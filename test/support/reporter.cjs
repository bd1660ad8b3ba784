const { reporters } = require('mocha')

/** Mocha's own report, and then the totals alone in the last line, for programs. */
module.exports = class Totals extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options)
    runner.once('end', () => {
      const { passes, failures, pending } = runner.stats
      const notes = globalThis.parleyTestNotes ?? []
      for (const note of notes) console.log(note)
      console.log(`${passes} passed, ${failures} failed, ${pending} skipped`)
    })
  }
}
