import { execFile } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'

const run = promisify(execFile)
const LOG = pathToFileURL('shared/observability/log.ts').href

/** What a process writes of such an error, three times. */
async function told(make: string, format = 'json', level = 'warn'): Promise<string> {
  const program = `
    import { makeLog } from '${LOG}'
    const log = makeLog('test', { LOG_LEVEL: 'info', LOG_FORMAT: '${format}' })
    for (let n = 0; n < 3; n++) log.${level}({ err: ${make} }, 'the sweep failed')`
  const { stdout } = await run('node', ['--import', 'tsx', '--input-type', 'module', '-e', program])
  return stdout
}

describe('the log', () => {
  it('warns in one line for people, of an outage too', async () => {
    const refused = `Object.assign(new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:5432')]), { code: 'ECONNREFUSED' })`
    const { err } = JSON.parse(await told(refused))
    expect(err).to.include({
      type: 'AggregateError',
      message: 'connect ECONNREFUSED 127.0.0.1:5432',
      code: 'ECONNREFUSED',
    })
    for (const [error, words] of [
      [refused, 'the sweep failed: connect ECONNREFUSED 127.0.0.1:5432'],
      [`new Error('Command timed out')`, 'the sweep failed: Command timed out'],
      [`'no error'`, 'the sweep failed: string'],
    ] as const)
      expect(await told(error, 'pretty')).to.match(new RegExp(`^[^\\n]*${words}\\n$`))
  })

  it('tells of any other error where it comes from', async () => {
    const { err } = JSON.parse(await told(`new Error('a bug')`))
    expect(err.stack).to.match(/^Error: a bug\n\s+at /)
    expect(await told(`new Error('a bug')`, 'pretty', 'error')).to.match(
      /the sweep failed\nError: a bug\n\s+at /,
    )
  })
})
