import { readRedisAddress } from '../../shared/lib/config/redisAddress.ts'

/**
 * The checks, in the order in which to fix their findings: a later check may fail because of an
 * earlier one.
 */
export const CHECKS = [
  'node',
  'settings',
  'signing keys',
  'database',
  'clock',
  'pooler',
  'migrations',
  'secrets',
  'redis',
  'queue',
  'connections',
  'workers',
  'model',
  'queries',
  'embedding',
  'vectors',
  'rerank',
  'mail',
  'files',
  'origins',
  'open files',
] as const
export type Check = (typeof CHECKS)[number]

/** A finding of a check. */
export interface Finding {
  /**
   * `error`: something does not work, or soon will not. `warning`: it works, but not well.
   * `skipped`: not checked.
   */
  level: 'ok' | 'warning' | 'error' | 'skipped'
  check: Check
  /** The finding in one sentence, without secrets. */
  what: string
  /** Why it matters. */
  why?: string
  /** The advice. */
  fix?: string
}

/** Findings of one check. */
export const about = (check: Check) => ({
  ok: (what: string): Finding => ({ level: 'ok', check, what }),
  warning: (what: string, why: string, fix: string): Finding => ({
    level: 'warning',
    check,
    what,
    why,
    fix,
  }),
  error: (what: string, why: string, fix: string): Finding => ({
    level: 'error',
    check,
    what,
    why,
    fix,
  }),
  skipped: (because: string): Finding => ({
    level: 'skipped',
    check,
    what: `Not checked, because ${because}.`,
  }),
})

/** Returns an address without user, password and parameters. */
export function withoutSecrets(address: string): string {
  const { sentinels, name } = readRedisAddress(address) ?? {}
  if (sentinels)
    return `master ${name} of the Sentinels ${sentinels.map(({ host, port }) => `${host}:${port}`).join(', ')}`
  if (!URL.canParse(address)) return 'an address that cannot be read'
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname}`
}
