import { execFile } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'

const run = promisify(execFile)
const LOG = pathToFileURL('shared/log.ts').href

/** What a process writes that warns of such an error. */
async function told(make: string, format = 'json'): Promise<string> {
  const program = `
    import { makeLog } from '${LOG}'
    const log = makeLog('test', { LOG_LEVEL: 'info', LOG_FORMAT: '${format}' })
    for (let n = 0; n < 3; n++) log.warn({ err: ${make} }, 'the sweep failed')`
  const { stdout } = await run('node', ['--import', 'tsx', '--input-type', 'module', '-e', program])
  return stdout
}

describe('the log', () => {
  it('tells of an outage in one line, for people too', async () => {
    const refused = `Object.assign(new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:5432')]), { code: 'ECONNREFUSED' })`
    const { err } = JSON.parse(await told(refused))
    expect(err).to.deep.equal({
      type: 'AggregateError',
      message: 'connect ECONNREFUSED 127.0.0.1:5432',
      code: 'ECONNREFUSED',
    })
    expect((await told(refused, 'pretty')).trim().split('\n')).to.have.length(1)
  })

  it('tells of any other error where it comes from', async () => {
    const { err } = JSON.parse(await told(`new Error('a bug')`))
    expect(err.stack).to.match(/^Error: a bug\n\s+at /)
  })
})
