import { execFile } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { promisify, stripVTControlCharacters } from 'node:util'
import { expect } from 'chai'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { fakeOutput, withEnvironment } from '../../support/product/terminal.ts'

const run = promisify(execFile)
const LOG = pathToFileURL('shared/lib/observability/log.ts').href

/** Returns what a process logs of such an error, three times. */
async function loggedBy(make: string, format = 'json', level = 'warn'): Promise<string> {
  const program = `
    import { makeLog } from '${LOG}'
    const log = makeLog('test', { LOG_LEVEL: 'info', LOG_FORMAT: '${format}' })
    for (let n = 0; n < 3; n++) log.${level}({ err: ${make} }, 'the sweep failed')`
  const { stdout } = await run('node', ['--import', 'tsx', '--input-type', 'module', '-e', program])
  return stdout
}

describe('the log', () => {
  it('warns in one line for people, of an outage too @long', async () => {
    const refused = `Object.assign(new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:5432')]), { code: 'ECONNREFUSED' })`
    const { err } = JSON.parse(await loggedBy(refused))
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
      expect(await loggedBy(error, 'pretty')).to.match(new RegExp(`^[^\\n]*${words}\\n$`))
  })

  it('shows any other error with its place in the code @long', async () => {
    const { err } = JSON.parse(await loggedBy(`new Error('a bug')`))
    expect(err.stack).to.match(/^Error: a bug\n\s+at /)
    expect(await loggedBy(`new Error('a bug')`, 'pretty', 'error')).to.match(
      /the sweep failed\nError: a bug\n\s+at /,
    )
  })

  describe('of a request', () => {
    const REQUEST = {
      request_id: 'req-1',
      method: 'POST',
      endpoint: '/api/v1/agents',
      status: 201,
      ms: 12.5,
    }
    /** Returns the log line of a request, with these variables set. */
    const write = (
      isTerminal: boolean,
      env: Record<string, string>,
      format = 'auto',
      fields: object = REQUEST,
    ) =>
      withEnvironment({ TERM: 'xterm', ...env }, () => {
        const out = fakeOutput(isTerminal)
        makeLog('api', { LOG_LEVEL: 'info', LOG_FORMAT: format }, out.stream).info(
          fields,
          'request',
        )
        return out.text()
      })
    const ESCAPE = '\u001b'

    it('is one line in a terminal, in colours', () => {
      const line = write(true, {})
      expect(stripVTControlCharacters(line)).to.match(
        /^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: api POST \/api\/v1\/agents 201 12\.5 ms req-1\n$/,
      )
      expect(line).to.contain(`${ESCAPE}[32mINFO`).and.contain(`${ESCAPE}[32m201`)
      expect(line).to.contain(`${ESCAPE}[2mreq-1`)
      const failed = { ...REQUEST, status: 503, code: 'queue_full', name: 'a', cause: null }
      const refused = write(true, {}, 'auto', failed)
      expect(refused).to.contain(`${ESCAPE}[31m503`)
      expect(stripVTControlCharacters(refused)).to.match(/^\[[\d:.]+\] INFO: api /)
      expect(stripVTControlCharacters(refused)).to.contain(
        ' 503 12.5 ms code=queue_full name=a req-1\n',
      )
    })

    it('is JSON without a terminal, whatever FORCE_COLOR says', () => {
      for (const env of [{}, { FORCE_COLOR: '1' }] as Record<string, string>[])
        expect(JSON.parse(write(false, env))).to.deep.include({
          level: 30,
          msg: 'request',
          ...REQUEST,
        })
      expect(JSON.parse(write(true, {}, 'json'))).to.deep.include(REQUEST)
    })

    it('has no colours with NO_COLOR or without a terminal, unless FORCE_COLOR is set', () => {
      expect(write(true, { NO_COLOR: '1' })).not.to.contain(ESCAPE)
      expect(write(false, {}, 'pretty')).not.to.contain(ESCAPE)
      expect(write(false, { FORCE_COLOR: '1' }, 'pretty')).to.contain(`${ESCAPE}[32m201`)
    })

    it('has the local time', () => {
      const hour = () => `[${new Date().toTimeString().slice(0, 2)}:`
      withEnvironment({ TZ: 'Etc/GMT-14' }, () => {
        const before = hour()
        const line = write(true, { NO_COLOR: '1' })
        expect([before, hour()]).to.include(line.slice(0, 4))
      })
    })

    it("does not pass on terminal control sequences in a stranger's path", () => {
      const line = write(true, { NO_COLOR: '1' }, 'auto', {
        ...REQUEST,
        endpoint: `/a${ESCAPE}]0;title\u0007\u009b2J\nINFO: forged`,
      })
      expect(line).to.contain(' POST /a ]0;title 2J INFO: forged 201 ')
    })
  })

  it('leaves out what an error quotes, in both forms', () => {
    const err = Object.assign(new Error('duplicate key', { cause: new Error('a-secret') }), {
      code: '23505',
      detail: 'Key (email)=(a-secret) already exists.',
    })
    for (const isTerminal of [true, false]) {
      const out = fakeOutput(isTerminal)
      makeLog('api', { LOG_LEVEL: 'info', LOG_FORMAT: 'auto' }, out.stream).error(
        { err },
        'request failed',
      )
      expect(out.text()).to.contain('duplicate key').and.not.contain('a-secret')
    }
  })
})
