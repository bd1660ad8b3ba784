import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Loaded into each measured process before its own code. Between `begin` and `end` it records how
 * late the event loop is, and a CPU profile if PROFILE_FILE names a file.
 */
const RESOLUTION_MS = 10
const profileFile = process.env.PROFILE_FILE
const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
const session = new Session()
// The histogram holds the time between two ticks of a timer, so the interval is subtracted.
const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)

async function begin() {
  if (profileFile) {
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.start')
  }
  histogram.enable()
  histogram.reset()
}

async function end() {
  const { p50, p99, max } = {
    p50: histogram.percentile(50),
    p99: histogram.percentile(99),
    max: histogram.max,
  }
  histogram.disable()
  if (profileFile) {
    const { profile } = await session.post('Profiler.stop')
    writeFileSync(profileFile, JSON.stringify(profile))
    session.disconnect()
  }
  return { p50_ms: late(p50), p99_ms: late(p99), max_ms: late(max) }
}

process.on('message', async (order) => {
  if (order === 'probe begin') process.send({ probe: await begin() })
  if (order === 'probe end') process.send({ probe: await end() })
})
// The listener for messages must not keep the process running.
process.channel?.unref()
