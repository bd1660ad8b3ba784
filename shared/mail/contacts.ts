import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Check } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import type { Place, Sealer } from '../lib/sealing.ts'

/** The address at which the customer of a thread wants to be answered. */
export interface Contact {
  id: string
  thread_id: string
  /** Sealed in the row's `contactPlace`. */
  sealed_email: string
  /** Messages of people up to this place in the thread have been mailed. */
  mailed_seq: number
  /**
   * When the customer last looked at the thread, to some seconds; null: not since the address was
   * given.
   */
  seen_at: Date | null
  /** When it was known that the address is the customer's; null: it is only said to be. */
  proven_at: Date | null
  created_at: Date
  updated_at: Date
}

/** Where an address is sealed. */
export const contactPlace = (organization_id: string, id: string): Place => ({
  organization_id,
  table: 'contacts',
  row: id,
})

/**
 * Stores the address of a thread's customer, in place of the one before. What people said until now
 * is not mailed.
 * @param isProven whether somebody who knows vouches that the address is the customer's
 * @param check gets the contact of before while its row is locked
 * @throws a violation of a foreign key if the thread is gone; what `check` throws
 */
export function putContact(
  db: Db,
  organizationId: string,
  threadId: string,
  seal: (place: Place) => string,
  isProven: boolean,
  check?: Check<Contact | undefined>,
): Promise<Contact> {
  if (!check) return storeContact(db, organizationId, threadId, seal, isProven)
  return db.transaction(async (transaction) => {
    const [before] = await sql<Contact>(transaction)`
      select * from contacts where organization_id = ${organizationId} and thread_id = ${threadId} for no key update`
    check(before)
    return storeContact(transaction, organizationId, threadId, seal, isProven)
  })
}

async function storeContact(
  db: Db,
  organizationId: string,
  threadId: string,
  seal: (place: Place) => string,
  isProven: boolean,
): Promise<Contact> {
  const id = uuid()
  // A sealed value opens in its own row only, so the row gets the id by which it is sealed.
  const [contact] = await sql<Contact>(db)`
    insert into contacts (id, organization_id, thread_id, sealed_email, mailed_seq, seen_at, proven_at)
    values (${id}, ${organizationId}, ${threadId}, ${seal(contactPlace(organizationId, id))},
            (select last_seq from threads where organization_id = ${organizationId} and id = ${threadId}), now(),
            case when ${isProven}::boolean then now() end)
    on conflict (thread_id) do update
      set id = excluded.id, sealed_email = excluded.sealed_email, proven_at = excluded.proven_at, code_hash = null, updated_at = now()
    returning *`
  return contact!
}

/** A contact as it is shown. @throws AppError secret_key_missing */
export const presentContact = (
  sealer: Pick<Sealer, 'open'>,
  organizationId: string,
  { id, sealed_email, created_at, updated_at }: Contact,
) => ({
  object: 'contact',
  email: sealer.open(sealed_email, contactPlace(organizationId, id)),
  created_at,
  updated_at,
})

/** Finds the contact of a thread; undefined: nobody has given an address. */
export async function findContact(
  db: Db,
  organizationId: string,
  threadId: string,
): Promise<Contact | undefined> {
  const [contact] = await sql<Contact>(db)`
    select * from contacts where organization_id = ${organizationId} and thread_id = ${threadId}`
  return contact
}

/** Minutes for which a code proves an address. */
export const CODE_MINUTES = 15
/** Codes that may be tried for each that was mailed, so that nobody guesses one of a million. */
const MAX_TRIES = 5

/** A code belongs to one address of one thread: another address makes another contact. */
const hashOf = ({ id }: Contact, code: string) =>
  createHash('sha256').update(`${id} ${code}`).digest()

/** Keeps the code that is mailed to an address, in place of the one before. */
export async function keepCode(
  db: Db,
  organizationId: string,
  contact: Contact,
  code: string,
): Promise<void> {
  await sql(db)`
    update contacts
       set code_hash = ${hashOf(contact, code)}, code_tries = 0, code_expires_at = now() + make_interval(mins => ${CODE_MINUTES})
     where organization_id = ${organizationId} and id = ${contact.id}`
}

/**
 * Proves an address by the code that was mailed to it, which works once. @returns false: it is
 * wrong, or too late
 */
export async function tryCode(
  db: Db,
  organizationId: string,
  contact: Contact,
  code: string,
): Promise<boolean> {
  const hash = hashOf(contact, code)
  const [tried] = await sql<{ is_right: boolean }>(db)`
    update contacts
       set code_tries = code_tries + 1,
           proven_at = case when code_hash = ${hash} then now() end,
           code_hash = case when code_hash <> ${hash} then code_hash end
     where organization_id = ${organizationId} and id = ${contact.id}
       and code_hash is not null and code_expires_at > now() and code_tries < ${MAX_TRIES}
    returning proven_at is not null as is_right`
  return tried?.is_right ?? false
}

/**
 * Notes that the customer looks at a thread, so that what they see is not mailed. Costs a look-up
 * where there is no contact.
 */
export async function noteSeen(db: Db, organizationId: string, threadId: string): Promise<void> {
  await sql(db)`
    update contacts set seen_at = now()
     where organization_id = ${organizationId} and thread_id = ${threadId}
       and (seen_at is null or seen_at < now() - interval '5 seconds')`
}
