import type { FromSchema } from 'json-schema-to-ts'
import { builtin } from '../catalog/builtin.ts'
import {
  CHAT_PROVIDERS,
  EMBEDDING_PROVIDERS,
  PROVIDER_NAMES,
  providerSettings,
  RERANK_PROVIDERS,
} from '../catalog/catalog.ts'
import type { SealingKey } from '../sealing.ts'
import { deliverySettings } from './deliverySettings.ts'
import { queueSettings, rateSettings } from './limitSettings.ts'
import { observabilitySettings } from './observabilitySettings.ts'
import { retentionSettings } from './retentionSettings.ts'
import { shutdownSettings } from './shutdownSettings.ts'
import { signInSettings } from './signInSettings.ts'
import { storageSettings } from './storageSettings.ts'
import type { Times } from './times.ts'

/** A provider that can do it, or the name of a connection, which is no provider's. */
const patternOf = (providers: readonly string[]) => {
  const others = PROVIDER_NAMES.filter((name) => !providers.includes(name))
  return `^(?!(?:${others.join('|')}):)[a-z][a-z0-9-]{1,39}:.+$`
}

/** Hosts with commas between. */
const HOSTS = '^([^\\s,/@]+(\\s*,\\s*[^\\s,/@]+)*)?$'

/** The providers whose models can follow an instruction. */
const WRITERS = CHAT_PROVIDERS.filter((name) => name !== builtin.name)

/**
 * Every setting. A test ensures that `.env.example` lists the same ones. The names tell the units,
 * such as SECONDS, DAYS or TOKENS.
 */
