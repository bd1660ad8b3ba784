import { existsSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import { addFormats } from './schema.ts'

/**
 * Every setting, read from the environment and nowhere else. `.env.example` lists the same ones, kept by a test.
 * Times are in seconds, sizes in bytes or tokens as the name says.
 */
const settings = {
  DATABASE_URL: { type: 'string', pattern: '^postgres(ql)?://', description: 'PostgreSQL 15 or newer.' },
  DATABASE_POOL: {
    type: 'integer',
    minimum: 2,
    maximum: 200,
    default: 10,
    description: 'Most database connections of one process. No connection is held while a request waits.',
  },
  REDIS_URL: {
    type: 'string',
    pattern: '^rediss?://',
    description: 'Redis 6.2 or newer for the queue. Unset: the queue lives in PostgreSQL.',
  },
  HOST: { type: 'string', description: 'Address to listen on. Unset: every address.' },
  PORT: { type: 'integer', minimum: 0, maximum: 65535, default: 3000, description: 'Port of the API.' },
  LLM_MODEL: {
    type: 'string',
    pattern: '^(openai|anthropic|ollama|builtin):.+$',
    default: 'builtin:extractive',
    description: 'provider:model of openai, anthropic, ollama, or builtin:extractive, which needs no key.',
  },
  OPENAI_API_KEY: { type: 'string', description: 'Key for openai: models.' },
  OPENAI_BASE_URL: {
    type: 'string',
    format: 'uri',
    description: 'Address of a server that speaks the OpenAI protocol. Unset: OpenAI.',
  },
  ANTHROPIC_API_KEY: { type: 'string', description: 'Key for anthropic: models.' },
  OLLAMA_BASE_URL: { type: 'string', format: 'uri', description: 'Address of an Ollama server.' },
  LLM_PRICES: {
    type: 'string',
    default: '{}',
    description: 'JSON: model name to [USD per million input tokens, per million output tokens].',
  },
  HISTORY_TOKENS: {
    type: 'integer',
    minimum: 0,
    default: 3000,
    description: 'Most tokens of earlier messages in a prompt.',
  },
  KNOWLEDGE_TOKENS: {
    type: 'integer',
    minimum: 0,
    default: 2000,
    description: 'Most tokens of knowledge in a prompt.',
  },
  REPLY_WAIT_SECONDS: {
    type: 'number',
    minimum: 0,
    maximum: 600,
    default: 25,
    description: 'How long a POST waits for its reply before it answers 202. PaaS routers cut at 30.',
  },
  REPLY_DEADLINE_SECONDS: {
    type: 'number',
    minimum: 1,
    maximum: 3600,
    default: 120,
    description: 'A reply that is not finished by then has failed.',
  },
  INDEX_DEADLINE_SECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 604_800,
    default: 86_400,
    description: 'A knowledge entry that is not indexed by then has failed.',
  },
  SESSION_IDLE_DAYS: {
    type: 'integer',
    minimum: 1,
    maximum: 3650,
    default: 30,
    description: 'A session without a message or change for so many days expires.',
  },
  MAX_WAITERS: {
    type: 'integer',
    minimum: 0,
    default: 3000,
    description:
      'Most requests that one API process lets wait for replies, and for indexing; others get 202 at once.',
  },
  WORKER_CONCURRENCY: {
    type: 'integer',
    minimum: 1,
    maximum: 2000,
    default: 100,
    description: 'Replies that one worker process works on at a time.',
  },
  INDEX_CONCURRENCY: {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 4,
    description: 'Knowledge entries that one indexing process works on at a time.',
  },
  ORGANIZATION_CONCURRENCY: {
    type: 'integer',
    minimum: 1,
    default: 80,
    description: 'Replies of one organization that are worked on at a time, over all workers; approximate.',
  },
  SHUTDOWN_SECONDS: {
    type: 'number',
    minimum: 0,
    maximum: 20,
    default: 18,
    description: 'How long running work may go on after SIGTERM. A PaaS kills 30 s after it.',
  },
  WIDGET_TOKEN_KEYS: {
    type: 'string',
    description:
      'name:secret, of at least 32 bytes each, separated by commas. The first signs widget tokens.',
  },
  NODE_ENV: {
    type: 'string',
    default: 'production',
    description: 'production, or development, where cookies do without TLS.',
  },
  LOG_LEVEL: {
    type: 'string',
    enum: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
    description: 'Least level that is logged.',
  },
  LOG_FORMAT: {
    type: 'string',
    enum: ['json', 'pretty'],
    default: 'json',
    description: 'json for machines, pretty for people.',
  },
  PARLEY_DATA_DIR: {
    type: 'string',
    default: '.data',
    description: 'Where `npm start` keeps the embedded PostgreSQL when DATABASE_URL is unset.',
  },
} as const

export const SETTING_NAMES = Object.keys(settings) as (keyof typeof settings)[]

