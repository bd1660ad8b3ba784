import { ROTATION_GRACE_HOURS } from '../../shared/applications/applications.ts'
import { ADMIN_TOOL, type Changes, insertAuditEvent } from '../../shared/audit/auditEvents.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { SealingKey } from '../../shared/lib/sealing.ts'
import { ROLES } from '../../shared/people/users.ts'
import { UsageError } from '../terminal/usage.ts'

interface Option {
  type: 'string' | 'boolean'
  multiple?: boolean
  short?: string
  /** The name of the value in the help. */
  value?: string
  says: string
}

const days = (what: string) =>
  ({ type: 'string', value: 'DAYS', says: `days to keep ${what}, or default` }) as const

/** Every option of the tool. A command takes some of them. */
export const OPTIONS = {
  organization: { type: 'string', value: 'NAME', says: 'the organization, by its name or id' },
  'client-id': { type: 'string', value: 'ID', says: 'the application, by its client id' },
  name: {
    type: 'string',
    value: 'NAME',
    says: "the name of the application (by default the organization's), or of the user",
  },
  origin: {
    type: 'string',
    multiple: true,
    value: 'URL',
    says: 'pages of this origin may show the widget; repeat it for more; https://*.example.com has every host below',
  },
  'hourly-limit': { type: 'string', value: 'N', says: 'API requests an hour of the organization' },
  default: { type: 'boolean', says: 'use API_HOURLY_LIMIT again' },
  'grace-hours': {
    type: 'string',
    value: 'HOURS',
    says: `how long the older secrets stay valid, ${ROTATION_GRACE_HOURS} by default`,
  },
  'secret-ending': {
    type: 'string',
    value: 'ABCD',
    says: 'only the secret with these last four characters',
  },
  email: { type: 'string', value: 'ADDRESS', says: 'the address with which the user signs in' },
  role: { type: 'string', value: ROLES.join('|'), says: 'the role of the user, owner by default' },
  connection: {
    type: 'string',
    value: 'NAME',
    says: 'the connection to a provider of models, by its name',
  },
  provider: {
    type: 'string',
    value: 'NAME',
    says: 'the provider whose protocol the server speaks',
  },
  'base-url': {
    type: 'string',
    value: 'URL',
    says: "the server's address, by default the provider's own",
  },
  'key-stdin': { type: 'boolean', says: 'read the key from standard input' },
  model: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    says: 'a model of the server; repeat it for more, by default any',
  },
  'key-id': {
    type: 'string',
    value: 'ID',
    says: 'the name of the key, if requests are signed with it',
  },
  'api-version': { type: 'string', value: 'DATE', says: "the version of the provider's protocol" },
  region: { type: 'string', value: 'NAME', says: "the provider's region" },
  address: {
    type: 'string',
    value: 'URL',
    says: 'where browsers reach the dashboard, http://localhost:3000 by default',
  },
  messages: days('messages'),
  traces: days('traces'),
  'request-logs': days('the request log'),
  analytics: days('sums by the hour'),
  audit: days('audit events'),
  seed: { type: 'string', value: 'N', says: 'another number makes another month, 1 by default' },
  yes: { type: 'boolean', says: 'confirm that DATABASE_URL names the right database' },
  json: { type: 'boolean', says: 'print one JSON object, for programs' },
  help: { type: 'boolean', short: 'h', says: 'show this' },
} as const satisfies Record<string, Option>

export type OptionName = keyof typeof OPTIONS

/** The options as they were given. */
export type Options = {
  -readonly [Name in OptionName]?: (typeof OPTIONS)[Name] extends { multiple: true }
    ? string[]
    : (typeof OPTIONS)[Name] extends { type: 'boolean' }
      ? boolean
      : string
}

export interface Outcome {
  /** Output for programs. */
  json: unknown
  /** Output for people. */
  text: string
}

export interface Command {
  /** One line in the list of commands. */
  does: string
  /** More text for its help. */
  more?: string
  needs?: readonly OptionName[]
  takes?: readonly OptionName[]
  /** Commands that work when they are pasted in this order while `npm start` runs. */
  examples: readonly string[]
  /**
   * Checks the options before the database is opened.
   * @throws UsageError
   */
  prepare(options: Options): (db: Db, secretKeys: readonly SealingKey[]) => Promise<Outcome>
}

/** @throws UsageError if the option is missing or blank */
export function required(
  options: Options,
  name: 'organization' | 'client-id' | 'connection' | 'email',
): string {
  const value = options[name]?.trim()
  if (!value) throw new UsageError(`--${name} is missing.`)
  if (value.length > 200 || /\p{Cc}/u.test(value))
    throw new UsageError(`--${name} must have at most 200 characters, all of them visible.`)
  return value
}

/**
 * Records what the tool did among the organization's audit events, in the transaction of the
 * change.
 */
export const recordChange = (
  db: Db,
  organization_id: string,
  action: string,
  target: { id: string; label: string },
  changes: Changes = {},
) =>
  insertAuditEvent(db, {
    ...ADMIN_TOOL,
    organization_id,
    action,
    target_kind: action.split('.')[0]!,
    target_id: target.id,
    target_label: target.label,
    changes,
    request_id: null,
    address: null,
  })
