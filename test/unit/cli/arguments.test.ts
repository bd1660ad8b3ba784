import { expect } from 'chai'
import { COMMANDS } from '../../../cli/admin/commands.ts'
import { helpOf, overview } from '../../../cli/admin/help.ts'
import { calledAs, didYouMean, readArguments, UsageError } from '../../../cli/terminal/usage.ts'

describe('the arguments of a command', () => {
  it('are named as the reader typed the command', () => {
    expect(calledAs('admin', {}, '/app/dist/cli/admin.js')).to.equal('npm run --silent admin --')
    expect(calledAs('doctor', {}, '/usr/bin/parley-doctor')).to.equal('parley-doctor')
    const npx = { npm_lifecycle_event: 'npx', npm_config_package: './parley-0.1.0.tgz' }
    expect(calledAs('admin', npx, '/x/.bin/parley')).to.equal(
      'npx --package=./parley-0.1.0.tgz parley-admin',
    )
  })

  it('that are wrong get the nearest suggestion', () => {
    const options = { json: { type: 'boolean' }, organization: { type: 'string' } } as const
    const problem = (...args: string[]) => {
      try {
        readArguments(args, options)
      } catch (error) {
        expect(error).to.be.instanceOf(UsageError)
        return (error as Error).message
      }
      throw new Error('they were taken')
    }
    expect(problem('--orgnization', 'A')).to.equal(
      "Unknown option '--orgnization'. Did you mean --organization?",
    )
    expect(problem('--org', 'A')).to.contain('Did you mean --organization?')
    expect(problem('--nothing-like-it')).to.equal("Unknown option '--nothing-like-it'.")
    expect(problem('--organization')).to.contain("'--organization <value>' argument missing")
    expect(didYouMean('zzzzzzzz', ['list', 'invite'])).to.equal('')
  })

  it('are in the help of the admin tool: each command in the list, with an example and each of its options', () => {
    const list = overview('parley-admin')
    for (const [name, command] of Object.entries(COMMANDS)) {
      expect(list).to.contain(`  ${name} `).and.contain(command.does)
      const help = helpOf(name, command, 'parley-admin')
      for (const example of command.examples) expect(help).to.contain(`\n  parley-admin ${example}`)
      for (const option of [...(command.needs ?? []), ...(command.takes ?? []), 'json'])
        expect(help, name).to.contain(`--${option}`)
      expect(command.examples.at(-1)!.split(' ')[0]).to.equal(name)
    }
  })
})
