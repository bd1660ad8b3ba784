import type { Config } from '../lib/config/config.ts'
import type { Log } from '../lib/observability/log.ts'

/**
 * Milliseconds that `stop` may take beyond SHUTDOWN_SECONDS. With the default of 18 s, the process
 * ends before a PaaS kills it after 30 s.
 */
const TO_CLOSE_MS = 7_000

/**
 * Runs `stop` once, at SIGTERM, SIGINT or the end of the parent process. Then ends this process
 * with 0, or with 1 if `stop` failed or took 7 s longer than SHUTDOWN_SECONDS. Ignores further
 * signals. Logs an uncaught error, and ends the process with 1 at once.
 */
export function onShutdown(
  log: Log,
  { SHUTDOWN_SECONDS }: Config,
  stop: () => Promise<void>,
): void {
  let stopping = false
  const shutDown = async (reason: string) => {
    if (stopping) return
    stopping = true
    log.info({ reason }, 'stopping')
    setTimeout(
      () => {
        log.error('not stopped in time, ending anyway')
        process.exit(1)
      },
      SHUTDOWN_SECONDS * 1000 + TO_CLOSE_MS,
    ).unref()
    try {
      await stop()
      log.info('stopped')
      process.exit(0)
    } catch (error) {
      log.error({ err: error }, 'failed to stop cleanly')
      process.exit(1)
    }
  }
  process.on('SIGTERM', () => shutDown('SIGTERM'))
  process.on('SIGINT', () => shutDown('SIGINT'))
  process.on('disconnect', () => shutDown('the parent process is gone'))
  for (const event of ['unhandledRejection', 'uncaughtException'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event)
      process.exit(1)
    })
}
