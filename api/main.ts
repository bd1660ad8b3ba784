import { readConfig } from '../shared/config.ts'
import { makeDb } from '../shared/db.ts'
import { makeLog } from '../shared/log.ts'
import { onShutdown } from '../shared/shutdown.ts'
import { startServer } from './server.ts'

const config = readConfig()
const log = makeLog('api', config)
const db = makeDb(config.DATABASE_URL, config.DATABASE_POOL, config.DATABASE_TIMEOUT_SECONDS)
const server = await startServer({ config, db, log })

onShutdown(log, async () => {
  await server.stop(config.SHUTDOWN_SECONDS * 1000)
  await db.destroy()
})
// Last: whoever reads this may send a signal at once.
log.info({ port: server.port, queue: config.REDIS_URL ? 'redis' : 'postgres' }, 'listening')
