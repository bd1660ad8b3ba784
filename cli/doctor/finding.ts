import { readRedisAddress } from '../../shared/lib/config/redisAddress.ts'

/**
 * What is looked at, in the order in which one mends: what stands below may not work for what
 * stands above it.
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

/** What the doctor found of one thing. */
export interface Finding {
  /**
   * `error`: something does not work, or will not. `warning`: it works, and not as it should. `skipped`: not looked at.
   */
  level: 'ok' | 'warning' | 'error' | 'skipped'
  check: Check
  /** The finding in one sentence, without secrets. */
  what: string
  /** Why it matters. */
  why?: string
  /** What to do. */
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

/** An address as it may be shown: without user, password and parameters. */
export function withoutSecrets(address: string): string {
  const { sentinels, name } = readRedisAddress(address) ?? {}
  if (sentinels)
    return `master ${name} of the Sentinels ${sentinels.map(({ host, port }) => `${host}:${port}`).join(', ')}`
  if (!URL.canParse(address)) return 'an address that cannot be read'
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname}`
}
