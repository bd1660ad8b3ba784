import type { SettingTable } from './setting.ts'

export const databaseSettings = {
  DATABASE_URL: {
    type: 'string',
    pattern: '^postgres(ql)?://',
    examples: ['postgresql://user:password@localhost:5432/parley'],
    matters: true,
    description:
      'Address of PostgreSQL 15 or newer. Add ?sslmode=no-verify where the certificate is the ' +
      "provider's own. Unset: `npm start` runs an embedded PostgreSQL; the processes themselves " +
      'do not start.',
  },
  DATABASE_POOL: {
    type: 'integer',
    minimum: 2,
    maximum: 200,
    default: 10,
    matters: true,
    description: 'Most database connections of one process. A waiting request holds no connection.',
  },
  DATABASE_TIMEOUT_SECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 600,
    default: 10,
    description:
      'Longest that one statement may take. After it, or when PostgreSQL is silent for 2 s more, ' +
      'the API answers 503 and a worker tries again.',
  },
  DATABASE_PREPARE: {
    type: 'boolean',
    default: true,
    description:
      'Whether connections keep prepared statements. Set it to false behind a pooler in ' +
      'transaction mode that loses them, such as PgBouncer before 1.21.',
  },
  REDIS_URL: {
    type: 'string',
    matters: true,
    description:
      'Address of Redis 6.2 or newer for the queue, with maxmemory-policy noeviction: ' +
      'redis://host:port, rediss://host:port, or ' +
      'redis-sentinel://user:password@host:26379,host:26379/0#master. Unset: the queue lives in ' +
      'PostgreSQL.',
  },
  REDIS_TLS_VERIFY: {
    type: 'boolean',
    default: true,
    matters: true,
    description:
      'Whether the certificate of a rediss:// server must be valid. Set it to false where the ' +
      "certificate is the provider's own.",
  },
} as const satisfies SettingTable
