import { expect } from 'chai'
import { checkSettings } from '../../../cli/doctor/checkSettings.ts'
import type { LeasedJob } from '../../../shared/jobs/openJobs.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { AppError, ModelTimedOut } from '../../../shared/lib/errors.ts'
import { makeModelRetry } from '../../../workers/jobs/retry.ts'
import { secondsOf } from '../../../workers/reply/callOnce.ts'

const retry = makeModelRetry({ firstBackoffMs: 500 })
const claimWith = (failures: number) => ({ failures }) as LeasedJob

/**
 * Plays a reply whose model takes `takes` seconds for each call. @returns how the calls ended, and
 * after how many seconds in all
 */
function play(
  takes: number,
  settings: { MODEL_TIMEOUT_SECONDS: number; REPLY_DEADLINE_SECONDS: number },
) {
  let left = settings.REPLY_DEADLINE_SECONDS
  const calls: string[] = []
  for (let failures = 0; ; ) {
    const seconds = secondsOf({ failures }, settings)
    const ends = Math.min(takes, seconds, left)
    left -= ends
    if (takes <= ends) return { calls: [...calls, 'answered'], left }
    calls.push(ends === seconds ? 'timed out' : 'cut off')
    if (left <= 0) return { calls, left }
    const again = retry(claimWith(failures), new ModelTimedOut(seconds), left * 1000)
    if (!again) return { calls, left }
    left -= again.seconds
    failures += again.charge
  }
}

describe('the time limit for calls of a model', () => {
  const { MODEL_TIMEOUT_SECONDS, REPLY_DEADLINE_SECONDS } = loadConfig({
    DATABASE_URL: 'postgres://x/y',
  })
  const defaults = { MODEL_TIMEOUT_SECONDS, REPLY_DEADLINE_SECONDS }

  it('is sufficient by default for a model that takes 60 s, in one call', () => {
    expect(play(60, defaults).calls).to.deep.equal(['answered'])
  })

  it('lets a model that hung once answer by the deadline', () => {
    const again = retry(
      claimWith(0),
      new ModelTimedOut(MODEL_TIMEOUT_SECONDS),
      (REPLY_DEADLINE_SECONDS - MODEL_TIMEOUT_SECONDS) * 1000,
    )
    expect(again).to.include({ charge: 1 })
  })

  it('doubles with each failure, so that a slow model wastes at most two calls', () => {
    expect(
      play(60, { MODEL_TIMEOUT_SECONDS: 45, REPLY_DEADLINE_SECONDS: 120 }).calls,
    ).to.deep.equal(['timed out', 'answered'])
    for (const timeout of [5, 20, 30, 45, 60, 75, 80, 100, 119])
      for (const takes of [3, 25, 40, 50, 61, 80, 110, 200]) {
        const { calls } = play(takes, {
          MODEL_TIMEOUT_SECONDS: timeout,
          REPLY_DEADLINE_SECONDS: 120,
        })
        const thrownAway = calls.filter((call) => call !== 'answered').length
        // Three only if the timeout is below a quarter of the deadline.
        expect(thrownAway, `${timeout} s, ${takes} s: ${calls}`).to.be.at.most(timeout < 30 ? 3 : 2)
      }
  })

  it('is not granted again if less than half of it is left', () => {
    const timedOut = new ModelTimedOut(80)
    expect(retry(claimWith(0), timedOut, 40_400)).to.equal(undefined)
    expect(retry(claimWith(0), timedOut, 40_600)).to.include({ charge: 1 })
    const refused = new AppError('model_unavailable', 'The provider answers 503.')
    expect(retry(claimWith(0), refused, 1_000)).to.include({ charge: 1 })
  })

  it('is checked by the doctor, with the deadline', () => {
    const findingsFor = (env: Record<string, string>) =>
      checkSettings(loadConfig({ DATABASE_URL: 'postgres://x/y', ...env }), env).filter(
        ({ what }) => what.startsWith('MODEL_TIMEOUT_SECONDS'),
      )
    expect(findingsFor({})).to.deep.equal([])
    expect(findingsFor({ MODEL_TIMEOUT_SECONDS: '81' })).to.deep.equal([
      {
        level: 'warning',
        check: 'settings',
        what: 'MODEL_TIMEOUT_SECONDS (81) is over two thirds of REPLY_DEADLINE_SECONDS (120).',
        why: 'A call that hangs uses up most of the time, so the model is not asked again.',
        fix: 'Raise REPLY_DEADLINE_SECONDS to 122, if the model takes that long; else lower MODEL_TIMEOUT_SECONDS.',
      },
    ])
  })
})
