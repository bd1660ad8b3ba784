#!/usr/bin/env node
import {
  ConfigError,
  type Environment,
  environment,
  loadLocalConfig,
} from '../shared/lib/config/config.ts'
import { type Db, withDb } from '../shared/lib/db/db.ts'
import { migrate } from '../shared/lib/db/migrations.ts'
import type { SealingKey } from '../shared/lib/sealing.ts'
import { COMMANDS } from './admin/commands.ts'
import { helpOf, overview } from './admin/help.ts'
import { type Command, OPTIONS, type Options } from './admin/options.ts'
import { ensureSecretKey } from './local/demo.ts'
import { findPlace } from './local/paths.ts'
import { startPostgres } from './local/postgres.ts'
import { becomeInstance, findInstance, type Instance } from './local/singleInstance.ts'
import { calledAs, didYouMean, readArguments, UsageError } from './terminal/usage.ts'

/**
 * Uses the configured database; else the running instance's; else the embedded database, which it
 * starts for this command. Each comes with its SECRET_KEYS.
 */
async function withDatabase<T>(
  work: (db: Db, secretKeys: readonly SealingKey[]) => Promise<T>,
): Promise<T> {
  const config = loadLocalConfig(environment())
  const withKeys = (url: string, settings: Environment = {}) => {
    const given = environment()
    const { SECRET_KEYS } = loadLocalConfig({
      SECRET_KEYS: given.SECRET_KEYS || settings.SECRET_KEYS,
    })
    return withDb(url, (db) => work(db, SECRET_KEYS))
  }
  if (config.DATABASE_URL) return withKeys(config.DATABASE_URL)
  const place = await findPlace(config.PARLEY_DATA_DIR)
  const running = await untilStarted(place.home)
  if (running) return withKeys(running.database_url, running.settings)
  const about = { pid: process.pid, address: 'the admin tool', database_url: '', leaving: true }
  const leave = await becomeInstance(place.home, () => about)
  const embedded = await startPostgres(place)
  try {
    await migrate(embedded.url)
    return await withKeys(embedded.url, {
      SECRET_KEYS: await ensureSecretKey(config.PARLEY_DATA_DIR),
    })
  } finally {
    await embedded.stop()
    await leave()
  }
}

/**
 * Waits up to 20 s for the running instance's database, and returns the instance.
 * @returns undefined: no instance is running, or it is about to end
 */
async function untilStarted(home: string): Promise<Instance | undefined> {
  for (const until = Date.now() + 20_000; ; ) {
    const running = await findInstance(home)
    if (!running || running.leaving) return undefined
    if (running.database_url) return running
    if (Date.now() > until)
      throw new Error('Parley is starting, but its database does not come up.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function main(): Promise<void> {
  const prefix = calledAs('admin', environment())
  try {
    const [name, command, args] = findCommand(process.argv.slice(2), prefix)
    if (!command) console.log(overview(prefix))
    else await runCommand(name, command, args, prefix)
  } catch (error) {
    const { message } = error as Error
    const theirs = error instanceof UsageError || error instanceof ConfigError
    console.error(theirs ? message : `It did not work: ${message}`)
    process.exitCode = theirs ? 2 : 1
  }
}

/**
 * @returns no command: the user asks for the overview
 * @throws UsageError
 */
function findCommand(args: string[], prefix: string): [string, Command | undefined, string[]] {
  const isHelp = args[0] === 'help'
  const given = isHelp ? args.slice(1) : args
  const at = given.findIndex((arg) => !arg.startsWith('-'))
  const name = given[at]
  if (name === undefined) {
    readArguments(given, { help: OPTIONS.help, json: OPTIONS.json })
    return ['', undefined, []]
  }
  if (!Object.hasOwn(COMMANDS, name))
    throw new UsageError(
      `There is no command ${name}.${didYouMean(name, Object.keys(COMMANDS))} \`${prefix} --help\` lists all.`,
    )
  return [name, COMMANDS[name], [...given.toSpliced(at, 1), ...(isHelp ? ['--help'] : [])]]
}

async function runCommand(
  name: string,
  command: Command,
  args: string[],
  prefix: string,
): Promise<void> {
  let work: ReturnType<Command['prepare']>
  let options: Options
  try {
    const names = [...(command.needs ?? []), ...(command.takes ?? []), 'json', 'help'] as const
    const taken = Object.fromEntries(names.map((option) => [option, OPTIONS[option]]))
    const { values, positionals } = readArguments(args, taken)
    options = values
    if (options.help) {
      console.log(helpOf(name, command, prefix))
      return
    }
    if (positionals.length)
      throw new UsageError(`${name} takes options alone, and not ${positionals.join(' ')}.`)
    work = command.prepare(options)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(
      `${error.message}\nExample: ${prefix} ${command.examples.at(-1)}\nOptions: ${prefix} ${name} --help`,
    )
  }
  const { json, text } = await withDatabase(work)
  console.log(options.json ? JSON.stringify(json) : text)
}

await main()
