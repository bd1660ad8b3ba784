#!/usr/bin/env node
import { closest, distance } from 'fastest-levenshtein'
import { ConfigError, environment, loadLocalConfig } from '../shared/config/config.ts'
import { type Db, withDb } from '../shared/db/db.ts'
import { migrate } from '../shared/db/migrations.ts'
import { COMMANDS, USAGE } from './admin/commands.ts'
import { readArguments, UsageError } from './admin/options.ts'
import { findPlace } from './local/paths.ts'
import { startPostgres } from './local/postgres.ts'
import { becomeInstance, findInstance, type Instance } from './local/singleInstance.ts'

/** The configured database; else that of the running instance; else the embedded one, started for the moment. */
async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const config = loadLocalConfig(environment())
  if (config.DATABASE_URL) return withDb(config.DATABASE_URL, work)
  const place = await findPlace(config.PARLEY_DATA_DIR)
  const running = await untilStarted(place.home)
  if (running) return withDb(running.database_url, work)
  const about = { pid: process.pid, address: 'the admin tool', database_url: '', leaving: true }
  const leave = await becomeInstance(place.home, () => about)
  const embedded = await startPostgres(place)
  try {
    await migrate(embedded.url)
    return await withDb(embedded.url, work)
  } finally {
    await embedded.stop()
    await leave()
  }
}

/** The running instance, when its database is up. */
async function untilStarted(home: string): Promise<Instance | undefined> {
  for (const until = Date.now() + 20_000; ; ) {
    const running = await findInstance(home)
    if (!running || running.leaving) return undefined
    if (running.database_url) return running
    if (Date.now() > until) throw new Error('Parley is starting, but its database does not come up.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Its first letters, or a slip of the keyboard, still say which was meant. */
function noCommand(given: string): string {
  const names = Object.keys(COMMANDS)
  const near = names.find((name) => given && name.startsWith(given)) ?? closest(given, names)
  const isNear = near.startsWith(given) || distance(given, near) <= MAX_SLIPS
  return `There is no command ${given}.${isNear ? ` Did you mean ${near}?` : ''} \`npm run --silent admin -- help\` shows all.`
}
const MAX_SLIPS = 3

async function main(): Promise<void> {
  try {
    const { values: options, positionals } = readArguments()
    const [name = 'help', ...more] = positionals
    if (options.help || name === 'help') {
      console.log(USAGE)
      return
    }
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!command || more.length) throw new UsageError(noCommand(positionals.join(' ')))
    const { json, text } = await withDatabase(command(options))
    console.log(options.json ? JSON.stringify(json) : text)
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    const theirs =
      error instanceof UsageError || error instanceof ConfigError || code?.startsWith('ERR_PARSE_ARGS')
    console.error(theirs ? message : `It did not work: ${message}`)
    process.exitCode = theirs ? 2 : 1
  }
}

await main()
