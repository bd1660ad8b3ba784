import { parseArgs } from 'node:util'
import type { Db } from '../../shared/db/db.ts'
import { ADMIN_TOOL, type Changes, insertAuditEvent } from '../../shared/store/accounts/auditEvents.ts'

/** A mistake in the command as it was typed. */
export class UsageError extends Error {}

export interface Outcome {
  /** Output for programs. */
  json: unknown
  /** Output for people. */
  text: string
}

export const readArguments = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      organization: { type: 'string' },
      name: { type: 'string' },
      origin: { type: 'string', multiple: true, default: [] },
      'hourly-limit': { type: 'string' },
      'client-id': { type: 'string' },
      email: { type: 'string' },
      role: { type: 'string', default: 'owner' },
      address: { type: 'string', default: 'http://localhost:3000' },
      'secret-ending': { type: 'string' },
      'grace-hours': { type: 'string' },
      messages: { type: 'string' },
      traces: { type: 'string' },
      'request-logs': { type: 'string' },
      analytics: { type: 'string' },
      audit: { type: 'string' },
      default: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
export type Options = ReturnType<typeof readArguments>['values']

/** Checks its options, and then asks for the database. */
export type Command = (options: Options) => (db: Db) => Promise<Outcome>

/** @throws UsageError where it is missing, or nobody could read it */
export function required(options: Options, name: 'organization' | 'client-id' | 'email'): string {
  const value = options[name]?.trim()
  if (!value) throw new UsageError(`--${name} is missing.`)
  if (value.length > 200 || /\p{Cc}/u.test(value))
    throw new UsageError(`--${name} must have at most 200 characters, all of them visible.`)
  return value
}

/** Keeps what the tool did among the organization's events. In the transaction of the change. */
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