export interface Config {
  readonly DATABASE_URL: string
  readonly DATABASE_POOL: number
  readonly REDIS_URL?: string
  readonly HOST?: string
  readonly PORT: number
  readonly LLM_MODEL: string
  readonly OPENAI_API_KEY?: string
  readonly OPENAI_BASE_URL?: string
  readonly ANTHROPIC_API_KEY?: string
  readonly OLLAMA_BASE_URL?: string
  readonly LLM_PRICES: Readonly<Record<string, readonly [number, number]>>
  readonly HISTORY_TOKENS: number
  readonly KNOWLEDGE_TOKENS: number
  readonly REPLY_WAIT_SECONDS: number
  readonly REPLY_DEADLINE_SECONDS: number
  readonly INDEX_DEADLINE_SECONDS: number
  readonly SESSION_IDLE_DAYS: number
  readonly MAX_WAITERS: number
  readonly WORKER_CONCURRENCY: number
  readonly INDEX_CONCURRENCY: number
  readonly ORGANIZATION_CONCURRENCY: number
  readonly SHUTDOWN_SECONDS: number
  /** The first signs widget tokens, all of them verify. */
  readonly WIDGET_TOKEN_KEYS: readonly { kid: string; secret: string }[]
  readonly NODE_ENV: string
  readonly LOG_LEVEL: string
  readonly LOG_FORMAT: 'json' | 'pretty'
  readonly PARLEY_DATA_DIR: string
}

/** Settings of a program that can do without a database address, because it can start the embedded one. */
export type LocalConfig = Omit<Config, 'DATABASE_URL'> & { readonly DATABASE_URL?: string }

export type Environment = Record<string, string | undefined>

/** The process's environment, with what a `.env` file in the working folder adds to it. */
export function environment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

const ajv = addFormats(new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true }))
const properties = settings as unknown as Record<string, object>
const checkLocal: ValidateFunction = ajv.compile({ type: 'object', properties })
const checkAll: ValidateFunction = ajv.compile({ type: 'object', properties, required: ['DATABASE_URL'] })

/** A wrong or missing setting. The message names every problem, so that one start finds them all. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(
      `Parley cannot start with these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    )
    this.name = 'ConfigError'
  }
}

/** @throws ConfigError with all problems at once. Empty values count as unset. */
export function loadConfig(env: Environment): Config {
  return load(env, checkAll) as unknown as Config
}

/** Like `loadConfig`, for `npm start` and the admin tool: DATABASE_URL may be unset. */
export function loadLocalConfig(env: Environment): LocalConfig {
  return load(env, checkLocal) as unknown as LocalConfig
}

/** The settings of this process. Wrong ones end it, with all problems on standard error. */
export function readConfig(): Config {
  try {
    return loadConfig(environment())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

function load(env: Environment, check: ValidateFunction): Record<string, unknown> {
  const given = SETTING_NAMES.filter((name) => env[name]).map((name) => [name, env[name]])
  const values: Record<string, unknown> = Object.fromEntries(given)
  const problems = check(values)
    ? []
    : (check.errors ?? []).map((error) => describe(error.instancePath.slice(1), error))
  const prices = parsePrices(String(values.LLM_PRICES))
  if (!prices) problems.push('LLM_PRICES must be JSON such as {"gpt-4o-mini":[0.15,0.6]}.')
  const keys = parseKeys(values.WIDGET_TOKEN_KEYS as string | undefined)
  if (!keys) problems.push(`WIDGET_TOKEN_KEYS must be ${settings.WIDGET_TOKEN_KEYS.description}`)
  const model = String(values.LLM_MODEL)
  if (model.startsWith('openai:') && !values.OPENAI_API_KEY && !values.OPENAI_BASE_URL)
    problems.push(
      'OPENAI_API_KEY is required for LLM_MODEL openai:… (or OPENAI_BASE_URL for your own server).',
    )
  if (model.startsWith('anthropic:') && !values.ANTHROPIC_API_KEY)
    problems.push('ANTHROPIC_API_KEY is required for LLM_MODEL anthropic:….')
  if (model.startsWith('builtin:') && model !== 'builtin:extractive')
    problems.push('LLM_MODEL builtin: has one model, builtin:extractive.')
  if (problems.length) throw new ConfigError(problems)
  return Object.freeze({ ...values, LLM_PRICES: prices, WIDGET_TOKEN_KEYS: keys })
}

function describe(
  name: string,
  error: { keyword: string; message?: string; params: Record<string, unknown> },
) {
  if (error.keyword === 'required') {
    const missing = String(error.params.missingProperty)
    return `${missing} is required. ${properties[missing] ? (settings[missing as 'PORT'].description ?? '') : ''}`
  }
  const setting = settings[name as keyof typeof settings]
  const allowed = error.keyword === 'enum' ? `: ${(error.params.allowedValues as string[]).join(', ')}` : ''
  return `${name} ${error.message}${allowed}. ${setting.description}`
}

const MIN_SECRET_BYTES = 32

/** `undefined`: a name is missing or there twice, or a secret is short. The secrets stay out of the message. */
function parseKeys(text = ''): Config['WIDGET_TOKEN_KEYS'] | undefined {
  const keys = text
    .split(',')
    .filter(Boolean)
    .map((pair) => ({ kid: pair.split(':')[0]!.trim(), secret: pair.slice(pair.indexOf(':') + 1).trim() }))
  const valid = keys.every(
    ({ kid, secret }) => /^[\w.-]{1,40}$/.test(kid) && Buffer.byteLength(secret) >= MIN_SECRET_BYTES,
  )
  return valid && new Set(keys.map(({ kid }) => kid)).size === keys.length ? keys : undefined
}

function parsePrices(text: string): Config['LLM_PRICES'] | undefined {
  try {
    const prices = JSON.parse(text)
    const valid = Object.values(prices).every(
      (pair) => Array.isArray(pair) && pair.length === 2 && pair.every((price) => typeof price === 'number'),
    )
    return valid ? prices : undefined
  } catch {
    return undefined
  }
}
