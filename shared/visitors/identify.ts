import { v7 as uuid } from 'uuid'
import { mergedWith, type Traits } from '../chat/contexts.ts'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import { wasErased } from '../retention/erasures.ts'

/** The customer of an identity token. */
export interface NamedCustomer {
  /** The organization's own id of the customer: the `user_reference` of their context. */
  reference: string
  /** Traits to merge into their context. */
  traits: Traits
  /** When the token was issued, in seconds since 1970. */
  issuedAt: number
}

/**
 * Finds or creates the context of a customer, locks it, and merges the traits into it.
 * @param check receives the merged traits, and throws if they must not be stored
 * @returns its id; undefined: the customer was erased after the token was issued
 */
export async function identifyCustomer(
  transaction: Db,
  organizationId: string,
  { reference, traits, issuedAt }: NamedCustomer,
  check: (traits: Traits) => void,
): Promise<string | undefined> {
  await sql(transaction)`
    insert into contexts (id, organization_id, user_reference, traits)
    values (${uuid()}, ${organizationId}, ${reference}, '{}')
    on conflict (organization_id, user_reference) do nothing`
  const [context] = await sql<{ id: string; traits: Traits }>(transaction)`
    select id, traits from contexts
     where organization_id = ${organizationId} and user_reference = ${reference} for no key update`
  // An erasure holds the lock of the context until its commit, so an earlier erasure is visible
  // now.
  if (!context || (await wasErased(transaction, organizationId, reference, issuedAt)))
    return undefined
  const merged = mergedWith(context.traits, traits)
  check(merged)
  if (JSON.stringify(merged) !== JSON.stringify(context.traits))
    await sql(transaction)`
      update contexts set traits = ${JSON.stringify(merged)}::jsonb, updated_at = now()
       where organization_id = ${organizationId} and id = ${context.id}`
  return context.id
}

/**
 * Gives a visitor's own anonymous session to a customer, unless it is closed or belongs to a
 * customer.
 * @param subject the visitor's subject
 * @returns whether it was given
 */
export async function giveSession(
  transaction: Db,
  organizationId: string,
  id: string,
  subject: string,
  contextId: string,
): Promise<boolean> {
  const given = await sql(transaction)`
    update threads t set customer_id = c.user_reference, user_context_id = c.id, updated_at = now()
      from contexts c
     where t.organization_id = ${organizationId} and t.id = ${id} and t.kind = 'session' and t.subject = ${subject}
       and t.customer_id is null and t.status = 'active'
       and c.organization_id = t.organization_id and c.id = ${contextId}
    returning t.id`
  return given.length > 0
}
