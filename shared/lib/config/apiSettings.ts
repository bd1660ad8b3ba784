import type { SettingTable } from './setting.ts'

export const apiSettings = {
  HOST: {
    type: 'string',
    readBy: ['web'],
    description:
      'Address to listen on. Unset: every address; with the embedded PostgreSQL of `npm start`, ' +
      '127.0.0.1.',
  },
  PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: 3000,
    matters: true,
    readBy: ['web'],
    description: 'Port of the API. 0: any free port.',
  },
  TRUST_PROXY_HOPS: {
    type: 'integer',
    minimum: 0,
    maximum: 10,
    default: 0,
    matters: true,
    readBy: ['web'],
    description:
      'Number of routers before the API that append to X-Forwarded-For: 1 on a PaaS such as ' +
      'Heroku. 0: the header is ignored. With too high a number, clients choose the address by ' +
      'which they are counted.',
  },
  PUBLIC_URL: {
    type: 'string',
    format: 'uri',
    pattern: '^https?://[^/?#@]+/?$',
    examples: ['https://chat.example.com'],
    matters: true,
    readBy: ['web', 'worker-deliver'],
    description:
      'Address by which browsers reach the API, without a path. Links in mails and single ' +
      'sign-on lead to it.',
  },
  WIDGET_TOKEN_KEYS: {
    type: 'string',
    matters: true,
    readBy: ['web'],
    description:
      "Keys that sign the widget's tokens: name:secret, with commas between. A secret has at " +
      'least 32 bytes; a secret without a name is named after its hash. The first key signs, and ' +
      'every key verifies, so put a new key behind the old key everywhere before you put it in ' +
      'front (docs/operations.md). Unset: there are no widget tokens.',
  },
  SECRET_KEYS: {
    type: 'string',
    matters: true,
    description:
      'Keys that encrypt the secrets that Parley reads back, such as the keys of model ' +
      'providers: name:base64 of 32 bytes (openssl rand -base64 32), with commas between; ' +
      'a key without a name is named after its hash. The same for all processes. The first ' +
      'key encrypts, and every key decrypts, so rotate them as WIDGET_TOKEN_KEYS. Keep them ' +
      'beside the backups, not in them: without its key, a stored secret is lost ' +
      '(docs/backup.md).',
  },
  REPLY_WAIT_SECONDS: {
    type: 'number',
    minimum: 0,
    maximum: 600,
    default: 25,
    matters: true,
    readBy: ['web'],
    description:
      'How long a POST waits for its reply before it answers 202. The routers of a PaaS cut a ' +
      'silent request at 30 s.',
  },
  MAX_WAITERS: {
    type: 'integer',
    minimum: 0,
    default: 3000,
    readBy: ['web'],
    description:
      'Most requests that may wait in one API process for replies or for indexing. Further ' +
      'requests get 202 at once.',
  },
  LEGACY_FORM: {
    type: 'boolean',
    default: false,
    readBy: ['web'],
    description:
      'Whether the API also takes requests of its earlier form, in which agents were assistants ' +
      'and the hourly limit was 1000.',
  },
  NODE_ENV: {
    type: 'string',
    default: 'production',
    readBy: ['web'],
    description:
      "Any other value than production lets the dashboard's cookie travel without TLS, and shows " +
      "stacks in the analytics' answers to unexpected failures.",
  },
  DEMO_FILE: {
    type: 'string',
    readBy: ['web'],
    description:
      'File with the ids of the demo organization, which `npm start` writes and sets. With it, ' +
      "the API shows the demo's widget at /demo.",
  },
} as const satisfies SettingTable