export const settings = {
  DATABASE_URL: {
    type: 'string',
    pattern: '^postgres(ql)?://',
    description: 'PostgreSQL 15 or newer.',
  },
  DATABASE_POOL: {
    type: 'integer',
    minimum: 2,
    maximum: 200,
    default: 10,
    description:
      'Most database connections of one process. No connection is held while a request waits.',
  },
  DATABASE_TIMEOUT_SECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 600,
    default: 10,
    description:
      'Longest that one statement of the API or a worker may take; then its request is answered 503.',
  },
  DATABASE_PREPARE: {
    type: 'boolean',
    default: true,
    description:
      'Whether connections keep prepared statements. false: for a pooler in transaction mode that does not, such as PgBouncer before 1.21.',
  },
  REDIS_URL: {
    type: 'string',
    description:
      'Redis 6.2 or newer for the queue: redis://host:port, rediss://host:port, or redis-sentinel://host:port,host:port#master. Unset: the queue lives in PostgreSQL.',
  },
  REDIS_TLS_VERIFY: {
    type: 'boolean',
    default: true,
    description:
      "Whether the certificate of a rediss:// server must be valid. Some providers' is their own.",
  },
  HOST: { type: 'string', description: 'Address to listen on. Unset: every address.' },
  PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: 3000,
    description: 'Port of the API.',
  },
  TRUST_PROXY_HOPS: {
    type: 'integer',
    minimum: 0,
    maximum: 10,
    default: 0,
    description: 'Routers before the API that write X-Forwarded-For. 0: the header is ignored.',
  },
  LEGACY_FORM: {
    type: 'boolean',
    default: false,
    description:
      'Whether requests of the earlier form, in which agents were assistants, are taken too.',
  },
  ...rateSettings,
  ...signInSettings,
  LLM_MODEL: {
    type: 'string',
    pattern: patternOf(CHAT_PROVIDERS),
    default: 'builtin:extractive',
    description: `provider:model of ${CHAT_PROVIDERS.join(', ')}, or connection:model of a connection of yours; builtin:extractive needs no key.`,
  },
  EMBEDDING_MODEL: {
    type: 'string',
    pattern: patternOf(EMBEDDING_PROVIDERS),
    description: `provider:model of ${EMBEDDING_PROVIDERS.join(', ')}, by whose vectors knowledge is found by meaning as well. Unset: by words alone.`,
  },
  EMBEDDING_QUERY_PREFIX: {
    type: 'string',
    maxLength: 1_000,
    description:
      "Text before each question that the embedding model gets. Unset: what a known model's card asks for; empty: none.",
  },
  EMBEDDING_PASSAGE_PREFIX: {
    type: 'string',
    maxLength: 1_000,
    description: 'The same before each passage. When it changes, all knowledge is embedded anew.',
  },
  RERANK_MODEL: {
    type: 'string',
    pattern: patternOf(RERANK_PROVIDERS),
    description: `provider:model of ${RERANK_PROVIDERS.join(', ')} that orders the best passages of each search. Unset: they keep their order.`,
  },
  RERANK_TIMEOUT_SECONDS: {
    type: 'number',
    minimum: 0.1,
    maximum: 30,
    default: 1.5,
    description:
      'How long a search waits for the rerank model; then the passages keep their order.',
  },
  GROUNDING_MODEL: {
    type: 'string',
    pattern: patternOf(CHAT_PROVIDERS),
    description:
      'provider:model that checks whether the sources of a reply say what it claims, with one short call for each reply. Unset: numbers, units and negations alone are checked.',
  },
  QUERY_MODEL: {
    type: 'string',
    pattern: `^off$|${patternOf(WRITERS)}`,
    description: `provider:model of ${WRITERS.join(', ')} that writes queries for the knowledge, with one short call for each question that its own words may not answer; off: none does. Unset: LLM_MODEL, unless that is builtin.`,
  },
  ...providerSettings,
  LLM_PRICES: {
    type: 'string',
    default: '{}',
    description:
      'JSON: model name to [USD per million input tokens, per million output tokens, per million cached input tokens]; the last may be left out.',
  },
  MODEL_TIMEOUT_SECONDS: {
    type: 'number',
    minimum: 1,
    maximum: 3600,
    default: 75,
    description:
      'A call of the model that takes longer is ended, and tried again with twice the time as far as the deadline allows: at most two thirds of REPLY_DEADLINE_SECONDS.',
  },
  MODEL_CONTEXT_TOKENS: {
    type: 'integer',
    minimum: 2_048,
    maximum: 10_000_000,
    description:
      'The context of the models, in tokens. Prompts get only as much knowledge as fits, and Ollama loads its models for it. Default: 16384 for Ollama, no limit for others.',
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
    default: 16_000,
    description:
      'Most tokens of knowledge in a prompt, estimated by script. The default has room for ten full passages in nearly every language; most prompts use a third of it.',
  },
  REPLY_WAIT_SECONDS: {
    type: 'number',
    minimum: 0,
    maximum: 600,
    default: 25,
    description:
      'How long a POST waits for its reply before it answers 202. PaaS routers cut at 30.',
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
  ...storageSettings,
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
  ...queueSettings,
  REPLY_CONCURRENCY: {
    type: 'integer',
    minimum: 1,
    maximum: 10000,
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
  ORGANIZATION_REPLY_CONCURRENCY: {
    type: 'integer',
    minimum: 1,
    default: 80,
    description:
      'Replies of one organization that are worked on at a time, over all workers; approximate.',
  },
  FETCH_ALLOWED_HOSTS: {
    type: 'string',
    pattern: HOSTS,
    default: '',
    description:
      'Hosts, or host:port, whose pages may be fetched although they are not public; with commas between.',
  },
  EGRESS_ALLOWED_HOSTS: {
    type: 'string',
    pattern: HOSTS,
    default: '',
    description:
      "Hosts, or host:port, that organizations' connections, identity providers and webhook endpoints may name although they are not public, or at other ports than 80 and 443; with commas between.",
  },
  ORGANIZATION_INDEX_CONCURRENCY: {
    type: 'integer',
    minimum: 1,
    default: 3,
    description:
      'Knowledge entries of one organization that are worked on at a time, over all workers.',
  },
  ...deliverySettings,
  ...shutdownSettings,
  TIME_SCALE: {
    type: 'number',
    minimum: 0.01,
    maximum: 10,
    default: 1,
    description:
      'Multiplies the times by which the processes watch over one another: lease, renewal, sweep, breaker, caches, flushes. Clients have at least 3 s for their headers. 1 in production; the same for all processes of an installation.',
  },
  WIDGET_TOKEN_KEYS: {
    type: 'string',
    description:
      'name:secret, of at least 32 bytes each, separated by commas. The first signs widget tokens.',
  },
  SECRET_KEYS: {
    type: 'string',
    description:
      'name:base64 of 32 bytes each (openssl rand -base64 32), separated by commas. The first encrypts the secrets that can be read back, such as keys of model providers; every one decrypts.',
  },
  ...retentionSettings,
  NODE_ENV: {
    type: 'string',
    default: 'production',
    description:
      "Anything else lets the dashboard's cookie do without TLS, and analytics show stacks.",
  },
  ...observabilitySettings,
  PARLEY_DATA_DIR: {
    type: 'string',
    default: '.data',
    description: 'Where `npm start` keeps the embedded PostgreSQL when DATABASE_URL is unset.',
  },
  DEMO_FILE: {
    type: 'string',
    description:
      'The ids of the demo organization, which `npm start` writes; with it the API has `/demo`.',
  },
} as const

/** The default of API_HOURLY_LIMIT with LEGACY_FORM, as the earlier form promised. */
export const LEGACY_HOURLY_LIMIT = 1000

export const SETTING_NAMES = Object.keys(settings) as (keyof typeof settings)[]

type Given = FromSchema<{
  type: 'object'
  properties: typeof settings
  additionalProperties: false
}>

/** The checked settings. A setting with a default is always present. */
export interface Config
  extends Readonly<
    Omit<Given, 'DATABASE_URL' | 'LLM_PRICES' | 'SECRET_KEYS' | 'WIDGET_TOKEN_KEYS'>
  > {
  readonly DATABASE_URL: string
  readonly LLM_PRICES: Readonly<Record<string, readonly [number, number, number?]>>
  /** The first key signs widget tokens. Every key can verify them. */
  readonly WIDGET_TOKEN_KEYS: readonly { kid: string; secret: string }[]
  /** The first key seals secrets. Every key can open them. */
  readonly SECRET_KEYS: readonly SealingKey[]
  /** Milliseconds, scaled by TIME_SCALE. */
  readonly times: Times
}

/**
 * Settings of a program that can do without a database address, because it can start the embedded
 * one.
 */
export type LocalConfig = Omit<Config, 'DATABASE_URL'> & { readonly DATABASE_URL?: string }
