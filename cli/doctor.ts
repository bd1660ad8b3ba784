#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { withTimeout } from '../shared/async/withTimeout.ts'
import {
  type Config,
  ConfigError,
  type Environment,
  environment,
  loadConfig,
  loadLocalConfig,
} from '../shared/config/config.ts'
import { checkDatabase } from './doctor/checkDatabase.ts'
import { checkModels } from './doctor/checkModel.ts'
import { checkRedis } from './doctor/checkRedis.ts'
import { checkFileLimit, checkFiles, checkSettings, checkSigningKeys } from './doctor/checkSettings.ts'
import { about, type Finding } from './doctor/finding.ts'
import { findPlace } from './local/paths.ts'
import { findInstance } from './local/singleInstance.ts'

const USAGE = `usage: npm run --silent doctor -- [--json] [--no-model] [--no-workers] [--apis N]

Looks at everything that Parley needs, and says what is wrong, why it matters and what to do. Run it where Parley runs, with
the same settings. Code 1 when something does not work, 0 otherwise, also with warnings.

  --json        for programs: {"healthy", "findings": [{"level", "check", "what", "why", "fix"}]}
  --no-model    does not ask the model's provider; it is asked for its list of models, which costs nothing
  --no-workers  before the workers are started
  --apis N      how many API processes there are, to count connections (default 1)`

/** No check takes longer; one that does is a finding itself. */
const MAX_MS = 20_000

const MARKS = { ok: '  ok     ', warning: '  warning', error: '  ERROR  ' }

function readArguments() {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      'no-model': { type: 'boolean', default: false },
      'no-workers': { type: 'boolean', default: false },
      apis: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  })
  const apis = Number(values.apis)
  if (!Number.isInteger(apis) || apis < 0) throw new TypeError('--apis must be a whole number.')
  return { ...values, apis }
}
type Options = ReturnType<typeof readArguments>

/** The settings; those of `npm start` while it runs with its embedded PostgreSQL. @throws ConfigError */
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

async function examine(options: Options): Promise<Finding[]> {
  let config: Config
  try {
    config = await findSettings()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const { error: wrong } = about('settings')
    const why = 'No process starts, and nothing else can be looked at.'
    return error.problems.map((problem) =>
      wrong(problem, why, 'Set it; .env.example has each setting and its default.'),
    )
  }
  const fleet = { apis: options.apis, workers: !options['no-workers'] }
  const checks: [string, Finding[] | Promise<Finding[]>][] = [
    ['settings', checkSettings(config, environment())],
    ['signing keys', checkSigningKeys(config)],
    ['database', checkDatabase(config, fleet)],
    ['redis', checkRedis(config)],
    ['model', options['no-model'] ? [] : checkModels(config)],
    ['files', checkFiles(config)],
    ['open files', checkFileLimit(config)],
  ]
  const found = await Promise.all(checks.map(([name, findings]) => inTimeOrFound(name, findings)))
  return found.flat()
}

async function inTimeOrFound(check: string, findings: Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await withTimeout(
      Promise.resolve(findings),
      MAX_MS,
      () => new Error(`no end after ${MAX_MS / 1000} s`),
    )
  } catch (error) {
    const what = `It could not be looked at: ${(error as Error).message}.`
    return [about(check).error(what, 'Whether it works is not known.', 'See whether it answers at all.')]
  }
}

function describe(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.flatMap(({ level, check, what, why, fix }) => [
    `${MARKS[level]}  ${check.padEnd(width)}  ${what}`,
    ...(why ? [`${' '.repeat(width + 13)}${why}`] : []),
    ...(fix ? [`${' '.repeat(width + 13)}→ ${fix}`] : []),
  ])
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length
  const counted = (level: 'error' | 'warning') => `${count(level)} ${level}${count(level) === 1 ? '' : 's'}`
  return `${lines.join('\n')}\n\n${counted('error')}, ${counted('warning')}`
}

try {
  const options = readArguments()
  if (options.help) console.log(USAGE)
  else {
    const findings = await examine(options)
    const healthy = !findings.some(({ level }) => level === 'error')
    console.log(options.json ? JSON.stringify({ healthy, findings }) : describe(findings))
    process.exitCode = healthy ? 0 : 1
  }
} catch (error) {
  console.error(`${(error as Error).message}\n\n${USAGE}`)
  process.exitCode = 2
}
// A server that hangs may hold a connection open.
process.exit()
