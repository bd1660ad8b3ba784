import { existsSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import { closest, distance } from 'fastest-levenshtein'
import { problemOf } from '../catalog/catalog.ts'
import { smallModelFor } from '../catalog/smallModels.ts'
import { addFormats } from '../storable.ts'
import { type Mismatch, wordsOf } from '../validationWords.ts'
import { parseSecretKeys, parseSigningKeys } from './keys.ts'
import { readRedisAddress, withoutVerification } from './redisAddress.ts'
import { OWN_KEYWORDS, type SettingTable } from './setting.ts'
import {
  type Config,
  LEGACY_HOURLY_LIMIT,
  type LocalConfig,
  SETTING_NAMES,
  settings,
} from './settings.ts'
import { timesAt } from './times.ts'

export { type Config, type LocalConfig, SETTING_NAMES }

export type Environment = Record<string, string | undefined>

/** A name at most this many edits away from the name of a setting is taken for a misspelling. */
const MAX_SLIPS = 2

/**
 * Finds names that are almost the name of a setting. They are ignored, which without a warning
 * would go unnoticed.
 */
export function misspeltSettings(env: Environment): { given: string; meant: string }[] {
  const names: readonly string[] = SETTING_NAMES
  return Object.keys(env)
    .filter((given) => given.includes('_') && !names.includes(given))
    .map((given) => ({ given, meant: closest(given, names) }))
    .filter(({ given, meant }) => distance(given, meant) <= MAX_SLIPS)
}

/** Returns the environment of the process, extended by a `.env` file in the working folder. */
export function environment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

/** Settings whose empty value differs from unset: it switches the default off. */
const MAY_BE_EMPTY: readonly string[] = ['EMBEDDING_QUERY_PREFIX', 'EMBEDDING_PASSAGE_PREFIX']

// The code runs once in a process. Optimizing it would add 0.1 s to each start.
const code = { optimize: false }
const ajv = addFormats(new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true, code }))
ajv.addVocabulary([...OWN_KEYWORDS])
const properties: SettingTable = settings
const check: ValidateFunction = ajv.compile({ type: 'object', properties })

/**
 * A wrong or missing setting. The message names every problem, so that one start finds them all.
 */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: string[]) {
    super(
      `Parley cannot start with these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/**
 * Reads the settings. Empty values count as unset, except for marks.
 * @throws ConfigError with all problems at once
 */
export function loadConfig(env: Environment): Config {
  return load(env, true) as unknown as Config
}

/**
 * Reads the settings as `loadConfig` does, for `npm start` and the admin tool: DATABASE_URL may be
 * unset.
 */
export function loadLocalConfig(env: Environment): LocalConfig {
  return load(env, false) as unknown as LocalConfig
}

/**
 * Reads the settings of this process. If some are wrong, writes all problems to standard
 * error and ends the process with 1.
 */
export function readConfig(): Config {
  try {
    return loadConfig(environment())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

function load(env: Environment, needsDatabase: boolean): Record<string, unknown> {
  const isGiven = (name: string) => env[name] || (env[name] === '' && MAY_BE_EMPTY.includes(name))
  const values: Record<string, unknown> = Object.fromEntries(
    SETTING_NAMES.filter(isGiven).map((name) => [name, env[name]]),
  )
  const problems = check(values)
    ? []
    : (check.errors ?? []).map((error) => describe(error.instancePath.slice(1), error))
  if (needsDatabase && !values.DATABASE_URL)
    problems.unshift(`DATABASE_URL is required. ${settings.DATABASE_URL.description}`)
  const isAddress = {
    DATABASE_URL: URL.canParse,
    REDIS_URL: (url: string) => readRedisAddress(url) !== undefined,
  }
  for (const [name, isRight] of Object.entries(isAddress))
    if (values[name] && !isRight(String(values[name])))
      problems.push(
        `${name} is no address. In a password, write % # / ? @ as %25 %23 %2F %3F %40.${name === 'REDIS_URL' ? ` ${settings.REDIS_URL.description}` : ''}`,
      )
  const prices = parsePrices(String(values.LLM_PRICES))
  if (!prices) problems.push('LLM_PRICES must be JSON such as {"gpt-4o-mini":[0.15,0.6,0.075]}.')
  const keys = parseSigningKeys(values.WIDGET_TOKEN_KEYS as string | undefined)
  if (!keys)
    problems.push(`WIDGET_TOKEN_KEYS has the wrong form. ${settings.WIDGET_TOKEN_KEYS.description}`)
  const SECRET_KEYS = parseSecretKeys(values.SECRET_KEYS as string | undefined)
  if (!SECRET_KEYS)
    problems.push(`SECRET_KEYS has the wrong form. ${settings.SECRET_KEYS.description}`)
  const models = [
    'LLM_MODEL',
    'GROUNDING_MODEL',
    'QUERY_MODEL',
    'EMBEDDING_MODEL',
    'RERANK_MODEL',
  ] as const
  for (const name of models) {
    const problem = problemOf(name, String(values[name]), values)
    if (problem) problems.push(problem)
  }
  if (values.S3_BUCKET && !(values.S3_ACCESS_KEY_ID && values.S3_SECRET_ACCESS_KEY))
    problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are required with S3_BUCKET.')
  if (values.SMTP_URL && !URL.canParse(String(values.SMTP_URL)))
    problems.push('SMTP_URL is no address. In a password, write % # / ? @ as %25 %23 %2F %3F %40.')
  if (values.SMTP_URL && !(values.PUBLIC_URL && values.MAIL_FROM))
    problems.push(
      'PUBLIC_URL and MAIL_FROM are required with SMTP_URL: mails have a sender, and links.',
    )
  if (values.REDIS_URL && values.REDIS_TLS_VERIFY === false)
    values.REDIS_URL = withoutVerification(String(values.REDIS_URL))
  if (values.LEGACY_FORM && !env.API_HOURLY_LIMIT) values.API_HOURLY_LIMIT = LEGACY_HOURLY_LIMIT
  if (problems.length) throw new ConfigError(problems)
  const times = timesAt(Number(values.TIME_SCALE))
  const QUERY_MODEL = queryModelOf(values)
  return Object.freeze({
    ...values,
    QUERY_MODEL,
    LLM_PRICES: prices,
    WIDGET_TOKEN_KEYS: keys,
    SECRET_KEYS,
    times,
  })
}

/** Returns the model that writes queries; undefined: no model does. */
function queryModelOf(values: Record<string, unknown>): unknown {
  const { QUERY_MODEL } = values
  if (QUERY_MODEL) return QUERY_MODEL === 'off' ? undefined : QUERY_MODEL
  return smallModelFor(String(values.LLM_MODEL), values)
}

const describe = (name: string, error: Mismatch) =>
  `${name} ${wordsOf(error)}. ${settings[name as keyof typeof settings].description}`

function parsePrices(text: string): Config['LLM_PRICES'] | undefined {
  try {
    const prices = JSON.parse(text)
    const valid = Object.values(prices).every(
      (price) =>
        Array.isArray(price) &&
        [2, 3].includes(price.length) &&
        price.every((usd) => Number.isFinite(usd) && usd >= 0),
    )
    return valid ? prices : undefined
  } catch {
    return undefined
  }
}
