import { createBelow, recordsOf } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import type { Place } from '../lib/sealing.ts'
import type { EventName } from './eventTypes.ts'

/** Why Parley has disabled an endpoint: it answered 410, or it failed for too long. */
export const DISABLED_REASONS = ['gone', 'failing'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

/** Stands for every type of event. */
export const ALL_EVENTS = '*'

export interface WebhookEndpoint {
  id: string
  organization_id: string
  url: string
  description: string
  events: (EventName | typeof ALL_EVENTS)[]
  /**
   * Whether events are delivered. Users can pause an endpoint, and Parley disables a failing
   * endpoint.
   */
  is_active: boolean
  /** null: Parley has not disabled it. */
  disabled_at: Date | null
  disabled_reason: DisabledReason | null
  /** The first failure since the last success. */
  first_failure_at: Date | null
  /** Failed attempts since the last success. */
  failures: number
  last_success_at: Date | null
  /** The whole secret as the receiver has it, sealed for `endpointPlace`. */
  sealed_secret: string
  /** The secret before the last rotation, which also signs until it expires. */
  sealed_previous_secret: string | null
  previous_secret_expires_at: Date | null
  created_at: Date
  updated_at: Date
}

/** The endpoints of an organization. */
export const endpointRecords = recordsOf<WebhookEndpoint>({
  table: 'webhook_endpoints',
  name: 'webhook endpoint',
  defaults: { description: '', is_active: true },
})

/** Returns the place for which the secrets of an endpoint are sealed. */
export const endpointPlace = ({
  organization_id,
  id,
}: Pick<WebhookEndpoint, 'organization_id' | 'id'>): Place => ({
  organization_id,
  table: 'webhook_endpoints',
  row: id,
})

/** The most endpoints of an organization. */
export const MAX_ENDPOINTS = 16

/** Stores an endpoint. @returns undefined: the organization has `MAX_ENDPOINTS` already */
export const addEndpoint = (
  db: Db,
  organizationId: string,
  fields: Parameters<typeof endpointRecords.create>[2],
): Promise<WebhookEndpoint | undefined> =>
  createBelow(
    db,
    organizationId,
    { table: 'webhook_endpoints', most: MAX_ENDPOINTS },
    (transaction) => endpointRecords.create(transaction, organizationId, fields),
  )

/** The changes that resume an endpoint: it is active, and earlier failures no longer count. */
export const RESUMED = {
  is_active: true,
  disabled_at: null,
  disabled_reason: null,
  first_failure_at: null,
  failures: 0,
} as const satisfies Partial<WebhookEndpoint>

/**
 * Replaces the secret. The previous secret also signs during the grace time. A secret before that
 * ends now.
 * @param graceHours 0: the previous secret ends now
 * @throws AppError not_found
 */
export async function rotateEndpointSecret(
  db: Db,
  organizationId: string,
  id: string,
  sealedSecret: string,
  graceHours: number,
): Promise<WebhookEndpoint> {
  return db.transaction(async (transaction) => {
    const { sealed_secret } = await endpointRecords.lock(transaction, organizationId, id)
    return endpointRecords.change(transaction, organizationId, id, {
      sealed_secret: sealedSecret,
      sealed_previous_secret: graceHours ? sealed_secret : null,
      previous_secret_expires_at: graceHours ? new Date(Date.now() + graceHours * 3_600_000) : null,
    })
  })
}
