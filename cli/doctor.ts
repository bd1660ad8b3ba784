#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { styleText } from 'node:util'
import { withTimeout } from '../shared/lib/async/withTimeout.ts'
import {
  type Config,
  ConfigError,
  type Environment,
  environment,
  loadConfig,
  loadLocalConfig,
} from '../shared/lib/config/config.ts'
import { checkDatabase } from './doctor/checkDatabase.ts'
import { checkMail } from './doctor/checkMail.ts'
import { checkModels } from './doctor/checkModel.ts'
import { checkRedis } from './doctor/checkRedis.ts'
import {
  checkFileLimit,
  checkFiles,
  checkNode,
  checkSettings,
  checkSigningKeys,
} from './doctor/checkSettings.ts'
import { about, CHECKS, type Check, type Finding } from './doctor/finding.ts'
import { findPlace } from './local/paths.ts'
import { findInstance } from './local/singleInstance.ts'
import { showProgress } from './terminal/progress.ts'
import { calledAs, heading, inColumns, readArguments, UsageError } from './terminal/usage.ts'

const OPTIONS = {
  json: {
    type: 'boolean',
    says: 'print {"healthy", "findings": [{"level", "check", "what", "why", "fix"}]}',
  },
  'no-model': {
    type: 'boolean',
    says: 'do not ask the providers for their models, which costs nothing, or one short call of RERANK_MODEL',
  },
  'no-workers': { type: 'boolean', says: 'expect no workers, before they are started' },
  apis: {
    type: 'string',
    says: 'how many API processes there are, to count connections; 1 by default',
  },
  help: { type: 'boolean', short: 'h', says: 'show this' },
} as const

const help = (
  prefix: string,
) => `Checks everything that Parley needs, in the order in which to fix it, and says what to do.
Run it where Parley runs, with the same settings. It changes nothing.

${heading('Usage')}
  ${prefix} [OPTIONS]

${heading('Options')}
${inColumns(Object.entries(OPTIONS).map(([name, { says }]) => [`--${name}${name === 'apis' ? ' N' : ''}`, says]))}

${heading('Examples')}
  ${prefix.replace(/ --$/, '')}
  ${prefix} --json --no-model
  ${prefix} --no-workers --apis 3

Exit code 0: no errors, though there may be warnings, 1: something does not work, 2: the command is wrong.`

/** Milliseconds that a check may take. A slower check is reported as a finding. */
const MAX_MS = 20_000

const COLOURS = { ok: 'green', warning: 'yellow', error: 'red', skipped: 'dim' } as const

function readOptions() {
  const { values, positionals } = readArguments(process.argv.slice(2), OPTIONS)
  if (positionals.length) throw new UsageError(`There is no argument ${positionals.join(' ')}.`)
  const apis = Number(values.apis ?? 1)
  if (!Number.isInteger(apis) || apis < 0) throw new UsageError('--apis must be a whole number.')
  return { ...values, apis }
}
type Options = ReturnType<typeof readOptions>

/**
 * Finds the settings: those of `npm start` while it runs with its embedded PostgreSQL.
 * @throws ConfigError
 */
async function findSettings(): Promise<Config> {
  const env = environment()
  if (env.DATABASE_URL) return loadConfig(env)
  const running = await findRunning(env).catch(() => undefined)
  return loadConfig({ ...env, ...running?.settings, DATABASE_URL: running?.database_url })
}

async function findRunning(env: Environment) {
  const folder = loadLocalConfig(env).PARLEY_DATA_DIR
  // `findPlace` creates the folder if it is missing.
  return existsSync(folder) ? findInstance((await findPlace(folder)).home) : undefined
}

/** The checks that need settings and that readers look for. */
const NEEDS_SETTINGS: Check[] = ['database', 'migrations', 'redis', 'workers', 'model', 'files']
const skipped = (check: Check) => about(check).skipped('the settings are wrong')

const explain = ({ problems }: ConfigError) =>
  problems.map((problem) =>
    about('settings').error(
      problem,
      'No process starts.',
      problem.startsWith('DATABASE_URL is required')
        ? 'Run `npm start`, which brings its own PostgreSQL, or set DATABASE_URL.'
        : 'Correct it; .env.example has each setting and its default.',
    ),
  )

async function examine(options: Options): Promise<Finding[]> {
  let config: Config
  try {
    config = await findSettings()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [...checkNode(), ...explain(error), ...NEEDS_SETTINGS.map(skipped)]
  }
  const fleet = { apis: options.apis, workers: !options['no-workers'] }
  const checks: [Check, Finding[] | Promise<Finding[]>][] = [
    ['node', checkNode()],
    ['settings', checkSettings(config, environment())],
    ['signing keys', checkSigningKeys(config)],
    ['database', checkDatabase(config, fleet)],
    ['redis', checkRedis(config)],
    ['model', options['no-model'] ? [] : checkModels(config)],
    ['mail', checkMail(config)],
    ['files', checkFiles(config)],
    ['open files', checkFileLimit(config)],
  ]
  const found = await Promise.all(checks.map(([name, findings]) => inTimeOrFound(name, findings)))
  const placeOf = ({ check }: Finding) => CHECKS.indexOf(check)
  return found.flat().sort((left, right) => placeOf(left) - placeOf(right))
}

async function inTimeOrFound(
  check: Check,
  findings: Finding[] | Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await withTimeout(
      Promise.resolve(findings),
      MAX_MS,
      () => new Error(`no end after ${MAX_MS / 1000} s`),
    )
  } catch (error) {
    const what = `It could not be looked at: ${(error as Error).message}.`
    return [
      about(check).error(what, 'Whether it works is not known.', 'See whether it answers at all.'),
    ]
  }
}

/** Returns a line for each finding, and what to do below it. */
function describe(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.flatMap(({ level, check, what, why, fix }) => [
    `${styleText(COLOURS[level], level.padEnd(7))}  ${check.padEnd(width)}  ${what}${why ? ` ${why}` : ''}`,
    ...(fix ? [`${' '.repeat(width + 11)}${styleText('bold', `→ ${fix}`)}`] : []),
  ])
  const count = (level: Finding['level']) =>
    findings.filter((finding) => finding.level === level).length
  const counted = (level: 'error' | 'warning') =>
    `${count(level)} ${level}${count(level) === 1 ? '' : 's'}`
  const next = count('error')
    ? '\nMend the first error, then run this again: it may be the cause of others.'
    : ''
  return `${lines.join('\n')}\n\n${counted('error')}, ${counted('warning')}${next}`
}

const prefix = calledAs('doctor', environment())
try {
  const options = readOptions()
  if (options.help) console.log(help(prefix))
  else {
    const progress = process.stdout.isTTY && !options.json ? showProgress() : undefined
    progress?.step('Checking')
    const findings = await examine(options).finally(progress?.end)
    const healthy = !findings.some(({ level }) => level === 'error')
    console.log(options.json ? JSON.stringify({ healthy, findings }) : describe(findings))
    process.exitCode = healthy ? 0 : 1
  }
} catch (error) {
  const isTheirs = error instanceof UsageError
  const usage = isTheirs ? `\nusage: ${prefix} [OPTIONS]\nOptions: ${prefix} --help` : ''
  console.error(`${(error as Error).message}${usage}`)
  process.exitCode = isTheirs ? 2 : 1
}
// A server that hangs may hold a connection open.
process.exit()
