import { type FoundAlert, raiseAlerts, WARNED_SHARE } from '../../shared/alerts/alerts.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import type { Standing } from './rateLimiter.ts'

/** Alerts owners of limits that are used to 80 %. */
export interface NearLimits {
  /** Looks at the limits in which a request was counted. Never throws, and waits for nothing. */
  note(organizationId: string, standings: readonly Standing[]): void
}

/** The limits that an organization or an application has. Others are of a visitor or a user. */
const OWNED = ['organization', 'key', 'application']
/** The most windows that a process remembers. Beyond it, the database sees that it knows them. */
const MAX_REMEMBERED = 10_000

/**
 * Makes the alerts of this process. Each window costs one statement in each process, at its first
 * request above the share; several processes raise one alert together.
 */
export function makeNearLimits(db: Db, log: Log): NearLimits {
  /** Until when a window lasts of which this process has raised the alert, in milliseconds. */
  const raised = new Map<string, number>()
  return {
    note(organizationId, standings) {
      for (const standing of standings) {
        if (!isNear(standing)) continue
        const name = `${standing.bucket} ${standing.of}`
        if ((raised.get(name) ?? 0) > Date.now()) continue
        if (raised.size >= MAX_REMEMBERED) raised.clear()
        raised.set(name, Date.now() + standing.reset * 1_000)
        raiseAlerts(db, [alertOf(organizationId, standing)]).catch((error) => {
          raised.delete(name)
          log.warn({ organization_id: organizationId, err: error }, 'an alert could not be raised')
        })
      }
    },
  }
}

const isNear = ({ bucket, limit, remaining }: Standing) =>
  OWNED.includes(bucket) && limit > 0 && limit - remaining >= WARNED_SHARE * limit

const alertOf = (
  organization_id: string,
  { bucket, of, limit, remaining, reset }: Standing,
): FoundAlert => ({
  organization_id,
  kind: 'limit',
  subject: bucket === 'organization' ? bucket : `${bucket} ${of}`,
  facts: {
    bucket,
    ...(bucket !== 'organization' && { application_id: of }),
    limit,
    used: limit - remaining,
  },
  ends_at: new Date(Date.now() + reset * 1_000),
})
