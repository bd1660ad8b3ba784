import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { ConfigError, environment, type LocalConfig, loadLocalConfig } from '../shared/config.ts'
import { type Db, makeDb } from '../shared/db.ts'
import { type Demo, ensureDemo, untilDemoIsIndexed } from './demo.ts'
import { becomeInstance } from './instance.ts'
import { type EmbeddedPostgres, startPostgres } from './postgres.ts'
import { makeSupervisor, readProcfile, runToEnd } from './supervisor.ts'

/**
 * `npm start`: the processes of the Procfile on this machine, with an embedded PostgreSQL and a demo organization where
 * DATABASE_URL is unset.
 */
async function start(): Promise<void> {
  const undo: (() => Promise<unknown>)[] = []
  let stopping: Promise<never> | undefined
  const stop = (code: number) => {
    stopping ??= (async () => {
      for (const step of undo.reverse()) await step().catch((error) => console.error(error))
      process.exit(code)
    })()
    return stopping
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))

  try {
    const env = environment()
    const config = loadLocalConfig(env)
    const address = `http://${config.HOST ?? 'localhost'}:${config.PORT}`
    await refuseTakenPort(config)
    let embedded: EmbeddedPostgres | undefined
    const childEnv = { ...env }
    if (!config.DATABASE_URL) {
      const describe = () => ({ pid: process.pid, address, database_url: embedded?.url ?? '' })
      undo.push(await becomeInstance(config.PARLEY_DATA_DIR, describe))
      say('Starting the embedded PostgreSQL …')
      embedded = await startPostgres(config.PARLEY_DATA_DIR)
      undo.push(embedded.stop)
      childEnv.DATABASE_URL = embedded.url
      // Demo credentials on a developer's machine are for that machine.
      childEnv.HOST ??= '127.0.0.1'
      childEnv.LOG_FORMAT ??= 'pretty'
      childEnv.LOG_LEVEL ??= 'warn'
    }
    const { release, ...processes } = readProcfile(await readFile('Procfile', 'utf8'))
    if (release) await runToEnd(release, childEnv)
    const demo = embedded && (await withDb(embedded.url, (db) => ensureDemo(db, config.PARLEY_DATA_DIR)))
    const supervisor = makeSupervisor(processes, childEnv, () => stop(1))
    undo.push(supervisor.stop)
    await untilReady(config.PORT)
    if (embedded) await withDb(embedded.url, untilDemoIsIndexed)
    if (stopping) return
    say(summary(address, config, demo))
  } catch (error) {
    if (stopping) return
    const known = error instanceof ConfigError || (error instanceof Error && !('code' in error))
    console.error(known ? `\n${(error as Error).message}\n` : error)
    await stop(1)
  }
}

async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = makeDb(url, 2)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

async function refuseTakenPort({ PORT, HOST }: LocalConfig): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${PORT} is taken. Choose another one: PORT=3001 npm start`)
          : error,
      ),
    )
    probe.listen(PORT, HOST, resolve)
  })
  await new Promise((resolve) => probe.close(resolve))
}

/** Until the API answers and reaches database and queue; the supervisor gives up on processes that do not start. */
async function untilReady(port: number): Promise<void> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function summary(address: string, config: LocalConfig, demo: Demo | undefined): string {
  const queue = config.REDIS_URL ? 'Redis' : 'PostgreSQL'
  if (!demo)
    return `Parley runs at ${address} (model ${config.LLM_MODEL}, queue in ${queue}).
Make credentials with: npm run --silent admin -- create-application --organization NAME`
  return `Parley runs at ${address} (model ${config.LLM_MODEL}, queue in ${queue}). Ctrl-C ends it.
The demo's credentials are in ${demo.headers}

Ask something, from another terminal:

curl -s -H @'${demo.headers}' -H 'Content-Type: application/json' -d '{"content":"When are you open?"}' ${address}/api/v1/conversations/${demo.conversation_id}/messages
`
}

const say = (text: string) => console.log(text)

await start()
